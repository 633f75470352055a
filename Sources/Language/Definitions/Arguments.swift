public import Records
public import Selectors
import Values

// The arguments that are more than plain JSON, as the reader of rules has resolved them.
extension Arguments {
    /// The selectors of elements that an argument holds, one or a list of them.
    ///
    /// - Parameter key: the argument's key; empty where the arguments are no object.
    /// - Throws: what is wrong with a selector, where the arguments were not read from a rules file.
    public func elements(_ key: String) throws(StepError) -> [SelectorList] {
        if let lists = resolved[key] as? [SelectorList] { return lists }
        let value = key.isEmpty ? value : self[key] ?? .null
        var lists: [SelectorList] = []
        for text in Arguments(value).strings { lists.append(try Arguments.selector(text, key)) }
        return lists
    }

    /// The selector that an argument is; `nil` where it is missing.
    ///
    /// - Throws: what is wrong with the selector, where the arguments were not read from a rules file.
    public func selector(_ key: String) throws(StepError) -> SelectorList? {
        if let list = resolved[key] as? SelectorList { return list }
        guard let text = self[key]?.string else { return nil }
        return try Arguments.selector(text, key)
    }

    private static func selector(_ text: String, _ key: String) throws(StepError) -> SelectorList {
        do throws(SelectorError) { return try SelectorList(text) } catch {
            throw StepError(
                error.messageInContext,
                argument: key,
                help: error.suggestion.map { "did you mean \"\($0)\"?" }
            )
        }
    }

    /// The source that an argument names; `nil` where it is missing, or was not read from a rules file.
    package func source(_ key: String) -> SourceRule? { resolved[key] as? SourceRule }

    /// Where selectors look, as an argument says; the record's own element where it is missing.
    package func place(_ key: String) -> FieldScope.Place {
        resolved[key] as? FieldScope.Place ?? .record
    }
}

/// Where a field's selectors look.
package struct FieldScope: Hashable, Sendable {
    /// From which element.
    package enum Place: Hashable, Sendable {
        /// The record's own.
        case record
        /// The whole page.
        case document
        /// The nearest of the record's element and its ancestors that matches.
        case closest(SelectorList)
        /// The nearest match before the record's element.
        case previous(SelectorList)
    }

    package var place = Place.record
    /// The header of the table's column that holds the cell, in alternative spellings.
    package var column: [String] = []

    package init() {}
}
