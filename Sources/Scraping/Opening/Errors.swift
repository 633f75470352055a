#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import DOM
public import Language
public import Records
public import Selectors

// The errors of the library have one text, whether they are printed or shown by `localizedDescription`.

extension Diagnostic: LocalizedError {
    /// The message with its place, the line, help and notes, as ``description``.
    public var errorDescription: String? { description }
}

extension Diagnostics: LocalizedError {
    /// All messages, as ``description``.
    public var errorDescription: String? { description }
}

extension SelectorError: LocalizedError {
    /// The message with the selector and a caret, as ``description``.
    public var errorDescription: String? { description }
}

extension ParseError: LocalizedError {
    /// The message, as ``description``.
    public var errorDescription: String? { description }
}

extension XPathError: LocalizedError {
    /// The message with the expression and a caret, as ``description``.
    public var errorDescription: String? { description }
}

extension RecordDecodingError: LocalizedError {
    /// The message, as ``description``.
    public var errorDescription: String? { description }
}

extension StepError: LocalizedError {
    /// The message, as ``description``.
    public var errorDescription: String? { description }
}

extension OutputError: LocalizedError {
    /// The message, as ``description``.
    public var errorDescription: String? { description }
}

extension ArithmeticError: LocalizedError {
    /// The message, as ``description``.
    public var errorDescription: String? { description }
}

extension Registry.DuplicateName: LocalizedError {
    /// The message, as ``description``.
    public var errorDescription: String? { description }
}
