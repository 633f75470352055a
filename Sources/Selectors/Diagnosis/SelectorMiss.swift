package import DOM

/// What is known of a selector that matches nothing.
package struct SelectorMiss {
    /// A selector that matches.
    package struct Finding {
        package private(set) var selector: String
        package let matches: Int
        package let first: NodeRef
        /// Whether the matches stand where the selector was looked for, and not elsewhere in the page only.
        package let isInScope: Bool

        init(selector: String, matches: Int, first: NodeRef, isInScope: Bool) {
            self.selector = selector
            self.matches = matches
            self.first = first
            self.isInScope = isInScope
        }

        /// The same for a selector that is written otherwise.
        func called(_ selector: String) -> Finding {
            var finding = self
            finding.selector = selector
            return finding
        }
    }

    /// A selector that would match, and in what it differs.
    package struct Candidate {
        package let reason: String
        package let finding: Finding
    }

    /// The longest part of it that still matches; `nil` where none does.
    package let part: Finding?
    /// What it may have been meant to match, the likeliest first.
    package let candidates: [Candidate]
}
