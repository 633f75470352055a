import Basics
import DOM

/// The state for matching one program against one document, and the only owner of its memo tables.
///
/// **Memo tables.** `memo` has a row for each part of a selector whose matching looks at other elements: lists with
/// combinators in `:is()` and `:not()`, each step of a `:has()`, text conditions, `:first` and similar pseudo-classes.
/// Rows that depend on the scope are cleared when it changes. `relationMemo` stores, for each compound, whether it is
/// found among an element and its ancestors (or previous siblings), together with everything on its left;
/// `lastSearches` stores the last result of each. Results that depend only on the document are in ``DocumentContext``
/// and ``DerivedState`` and are never cleared: the tree must not change.
///
/// **Budgets.** Memo tables need memory for all elements, and without a parser's index a walk that numbers them. Most
/// questions are decided in a few steps. The first ``SearchBudget/steps`` steps of `:has()` and of `:nth-child(… of S)`
/// are therefore taken without a table, and a search among ancestors or siblings uses its row only after
/// ``SearchBudget/climb`` steps.
///
/// **Combinators** are matched from right to left. A selector is tried only at elements that have a key of its rightmost
/// compound (``Walk``), or follow one that has a key of `h2` in `h2 + *`, and only where the bits of its ancestors' keys
/// are set. ``LeftSearch`` then never has more than two
/// places to return to. With `relationMemo` the search is linear in the page for each compound, however deep the page.
///
/// **`:has()`** is matched from left to right: each step records, for an element, whether it and all later steps succeed
/// from there. A failed step below an element is recorded for all its descendants, a successful one for the ancestors
/// on the way. Each element is examined once for each step: linear in the page for each step. The parser's index rules
/// most elements out by the bits of their names, without a look at their nodes.
///
/// **`:nth-*`** first counts siblings up to the element, within the budget. After that all children of a parent are
/// numbered when the first of them is matched (``SiblingPositions``; `nthMemo` for `of S`): linear in the page.
///
/// **Long values.** A test that reads more than ``longValue`` bytes or nodes (a class attribute of a megabyte) stores
/// its result in `longValueMemo`, since an ancestor is tested again for each element below it. Pages without such
/// values only check a flag.
///
/// **Exclusivity.** Stored properties that a match changes are not checked for overlapping access at run time: a context
/// belongs to one thread, and each access ends in the statement that begins it. The checks took 3% of a whole job.
final class MatchContext {
    let program: SelectorProgram
    let document: DocumentContext
    let state: DerivedState
    let order: ElementOrder
    let steps: StepCounter

    // MARK: Names

    let names: NameBinding
    let textKeys: TextKeys
    /// The addresses of `names`, which tests compare with those of elements.
    let nameAddresses: UnsafePointer<UInt>

    // MARK: What is remembered

    @exclusivity(unchecked) private(set) var scope: Scope
    /// The memo rows of the program.
    let memo: AnswerTable
    /// The positions of elements among the siblings that match the list of an `:nth-child(… of S)`; -1 if the
    /// element itself does not match.
    let nthMemo: MemoTable<Int32>
    /// For each compound: whether an ancestor (or previous sibling), or the element itself, matches it and everything on
    /// its left.
    let relationMemo: AnswerTable
    /// The last such search of each compound.
    let lastSearches: Buffer<LastSearch>
    /// The entries that searches in progress will write to `relationMemo`.
    @exclusivity(unchecked) var pendingMemos: [LeftSearch.PendingMemo] = []
    /// The results of tests that read much, by the number of the test.
    private let longValueMemo: AnswerTable
    @exclusivity(unchecked) private var hasLongValues = false
    /// For each list of languages, whether a language, by its number, is in one of its ranges.
    let languageMemo: AnswerTable
    /// The number of steps that `:has()` and `:nth-child(… of S)` may still take without a memo row.
    @exclusivity(unchecked) private var stepBudget: Int
    /// The extractor of each selector, made on first use.
    @exclusivity(unchecked) private var extractors: [StringExtractor?]

    /// The node that `:scope` and leading combinators start from.
    struct Scope {
        var node: NodeRef
        /// The node, or the root element if it is the document's.
        var element: NodeRef?
    }

    /// Where a compound was last searched for, and whether it was found.
    struct LastSearch {
        var start: NodeRef?
        var isFound = false
    }

    init(_ program: SelectorProgram, _ document: DocumentContext, _ state: DerivedState) {
        self.program = program
        self.document = document
        self.state = state
        order = document.order
        steps = document.steps
        stepBudget = document.budget.steps
        names = program.names(in: document.tree)
        nameAddresses = names.addresses.base
        textKeys = program.textKeys(foldsCase: document.foldsCase)
        scope = Scope(node: document.tree.node, element: document.root)
        memo = AnswerTable(rows: program.memoCount)
        nthMemo = MemoTable(rows: program.nthMemoCount)
        relationMemo = AnswerTable(rows: program.compounds.count)
        lastSearches = Buffer(repeating: LastSearch(), count: Int(program.compounds.count))
        longValueMemo = AnswerTable(rows: program.tests.count)
        languageMemo = AnswerTable(rows: program.languageLists.count)
        extractors = Array(times: program.extractors.count, nil)
    }

    /// Sets the scope, and clears entries that depend on another one.
    func setScope(_ node: NodeRef) {
        guard node != scope.node else { return }
        scope = Scope(node: node, element: node.isDocument ? document.root : node)
        for row in program.scopedMemos { memo.forget(row) }
        guard program.isScoped else { return }
        for compound in 0..<program.compounds.count {
            relationMemo.forget(compound)
            lastSearches[Int(compound)] = LastSearch()
        }
    }

    /// The extractor of a selector, or the default if it has none.
    func extractor(ofSelector selector: Int, default other: Extractor) -> StringExtractor {
        if let extractor = extractors[selector] { return extractor }
        guard let own = program.extractors[selector] else { return document.stringExtractor(other) }
        let extractor = document.stringExtractor(own)
        extractors[selector] = extractor
        return extractor
    }

    // MARK: Budget

    /// Whether steps without a memo row are left.
    @inline(__always) var hasBudget: Bool { stepBudget > 0 }

    /// Takes a step from the budget; false if none was left.
    @inline(__always)
    func spendStep() -> Bool {
        stepBudget -= 1
        return stepBudget >= 0
    }

    // MARK: Long values

    /// The number of bytes or nodes from which a test's result is stored.
    static let longValue = 256

    /// The stored result of a test; `nil` if there is none.
    @inline(__always)
    func longValueAnswer(_ test: Int32, _ element: NodeRef) -> Bool? {
        hasLongValues ? knownLongValueAnswer(test, element) : nil
    }

    private func knownLongValueAnswer(_ test: Int32, _ element: NodeRef) -> Bool? {
        longValueMemo.hasValues(test) ? longValueMemo[test, order.index(of: element)] : nil
    }

    /// Stores a result, and returns it.
    @inline(never)
    func rememberLongValue(_ test: Int32, _ element: NodeRef, _ answer: Bool) -> Bool {
        hasLongValues = true
        let index = order.index(of: element)
        longValueMemo.set(test, index, answer, capacity: order.count)
        return answer
    }
}
