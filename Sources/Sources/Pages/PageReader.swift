import Basics
package import DOM
import Encoding
package import Language
package import Records
package import Values

/// A page's tree, before preparations.
package struct ParsedPage {
    /// The tree; `nil` if none could be made.
    package let document: Document?
    /// What to report about the page's text and tree.
    package let diagnostics: [Diagnostic]
    fileprivate let origin: Origin

    fileprivate enum Origin {
        /// It was read with the page's rules.
        case rules
        /// It was read as HTML, before the page's rules were known.
        case html(HTMLOptions)
    }

    init(document: Document?, diagnostics: [Diagnostic]) {
        self.document = document
        self.diagnostics = diagnostics
        origin = .rules
    }

    /// A page read with the run's defaults for HTML, without a rules file: to find its address, before its rules are
    /// known. Rules with the same settings need not parse it again.
    package init(html page: Page, reading: ReadingOptions, _ observer: any PhaseObserver = NoPhaseObserver())
    {
        let options = reading.html()
        let limits = reading.limits
        let text = PageReader.Text(bytes: page.bytes, encoding: page.encoding, format: .html)
        let parsed = PageReader.parse(page, text, limits, observer) { text throws(ParseError) in
            SourceTree(document: try Document.html(text, options: options, limits: limits))
        }
        document = parsed.document
        diagnostics = parsed.diagnostics
        origin = .html(options)
    }

    /// The address that the page itself declares: its canonical link, or else its base.
    package var address: String? { document.flatMap { PageAddress($0).own } }

    /// The same page with further diagnostics.
    package func adding(_ others: [Diagnostic]) -> ParsedPage {
        ParsedPage(document: document, diagnostics: diagnostics + others)
    }

    /// Whether a source would make the same tree.
    package func isMade(by source: SourceRule) -> Bool {
        switch origin {
        case .rules: return true
        case .html(let options):
            guard case .html = source.function.kind else { return false }
            return source.html == options
        }
    }
}

/// Makes trees of pages: bytes to text to tree.
package struct PageReader {
    private let sources: [SourceRule]
    /// Whether an empty page is an HTML page, as in a browser.
    private var acceptsEmpty = false

    /// A reader of the sources that a rules file names.
    package init(sources: [SourceRule]) {
        self.sources = sources
    }

    /// A reader of one source with its default options; `nil` if there is no source with that name.
    ///
    /// - Parameter reading: how it parses HTML.
    package init?(source name: String, reading: ReadingOptions = ReadingOptions()) {
        guard let source = Source.builtIn.first(where: { $0.name == name }),
            let function = try? source.make(Arguments())
        else { return nil }
        sources = [SourceRule(source: source, function: function, html: reading.html())]
        acceptsEmpty = source.name == Source.html.name || source.name == Source.htmlFragment.name
    }

    /// The names of all sources.
    package static let names = Source.builtIn.map(\.name)

    /// The source that a file's name indicates: that of its extension, before `.gz` and `.zst`; `html` for any other.
    package static func source(ofFile name: String) -> String {
        switch PackedName.unpacked(name).split(separator: ".").last?.lowercased() {
        case "json": "json"
        case "csv": "csv"
        case "txt": "text"
        case "xml", "rss", "atom": "xml"
        default: "html"
        }
    }

    /// The probable format of a page: tables and plain text by the file's ending, JSON and XML by their beginning.
    package static func probableSource(of page: Page) -> String {
        let byName = source(ofFile: page.name)
        if byName == Source.csv.name || byName == Source.text.name { return byName }
        let byContent = [Source.json, Source.xml].first { $0.accepts(page.bytes) }
        return byContent?.name ?? byName
    }

    /// Parses a page. Programs are called if a source is a plugin's.
    ///
    /// - Parameter known: the page's tree if it exists already.
    package func parse(
        _ page: Page,
        limits: Limits = Limits(),
        calls: PageCalls? = nil,
        known: ParsedPage? = nil,
        observer: any PhaseObserver = NoPhaseObserver()
    ) -> ParsedPage {
        if let known, case .rules = known.origin { return known }
        let calls = calls ?? PageCalls(page)
        var refusals: [Diagnostic] = []
        // A refusal is not reported if another source reads the page; a plugin that breaks its declaration is.
        var breaches: [Diagnostic] = []
        for source in sources {
            if case .converted(let convert, _) = source.function.kind {
                let result = calls.results(of: [page.bytes]) { bytes, context throws(StepError) in
                    try convert(bytes, context)
                }
                switch result[0] {
                case .success(let text):
                    return parse(page, Text(bytes: text, encoding: .utf8), source, limits, breaches, observer)
                // A page that is not one source's may be another's.
                case .failure(let error):
                    let refusal = refusal(error, of: source, page)
                    refusals += refusal
                    if error.fault == .plugin { breaches += refusal }
                }
                continue
            }
            if let problem = PageProblem(page.bytes), !(acceptsEmpty && page.bytes.isEmpty) {
                let diagnostic = Diagnostic(problem, page: page.name)
                return ParsedPage(document: nil, diagnostics: refusals + [diagnostic])
            }
            // If there is no choice, the source itself reports why the page is not one of its own.
            guard sources.count == 1 || source.source.accepts(page.bytes) else { continue }
            if let known, known.isMade(by: source) {
                return ParsedPage(document: known.document, diagnostics: breaches + known.diagnostics)
            }
            let text = Text(bytes: page.bytes, encoding: page.encoding, format: source.source.format)
            return parse(page, text, source, limits, breaches, observer)
        }
        if !refusals.isEmpty || calls.hasFailed { return ParsedPage(document: nil, diagnostics: refusals) }
        let names = sources.map(\.source.name).joined(separator: " nor ")
        let message = "the page is neither \(names)"
        let diagnostic = Diagnostic(.input, message, at: Location(file: page.name))
        return ParsedPage(document: nil, diagnostics: [diagnostic])
    }

    /// Why a plugin's source refuses a page; `nil` if that is reported elsewhere.
    private func refusal(_ error: StepError, of source: SourceRule, _ page: Page) -> [Diagnostic] {
        let message = "\(source.source.name): \(error)"
        return error.fault == .withheld
            ? [] : [Diagnostic(.input, message, at: Location(file: page.name))]
    }

    private func parse(
        _ page: Page,
        _ text: Text,
        _ source: SourceRule,
        _ limits: Limits,
        _ breaches: [Diagnostic],
        _ observer: any PhaseObserver
    ) -> ParsedPage {
        let parsed = PageReader.parse(page, text, limits, observer) { text throws(ParseError) in
            let tree = try source.function.document(of: text, html: source.html, limits: limits)
            if case .linkedData = source.function.kind, let root = tree.document.rootElement {
                tree.document.setBase(PageAddress(tree.document).baseURL(given: page.url), of: root)
            }
            return tree
        }
        return ParsedPage(document: parsed.document, diagnostics: breaches + parsed.diagnostics)
    }

    /// The tree whose root contains a page as the content of an element.
    ///
    /// - Parameters:
    ///   - context: the element whose content the page is.
    ///   - reading: how HTML is parsed, and how much of it.
    package static func fragment(
        _ page: Page,
        in context: FragmentContext,
        reading: ReadingOptions
    ) -> ParsedPage {
        if let problem = PageProblem(page.bytes), !page.bytes.isEmpty {
            return ParsedPage(document: nil, diagnostics: [Diagnostic(problem, page: page.name)])
        }
        let limits = reading.limits
        let text = Text(bytes: page.bytes, encoding: page.encoding, format: .htmlFragment)
        return parse(page, text, limits, NoPhaseObserver()) { text throws(ParseError) in
            let options = reading.html()
            return SourceTree(
                document: try Document.htmlFragment(text, in: context, options: options, limits: limits)
            )
        }
    }

    /// The bytes of a text, and how to decode them.
    struct Text {
        let bytes: [UInt8]
        let encoding: Encoding?
        var format = DecodedText.Format.plain
    }

    /// The tree of a text.
    ///
    /// - Parameter make: makes the tree from the decoded text.
    static func parse(
        _ page: Page,
        _ text: Text,
        _ limits: Limits,
        _ observer: any PhaseObserver,
        _ make: ([UInt8]) throws(ParseError) -> SourceTree
    ) -> ParsedPage {
        observer.enter(.decode)
        let decoded = DecodedText.decode(
            text.bytes,
            given: text.encoding,
            format: text.format,
            limit: limits.bytes
        )
        observer.leave()
        observer.enter(.parse)
        defer { observer.leave() }
        let notes = decoded.notes.map { Diagnostic($0, page: page.name) }
        do throws(ParseError) {
            let tree = try make(decoded.utf8)
            // Its records would need more memory still.
            if let reached = tree.document.limitReached, case .tooLittleMemory = reached { throw reached }
            tree.document.source = decoded.sourceOffsets
            tree.document.encoding = decoded.encoding
            // An error already reports that the page is incomplete.
            let isCutOff = decoded.notes.contains { if case .cutOff = $0 { true } else { false } }
            if isCutOff { tree.document.truncation = nil }
            tree.document.url = page.url
            let problems = tree.problems.map { Diagnostic($0, page: page.name) }
            let limits = Diagnostic.limits(of: tree.document, page: page.name)
            return ParsedPage(document: tree.document, diagnostics: notes + problems + limits)
        } catch {
            return ParsedPage(
                document: nil,
                diagnostics: notes + [Diagnostic(unreadable: error, page: page.name)]
            )
        }
    }
}

extension PageCalls {
    /// The calls for a page.
    package convenience init(_ page: Page) {
        let timezone = page.asked?.timezone
        self.init(
            page: PluginPage(name: page.name, baseURL: page.url, clock: page.clock, timezone: timezone)
        )
    }

    /// Determines the page's own address and the one that links are relative to from its tree, before preparations
    /// change it.
    package func learnAddress(from document: Document, given url: String?) {
        let address = PageAddress(document, wantsOwn: url == nil)
        ownAddress = url ?? address.own
        page.baseURL = address.baseURL(given: url)
        page.encoding = address.encoding
    }
}
