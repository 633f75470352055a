public import Basics
public import Records

extension Trace {
    /// A record type and how its records came about.
    public struct RecordType: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Where its name stands in the rules file.
        public var place: Location
        /// How many records came of it.
        public var count = 0
        /// Its layouts; none for groups.
        public var layouts: [Layout] = []
        /// For groups the record type whose records they are made of.
        public var groupedType: String?
        /// What its `expect` came to; `nil` where it has none.
        public var expectation: Expectation?
    }

    /// What a record type's `expect` came to.
    public struct Expectation: Hashable, Sendable {
        /// Where it stands in the rules file.
        public var place: Location
        /// Whether the page is one that its `when` asks for.
        public var isForPage: Bool
        /// What is wrong with the records, a message each.
        public var shortfalls: [String]
    }

    /// A layout of a record type.
    public struct Layout: Hashable, Sendable {
        /// Where it stands in the rules file.
        public var place: Location
        /// Whether it was looked for at all: of several the first that yields any records counts.
        public var isReached = false
        /// The elements below which its records are looked for; `nil` for the whole page.
        public var within: Selector?
        /// The selectors of its records' elements; the first that matches any counts. None for the whole page.
        public var selectors: [Selector] = []
        /// What must match in an element, with the number of those in which it does.
        public var condition: Selector?
        /// The elements that records were made of.
        public var elements: [Element] = []
    }

    /// An element that a record, or an object in one, was made of.
    public struct Element: Hashable, Sendable {
        /// What became of it.
        public enum Outcome: Hashable, Sendable {
            /// The record of this index among all of the page.
            case record(Int)
            /// An object in a record.
            case object
            /// Nothing: it gave no field.
            case noField
            /// Nothing: a required field is missing, and the record must be whole.
            case leftOut
            /// Nothing: an earlier record has its unique fields.
            case duplicate
        }

        /// The element.
        public var node: Node
        /// What became of it.
        public var outcome = Outcome.noField
        /// Its fields, in the order of the rules file.
        public var fields: [Field] = []
    }

    /// A field and how its value came about.
    public struct Field: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Where its name stands in the rules file.
        public var place: Location
        /// Its value; `nil` where it has none.
        public var value: Value?
        /// Whether a record without it is a failure.
        public var isRequired: Bool
        /// Its alternatives, in the order of the rules file.
        public var alternatives: [Alternative] = []
    }
}
