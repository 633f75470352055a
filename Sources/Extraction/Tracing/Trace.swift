public import Basics
public import Records

/// How a page became records: what was looked for, what was found, and what became of it, step by step.
///
/// A trace is a plain value: it holds no page and no tree. Each construct of the rules file stands in it with its
/// ``Location`` there, so that traces of several pages can be added up, and each node of the page with its line.
/// ``value`` is the same as data, ``text(field:record:)`` the same for people.
public struct Trace: Hashable, Sendable {
    /// The page's name.
    public var page: String
    /// The name of the rules file.
    public var rules: String
    /// The preparations of the rules file, in its order.
    public var preparations: [Preparation] = []
    /// The record types of the rules file, in its order.
    public var records: [RecordType] = []

    init(page: String, rules: String) {
        self.page = page
        self.rules = rules
    }

    /// An element of the page's tree, as it is after the preparations.
    public struct Node: Hashable, Sendable {
        /// The page's line from 1; `nil` for what comes from no line.
        public var line: Int?
        /// The column of the line, in Unicode scalars from 1; `nil` where only the line is known.
        public var column: Int?
        /// The first byte of its tag in the page's file; `nil` where only the line is known.
        public var offset: Int?
        /// A selector that leads to it from the root; of an element that lies deeper than 256 others its last part.
        public var path: String
        /// Its place among the elements of the page before the preparations, in document order from 0; `nil` for one
        /// that a preparation has made.
        public var index: Int?
    }

    /// A selector of the rules file and what it matched.
    public struct Selector: Hashable, Sendable {
        /// The selector as written.
        public var text: String
        /// Where it stands in the rules file.
        public var place: Location?
        /// How many elements it matched where it was looked for; `nil` where it was not.
        ///
        /// Where the first match alone is wanted, no other is counted.
        public var matches: Int?
        /// Why it matched nothing, where that counts.
        public var miss: Miss?

        init(_ text: String, at place: Location?, matches: Int? = nil) {
            self.text = text
            self.place = place
            self.matches = matches
        }
    }

    /// What is known of a selector that matched nothing.
    public struct Miss: Hashable, Sendable {
        /// The longest part of it that still matches, as a selector; `nil` where none does.
        public var part: Finding?
        /// What it may have been meant to match, the likeliest first.
        public var candidates: [Candidate]

        /// A selector that matches.
        public struct Finding: Hashable, Sendable {
            /// The selector.
            public var selector: String
            /// How many elements it matches.
            public var matches: Int
            /// The first of them.
            public var first: Node
            /// Whether they stand where the selector was looked for, and not elsewhere in the page only.
            public var isInScope: Bool
        }

        /// A selector that would match, and why it is a candidate.
        public struct Candidate: Hashable, Sendable {
            /// In what it differs: `class "prices" for "price"`.
            public var reason: String
            /// What it matches.
            public var finding: Finding
        }
    }

    /// A preparation of the rules file.
    public struct Preparation: Hashable, Sendable {
        /// What became of a preparation.
        public enum Outcome: String, Hashable, Sendable {
            /// It has found something to work on.
            case made
            /// It has found nothing to work on.
            case nothing
            /// The page is not one that its `when` asks for.
            case notForPage = "not-for-page"
            /// The page was refused before it.
            case notReached = "not-reached"
        }

        /// Its name.
        public var name: String
        /// Where it stands in the rules file.
        public var place: Location
        /// What became of it.
        public var outcome = Outcome.notReached
        /// How many elements it has found to work on.
        public var matches = 0
        /// The first of them, as they stood before.
        public var nodes: [Node] = []
    }
}
