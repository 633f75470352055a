import Addresses
import DOM
import Encoding
import Engine
import Platform
import Records

/// Reads the trees of pages that the command line names, and reports the pages' diagnostics.
struct PageTrees {
    /// The rules whose preparations are applied to the trees; `nil` for none.
    private var rules: RulesChoice?
    /// The address of a page that rules read; `nil` if it is unknown.
    var url: String?
    /// The source of pages without rules; `nil` if the page decides.
    var source: String?
    let encoding: Encoding?
    let reading: ReadingOptions
    let fetching: FetchSettings
    /// The element whose content each page is, if pages are HTML fragments.
    var context: FragmentContext?

    /// Pages that are read without rules.
    init(encoding: Encoding?, _ reading: ReadingOptions, _ fetching: FetchSettings) {
        self.encoding = encoding
        self.reading = reading
        self.fetching = fetching
    }

    /// - Parameter rules: the rules as the user names them; `nil` for none.
    init(
        rules: String?,
        _ registry: Registry,
        encoding: Encoding?,
        _ reading: ReadingOptions,
        _ fetching: FetchSettings
    ) throws(Diagnostics) {
        self.init(encoding: encoding, reading, fetching)
        guard let rules else { return }
        self.rules = try RulesChoice(rules, RulesCatalogue.ofProcess(), registry: registry)
    }

    /// Reads a page's tree and works on it.
    ///
    /// - Parameters:
    ///   - status: raised to that of the worst diagnostic.
    ///   - work: what is done with the tree, within the page's time limit.
    func read(_ name: String, _ status: inout ExitStatus, _ work: (Document) -> Void) {
        let page: Page
        let chosen: Rules?
        do throws(Diagnostics) {
            page = try self.page(name)
            chosen = try rules?.rules(for: page)
        } catch {
            status = max(status, Console.fail(error))
            return
        }
        reading.limits.timed {
            guard let parsed = chosen.map({ $0.prepare(page) }) ?? parse(page) else { return }
            Console.report(parsed.diagnostics)
            status = max(status, ExitStatus(parsed.diagnostics))
            guard let document = parsed.document else { return }
            work(document)
            guard let deadline = Deadline.current, deadline.isPast else { return }
            let diagnostic = Diagnostic(reached: deadline.error, page: name)
            if parsed.diagnostics.contains(diagnostic) { return }
            Console.report([diagnostic])
            status = max(status, ExitStatus(diagnostic))
        }
    }

    private func page(_ name: String) throws(Diagnostics) -> Page {
        try Diagnostics.single { () throws(Diagnostic) in
            try PageFile.read(
                name,
                url: url,
                encoding: encoding,
                limits: reading.limits,
                fetching: fetching
            )
        }
    }

    /// Parses a page without rules.
    private func parse(_ page: Page) -> ParsedPage? {
        if let context { return PageReader.fragment(page, in: context, reading: reading) }
        let source =
            source
            ?? (WebAddress.begins(page.name)
                ? PageReader.probableSource(of: page) : PageReader.source(ofFile: page.name))
        guard let reader = PageReader(source: source, reading: reading) else { return nil }
        let parsed = reader.parse(page, limits: reading.limits)
        guard let truncation = parsed.document?.truncation else { return parsed }
        return parsed.adding([Diagnostic(truncation, page: page.name)])
    }

    /// Refuses options that conflict with the rules.
    static func check(rules: String?, url: String?, source: String?) throws(Diagnostic) {
        if rules == nil, let url {
            throw Diagnostic(
                .rules,
                "--url \(url) is for rules that read the page's address",
                help: "add --rules"
            )
        }
        guard rules != nil, let source else { return }
        throw Diagnostic(
            .rules,
            "--source \(source) cannot be combined with --rules, which have a source",
            help: "leave out one of the two"
        )
    }
}
