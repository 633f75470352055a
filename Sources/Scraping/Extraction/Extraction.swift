import DOM
import Records
import Selectors

/// The reading of one prepared page: from nodes to records.
struct Extraction {
    let rules: Rules
    let page: Page
    let document: Document
    let matcher: PageMatcher
    let context: PageContext
    let places: Places
    let rulesNotes: RulesNotes
    /// What is written down of the reading; `nil` where nobody wants to know.
    let tracer: Tracer?
    /// What measures the phases of the reading; `nil` where nobody wants to know.
    let profiler: Profiler?
    var diagnostics: [Diagnostic] = []
    /// Whether the field that is being read needs an answer that is not there.
    var isWithheld = false
    /// The record type that is being read.
    private(set) var record = ""
    /// How many required fields have come out without a value so far.
    var shortfalls = 0
    /// The fields that are lists of objects and are being read, the outermost first.
    var enclosing: [(name: String, rules: [FieldRule], selection: FieldSelection?)] = []

    /// How deep objects may be nested in objects of the same fields.
    static let enclosingLimit = 64

    init(
        rules: Rules,
        page: Page,
        document: Document,
        _ context: PageContext,
        log: SelectorLog?,
        tracer: Tracer?,
        profiler: Profiler?
    ) {
        self.tracer = tracer
        self.profiler = profiler
        self.rules = rules
        self.page = page
        self.document = document
        matcher = PageMatcher(document, log: log, profiler)
        places = Places(document, matcher)
        rulesNotes = RulesNotes(rules.sources)
        self.context = context
    }

    /// Reads all records of the page.
    ///
    /// - Parameters:
    ///   - fruitless: the preparations that found nothing, which may tell why there are no records.
    ///   - hasRefused: whether a preparation has told already why there may be none.
    mutating func run(fruitless: [PreparationRule], hasRefused: Bool) -> Outcome {
        var records: [Record] = []
        for rule in rules.records {
            record = rule.name
            tracer?.begin(rule)
            var found: [Record] = []
            var elements = 0
            let told = diagnostics.count
            switch rule.content {
            case .nodes(let layouts):
                for layout in layouts where found.isEmpty {
                    tracer?.begin(layout)
                    let nodes = nodes(layout, tracer)
                    elements = nodes.count
                    found = nodes.compactMap { self.record(rule, at: $0, layout) }
                    tracer?.endLayout(layout)
                }
            case .groups(let type, let group):
                found = groups(group, of: records.filter { $0.type == type }, rule)
            }
            let barren = max(0, elements - found.count)
            // Where fields have been told of, what is missing is known already.
            if diagnostics.count == told { tellBarren(barren, of: elements, rule) }
            let all = found
            let kept = rule.order.sorted(distinct(all, rule)) { all[$0][$1] }
            if kept.count < all.count || !rule.order.keys.isEmpty { found = kept.map { all[$0] } }
            tracer?.end(rule, kept: kept, from: records.count)
            check(found, barren: barren, rule)
            records += found
        }
        if records.isEmpty, !hasRefused, !rules.records.allSatisfy(\.mayBeMissing) {
            diagnostics.append(nothingFound(fruitless))
        }
        return Outcome(records: records, diagnostics: diagnostics)
    }

    /// The nodes that records of a layout are made of: those of the first selector that matches any.
    private func nodes(_ layout: NodeRule, _ tracer: Tracer? = nil) -> [NodeRef] {
        let found = matches(layout, tracer)
        guard let condition = layout.condition else { return found }
        let fitting = found.filter { matcher.isMet(condition, in: $0) }
        tracer?.condition(condition, layout, matches: fitting.count)
        return fitting
    }

    private func matches(_ layout: NodeRule, _ tracer: Tracer? = nil) -> [NodeRef] {
        var roots = [document.node]
        if let within = layout.within {
            roots = matcher.select(within, below: document.node).nodes
            tracer?.within(within, layout, roots: roots)
        }
        if layout.each.isEmpty {
            return layout.within == nil ? document.rootElement.map { [$0] } ?? [] : roots
        }
        for list in layout.each {
            let nodes = roots.flatMap { matcher.select(list, below: $0).nodes }
            // One root may lie in another.
            var seen: Set<NodeRef> = []
            let distinct = roots.count > 1 ? nodes.filter { seen.insert($0).inserted } : nodes
            tracer?.each(list, layout, matches: distinct.count)
            if !distinct.isEmpty { return distinct }
        }
        return []
    }

    /// The groups of a type's records; a record without the key belongs to none, which is told.
    private mutating func groups(_ group: GroupRule, of records: [Record], _ rule: RecordRule) -> [Record] {
        // Where fields have been told of, it is known already that those of groups within groups are missing.
        let keys = diagnostics.isEmpty ? group.keys : [group.key]
        for key in keys {
            let without = records.count { $0[key] == nil }
            if without == 0 { continue }
            let message = "\(without) of \(records.count) records have no \(key) and belong to no group"
            tell(message, at: rule.range, severity: .warning)
        }
        var failures: [String] = []
        let groups = group.groups(records, failures: &failures)
        for failure in failures { tell("\(rule.name) of \(failure)", at: rule.range) }
        return groups.map { Record(type: rule.name, fields: $0) }
    }

    /// Tells of elements that gave no field at all, where others of them did.
    private mutating func tellBarren(_ barren: Int, of elements: Int, _ rule: RecordRule) {
        guard barren > 0, barren < elements else { return }
        tell(
            "\(barren) of \(elements) elements for \(rule.name) gave no field",
            at: rule.range,
            severity: .warning
        )
    }

    /// The places of records, less those whose unique keys an earlier one has; tells where they are not the same
    /// otherwise.
    private mutating func distinct(_ records: [Record], _ rule: RecordRule) -> [Int] {
        if rule.uniqueKeys.isEmpty { return Array(records.indices) }
        var known: [[Value]: Record] = [:]
        return records.indices.filter { index in
            let record = records[index]
            let key = rule.uniqueKeys.map { record[$0] ?? .null }
            guard let first = known[key] else {
                known[key] = record
                return true
            }
            // Without any of its keys a record is like no other.
            if key.allSatisfy({ $0 == .null }) { return true }
            if first != record {
                let keys = zip(rule.uniqueKeys, key).map { "\($0) \($1.text)" }.joined(separator: ", ")
                tell("several \(rule.name) have \(keys) and differ; the first is kept", at: rule.range)
            }
            return false
        }
    }

    private mutating func check(_ records: [Record], barren: Int, _ rule: RecordRule) {
        guard let expectation = rule.expectation else { return }
        if let condition = expectation.condition,
            matcher.select(condition, below: document.node).isEmpty
        {
            tracer?.expectation(expectation, isForPage: false, shortfalls: [])
            return
        }
        let shortfalls = expectation.shortfalls(records, barren: barren, of: rule.name)
        tracer?.expectation(expectation, isForPage: true, shortfalls: shortfalls)
        for message in shortfalls { tell(message, at: expectation.range) }
    }

    /// Tells what is wrong with the records of a type as a whole.
    private mutating func tell(
        _ message: String,
        at range: Range<Int>,
        severity: Diagnostic.Severity = .error
    ) {
        diagnostics.append(
            Diagnostic(
                .page,
                message,
                severity: severity,
                at: Location(file: page.name),
                notes: [Diagnostic.Note("as the rules say here", at: rules.sources.location(of: range))],
                record: record
            )
        )
    }

    /// A record, or `nil` where nothing of it is there, or not all of one that must be whole.
    private mutating func record(_ rule: RecordRule, at node: NodeRef, _ layout: NodeRule) -> Record? {
        let (told, before) = (diagnostics.count, shortfalls)
        tracer?.begin(elementAt: node)
        let fields = fields(layout.fields, layout.selection, at: node, below: "")
        if layout.isWhole, shortfalls > before {
            tracer?.endElement(.leftOut)
            leaveOut(rule, toldSince: told)
            return nil
        }
        tracer?.endElement(fields.isEmpty ? .noField : .record(0))
        return fields.isEmpty ? nil : Record(type: rule.name, fields: fields)
    }

    /// Makes one diagnostic of all that is told of a record that is left out.
    private mutating func leaveOut(_ rule: RecordRule, toldSince start: Int) {
        var told = diagnostics[start...]
        guard let index = told.firstIndex(where: { $0.severity == .error }) else { return }
        var diagnostic = told.remove(at: index)
        for other in told {
            guard let location = other.location else { continue }
            diagnostic.notes.append(Diagnostic.Note("and \(other.message)", at: location))
        }
        let place = rules.sources.location(of: rule.range)
        diagnostic.notes.append(
            Diagnostic.Note("the \(rule.name) is left out, as it must be whole", at: place)
        )
        diagnostics.replaceSubrange(start..., with: [diagnostic])
    }

    /// A page without a single record does not satisfy its rules.
    private func nothingFound(_ fruitless: [PreparationRule]) -> Diagnostic {
        // What only smooths a page out may well find nothing.
        let smoothing = ["remove", "rename", "set", "refuse"]
        var notes = fruitless.filter { !smoothing.contains($0.name) }.map { preparation in
            Diagnostic.Note(
                "and \(preparation.name) found nothing",
                at: rules.sources.location(of: preparation.range)
            )
        }
        notes += rules.records.compactMap { rule in
            guard case .nodes(let layouts) = rule.content else { return nil }
            let selectors = layouts.flatMap(\.each).map { "`\($0)`" }.joined(separator: ", ")
            let elements = layouts.map { nodes($0).count }.max() ?? 0
            let candidates = layouts.map { matches($0).count }.max() ?? 0
            let what = selectors.isEmpty ? "the page" : selectors
            let gave = layouts.contains(where: \.isWhole) ? "no whole record" : "no field"
            var message = elements == 0 ? "\(what) matched nothing" : "\(what) gave \(gave)"
            if elements == 0, candidates > 0 {
                message = "\(what) matched, but nothing in which what \"when\" asks for is found"
            }
            return Diagnostic.Note(message, at: rules.sources.location(of: rule.range))
        }
        return Diagnostic(.page, "the page has no records", at: Location(file: page.name), notes: notes)
    }
}
