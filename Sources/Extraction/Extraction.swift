import Basics
import DOM
import Language
import Platform
import Records
import Selectors
import Sources
import Values

/// Reads one prepared page: from nodes to records.
struct Extraction<Observer: ScrapeObserver> {
    let rules: Rules
    let page: Page
    let document: Document
    let matcher: PageMatcher<Observer>
    let calls: PageCalls
    let context: PageContext
    let remarks: StepRemarks
    let digits: DigitsOfElements
    let places: Places<PageMatcher<Observer>>
    let rulesNotes = RulesNotes()
    let observer: Observer
    /// Whether the page has a time limit.
    let isTimed: Bool
    /// The memory of the values that have been read.
    let memory: ValueMemory
    var diagnostics: [Diagnostic] = []
    /// Whether the current field needs a program's answer that is missing.
    var isWithheld = false
    /// Whether the current field is a list that lacks an element of the page.
    var hasLostElement = false
    /// The name of the current record type.
    var record = ""
    /// The number of required fields without a value so far.
    var shortfalls = 0
    /// The indices of the diagnostics that report a wrong number of records.
    var missingTypes: [Int] = []
    /// The open fields that are lists of objects, the outermost first.
    var enclosing: [EnclosingField] = []
    /// Whether a later field reads a number from the current field's value.
    var isSourceOfNumber = false

    /// The values of places outside a record, those of the last place of each alternative.
    var placeValues: [PlaceValue.Key: PlaceValue] = [:]

    /// The node whose text was read last, with that text.
    var lastText: (node: NodeRef, text: String)?

    /// The fields of a truncated page that have a constant of the rules in their last place, because nothing is found there.
    var constantFields: [String] = []

    /// The depth limit of recursive objects.
    static var enclosingLimit: Int { 64 }

    init(
        _ rules: Rules,
        _ page: Page,
        _ document: Document,
        _ calls: PageCalls,
        _ observer: Observer,
        _ memory: ValueMemory
    ) {
        self.memory = memory
        self.rules = rules
        self.page = page
        self.document = document
        self.calls = calls
        self.observer = observer
        isTimed = Deadline.current != nil
        matcher = PageMatcher(document, observer)
        context = calls.context
        places = Places(document, matcher, context, memory)
        remarks = context.remarks
        digits = context.digits
    }

    /// Reads all records of the page.
    ///
    /// - Parameter prepared: the result of the preparations, which may explain missing records.
    mutating func run(after prepared: Prepared) -> Outcome {
        var records: [Record] = []
        for rule in rules.records {
            record = rule.name
            observer.observe(.beganRecords(rule))
            var found = FoundRecords()
            let reported = diagnostics.count
            switch rule.content {
            case .nodes(let layouts):
                for (index, layout) in layouts.enumerated() where found.records.isEmpty {
                    observer.observe(.beganLayout(layout))
                    found = self.records(rule, at: nodes(layout), layout)
                    found.layout = index
                    observer.observe(.endedLayout(layout))
                }
            case .groups(let type, let group):
                found.records = groups(group, of: records.filter { $0.type == type }, rule)
            }
            // If a page has not been read to its end, it is not known what it lacks.
            if isLate {
                records += found.records
                break
            }
            // Reported fields explain what is missing.
            if diagnostics.count == reported {
                reportEmpty(found.empty.count, of: found.empty.count + found.records.count, rule)
            }
            var kept = distinct(found, rule)
            var nested: Set<Int> = []
            if let nesting = rule.nesting { nested = nest(&kept, of: &found, by: nesting, rule) }
            let all = found.records
            kept = rule.order.sorted(kept) { all[$0][$1] }
            if kept.count < all.count || !rule.order.keys.isEmpty { found.keep(kept) }
            observer.observe(.endedRecords(rule, kept: kept, nested: nested, start: records.count))
            check(found, rule, reportedSince: reported)
            records += found.records
        }
        if !isLate, records.isEmpty, prepared.hasRefused || !rules.records.allSatisfy(\.mayBeMissing) {
            // One message, that of the page or of the refusal, contains the others.
            let notes = missingTypes.flatMap { diagnostics[$0].notes }
            for index in missingTypes.reversed() { diagnostics.remove(at: index) }
            if !prepared.hasRefused {
                let diagnostic = nothingFound(prepared.unused, expected: notes) { layout in
                    MatchCount(
                        candidates: matches(layout, isObserved: false).count,
                        fitting: nodes(layout, isObserved: false).count
                    )
                }
                diagnostics.append(diagnostic)
            }
        }
        return Outcome(records: records, diagnostics: diagnostics)
    }

    // MARK: - Elements

    /// The nodes of a layout's records: the matches of the first selector that has any.
    func nodes(_ layout: NodeRule, isObserved: Bool = true) -> [NodeRef] {
        let found = matches(layout, isObserved: isObserved)
        guard let condition = layout.condition else { return found }
        let fitting = found.filter { matcher.isMet(condition, in: $0) }
        if isObserved { observer.observe(.condition(condition, layout, matches: fitting.count)) }
        return fitting
    }

    func matches(_ layout: NodeRule, isObserved: Bool) -> [NodeRef] {
        var roots = [document.node]
        if let within = layout.within {
            roots = matcher.select(within, below: document.node).nodes
            if isObserved { observer.observe(.within(within, layout, matches: roots.count)) }
        }
        if layout.each.isEmpty {
            return layout.within == nil ? document.rootElement.map { [$0] } ?? [] : roots
        }
        for list in layout.each {
            let nodes = roots.flatMap { matcher.select(list, below: $0).nodes }
            // One root may lie in another.
            var seen: Set<NodeRef> = []
            let distinct = roots.count > 1 ? nodes.filter { seen.insert($0).inserted } : nodes
            if isObserved { observer.observe(.each(list, layout, matches: distinct.count)) }
            if !distinct.isEmpty { return distinct }
        }
        return []
    }

    // MARK: - Records of a type

    /// The groups of a type's records. Records without the key are reported.
    private mutating func groups(_ group: GroupRule, of records: [Record], _ rule: RecordRule) -> [Record] {
        // Reported fields explain missing keys of groups within groups.
        let keys = diagnostics.isEmpty ? group.keys : [group.key]
        for key in keys {
            let without = records.count { $0[key] == nil }
            if without == 0 { continue }
            let message = "\(without) of \(records.count) records have no \(key) and belong to no group"
            report(message, at: rule.range, severity: .warning)
        }
        var failures: [String] = []
        let groups = group.groups(records, failures: &failures)
        for failure in failures { report("\(rule.name) of \(failure)", at: rule.range) }
        return groups.map { Record(type: rule.name, fields: $0) }
    }

    /// Nests records in each other.
    ///
    /// - Parameter kept: the indices of the records; after the call, of those that are not nested.
    /// - Returns: the indices of the nested records.
    private mutating func nest(
        _ kept: inout [Int],
        of found: inout FoundRecords,
        by nesting: Nesting,
        _ rule: RecordRule
    ) -> Set<Int> {
        let nested = nesting.nested(kept.map { found.records[$0].fields })
        for problem in nested.problems(nesting, "of \(kept.count) records") {
            report(problem, at: rule.range)
        }
        let all = Set(kept)
        kept = nested.indices.map { kept[$0] }
        for (index, fields) in zip(kept, nested.roots) { found.replace(index, by: fields) }
        return all.subtracting(kept)
    }

    /// Reports elements without any field, if other elements have some.
    mutating func reportEmpty(_ empty: Int, of elements: Int, _ rule: RecordRule) {
        guard empty > 0, empty < elements else { return }
        report(
            "\(empty) of \(elements) elements for \(rule.name) yielded no field",
            at: rule.range,
            severity: .warning
        )
    }

    /// The indices of the records without those that repeat the unique keys of an earlier one. Reports repetitions that
    /// differ in other fields.
    private mutating func distinct(_ found: FoundRecords, _ rule: RecordRule) -> [Int] {
        var known = DistinctRecords(rule)
        return distinct(found.records, rule, &known) { index in
            found.nodes.indices.contains(index) ? .node(found.nodes[index]) : .unknown
        }
    }

    /// The same for records that follow others.
    ///
    /// - Parameter place: returns the place of the record at an index.
    mutating func distinct(
        _ records: [Record],
        _ rule: RecordRule,
        _ known: inout DistinctRecords,
        place: (Int) -> DistinctRecords.Place
    ) -> [Int] {
        if rule.unique.isEmpty { return records.indices.map { $0 } }
        return records.indices.filter { index in
            let place = place(index)
            switch known.add(records[index], at: place) {
            case .new: return true
            case .repeated: return false
            case .different(let message, let first):
                let notes = location(of: first).map { Diagnostic.Note("the first is here", at: $0) }
                report(message, at: rule.range, location(of: place), notes: notes.map { [$0] } ?? [])
                return false
            }
        }
    }

    private func location(of place: DistinctRecords.Place) -> Location? {
        switch place {
        case .unknown: nil
        case .node(let node): location(of: node)
        case .line(let line): Location(file: page.name, line: line > 0 ? line : nil)
        }
    }

    /// Reports a problem with the records of a type as a whole, or with one of them at a location.
    package mutating func report(
        _ message: String,
        at range: Range<Int>,
        _ location: Location? = nil,
        severity: Diagnostic.Severity = .error,
        notes: [Diagnostic.Note] = []
    ) {
        diagnostics.append(
            Diagnostic(
                .page,
                message,
                severity: severity,
                at: location ?? Location(file: page.name),
                notes: [Diagnostic.Note("required by this rule", at: rules.sources.location(of: range))]
                    + notes,
                record: record
            )
        )
    }

    // MARK: - One record

    /// The records of a layout's elements, read in windows.
    ///
    /// Programs are called once after each window for all of its records; records that need an answer are then read
    /// again. The size of the windows does not affect records and diagnostics.
    mutating func records(
        _ rule: RecordRule,
        at nodes: [NodeRef],
        _ layout: NodeRule
    ) -> FoundRecords {
        var found = FoundRecords()
        var start = 0
        while start < nodes.count, !isLate {
            let window = nodes[start..<min(nodes.count, start + max(1, rules.reading.window))]
            read(rule, inWindow: window, layout, into: &found)
            start = window.endIndex
        }
        return found
    }

    /// Whether the time limit for the page, or that of its memory, has been reached.
    var isLate: Bool { memory.isFull || isTimed && Deadline.isPast }

    /// The same, for callers that ask very often.
    var isProbablyLate: Bool { memory.isFull || isTimed && Deadline.isProbablyPast }

    private mutating func read(
        _ rule: RecordRule,
        inWindow nodes: ArraySlice<NodeRef>,
        _ layout: NodeRule,
        into found: inout FoundRecords
    ) {
        var start = nodes.startIndex
        var readings: [RecordReading] = []
        while start < nodes.endIndex {
            let reading = read(rule, at: nodes[start], layout)
            // Searches that were ended early may have missed something.
            if isLate {
                diagnostics.removeSubrange(reading.diagnostics)
                return
            }
            if reading.isWithheld {
                readings = [reading]
                break
            }
            found.add(reading.record, at: nodes[start])
            start += 1
        }
        guard let first = readings.first?.diagnostics.lowerBound else { return }
        for node in nodes[(start + 1)...] { readings.append(read(rule, at: node, layout)) }
        // Diagnostics are kept by record, since some are replaced.
        var reports = readings.map { Array(diagnostics[$0.diagnostics]) }
        while calls.send() {
            for index in readings.indices where readings[index].isWithheld {
                diagnostics.removeSubrange(first...)
                shortfalls -= readings[index].shortfalls
                observer.observe(.rereads(element: start + index))
                readings[index] = read(rule, at: nodes[start + index], layout)
                reports[index] = Array(diagnostics[readings[index].diagnostics])
            }
        }
        if isLate {
            diagnostics.removeSubrange(first...)
            return
        }
        diagnostics.replaceSubrange(first..., with: reports.joined())
        for (node, reading) in zip(nodes[start...], readings) { found.add(reading.record, at: node) }
    }

    /// The result of reading a record.
    private struct RecordReading {
        /// `nil` if it has no field, or if it must be complete and is not.
        var record: Record?
        let diagnostics: Range<Int>
        let shortfalls: Int
        /// Whether it needs a program's answer that is missing.
        let isWithheld: Bool
    }

    private mutating func read(_ rule: RecordRule, at node: NodeRef, _ layout: NodeRule) -> RecordReading {
        let (reported, before) = (diagnostics.count, shortfalls)
        isWithheld = false
        observer.observe(.beganElement(node))
        let fields = fields(layout.fields, layout.selection, at: node, below: "")
        var record: Record?
        if layout.isWhole, shortfalls > before {
            observer.observe(.endedElement(.leftOut))
            leaveOut(rule, reportedSince: reported)
        } else {
            observer.observe(.endedElement(fields.isEmpty ? .noField : .record(0)))
            if !fields.isEmpty { record = Record(type: rule.name, fields: fields) }
        }
        return RecordReading(
            record: record,
            diagnostics: reported..<diagnostics.count,
            shortfalls: shortfalls - before,
            isWithheld: isWithheld
        )
    }

    /// Merges the diagnostics of a record that is left out into one.
    private mutating func leaveOut(_ rule: RecordRule, reportedSince start: Int) {
        var reported = diagnostics[start...]
        guard let index = reported.firstIndex(where: { $0.severity == .error }) else { return }
        var diagnostic = reported.remove(at: index)
        for other in reported {
            guard let location = other.location else { continue }
            diagnostic.notes.append(Diagnostic.Note("and \(other.message)", at: location))
        }
        let place = rules.sources.location(of: rule.range)
        diagnostic.notes.append(
            Diagnostic.Note("the \(rule.name) is left out, as it must be whole", at: place)
        )
        diagnostics.replaceSubrange(start..., with: [diagnostic])
    }

    /// The diagnostic of a page without records.
    ///
    /// - Parameters:
    ///   - expected: the place where the rules specify the number of records.
    ///   - count: returns the number of elements of a layout.
    func nothingFound(
        _ unused: [PreparationRule],
        expected: [Diagnostic.Note],
        count: (NodeRule) -> MatchCount
    ) -> Diagnostic {
        // These need not find anything.
        let optional = ["remove", "rename", "set", "refuse"]
        var notes = unused.filter { !optional.contains($0.name) }.map { preparation in
            Diagnostic.Note(
                "and \(preparation.name) found nothing",
                at: rules.sources.location(of: preparation.range)
            )
        }
        notes += rules.records.compactMap { rule in
            guard case .nodes(let layouts) = rule.content else { return nil }
            let selectors = layouts.flatMap(\.each).map { "`\($0)`" }.joined(separator: ", ")
            let counts = layouts.map(count)
            let elements = counts.map(\.fitting).max() ?? 0
            let candidates = counts.map(\.candidates).max() ?? 0
            let what = selectors.isEmpty ? "the page" : selectors
            let wanted = layouts.contains(where: \.isWhole) ? "whole record" : "field"
            var message = elements == 0 ? "\(what) matched nothing" : "\(what) yielded no \(wanted)"
            if elements == 0, candidates > 0 {
                message = "\(what) matched, but \"when\" matches in none of them"
            }
            return Diagnostic.Note(message, at: rules.sources.location(of: rule.range))
        }
        notes += expected
        return Diagnostic(.page, "the page has no records", at: Location(file: page.name), notes: notes)
    }
}

/// An open field that is a list of objects.
struct EnclosingField {
    let name: String
    /// The number of open fields around the one whose fields its objects have: that field itself, or an enclosing one.
    let level: Int
    var rules: [FieldRule] = []
    var selection: FieldSelection?
    /// The element of the object that is being read.
    var node: NodeRef?
}

/// The number of elements that a layout selects for records.
struct MatchCount {
    var candidates = 0
    /// The number of elements that satisfy its condition.
    var fitting = 0
}

/// The records of a type on a page, with the elements that they come from.
struct FoundRecords {
    var records: [Record] = []
    /// The elements of the records, in order; none for groups.
    private(set) var nodes: [NodeRef] = []
    /// The elements that yielded no record.
    private(set) var empty: [NodeRef] = []
    /// The index of the layout that yielded them, or that was tried last; `nil` for groups.
    var layout: Int?

    mutating func add(_ record: Record?, at node: NodeRef) {
        if let record {
            records.append(record)
            nodes.append(node)
        } else {
            empty.append(node)
        }
    }

    /// Replaces the fields of the record at an index.
    mutating func replace(_ index: Int, by fields: [Value.Member]) {
        records[index] = Record(type: records[index].type, fields: fields)
    }

    /// Keeps some of the records, in the order of their indices.
    mutating func keep(_ indices: [Int]) {
        records = indices.map { records[$0] }
        if !nodes.isEmpty { nodes = indices.map { nodes[$0] } }
    }
}
