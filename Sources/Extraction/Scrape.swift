import Basics
public import DOM
public import Language
import Platform
import Records
import Selectors
public import Sources
import Values

extension Rules {
    /// Reads a page: the only way from bytes to records.
    ///
    /// Never throws: a problem with the page becomes a diagnostic, and the rest is read.
    ///
    /// - Complexity: linear in the page's length and in the number of selectors.
    public func scrape(_ page: Page, limits: Limits? = nil) -> Outcome {
        scrape(page, limits: limits, known: nil)
    }

    /// Reads a page whose tree may be known.
    ///
    /// - Parameter known: the page's tree if it has been parsed with the same limits; it is consumed.
    package func scrape(_ page: Page, limits: Limits? = nil, known: ParsedPage?) -> Outcome {
        Scrape(rules: ofKind(at: page.url), page: page, limits: limits, known: known, observer: NoObserver())
            .run()
    }

    /// Reads a page, and passes on its records as they are read.
    ///
    /// - Parameter receive: receives the records, if only a part of the page's tree is needed in memory at a time.
    /// - Returns: the records and diagnostics that have not been passed to `receive`.
    package func scrape(_ page: Page, limits: Limits? = nil, receive: @escaping PartReceiver) -> Outcome {
        let rules = ofKind(at: page.url)
        guard let series = rules.series else { return scrape(page, limits: limits) }
        return rules.series(page, series, limits: limits ?? reading.limits, receive: receive)
    }

    /// Reads a page under an observer. The outcome is the same as without one.
    ///
    /// - Parameter known: the page's tree if it has been parsed with the same limits; it is consumed.
    package func scrape(
        _ page: Page,
        limits: Limits? = nil,
        known: ParsedPage? = nil,
        observer: some ScrapeObserver
    ) -> Outcome {
        Scrape(rules: ofKind(at: page.url), page: page, limits: limits, known: known, observer: observer)
            .run()
    }

    /// The tree of a page before the preparations, with its diagnostics.
    package func parse(_ page: Page, limits: Limits? = nil) -> ParsedPage {
        let calls = PageCalls(page)
        let reader = PageReader(sources: ofKind(at: page.url).sourceRules)
        let parsed = reader.parse(page, limits: limits ?? reading.limits, calls: calls)
        return parsed.adding(calls.diagnostics)
    }

    /// The tree of a page after the preparations, with its diagnostics.
    package func prepare(_ page: Page, limits: Limits? = nil) -> ParsedPage {
        Scrape(rules: ofKind(at: page.url), page: page, limits: limits, observer: NoObserver()).prepared()
    }

    /// The page's address as the page itself declares it, for choosing rules: its canonical link, or else its base.
    public static func address(declaredBy page: Page, limits: Limits = Limits()) -> String? {
        var reading = ReadingOptions()
        reading.limits = limits
        return ParsedPage(html: page, reading: reading).address
    }
}

/// Reads one page, from bytes to records.
private struct Scrape<Observer: ScrapeObserver> {
    let rules: Rules
    let page: Page
    let limits: Limits
    var known: ParsedPage?
    let observer: Observer

    init(rules: Rules, page: Page, limits: Limits?, known: ParsedPage? = nil, observer: Observer) {
        self.rules = rules
        self.page = page
        self.limits = limits ?? rules.reading.limits
        self.known = known
        self.observer = observer
    }

    func run() -> Outcome { limits.timed { timedRun() } }

    private func timedRun() -> Outcome {
        // Observers see the whole tree.
        if Observer.self == NoObserver.self, let plan = rules.series, known?.isMade(by: plan.source) != true {
            return rules.series(page, plan, limits: limits, receive: nil)
        }
        var outcome = read()
        let schema = rules.schema
        for index in outcome.records.indices { outcome.records[index].schema = schema }
        outcome.schema = schema
        return outcome
    }

    /// The tree after the preparations.
    func prepared() -> ParsedPage { limits.timed { timedPrepared() } }

    private func timedPrepared() -> ParsedPage {
        let calls = PageCalls(page)
        let reader = PageReader(sources: rules.sourceRules)
        let parsed = reader.parse(page, limits: limits, calls: calls, known: known, observer: observer)
        guard let document = parsed.document else { return parsed.adding(calls.diagnostics) }
        if rules.needsAddress { calls.learnAddress(from: document, given: page.url) }
        var diagnostics: [Diagnostic] = []
        let reached = ReachedLimits(document)
        do throws(ParseError) { _ = try prepare(document, calls, &diagnostics) } catch {
            diagnostics.append(Diagnostic(unreadable: error, page: page.name))
        }
        diagnostics += Diagnostic.limits(of: document, page: page.name, since: reached)
        _ = reportLateness(document, &diagnostics)
        return parsed.adding(diagnostics + calls.diagnostics)
    }

    private func read() -> Outcome {
        let calls = PageCalls(page)
        let reader = PageReader(sources: rules.sourceRules)
        let parsed = reader.parse(page, limits: limits, calls: calls, known: known, observer: observer)
        var diagnostics = parsed.diagnostics
        guard let document = parsed.document else {
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        // The address is searched for only where it is used. It is that of the page before its preparations.
        if rules.needsAddress { calls.learnAddress(from: document, given: page.url) }
        observer.observe(.parsed(page, document))
        defer { observer.observe(.finished) }
        let reached = ReachedLimits(document)
        let prepared: Prepared
        do throws(ParseError) {
            observer.enter(.prepare)
            defer { observer.leave() }
            prepared = try prepare(document, calls, &diagnostics)
        } catch {
            diagnostics.append(Diagnostic(unreadable: error, page: page.name))
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        diagnostics += Diagnostic.limits(of: document, page: page.name, since: reached)
        if prepared.isWholePageRefused {
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        observer.observe(.prepared(document))
        if reportLateness(document, &diagnostics) {
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        let memory = ValueMemory(limit: limits.memory)
        memory.begin(document)
        var extraction = Extraction(rules, page, document, calls, observer, memory)
        var outcome = extraction.run(after: prepared)
        if let error = memory.error {
            // A preparation may have reached the same limit.
            let reached = Diagnostic(reached: error, page: page.name)
            diagnostics.removeAll { $0 == reached }
            diagnostics.append(Diagnostic(unreadable: error, page: page.name))
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        if !reportLateness(document, &diagnostics), let names = rules.nameIndex {
            var reports = EvidenceReports(rules, page) {
                // Which selectors had to be evaluated is recorded by a second reading of the prepared tree.
                let log = SelectorLog()
                memory.begin(document)
                var extraction = Extraction(rules, page, document, calls, log, memory)
                _ = extraction.run(after: prepared)
                return log.tried
            }
            reports.add(names, document, to: &outcome)
        }
        if let truncation = document.truncation, rules.reports(truncation) {
            let report = Diagnostic(truncation, on: page, outcome, extraction.constantFields.first, by: rules)
            outcome.diagnostics.insert(report, at: 0)
        }
        outcome.diagnostics = diagnostics + calls.diagnostics + outcome.diagnostics
        return outcome
    }

    /// Reports that the time limit for the page has been reached, unless a parser or a preparation has done so; false if it
    /// has not been reached.
    private func reportLateness(_ document: Document, _ diagnostics: inout [Diagnostic]) -> Bool {
        guard let deadline = Deadline.current, deadline.isPast else { return false }
        let error = deadline.error
        let diagnostic = Diagnostic(reached: error, page: page.name)
        if document.limitReached != error, !diagnostics.contains(diagnostic) {
            diagnostics.append(diagnostic)
        }
        return true
    }

    /// Applies the preparations in order, up to one that refuses the whole page.
    private func prepare(
        _ document: Document,
        _ calls: PageCalls,
        _ diagnostics: inout [Diagnostic]
    ) throws(ParseError) -> Prepared {
        var result = Prepared()
        var limitsReached: Set<ParseError> = []
        let matching = TreeMatching(document)
        for preparation in rules.preparations where !result.isWholePageRefused && !Deadline.isPast {
            observer.observe(.beganPreparation(preparation))
            guard applies(preparation, to: document, matching) else {
                observer.observe(.endedPreparation(.notForPage, matches: 0))
                continue
            }
            var context = PreparationContext(
                preparation,
                document: document,
                matching: matching,
                limits: limits,
                calls: calls,
                observe: Observer.self == NoObserver.self
                    ? nil
                    : { [observer] list, root, nodes, counts in
                        observer.observe(.searchedToPrepare(list, below: root, nodes, counts: counts))
                    },
                observeOrigin: Observer.self == NoObserver.self
                    ? nil : { [observer] element, origins in observer.observe(.made(element, of: origins)) }
            )
            do throws(ParseError) {
                try preparation.apply(&context)
            } catch {
                // The records up to a limit are kept, and the limit is reported.
                guard error.isLimit else { throw error }
                if limitsReached.insert(error).inserted {
                    diagnostics.append(Diagnostic(reached: error, page: page.name))
                }
            }
            for reason in context.reasons { observer.observe(.reason(reason.text, reason.node)) }
            let outcome: Trace.Preparation.Outcome = context.matches == 0 ? .nothing : .made
            observer.observe(.endedPreparation(outcome, matches: context.matches))
            if context.matches == 0 { result.unused.append(preparation) }
            result.hasRefused = result.hasRefused || context.hasRefused
            result.isWholePageRefused = context.isWholePageRefused
            diagnostics += context.reports.map { report in
                var diagnostic = Diagnostic(
                    report.cause,
                    report.message,
                    severity: report.severity,
                    at: report.location(on: page.name),
                    notes: [
                        Diagnostic.Note(
                            "reported by this preparation",
                            at: rules.sources.location(of: preparation.range)
                        )
                    ],
                    help: report.help
                )
                diagnostic.isOfLimit = report.isOfLimit
                return diagnostic
            }
        }
        return result
    }

    /// Whether a preparation applies to a page.
    private func applies(
        _ preparation: PreparationRule,
        to document: Document,
        _ matching: TreeMatching
    ) -> Bool {
        guard let condition = preparation.condition else { return true }
        let match = matching.current.firstMatch(condition, from: document.node, includingScope: false)
        observer.observe(
            .searchedToPrepare(condition, below: document.node, match.map { [$0.node] } ?? [], counts: false)
        )
        return match != nil
    }
}

/// The result of the preparations.
struct Prepared {
    /// The preparations that found no element.
    var unused: [PreparationRule] = []
    var hasRefused = false
    var isWholePageRefused = false
}
