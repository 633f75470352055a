package import Engine
import Platform
package import Records

/// The work on each page of a run, in any thread: it reads the page, chooses its rules, extracts its records and, if the
/// format writes each record independently, encodes them.
package struct PageWork: Sendable {
    /// The rules of the run.
    private let choice: RulesChoice
    /// Whether a record is part of the output; `nil` if all are.
    private let isWanted: (@Sendable (Record) -> Bool)?
    /// Returns a new encoder if the format writes each record independently, and `nil` for other formats.
    private let makeEncoder: @Sendable () -> (any RecordEncoder)?
    private let options: Options
    let plans: RulesPlans
    /// Whether the rules of a page may be known before the page is read, and read its records one by one.
    private let mayReadParts: Bool

    /// How the pages of a run are processed.
    package struct Options: Sendable {
        /// Whether records get the fields ``Record/pageKey`` and ``Record/urlKey``.
        package var addsPageFields = false
        /// Whether pages without matching rules are left out instead of failing.
        package var leavesOutUnmatched = false
        /// Whether pages from which a crawl with their rules reads no records are left out: those of no kind, and those that only
        /// lead to others.
        package var leavesOutUnread = false
        /// The rules already chosen for pages, or why a page has none, by the pages' places in the input.
        package var planned: [Int: Result<Rules, Diagnostics>] = [:]
        /// Whether a page with a warning fails.
        package var isStrict = false
        /// Whether errors and warnings become lines of JSON.
        package var encodesErrors = false
        /// Whether the phases of the work are timed.
        package var profiles = false

        package init() {}
    }

    package init(
        _ choice: RulesChoice,
        options: Options,
        isWanted: (@Sendable (Record) -> Bool)? = nil,
        makeEncoder: @escaping @Sendable () -> (any RecordEncoder)?
    ) {
        self.choice = choice
        plans = RulesPlans(choice.named)
        mayReadParts = choice.named?.series != nil || !options.planned.isEmpty
        self.options = options
        self.isWanted = isWanted
        self.makeEncoder = makeEncoder
    }

    /// Receives parts of a page while it is read; false ends the page.
    package typealias PartReceiver = (PageResult) -> Bool

    /// Reads and scrapes a page.
    ///
    /// - Parameter receive: receives the records of a page of data as they are read; the result has the rest.
    package func result(of pending: PendingPage, receive: @escaping PartReceiver) -> PageResult {
        let start = MonotonicTime.now
        var result = PageResult(pending)
        read(pending, receive, &result)
        result.duration += MonotonicTime.now - start
        return result
    }

    private func read(
        _ pending: PendingPage,
        _ receive: @escaping PartReceiver,
        _ result: inout PageResult
    ) {
        let profiler = options.profiles ? Profiler(in: .assemble) : nil
        profiler?.enter(.read)
        let content: ReadPage
        if !options.profiles, let rules = rules(ofDataAt: pending.place.index), let open = pending.open {
            switch open() {
            case .stream(let stream): return scrape(stream, rules, receive, &result)
            case .whole(let page): content = page
            }
        } else {
            content = pending.read()
        }
        profiler?.leave()
        switch content {
        case .leftOut(let reason): result.leftOut = reason
        case .failed(let diagnostic): report([diagnostic], in: &result)
        case .page(let page, let warnings):
            result.bytes = page.bytes.count
            if pending.place.index == 0 { result.digest = InputDigest(of: page.bytes).value }
            scrape(page, warnings, profiler, receive, &result)
        }
        result.profile = profiler.map { Profile($0, bytes: result.bytes) }
    }

    private func scrape(
        _ page: Page,
        _ warnings: [Diagnostic],
        _ profiler: Profiler?,
        _ receive: @escaping PartReceiver,
        _ result: inout PageResult
    ) {
        do throws(Diagnostics) {
            switch try choose(page, profiler, result.place.index) {
            case .rules(let rules, let known):
                if options.leavesOutUnread, let reason = rules.reasonToLeaveOut(page.url) {
                    result.leftOut = reason
                    return
                }
                report(warnings, of: page, by: rules, in: &result)
                if profiler == nil, rules.series != nil, known == nil {
                    let parts = PageParts(self, PageParts.Origin(page, rules), receive, result)
                    let outcome = rules.scrape(page, receive: parts.add)
                    parts.end(outcome, &result)
                    return
                }
                let outcome =
                    profiler.map { rules.scrape(page, known: known, observer: $0) }
                    ?? rules.scrape(page, known: known)
                let records = RecordBatch(outcome.records)
                result.tally = PageTally(records, plans.plan(of: rules))
                report(outcome.diagnostics, of: page, by: rules, in: &result)
                keep(records, of: page, profiler, &result)
            case .none where options.leavesOutUnmatched: result.leftOut = "no rules match it"
            case .none(let reason): report([reason], of: page, in: &result)
            }
        } catch {
            report(error.all, of: page, in: &result)
        }
    }

    /// Scrapes a page of data while it is read.
    private func scrape(
        _ stream: PageStream,
        _ rules: Rules,
        _ receive: @escaping PartReceiver,
        _ result: inout PageResult
    ) {
        if options.leavesOutUnread, let reason = rules.reasonToLeaveOut(stream.url) {
            result.leftOut = reason
            return
        }
        let page = Page(name: stream.name, bytes: [], url: stream.url, clock: stream.clock)
        let parts = PageParts(self, PageParts.Origin(page, rules), receive, result)
        let counted = parts.counting(stream)
        let outcome = rules.scrape(counted, receive: parts.add) ?? Outcome(records: [], diagnostics: [])
        parts.end(outcome, &result)
    }

    /// The rules of a page, if they are known before the page is read, and can read its records one by one.
    private func rules(ofDataAt index: Int) -> Rules? {
        guard mayReadParts else { return nil }
        let rules: Rules?
        if let planned = options.planned[index] { rules = try? planned.get() } else { rules = choice.named }
        return rules?.series == nil ? nil : rules
    }

    private func choose(
        _ page: Page,
        _ profiler: Profiler?,
        _ index: Int
    ) throws(Diagnostics) -> ChosenRules {
        guard let planned = options.planned[index] else {
            return try choice.choose(for: page, observer: profiler ?? NoPhaseObserver() as any PhaseObserver)
        }
        return .rules(try planned.get(), known: nil)
    }

    /// Keeps the records that pass the filters, encoded if the format allows it.
    func keep(
        _ all: RecordBatch,
        of page: Page,
        _ profiler: Profiler?,
        _ result: inout PageResult
    ) {
        var batch = all
        if options.addsPageFields || isWanted != nil {
            var records = all.records
            if options.addsPageFields {
                for index in records.indices { records[index].addFields(of: page) }
            }
            if let isWanted { records.removeAll { !isWanted($0) } }
            batch = RecordBatch(records)
        }
        guard var encoder = makeEncoder() else {
            result.records.append(batch)
            result.recordBytes += batch.heldBytes
            return
        }
        profiler?.enter(.encode)
        encoder.encode(batch, into: &result.encoded)
        profiler?.leave()
    }

    func report(
        _ diagnostics: [Diagnostic],
        of page: Page? = nil,
        by rules: Rules? = nil,
        in result: inout PageResult
    ) {
        for diagnostic in diagnostics {
            switch diagnostic.severity {
            case .error: result.errors += 1
            case .warning: result.warnings += 1
            case .note: continue
            }
            if diagnostic.severity == .error || options.isStrict {
                result.failures += 1
                result.worst = Diagnostic.Cause.worse(result.worst, diagnostic.cause)
            }
            if options.encodesErrors {
                let line = ErrorLine(
                    diagnostic,
                    page: result.name,
                    url: page?.url,
                    rules: rules?.file.name
                )
                result.errorLines += line.text.utf8
            }
        }
        if !options.encodesErrors { result.diagnostics += diagnostics }
    }
}

extension Record {
    /// The name of the field for the page that a record is from.
    package static let pageKey = "@page"
    /// The name of the field for the page's address.
    package static let urlKey = "@url"

    /// Adds the page that the record is from, and its address if it is known.
    package mutating func addFields(of page: Page) {
        fields.append(Value.Member(Record.pageKey, .string(page.name)))
        if let url = page.url { fields.append(Value.Member(Record.urlKey, .string(url))) }
    }
}

extension Schema {
    /// The schema of records with the fields ``Record/pageKey`` and ``Record/urlKey``.
    package var withPageFields: Schema {
        var schema = self
        for index in schema.types.indices {
            schema.types[index].fields += [
                Field(name: Record.pageKey, type: .scalar(.string), isRequired: true),
                Field(name: Record.urlKey, type: .scalar(.url), isRequired: false),
            ]
        }
        return schema
    }
}

extension Diagnostic.Cause {
    /// The worse of two causes: a page does not satisfy its rules, it has no rules, it cannot be read.
    static func worse(_ first: Diagnostic.Cause?, _ second: Diagnostic.Cause) -> Diagnostic.Cause {
        guard let first else { return second }
        return first.rank < second.rank ? second : first
    }

    private var rank: Int {
        switch self {
        case .page: 1
        case .rules: 2
        case .input: 3
        }
    }
}
