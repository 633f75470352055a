package import DOM
package import Records

/// Makes trees of pages: bytes to text to tree.
package struct PageReader {
    private let sources: [SourceRule]

    /// A reader of the sources that a rules file names.
    init(sources: [SourceRule]) {
        self.sources = sources
    }

    /// A reader of one source with its default options; `nil` where there is none of that name.
    ///
    /// - Parameter reading: how it reads HTML.
    package init?(source name: String, reading: ReadingOptions = ReadingOptions()) {
        var registry = Registry()
        registry.reading = reading
        var reader = RulesReader(sources: SourceMap(), registry: registry)
        guard let decoder = Decoder.builtIn.first(where: { $0.name == name }),
            let decode = decoder.make([:], &reader)
        else { return nil }
        sources = [SourceRule(decoder: decoder, decode: decode)]
    }

    /// The names of all sources.
    package static let names = Decoder.builtIn.map(\.name)

    /// The source that a file's name tells: that of its ending, before `.gz` and `.zst`; `html` for any other.
    package static func source(ofFile name: String) -> String {
        switch PackedName.unpacked(name).split(separator: ".").last?.lowercased() {
        case "json": "json"
        case "csv": "csv"
        case "txt": "text"
        case "xml", "rss", "atom": "xml"
        default: "html"
        }
    }

    /// What a page probably is: tables and plain text by the file's ending, JSON and XML by how they begin.
    package static func probableSource(of page: Page) -> String {
        let byName = source(ofFile: page.name)
        if byName == Decoder.csv.name || byName == Decoder.text.name { return byName }
        let told = [Decoder.json, Decoder.xml].first { $0.accepts(page.bytes) }
        return told?.name ?? byName
    }

    /// The tree of a page, `nil` where none can be made, and what is to be told of it.
    package func read(
        _ page: Page,
        limits: Limits = Limits()
    ) -> (document: Document?, diagnostics: [Diagnostic]) {
        read(page, limits: limits, PageCalls(page))
    }

    /// The same; programs are asked where a source is a plugin's.
    ///
    /// - Parameter known: the page's tree where it has been made already.
    func read(
        _ page: Page,
        limits: Limits,
        _ calls: PageCalls,
        known: KnownTree? = nil,
        _ profiler: Profiler? = nil
    ) -> (document: Document?, diagnostics: [Diagnostic]) {
        var refusals: [Diagnostic] = []
        // That a page is none of a source's need not be told where another reads it; that a plugin broke its word must.
        var breaches: [Diagnostic] = []
        for source in sources {
            if let convert = source.convert {
                let result = calls.results(of: [page.bytes]) { bytes, context throws(StepError) in
                    try convert(bytes, context)
                }
                switch result[0] {
                case .success(let text):
                    return decode(page, text, given: .utf8, source, limits, breaches, profiler)
                // A page that is not one source's may be another's.
                case .failure(let error):
                    let refusal = refusal(error, of: source, page)
                    refusals += refusal
                    if error.fault == .plugin { breaches += refusal }
                }
                continue
            }
            if let problem = PageProblem(page.bytes) {
                let location = Location(file: page.name)
                return (
                    nil, refusals + [Diagnostic(.input, problem.message, at: location, help: problem.help)]
                )
            }
            // Where there is no choice, the source itself tells why the page is not one of its own.
            guard source.decoder.accepts(page.bytes) || sources.count == 1 else { continue }
            if let known, known.isMade(by: source) {
                return (known.document, breaches + known.diagnostics)
            }
            return decode(page, page.bytes, given: page.encoding, source, limits, breaches, profiler)
        }
        if !refusals.isEmpty || calls.hasFailed { return (nil, refusals) }
        let names = sources.map(\.decoder.name).joined(separator: " nor ")
        let message = "the page is neither \(names)"
        return (nil, [Diagnostic(.input, message, at: Location(file: page.name))])
    }

    /// Why a plugin's decoder refuses a page; nothing where that is told elsewhere.
    private func refusal(_ error: StepError, of source: SourceRule, _ page: Page) -> [Diagnostic] {
        let message = "\(source.decoder.name): \(error)"
        return error.fault == .withheld
            ? [] : [Diagnostic(.input, message, at: Location(file: page.name))]
    }

    private func decode(
        _ page: Page,
        _ bytes: [UInt8],
        given encoding: Encoding?,
        _ source: SourceRule,
        _ limits: Limits,
        _ breaches: [Diagnostic],
        _ profiler: Profiler?
    ) -> (document: Document?, diagnostics: [Diagnostic]) {
        let format = source.decoder.format
        return PageReader.decode(page, bytes, given: encoding, format, limits, behind: breaches, profiler) {
            text throws(ParseError) in
            try source.decode(text, limits)
        }
    }

    /// The tree of a text and what is to be told of it.
    ///
    /// - Parameters:
    ///   - breaches: what is to be told of the plugins of earlier sources.
    ///   - make: makes the tree.
    static func decode(
        _ page: Page,
        _ bytes: [UInt8],
        given encoding: Encoding?,
        _ format: DecodedText.Format,
        _ limits: Limits,
        behind breaches: [Diagnostic],
        _ profiler: Profiler? = nil,
        _ make: ([UInt8]) throws(ParseError) -> Decoder.Result
    ) -> (document: Document?, diagnostics: [Diagnostic]) {
        let outer = profiler?.enter(.decode)
        defer { profiler?.leave(to: outer) }
        let text = DecodedText.decode(bytes, given: encoding, format: format, limit: limits.bytes)
        _ = profiler?.enter(.parse)
        let notes = breaches + text.notes.map { Diagnostic($0, page: page.name) }
        do throws(ParseError) {
            let result = try make(text.utf8)
            result.document.source = text.sourceOffsets
            let problems = result.problems.map { problem in
                Diagnostic(
                    .page,
                    problem.message,
                    severity: problem.severity,
                    at: Location(file: page.name, line: problem.line, column: problem.column)
                )
            }
            let limits = Diagnostic.limits(of: result.document, page: page.name)
            return (result.document, notes + problems + limits)
        } catch {
            return (nil, notes + [Diagnostic(unreadable: error, page: page.name)])
        }
    }
}
