public import Basics
public import Records

/// How a page became records: the searches, their matches, and the result, step by step.
///
/// A trace is a plain value without the page and its tree. Each construct of the rules file has its `Location`, so that
/// traces of several pages can be combined, and each node of the page its line. ``value`` returns the trace as data,
/// ``text(field:record:style:)`` as text.
public struct Trace: Hashable, Sendable {
    /// The page's name.
    public var page: String
    /// The name of the rules file.
    public var rules: String
    /// The preparations of the rules file, in order.
    public var preparations: [Preparation] = []
    /// The record types of the rules file, in order.
    public var records: [RecordType] = []

    init(page: String, rules: String) {
        self.page = page
        self.rules = rules
    }

    /// An element of the page, or one that a preparation has created.
    public struct Node: Hashable, Sendable {
        /// The page's line from 1; `nil` for an element without a line.
        public var line: Int?
        /// The column of the line, in Unicode scalars from 1; `nil` if only the line is known.
        public var column: Int?
        /// The first byte of its tag in the page's file; `nil` if only the line is known.
        public var offset: Int?
        /// A short selector that matches only it on the page as saved; for an element that a preparation has created,
        /// on the page after the preparations.
        public var path: String
        /// Its index among the elements of the page before the preparations, in document order from 0; `nil` for one
        /// that a preparation has created.
        public var index: Int?
        /// The name of the preparation that has created it; `nil` for an element of the page.
        public var madeBy: String?
    }

    /// A selector of the rules file and its matches.
    public struct Selector: Hashable, Sendable {
        /// The selector as written.
        public var text: String
        /// Its location in the rules file.
        public var place: Location?
        /// The number of elements that it matched; `nil` if it was not evaluated.
        ///
        /// If only the first match is needed, the others are not counted.
        public var matches: Int?
        /// Why it matched nothing, if a value is missing because of that.
        public var miss: Miss?

        init(_ text: String, at place: Location?, matches: Int? = nil) {
            self.text = text
            self.place = place
            self.matches = matches
        }
    }

    /// The diagnosis of a selector that matched nothing.
    public struct Miss: Hashable, Sendable {
        /// The longest part of it that matches, as a selector; `nil` if none does.
        public var part: Finding?
        /// Similar selectors that match, the most likely first.
        public var candidates: [Candidate]
        /// Its matches on the page as saved, if a preparation has changed them.
        public var removal: Removal?

        /// A selector that matches.
        public struct Finding: Hashable, Sendable {
            /// The selector.
            public var selector: String
            /// The number of elements that it matches.
            public var matches: Int
            /// The first of them.
            public var first: Node
            /// Whether any of them is below the element that was searched, not only elsewhere in the page.
            public var isInScope: Bool
        }

        /// A selector that would match, and why it is a candidate.
        public struct Candidate: Hashable, Sendable {
            /// The difference: `class "prices" for "price"`.
            public var reason: String
            /// Its matches.
            public var finding: Finding
        }

        /// A selector's matches on the page as saved, and the preparation after which it no longer matches them.
        public struct Removal: Hashable, Sendable {
            /// The selector, and its matches on the page as saved.
            public var finding: Finding
            /// The name of the preparation.
            public var preparation: String
            /// The location of the preparation, or of its selector, in the rules file.
            public var place: Location
            /// The selector of the preparation that matched the element, or one around it.
            public var selector: String?
            /// The element that the preparation worked on, if it contains the element.
            public var around: Node?
        }
    }

    /// A preparation of the rules file.
    public struct Preparation: Hashable, Sendable {
        /// The result of a preparation.
        public enum Outcome: String, Hashable, Sendable {
            /// It found elements.
            case made
            /// It found no element.
            case nothing
            /// Its `when` does not match the page.
            case notForPage = "not-for-page"
            /// The page was refused by an earlier preparation.
            case notReached = "not-reached"
        }

        /// Its name.
        public var name: String
        /// Its location in the rules file.
        public var place: Location
        /// Its result.
        public var outcome = Outcome.notReached
        /// The number of elements that it found.
        public var matches = 0
        /// The first of them, in the state before it.
        public var nodes: [Node] = []
        /// The reasons for what it did, if it reports them: `main-content` has the scores of the page's text.
        public var reasons: [Reason] = []

        /// The reason for what a preparation did with an element.
        public struct Reason: Hashable, Sendable {
            /// The element.
            public var node: Node
            /// The reason, a sentence.
            public var text: String
        }
    }
}

extension Trace {
    /// A record type and the origin of its records.
    public struct RecordType: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The location of its name in the rules file.
        public var place: Location
        /// The number of its records.
        public var count = 0
        /// Its layouts; none for groups.
        public var layouts: [Layout] = []
        /// For groups, the record type that is grouped.
        public var groupedType: String?
        /// The results of the entries of its `expect`.
        public var expectations: [Expectation] = []
        /// Where the values of the first expected record are, if the page has no records.
        public var golden: [GoldenPlace] = []
    }

    /// The result of an entry of a record type's `expect`.
    public struct Expectation: Hashable, Sendable {
        /// Its location in the rules file.
        public var place: Location
        /// Whether its `when` matches the page.
        public var isForPage: Bool
        /// A message for each expectation that the records do not meet.
        public var shortfalls: [String]
    }

    /// A layout of a record type.
    public struct Layout: Hashable, Sendable {
        /// Its location in the rules file.
        public var place: Location
        /// Whether it was tried: the first layout with records is used.
        public var isReached = false
        /// The elements below which its records are searched for; `nil` for the whole page.
        public var within: Selector?
        /// The selectors of its records' elements; the first that matches is used; empty for the whole page.
        public var selectors: [Selector] = []
        /// The selector that must match in an element, with the number of elements in which it does.
        public var condition: Selector?
        /// The elements of its records.
        public var elements: [Element] = []
    }

    /// The element of a record, or of an object in one.
    public struct Element: Hashable, Sendable {
        /// Its result.
        public enum Outcome: Hashable, Sendable {
            /// The record with this index among all records of the page.
            case record(Int)
            /// An object in a record.
            case object
            /// None: no field has a value.
            case noField
            /// None: a required field is missing, and the record must be complete.
            case leftOut
            /// None: an earlier record has the same unique fields.
            case duplicate
        }

        /// The element.
        public var node: Node
        /// Its result.
        public var outcome = Outcome.noField
        /// Its fields, in the order of the rules file.
        public var fields: [Field] = []
    }

    /// A field and the origin of its value.
    public struct Field: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The location of its name in the rules file.
        public var place: Location
        /// Its value; `nil` if it has none.
        public var value: Value?
        /// Whether a record without it is a failure.
        public var isRequired: Bool
        /// Its alternatives, in the order of the rules file.
        public var alternatives: [Alternative] = []
        /// Where its expected value is, or the values that it consists of, if the field has another value or none.
        public var golden: [GoldenPlace] = []
    }
}

extension Trace {
    /// One way to get a field's value, and its result.
    public struct Alternative: Hashable, Sendable {
        /// Where a value comes from, by the key in the rules file.
        public enum Origin: String, Hashable, Sendable {
            case select
            case from
            case value
            case template
            case `case`
            /// Objects, with their own fields or those of the enclosing field.
            case fields
            /// Labels and their values.
            case labels
            /// Data about how the page was requested.
            case request
        }

        /// The result of an alternative.
        public enum Outcome: Hashable, Sendable {
            /// The field has its value.
            case taken
            /// It has no value, and the field has its default.
            case fallback
            /// Its `when` matches nothing.
            case conditionNotMet(String)
            /// Its `in` matches nothing.
            case noPlace
            /// Its `column` is missing: the table's headers.
            case noColumn(String)
            /// Earlier fields that it needs have no value.
            case missing([String])
            /// No selector matched.
            case noMatch
            /// The extracted text is empty.
            case empty
            /// The selector's match does not have the attribute that it extracts.
            case noAttribute(String)
            /// No arm of its `case` matched.
            case noArm
            /// A step failed, or the value does not fit the type.
            case failed(String)
            /// The steps returned no value.
            case noValue
            /// No element has a field.
            case noField
            /// Objects are nested too deep.
            case tooDeep
            /// A plugin's program did not answer.
            case withheld
            /// An earlier alternative gave the value.
            case notReached
        }

        /// Its location in the rules file.
        public var place: Location
        /// Where its value comes from.
        public var origin: Origin
        /// The type of its value.
        public var type: String
        /// Its result.
        public var outcome = Outcome.notReached
        /// Its `when`; `nil` if it has none.
        public var condition: Selector?
        /// The element from which its selectors were evaluated, if it is not the record's.
        public var start: Node?
        /// What its `in` does not find, if its outcome is ``Outcome/noPlace``.
        public var missingPlace: String?
        /// The arms of a `case`, in order.
        public var arms: [Arm] = []
        /// The attempts to get a value: one for each selector, or one for an alternative without selectors.
        public var attempts: [Attempt] = []
        /// Its steps in the rules file.
        public var steps: [StepUse] = []
    }

    /// A step of the rules file.
    public struct StepUse: Hashable, Sendable {
        /// The transform's name.
        public var name: String
        /// Its location in the rules file.
        public var place: Location
    }

    /// An arm of a `case`.
    public struct Arm: Hashable, Sendable {
        /// Its selector.
        public var selector: Selector
        /// Its value.
        public var value: Value
        /// Whether it applies.
        public var isTaken: Bool
    }

    /// One attempt of an alternative to get a value.
    public struct Attempt: Hashable, Sendable {
        /// The selector that was evaluated; `nil` if the value has another origin.
        public var selector: Selector?
        /// Its result.
        public var outcome = Alternative.Outcome.notReached
        /// The extracted values, each with its steps.
        public var readings: [Reading] = []
        /// The selector's match, if it extracts nothing from it and the field has no value.
        public var unread: Unread?
        /// The elements of its objects.
        public var objects: [Element] = []
    }

    /// The first element that a selector matches, if the selector extracts nothing from it.
    public struct Unread: Hashable, Sendable {
        /// The element.
        public var node: Node
        /// Its text, with white space collapsed.
        public var text: String
        /// The names of its attributes.
        public var attributes: [String]
        /// The content that a preparation has moved out of it.
        public var removal: Miss.Removal?
    }

    /// A value on its way from the page to the field.
    public struct Reading: Hashable, Sendable {
        /// The element from which it was extracted.
        public var node: Node
        /// The extracted value.
        public var taken: Value
        /// Whether it is the list of the results of all earlier readings.
        public var isGathered = false
        /// The text of a hidden element that is part of the extracted value, if any.
        public var hiddenText: String?
        /// The hidden element that the value is the text of, or a part of the text of, if any.
        public var hiddenElement: Node?
        /// The steps that were applied.
        public var steps: [Step] = []
        /// The typed values: one, or one for each element of a list.
        public var typed: [Value] = []
        /// A message for each value that does not fit the type.
        public var failures: [String] = []
    }

    /// A step that was applied to a value.
    public struct Step: Hashable, Sendable {
        /// The transform's name.
        public var name: String
        /// Its location in the rules file.
        public var place: Location
        /// The value before it.
        public var before: Value
        /// The value after it, if any.
        public var after: Value?
        /// A message for each value, or element of a list, on which it failed.
        public var failures: [String] = []
    }
}
