import DOM

/// A program bound to one page: its names are the page's interned names, and it remembers what it has found out.
final class Binding {
    let program: Program
    let page: Page
    let order: ElementOrder
    /// The addresses of the program's names on this page; 0 for one that the page has not.
    let names: UnsafePointer<UInt>
    let scope: UnsafeMutablePointer<Scope>
    /// The answers to the program's memos.
    let answers: Answers
    /// For each compound: whether an ancestor (a previous sibling), the element itself included, is what stands
    /// on its place.
    let climbs: Answers
    /// How far `:has()` and `:nth-child(… of S)` may look around without notes.
    let allowance: Allowance
    let steps: StepCounter
    /// The answers of tests that had to read much.
    let costly: CostlyAnswers
    /// For each list of languages whether a language, by its number, is in one of its ranges.
    let languageAnswers: Answers
    /// What searches under way will note.
    let notes: UnsafeMutablePointer<[LeftSearch.Notes]>
    /// For each compound, what was found out last.
    let lastClimbs: UnsafeMutablePointer<LastClimb>
    let nthCaches: UnsafeMutablePointer<SiblingPositions.Row>
    let tags: AddressTable
    let attributeNames: AddressTable
    let classes: TextTable
    let ids: TextTable
    /// What takes strings of the elements that each selector has matched, once it has been asked for.
    private var takings: [NodeTaking?]

    /// What `:scope` and leading combinators start from.
    struct Scope {
        var node: NodeRef
        /// The same, or the root element for the document.
        var element: NodeRef?
    }

    /// The last ancestor from which a compound's place was looked for, and whether it was found.
    struct LastClimb {
        var start: NodeRef?
        var isFound = false
    }

    init(_ program: Program, _ page: Page) {
        self.program = program
        self.page = page
        order = page.order
        steps = page.steps
        allowance = Allowance(page.patience.allowance)
        scope = .allocate(capacity: 1)
        scope.initialize(to: Scope(node: page.document.node, element: page.root))
        answers = Answers(questions: program.memoCount)
        climbs = Answers(questions: program.compounds.count)
        costly = CostlyAnswers(tests: program.tests.count)
        languageAnswers = Answers(questions: program.languageLists.count)
        notes = .allocate(capacity: 1)
        notes.initialize(to: [])
        lastClimbs = .allocate(capacity: max(Int(program.compounds.count), 1))
        lastClimbs.initialize(repeating: LastClimb(), count: Int(program.compounds.count))
        nthCaches = .allocate(capacity: max(Int(program.nthCacheCount), 1))
        nthCaches.initialize(repeating: SiblingPositions.Row(), count: Int(program.nthCacheCount))
        let common = program.common
        classes = common.classes(foldsCase: page.foldsCase)
        ids = common.ids(foldsCase: page.foldsCase)
        takings = Array(repeating: nil, count: program.takes.count)
        if common.isComplete {
            names = common.names.base
            tags = common.tags
            attributeNames = common.attributeNames
            return
        }
        let addresses = program.names.map { page.document.existingName($0)?.address ?? 0 }
        let keys = (0..<program.keys.count).map { program.keys[$0] }
        names = Table(addresses).base
        tags = AddressTable(.tag, keys, addresses)
        attributeNames = AddressTable(.attribute, keys, addresses)
    }

    deinit {
        scope.deallocate()
        answers.free()
        climbs.free()
        costly.free()
        allowance.free()
        languageAnswers.free()
        notes.deinitialize(count: 1)
        notes.deallocate()
        lastClimbs.deallocate()
        for index in 0..<Int(program.nthCacheCount) { nthCaches[index].free() }
        nthCaches.deallocate()
        guard !program.common.isComplete else { return }
        names.deallocate()
        tags.free()
        attributeNames.free()
    }

    /// What takes strings of the elements that a selector has matched: as it says, or else the other.
    func taking(_ selector: Int, otherwise other: Take) -> NodeTaking {
        if let taking = takings[selector] { return taking }
        guard let take = program.takes[selector] else { return page.taking(other) }
        let taking = page.taking(take)
        takings[selector] = taking
        return taking
    }

    /// Sets what `:scope` means, and forgets what was found out for another.
    func setScope(_ node: NodeRef) {
        guard node != scope.pointee.node else { return }
        scope.pointee = Scope(node: node, element: node.isDocument ? page.root : node)
        for memo in program.scopedMemos { answers.forget(memo) }
        guard program.isScoped else { return }
        for compound in 0..<program.compounds.count {
            climbs.forget(compound)
            lastClimbs[Int(compound)] = LastClimb()
        }
    }
}
