public import Basics
public import Records

/// Something of a rules file that a page may or may not exercise.
public struct Construct: Hashable, Sendable {
    /// What a construct is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case preparation
        /// A record type.
        case record
        /// A layout of a record type that has several.
        case layout
        /// A selector of several for a record's elements or a field.
        case selector
        /// An alternative of a field.
        case alternative
        /// An arm of a `case`.
        case arm
        /// A step of an `apply`: a transform.
        case step
    }

    /// What it is.
    public var kind: Kind
    /// Where it stands in the rules file.
    public var place: Location
    /// What messages call it: `Plant.height, 2nd alternative`.
    public var name: String
}
