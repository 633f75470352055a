import DOM
import Records
import Selectors

/// A named change to a page's tree before records are taken from it: what stands in a rules file's `prepare`.
struct Preparation: Sendable {
    /// Changes the tree.
    typealias Function = @Sendable (inout PreparationContext) throws(ParseError) -> Void

    /// The name by which rules files call it.
    let name: String
    /// What it does, in one line.
    let about: String
    /// What it takes.
    let arguments: PreparationArguments
    /// Makes the change of its arguments in a rules file; `nil` after telling the reader what is wrong with them.
    let make: @Sendable (JSON, inout RulesReader) -> Function?

    /// The preparations that every rules file has.
    static let builtIn: [Preparation] = [
        .remove, .unwrap, .rename, .lines, .sections, .parse, .set, .refuse, .linkedData,
    ]
}

/// A preparation that a rules file names, with its arguments.
struct PreparationRule: Sendable {
    let name: String
    /// Where it stands in the rules file.
    let range: Range<Int>
    /// Below which elements it works; `nil` for the whole page.
    let scope: SelectorList?
    /// What must match in the page for it to be made at all.
    let condition: SelectorList?
    let apply: Preparation.Function

    /// Whether the page is one that the preparation is for.
    func isFor(_ document: Document, _ matching: TreeMatching, _ log: SelectorLog?) -> Bool {
        guard let condition else { return true }
        let match = matching.current.firstMatch(condition, from: document.node, includingScope: false)
        let isFor = match != nil
        log?.note(condition, isMatched: isFor)
        return isFor
    }
}

/// What a preparation works on.
struct PreparationContext {
    let document: Document
    let limits: Limits
    /// What is asked of programs for the page.
    let calls: PageCalls
    /// How many elements the preparation has found to work on.
    private(set) var matches = 0
    /// Whether some of the page, or all of it, is not what the rules are for.
    var hasRefused = false
    var isWholePageRefused = false
    /// What the user must be told, with the page's line.
    private(set) var notes: [Note] = []

    private let matching: TreeMatching
    private let scope: SelectorList?
    private let log: SelectorLog?
    private let tracer: Tracer?

    /// What is to be told of the page.
    struct Note {
        let message: String
        let line: Int
        let column: Int?
        let severity: Diagnostic.Severity
        let cause: Diagnostic.Cause

        func location(on page: String) -> Location {
            line > 0 ? Location(file: page, line: line, column: column) : Location(file: page)
        }
    }

    init(
        document: Document,
        matching: TreeMatching,
        limits: Limits,
        calls: PageCalls,
        scope: SelectorList?,
        log: SelectorLog?,
        tracer: Tracer?
    ) {
        self.log = log
        self.tracer = tracer
        self.calls = calls
        self.document = document
        self.matching = matching
        self.limits = limits
        self.scope = scope
    }

    /// The elements that a selector matches, in document order: in the whole page, or below what the preparation
    /// is limited to.
    ///
    /// - Parameter counts: whether they are what the preparation works on.
    mutating func select(_ list: SelectorList, counts: Bool = true) -> [NodeRef] {
        let matcher = matching.current
        func nodes(below root: NodeRef, _ list: SelectorList) -> [NodeRef] {
            let nodes = matcher.select(list, from: root, includingScope: false).map(\.node)
            log?.note(list, isMatched: !nodes.isEmpty)
            log?.note(list, .preparation, from: root, nodes)
            return nodes
        }
        let roots = scope.map { nodes(below: document.node, $0) } ?? [document.node]
        // One root may lie in another.
        var seen: Set<NodeRef> = []
        let found = roots.flatMap { nodes(below: $0, list) }.filter {
            roots.count < 2 || seen.insert($0).inserted
        }
        if counts {
            matches += found.count
            tracer?.found(found)
        }
        return found
    }

    /// The elements that several selectors match, each selector's in document order.
    mutating func select(_ lists: [SelectorList], counts: Bool = true) -> [NodeRef] {
        lists.flatMap { select($0, counts: counts) }
    }

    /// Whether a node still is in the tree: an earlier change may have cut out what it stood in.
    func isAttached(_ node: NodeRef) -> Bool { node.isDescendant(of: document.node) }

    mutating func warn(_ message: String, at node: NodeRef) {
        note(message, line: node.line, column: node.column, severity: .warning)
    }

    mutating func fail(_ message: String, at node: NodeRef) {
        note(message, line: node.line, column: node.column, severity: .error)
    }

    /// - Parameter cause: who has to act; a plugin that breaks its word is no fault of the page.
    mutating func note(
        _ message: String,
        line: Int,
        column: Int? = nil,
        severity: Diagnostic.Severity,
        cause: Diagnostic.Cause = .page
    ) {
        notes.append(Note(message: message, line: line, column: column, severity: severity, cause: cause))
    }
}

extension RulesReader {
    mutating func readPreparations(_ json: JSON) -> [PreparationRule] {
        guard case .array(let elements) = json.content else {
            error(
                "expected a list of preparations for \"prepare\", found \(json.kind)",
                at: json.range,
                help: "write […]"
            )
            return []
        }
        return elements.compactMap { readPreparation($0) }
    }

    private mutating func readPreparation(_ json: JSON) -> PreparationRule? {
        let names = vocabulary.names(.preparation)
        guard case .object(let members) = json.content else {
            error(
                "expected an object of a preparation's name and its arguments, found \(json.kind)",
                at: json.range,
                help: "write {\"remove\": \".advert\"}"
            )
            return nil
        }
        let limits = ["in", "when"]
        let named = members.filter { !limits.contains($0.key) }
        guard let member = named.first else {
            error("expected a preparation: one of \(names.joined(separator: ", "))", at: json.range)
            return nil
        }
        if named.count > 1 {
            let known = named.filter { names.contains($0.key) }
            let odd = known.count == 1 ? named.first { !names.contains($0.key) } : named[1]
            if let odd {
                error(
                    known.count == 1
                        ? "unknown key \"\(odd.key)\" in a preparation"
                        : "a preparation stands alone in its object",
                    at: odd.keyRange,
                    help: known.count == 1
                        ? Suggestion.help(for: odd.key, among: limits) : "make it an object of its own"
                )
            }
            return nil
        }
        guard let preparation = vocabulary.preparations.first(where: { $0.name == member.key }) else {
            error(unknown: .preparation, member.key, at: member.keyRange)
            return nil
        }
        let errors = diagnostics.count
        let scope = members.first { $0.key == "in" }.flatMap { plainSelector($0.value, "in") }
        let condition = members.first { $0.key == "when" }.flatMap { plainSelector($0.value, "when") }
        guard let apply = preparation.make(member.value, &self), diagnostics.count == errors else {
            return nil
        }
        return PreparationRule(
            name: member.key,
            range: member.keyRange,
            scope: scope,
            condition: condition,
            apply: apply
        )
    }
}
