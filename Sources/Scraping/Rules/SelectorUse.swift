package import DOM
package import Records
package import Selectors

/// A selector of a rules file, with the place where it stands.
package struct SelectorUse: Sendable {
    package let list: SelectorList
    /// The selector as written.
    package let text: String
    /// Where it stands, for ``Rules/location(of:)``.
    package let range: Range<Int>
}

/// Which selectors of a rules file were looked for in pages, and which of them matched anything.
package final class SelectorLog {
    package private(set) var tried: Set<SelectorList> = []
    package private(set) var matched: Set<SelectorList> = []
    /// What was looked for where, in the order of asking; empty unless asked for.
    package private(set) var questions: [SelectorQuestion] = []
    private let keepsQuestions: Bool

    /// A log.
    ///
    /// - Parameter keepsQuestions: whether each question is kept with its answer: as much memory as there are matches.
    package init(keepsQuestions: Bool = false) {
        self.keepsQuestions = keepsQuestions
    }

    func note(_ list: SelectorList, isMatched: Bool) {
        tried.insert(list)
        if isMatched { matched.insert(list) }
    }

    func note(
        _ list: SelectorList,
        _ kind: SelectorQuestion.Kind,
        from scope: NodeRef,
        _ matches: @autoclosure () -> [NodeRef]
    ) {
        guard keepsQuestions else { return }
        questions.append(SelectorQuestion(list: list, kind: kind, scope: scope, matches: matches()))
    }
}

/// What was looked for in a page, and found. Its nodes are those of a document that someone else keeps.
package struct SelectorQuestion {
    /// What was asked.
    package enum Kind: Hashable, Sendable {
        /// A preparation's question; the tree may have changed since.
        case preparation
        /// All matches below an element.
        case below
        /// All matches below an element and the element itself.
        case all
        /// The first of those.
        case first
        /// The nearest of the element and its ancestors.
        case closest
    }

    package let list: SelectorList
    package let kind: Kind
    package let scope: NodeRef
    package let matches: [NodeRef]
}

extension Rules {
    /// Where a selector stands in a part of the rules file.
    ///
    /// Complexity: linear in the number of places where the same selector stands.
    func place(of list: SelectorList, in range: Range<Int>) -> SelectorUse? {
        let uses = selectorPlaces[list]
        // A part that is laid over that of another file has its selectors in both.
        return uses?.first { range.contains($0.range.lowerBound) } ?? uses?.first
    }

    /// The selectors of the file that were looked for and matched nothing, with a warning for each.
    package func fruitless(_ log: SelectorLog) -> [Diagnostic] {
        selectors.filter { log.tried.contains($0.list) && !log.matched.contains($0.list) }.map { use in
            Diagnostic(
                .rules,
                "`\(use.text)` matches nothing",
                severity: .warning,
                at: sources.location(of: use.range)
            )
        }
    }
}
