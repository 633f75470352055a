import Basics
package import DOM
package import Language
package import Records
package import Sources
import Values

/// A page of data whose records are read while its bytes arrive.
package struct PageStream {
    /// Its name in messages.
    package let name: String
    /// The address that the page was fetched from, if it is known.
    package var url: String?
    /// When the page was saved or fetched, in ISO 8601.
    package var clock: String?
    /// Returns the next bytes, which together are UTF-8; `nil` at the end.
    package let read: () -> [UInt8]?
    /// Why there were no further bytes, if the end was not reached.
    package let failure: () -> Diagnostic?

    package init(
        name: String,
        url: String? = nil,
        clock: String? = nil,
        read: @escaping () -> [UInt8]?,
        failure: @escaping () -> Diagnostic?
    ) {
        self.name = name
        self.url = url
        self.clock = clock
        self.read = read
        self.failure = failure
    }
}

extension Rules {
    /// Receives the records of a part of a page, and its diagnostics; returning false ends the reading.
    package typealias PartReceiver = ([Record], [Diagnostic]) -> Bool

    /// Reads a page of data whose bytes arrive in parts.
    ///
    /// - Parameter receive: receives the records as they are read.
    /// - Returns: the remaining diagnostics of the page, without records; `nil` if the rules need the whole tree.
    package func scrape(
        _ stream: PageStream,
        limits: Limits? = nil,
        receive: @escaping PartReceiver
    ) -> Outcome? {
        guard let plan = series else { return nil }
        let page = Page(name: stream.name, bytes: [], url: stream.url, clock: stream.clock)
        let reading = SeriesReading(self, plan, page, receive)
        let head = BeginningOfStream(stream.read)
        if let problem = PageProblem(head.bytes) {
            let failure = stream.failure() ?? Diagnostic(problem, page: page.name)
            return Outcome(records: [], diagnostics: [failure], schema: schema)
        }
        let text = PageText(of: page.name, read: head.next)
        var outcome = reading.run(text, limits ?? self.reading.limits)
        // The failed reading explains everything else.
        if let failure = stream.failure() { outcome.diagnostics = [failure] }
        return outcome
    }

    /// Reads a page of data in memory, its records one after the other.
    func series(_ page: Page, _ plan: SeriesPlan, limits: Limits, receive: PartReceiver?) -> Outcome {
        if let problem = PageProblem(page.bytes) {
            return Outcome(records: [], diagnostics: [Diagnostic(problem, page: page.name)])
        }
        let reading = SeriesReading(self, plan, page, receive)
        return PageText.with(page, plan.source, limit: limits.bytes) { reading.run($0, limits) }
    }
}

/// The first bytes of a stream, which show whether it is a page, and then the others.
private final class BeginningOfStream {
    private(set) var bytes: [UInt8] = []
    private var isRead = false
    private let read: () -> [UInt8]?

    init(_ read: @escaping () -> [UInt8]?) {
        self.read = read
        if let first = read() { bytes = first }
    }

    func next() -> [UInt8]? {
        if isRead { return read() }
        isRead = true
        defer { bytes = [] }
        return bytes
    }
}

/// Reads a page of data in windows of records, each with its own tree.
///
/// Its records and diagnostics are those of the whole tree. State for conditions on all records (`unique`, `expect`) is
/// kept from window to window.
private final class SeriesReading {
    private let rules: Rules
    private let plan: SeriesPlan
    private let page: Page
    private let receive: Rules.PartReceiver?
    private var calls: PageCalls
    private var isFirst = true
    private var deadline: Deadline?

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

    // What has been read and not passed on yet.
    private var records: [Record] = []
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

    init(_ rules: Rules, _ plan: SeriesPlan, _ page: Page, _ receive: Rules.PartReceiver?) {
        self.rules = rules
        self.plan = plan
        self.page = page
        self.receive = receive
        calls = PageCalls(page)
        known = DistinctRecords(plan.record)
        tallies = plan.record.expectations.map { ExpectationTally($0, of: plan.record.name) }
    }

    /// Reads a text to its end.
    func run(_ text: PageText, _ limits: Limits) -> Outcome {
        let limits = limits.begun
        deadline = limits.deadline
        let series = TreeSeries(path: plan.path, count: rules.reading.window) {
            [unowned self] document throws(ParseError) in
            if let deadline, deadline.isPast { throw .tooSlow(limit: deadline.limit) }
            return read(document)
        }
        // Records are not kept waiting for those that follow.
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
            try series.finish(isWhole: true)
            // It is then unknown what the last window lacks.
            if let deadline, deadline.isPast { throw ParseError.tooSlow(limit: deadline.limit) }
        } catch {
            failure = error
            try? series.finish(isWhole: false)
        }
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
            records: records,
            diagnostics: text.notes + diagnostics + calls.diagnostics + recordReports + typeReports,
            schema: rules.schema
        )
    }

    /// Reads the records of a window.
    private func read(_ document: Document) -> Bool {
        document.deadline = deadline
        if isFirst, rules.needsBase { calls.learnBase(from: document, given: page.url) }
        isFirst = false
        var extraction = Extraction(rules, page, document, calls, NoObserver())
        extraction.record = plan.record.name
        let candidates = extraction.matches(plan.layout, isObserved: false)
        matches.candidates += candidates.count
        let nodes =
            plan.layout.condition.map { condition in
                candidates.filter { extraction.matcher.isMet(condition, in: $0) }
            } ?? candidates
        matches.fitting += nodes.count
        var found = extraction.records(plan.record, at: nodes, plan.layout)
        let reported = take(&extraction.diagnostics)
        add(reported)
        emptyCount += found.empty.count
        if firstEmpty == nil { firstEmpty = found.empty.first.map { extraction.location(of: $0) } }
        let kept = extraction.distinct(found.records, plan.record, &known)
        if kept.count < found.records.count { found.keep(kept) }
        tally(found, extraction)
        calls.forgetAnswers()
        let repeated = take(&extraction.diagnostics)
        for index in found.records.indices { found.records[index].schema = rules.schema }
        guard let receive else {
            records += found.records
            recordReports += reported
            typeReports += repeated
            return true
        }
        return receive(found.records, reported + repeated)
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
    private func tally(_ found: FoundRecords, _ extraction: Extraction<NoObserver>) {
        for index in tallies.indices {
            tallies[index].add(found.records)
            for shortfall in tallies[index].wrongPlaces {
                guard let record = shortfall.record, record >= recordCount else { continue }
                let node = extraction.node(of: shortfall.dropping(recordCount), found, plan.record)
                places[Entry(index, shortfall)] = node.map { extraction.location(of: $0) }
            }
        }
        recordCount += found.records.count
    }

    /// Reports problems with the records as a whole.
    private func reportAll() {
        guard let document = try? Document.withoutElements() else { return }
        let rule = plan.record
        var extraction = Extraction(rules, page, document, calls, NoObserver())
        extraction.record = rule.name
        if !hasReported {
            extraction.reportEmpty(emptyCount, of: matches.fitting, rule)
            recordReports += take(&extraction.diagnostics)
        }
        var seen: Set<RecordPath> = []
        for (index, tally) in tallies.enumerated() {
            for shortfall in tally.shortfalls(empty: emptyCount)
            where seen.insert(shortfall.path.list).inserted {
                // Each place has been reported already.
                let known = errors[shortfall.path.fieldName] ?? 0
                if shortfall.kind == .missing, known >= shortfall.lost { continue }
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
