public import DOM
import Records

extension Rules {
    /// Reads a page: the one way from bytes to records.
    ///
    /// Never throws: what is wrong with the page becomes a diagnostic, and all else is read.
    ///
    /// - Complexity: linear in the page's length and in the number of selectors.
    public func scrape(_ page: Page, limits: Limits? = nil) -> Outcome {
        var outcome = scrape(page, limits: limits, log: nil)
        outcome.schema = schema
        return outcome
    }

    /// Reads a page of which the tree may be known.
    package func scrape(_ page: Page, known: KnownTree?) -> Outcome {
        var trace: Trace?
        var outcome = scrape(page, limits: nil, log: nil, &trace, known: known)
        outcome.schema = schema
        return outcome
    }

    /// Reads a page and adds what each phase of it has taken to a profile.
    package func scrape(
        _ page: Page,
        limits: Limits? = nil,
        known: KnownTree? = nil,
        profile: inout Profile
    ) -> Outcome {
        let profiler = Profiler(in: .assemble)
        var trace: Trace?
        var outcome = scrape(page, limits: limits, log: nil, &trace, known: known, profiler: profiler)
        profile += profiler.end()
        profile.pages += 1
        profile.bytes += page.bytes.count
        outcome.schema = schema
        return outcome
    }

    /// Reads a page and notes which selectors were looked for.
    ///
    /// - Parameter change: what is done to the tree before it is prepared.
    package func scrape(
        _ page: Page,
        limits: Limits? = nil,
        log: SelectorLog?,
        changing change: ((Document) -> Void)? = nil
    ) -> Outcome {
        var trace: Trace?
        return scrape(page, limits: limits, log: log, changing: change, &trace)
    }

    /// Reads a page and writes down how, where there is a trace to be filled.
    ///
    /// - Parameters:
    ///   - places: is told of the tree before the preparations and after all.
    ///   - explainsMisses: whether the trace tells why selectors match nothing where something is missing.
    ///   - known: the page's tree where it has been made within the same limits; it is used up.
    func scrape(
        _ page: Page,
        limits given: Limits?,
        log: SelectorLog?,
        changing change: ((Document) -> Void)? = nil,
        _ trace: inout Trace?,
        places: TracePlaces? = nil,
        explainsMisses: Bool = true,
        known: KnownTree? = nil,
        profiler: Profiler? = nil
    ) -> Outcome {
        let limits = given ?? reading.limits
        var calls = PageCalls(page)
        let reader = PageReader(sources: decoders)
        var (tree, diagnostics) = reader.read(page, limits: limits, calls, known: known, profiler)
        guard let tree else {
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        change?(tree)
        // Where nobody asks for the address, what it takes to find it is spared.
        let wantsBase = needsBase || trace != nil
        if wantsBase, !preparations.isEmpty { calls.learnBase(from: tree, given: page.url) }
        let tracer = trace == nil ? nil : Tracer(self, page, tree)
        places?.begin(tree)
        defer {
            tracer?.endAll()
            if let tracer {
                trace = tracer.trace
                places?.end(tracer.trace)
            }
        }
        var state = Preparing()
        let reached = ReachedLimits(tree)
        do throws(ParseError) {
            let outer = profiler?.enter(.prepare)
            defer { profiler?.leave(to: outer) }
            try prepare(tree, page, limits, calls, log, tracer, &diagnostics, &state)
        } catch {
            diagnostics.append(Diagnostic(unreadable: error, page: page.name))
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        diagnostics += Diagnostic.limits(of: tree, page: page.name, since: reached)
        if state.isWholePageRefused {
            return Outcome(records: [], diagnostics: diagnostics + calls.diagnostics)
        }
        if explainsMisses { tracer?.explainMisses() }
        if wantsBase { calls.learnBase(from: tree, given: page.url) }
        var outcome = extract(tree, page, &calls, log, tracer, profiler, state)
        outcome.diagnostics = diagnostics + calls.diagnostics + outcome.diagnostics
        return outcome
    }

    /// The tree of a page before it is prepared; `nil` where none can be made.
    package func tree(of page: Page, limits: Limits? = nil) -> Document? {
        PageReader(sources: decoders).read(page, limits: limits ?? reading.limits).document
    }

    /// Reads a prepared page; again with the answers where programs were to be asked for some, until none is missing.
    private func extract(
        _ document: Document,
        _ page: Page,
        _ calls: inout PageCalls,
        _ log: SelectorLog?,
        _ tracer: Tracer?,
        _ profiler: Profiler?,
        _ state: Preparing
    ) -> Outcome {
        while true {
            // Of several rounds the last one is that in which all answers are there.
            tracer?.restart()
            var extraction = Extraction(
                rules: self,
                page: page,
                document: document,
                calls.context,
                log: log,
                tracer: tracer,
                profiler: profiler
            )
            let outcome = extraction.run(fruitless: state.fruitless, hasRefused: state.hasRefused)
            if !calls.ask() { return outcome }
        }
    }

    /// The page's address as the page itself tells it, for choosing rules: its canonical link, else its base.
    public static func address(toldBy page: Page, limits: Limits = Limits()) -> String? {
        let text = DecodedText.decode(
            page.bytes,
            given: page.encoding,
            format: .html,
            limit: limits.bytes
        )
        guard let document = try? Document.html(text.utf8, limits: limits) else { return nil }
        return PageAddress(document).own
    }
}

// MARK: - Preparing

/// What the preparations have come to.
private struct Preparing {
    /// Those that found nothing to work on.
    var fruitless: [PreparationRule] = []
    var hasRefused = false
    var isWholePageRefused = false
    /// The limits that have been told to be reached.
    var limits: Set<ParseError> = []
}

extension Rules {
    /// Applies the preparations in their order, up to one that refuses the whole page.
    private func prepare(
        _ document: Document,
        _ page: Page,
        _ limits: Limits,
        _ calls: PageCalls,
        _ log: SelectorLog?,
        _ tracer: Tracer?,
        _ diagnostics: inout [Diagnostic],
        _ state: inout Preparing
    ) throws(ParseError) {
        let matching = TreeMatching(document)
        for preparation in preparations where !state.isWholePageRefused {
            tracer?.begin(preparation)
            guard preparation.isFor(document, matching, log) else {
                tracer?.endPreparation(.notForPage)
                continue
            }
            var context = PreparationContext(
                document: document,
                matching: matching,
                limits: limits,
                calls: calls,
                scope: preparation.scope,
                log: log,
                tracer: tracer
            )
            do throws(ParseError) {
                try preparation.apply(&context)
            } catch {
                // What is read up to a limit is read: records come of it, and that it is not all is told.
                guard error.isLimit else { throw error }
                if state.limits.insert(error).inserted {
                    diagnostics.append(Diagnostic(reached: error, page: page.name))
                }
            }
            tracer?.endPreparation(context.matches == 0 ? .nothing : .made, matches: context.matches)
            if context.matches == 0 { state.fruitless.append(preparation) }
            state.hasRefused = state.hasRefused || context.hasRefused
            state.isWholePageRefused = context.isWholePageRefused
            diagnostics += context.notes.map { note in
                Diagnostic(
                    note.cause,
                    note.message,
                    severity: note.severity,
                    at: note.location(on: page.name),
                    notes: [
                        Diagnostic.Note(
                            "told by this preparation",
                            at: sources.location(of: preparation.range)
                        )
                    ]
                )
            }
        }
    }
}
