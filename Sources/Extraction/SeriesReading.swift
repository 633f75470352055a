import Basics
import DOM
import Language
import Platform
import Records
import Sources
import Values

/// Reads a page of data in windows of records, each with its own tree.
///
/// Its records and diagnostics are those of the whole tree. State for conditions on all records (`unique`, `expect`) is
/// kept from window to window.
final class SeriesReading {
    private let rules: Rules
    private let plan: SeriesPlan
    private let page: Page
    private let receive: Rules.PartReceiver?
    private let calls: PageCalls
    private var isFirst = true
    private let limits: Limits
    private let memory: ValueMemory
    private let flat: FlatReader?

    // What is kept from window to window.
    private var known: DistinctRecords
    private var tallies: [ExpectationTally]
    /// The first places that violate an expectation.
    private var places: [Entry: Location] = [:]
    private var firstEmpty: Location?
    private var matches = MatchCount()
    private var recordCount = 0
    private var emptyCount = 0
    private var hasReported = false
    private var errors: [String: Int] = [:]
    /// The number of entries that were read flat, and the number of times that a tree was needed.
    private var entryCount = (flat: 0, trees: 0)

    // What has been read and not passed on yet.
    private var batch = RecordBatch()
    private var recordReports: [Diagnostic] = []
    private var typeReports: [Diagnostic] = []

    /// An entry of an expectation.
    private struct Entry: Hashable {
        let expectation: Int
        let path: RecordPath
        let range: Range<Int>

        init(_ expectation: Int, _ shortfall: Shortfall) {
            self.expectation = expectation
            path = shortfall.path
            range = shortfall.range
        }
    }

    init(_ rules: Rules, _ plan: SeriesPlan, _ page: Page, _ limits: Limits, _ receive: Rules.PartReceiver?) {
        self.rules = rules
        self.plan = plan
        self.page = page
        self.receive = receive
        self.limits = limits
        memory = ValueMemory(limit: limits.memory)
        calls = PageCalls(page)
        flat = plan.flat.map { FlatReader($0, rules, plan.record.name) }
        known = DistinctRecords(plan.record)
        tallies = plan.record.expectations.map { ExpectationTally($0, of: plan.record.name) }
    }

    /// Reads a text to its end.
    func run(_ text: PageText) -> Outcome {
        let deadline = Deadline.current
        let series = TreeSeries(
            path: plan.path,
            count: rules.reading.window,
            log: plan.flat?.shape,
            receiveLog: { [self] log, series throws(ParseError) in
                if let deadline, deadline.isPast { throw deadline.error }
                if let flat { try read(log, flat, in: series) }
                return passOn()
            },
            receive: { [self] document throws(ParseError) in
                if let deadline, deadline.isPast { throw deadline.error }
                try read(document)
                return passOn()
            }
        )
        // Records are not kept waiting for those that follow. The text is read while the series is in use below.
        if receive != nil { text.feed.willWait = { [unowned series] in series.flush() } }
        var diagnostics: [Diagnostic] = []
        var failure: ParseError?
        do throws(ParseError) {
            let problems = try plan.source.function.read(text.feed, in: series, limits: limits)
            diagnostics = problems.map { problem in
                Diagnostic(
                    .page,
                    problem.message,
                    severity: problem.severity,
                    at: Location(file: page.name, line: problem.line, column: problem.column)
                )
            }
            // A text that ends early has no mistake.
            if text.feed.reachedLimit == nil { try series.finish(isWhole: true) }
            // It is then unknown what the last window lacks.
            if let deadline, deadline.isPast { throw deadline.error }
        } catch {
            failure = error
        }
        if let reached = text.feed.reachedLimit, failure != .ended {
            let isOfMemory = reached < limits.bytes
            failure = isOfMemory ? .tooMuchMemory(limit: limits.memory ?? reached) : .tooLong(limit: reached)
        }
        if failure != nil { try? series.finish(isWhole: false) }
        if let failure {
            diagnostics = []
            if failure.isLimit, recordCount > 0 {
                diagnostics.append(Diagnostic(reached: failure, page: page.name))
            } else if failure != .ended {
                diagnostics.append(Diagnostic(unreadable: failure, page: page.name))
            }
        } else {
            reportAll()
        }
        return Outcome(
            records: batch.records,
            diagnostics: text.notes + diagnostics + calls.diagnostics + recordReports + typeReports,
            schema: rules.schema
        )
    }

    /// Reads the records of a tree with some entries.
    private func read(_ document: Document) throws(ParseError) {
        if isFirst, rules.needsAddress { calls.learnAddress(from: document, given: page.url) }
        isFirst = false
        memory.begin(document)
        var extraction = Extraction(rules, page, document, calls, NoObserver(), memory)
        extraction.record = plan.record.name
        let candidates = extraction.matches(plan.layout, isObserved: false)
        matches.candidates += candidates.count
        let nodes =
            plan.layout.condition.map { condition in
                candidates.filter { extraction.matcher.isMet(condition, in: $0) }
            } ?? candidates
        matches.fitting += nodes.count
        var found = extraction.records(plan.record, at: nodes, plan.layout)
        if let error = memory.error { throw error }
        let reported = take(&extraction.diagnostics)
        add(reported)
        emptyCount += found.empty.count
        if firstEmpty == nil { firstEmpty = found.empty.first.map { extraction.location(of: $0) } }
        let kept = extraction.distinct(found.records, plan.record, &known) { .line(found.nodes[$0].line) }
        if kept.count < found.records.count { found.keep(kept) }
        tally(found.records) { shortfall in
            extraction.node(of: shortfall, found, plan.record).map { extraction.location(of: $0) }
        }
        calls.forgetAnswers()
        for index in found.records.indices { found.records[index].schema = rules.schema }
        append(RecordBatch(found.records))
        recordReports += reported
        typeReports += take(&extraction.diagnostics)
        try checkKept()
    }

    /// Adds records, unless the time limit has been reached: values may then be missing.
    private func append(_ records: RecordBatch) {
        if !Deadline.isPast { batch.append(records) }
    }

    /// Passes on what has been read, unless it is kept until the end.
    private func passOn() -> Bool {
        guard let receive else { return true }
        defer {
            batch = RecordBatch()
            recordReports = []
            typeReports = []
        }
        return receive(batch, recordReports + typeReports)
    }

    private func take(_ diagnostics: inout [Diagnostic]) -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }

    private func add(_ reported: [Diagnostic]) {
        if !reported.isEmpty { hasReported = true }
        for diagnostic in reported where diagnostic.severity == .error {
            if let field = diagnostic.field, diagnostic.record == plan.record.name {
                errors[field, default: 0] += 1
            }
        }
    }

    /// Adds records to the tallies of expectations, and looks up the places of the first violations.
    ///
    /// - Parameter location: returns the place of a shortfall among these records.
    private func tally(_ found: [Record], _ location: (Shortfall) -> Location?) {
        for index in tallies.indices {
            tallies[index].add(found)
            for shortfall in tallies[index].wrongPlaces {
                guard let record = shortfall.record, record >= recordCount else { continue }
                places[Entry(index, shortfall)] = location(shortfall.dropping(recordCount))
            }
        }
        recordCount += found.count
    }

    /// Ends the reading if what is kept for later records takes too much memory.
    private func checkKept() throws(ParseError) {
        memory.check(kept: known.byteCount + tallies.reduce(0) { $0 + $1.size })
        if let error = memory.error { throw error }
    }

    /// Reports problems with the records as a whole.
    private func reportAll() {
        guard let document = try? Document.withoutElements() else { return }
        let rule = plan.record
        var extraction = Extraction(rules, page, document, calls, NoObserver(), memory)
        extraction.record = rule.name
        if !hasReported {
            extraction.reportEmpty(emptyCount, of: matches.fitting, rule)
            recordReports += take(&extraction.diagnostics)
        }
        var seen: Set<RecordPath> = []
        for (index, tally) in tallies.enumerated() {
            for shortfall in tally.shortfalls(empty: emptyCount)
            where seen.insert(shortfall.path.list).inserted {
                // The values that could not be read have been reported already.
                let known = errors[shortfall.path.fieldName] ?? 0
                if let needed = shortfall.needed, known >= needed { continue }
                let place =
                    shortfall.record == nil
                    ? (shortfall.kind == .missing ? firstEmpty : nil) : places[Entry(index, shortfall)]
                extraction.report(shortfall, rule, hasEmpty: emptyCount > 0, at: place)
            }
        }
        if recordCount == 0, !rule.mayBeMissing {
            let notes = extraction.missingTypes.flatMap { extraction.diagnostics[$0].notes }
            for index in extraction.missingTypes.reversed() { extraction.diagnostics.remove(at: index) }
            extraction.diagnostics.append(extraction.nothingFound([], expected: notes) { _ in matches })
        }
        typeReports += take(&extraction.diagnostics)
    }
}

// Entries that are not in a tree.
extension SeriesReading {
    /// The number of times that a tree is needed in a window before all of its further entries get one.
    private static let treeLimit = 16

    /// Reads the entries of a window: simple ones flat, all others from a tree.
    ///
    /// Nothing that is kept from window to window changes before an entry's record is known. That the entries are in
    /// several parts has no effect, like the size of windows.
    private func read(_ log: EntryLog, _ flat: FlatReader, in series: TreeSeries) throws(ParseError) {
        guard let document = series.document else { return }
        let context = calls.context
        var found = FlatRows(flat.layout)
        /// The entries before the current one that need a tree.
        var skipped: Range<Int>?
        var trees = 0
        var failure: ParseError?
        while let entry = log.next() {
            guard entry.hasName || entry.needsTree else { continue }
            failure = memory.error(entry: entry.range.count)
            // What precedes it is read.
            if failure != nil { break }
            if trees < SeriesReading.treeLimit, !entry.needsTree,
                flat.read(log, context, document, into: &found.rows)
            {
                if let range = skipped {
                    try readTree(range, in: series)
                    skipped = nil
                }
                found.entries.append(entry)
                continue
            }
            if skipped == nil {
                try add(&found, in: series)
                trees += 1
            }
            skipped = (skipped?.lowerBound ?? entry.range.lowerBound)..<entry.range.upperBound
        }
        try add(&found, in: series)
        if let skipped { try readTree(skipped, in: series) }
        if let failure { throw failure }
        entryCount.trees += trees
        // A tree for a single entry takes more time than the log saves for several others.
        if 8 * (entryCount.trees - SeriesReading.treeLimit) > entryCount.flat { series.stopLogging() }
    }

    private func readTree(_ range: Range<Int>, in series: TreeSeries) throws(ParseError) {
        _ = try series.withTree(of: range) { document throws(ParseError) in try read(document) }
    }

    /// Adds the records of consecutive entries.
    private func add(_ found: inout FlatRows, in series: TreeSeries) throws(ParseError) {
        guard found.rows.count > 0, let document = series.document else { return }
        matches.candidates += found.rows.count
        matches.fitting += found.rows.count
        entryCount.flat += found.rows.count
        defer { found = FlatRows(found.rows.layout) }
        if plan.record.unique.isEmpty, tallies.isEmpty {
            recordCount += found.rows.count
            append(RecordBatch(found.rows))
            return
        }
        var records = found.rows.records
        var ranges = found.entries.map(\.range)
        if !plan.record.unique.isEmpty {
            var extraction = Extraction(rules, page, document, calls, NoObserver(), memory)
            extraction.record = plan.record.name
            let kept = extraction.distinct(records, plan.record, &known) { .line(found.entries[$0].line) }
            if kept.count < records.count {
                records = kept.map { records[$0] }
                ranges = kept.map { ranges[$0] }
            }
            typeReports += take(&extraction.diagnostics)
        }
        tally(records) { shortfall in
            guard let index = shortfall.record, ranges.indices.contains(index) else { return nil }
            let location = try? series.withTree(of: ranges[index]) { document throws(ParseError) in
                let extraction = Extraction(rules, page, document, calls, NoObserver(), memory)
                return extraction.matches(plan.layout, isObserved: false).first.map(extraction.location)
            }
            return location ?? nil
        }
        append(RecordBatch(records))
        try checkKept()
    }
}

/// Records that were read from the log, with the events of their entries.
private struct FlatRows {
    var rows: RecordRows
    var entries: [EntryLog.Entry] = []

    init(_ layout: RecordRows.Layout) {
        rows = RecordRows(layout)
    }
}
