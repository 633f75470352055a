import Batch
import DOM
import Encoding
import Engine
import Platform
import Records

/// Pages that the command line names.
enum PageFile {
    /// The page of a file, which may be compressed, of standard input for `-`, or of an address.
    ///
    /// - Parameters:
    ///   - clock: the time that the user gives.
    ///   - defaultClock: the time of a page that is not fetched by its address, if the user gives none.
    static func read(
        _ name: String,
        url: String? = nil,
        encoding: Encoding?,
        clock: String? = nil,
        otherwise defaultClock: String? = nil,
        limits: Limits = Limits(),
        fetching: FetchSettings = FetchSettings()
    ) throws(Diagnostic) -> Page {
        var facts = PageFacts(url: url, encoding: encoding, clock: clock, limits: limits)
        if FetchSettings.isAddress(name) { return try fetching.page(name, facts) }
        facts.clock = clock ?? defaultClock
        return try SavedPage.read(name, facts)
    }

    /// Reads a page's tree and works on it, and reports the page's diagnostics.
    ///
    /// - Parameters:
    ///   - context: the element whose content the page is, if it is an HTML fragment.
    ///   - status: raised to that of the worst diagnostic.
    ///   - work: what is done with the tree, within the page's time limit.
    static func tree(
        _ name: String,
        source: String?,
        encoding: Encoding?,
        reading: ReadingOptions,
        in context: FragmentContext? = nil,
        fetching: FetchSettings,
        _ status: inout ExitStatus,
        _ work: (Document) -> Void
    ) {
        let page: Page
        do throws(Diagnostic) {
            page = try read(name, encoding: encoding, limits: reading.limits, fetching: fetching)
        } catch {
            Console.report([error])
            status = max(status, ExitStatus(error))
            return
        }
        let source =
            source
            ?? (FetchSettings.isAddress(name)
                ? PageReader.probableSource(of: page) : PageReader.source(ofFile: name))
        timed(
            name,
            reading.limits,
            &status,
            {
                if let context { return PageReader.fragment(page, in: context, reading: reading) }
                guard let reader = PageReader(source: source, reading: reading) else { return nil }
                let parsed = reader.parse(page, limits: reading.limits)
                guard let truncation = parsed.document?.truncation else { return parsed }
                return parsed.adding([Diagnostic(truncation, page: name)])
            },
            work
        )
    }

    /// Parses a page and works on its tree within a time limit, and reports the page's diagnostics.
    fileprivate static func timed(
        _ name: String,
        _ limits: Limits,
        _ status: inout ExitStatus,
        _ parse: () -> ParsedPage?,
        _ work: (Document) -> Void
    ) {
        limits.timed {
            guard let parsed = parse() else { return }
            Console.report(parsed.diagnostics)
            status = max(status, ExitStatus(parsed.diagnostics))
            guard let document = parsed.document else { return }
            work(document)
            guard let deadline = Deadline.current, deadline.isPast else { return }
            let diagnostic = Diagnostic(reached: ParseError.tooSlow(limit: deadline.limit), page: name)
            if parsed.diagnostics.contains(diagnostic) { return }
            Console.report([diagnostic])
            status = max(status, ExitStatus(diagnostic))
        }
    }
}

/// The rules whose preparations are applied to pages before their trees are shown.
struct PreparedPages {
    private let choice: RulesChoice

    /// - Parameter rules: the rules as the user names them; `nil` for none.
    init?(_ rules: String?, _ registry: Registry) throws(Diagnostics) {
        guard let rules else { return nil }
        choice = try RulesChoice(rules, RulesCatalogue.ofProcess(), registry: registry)
    }

    /// Reads a page's tree, applies the preparations and works on the tree, and reports the page's diagnostics.
    func tree(
        _ name: String,
        url: String?,
        encoding: Encoding?,
        reading: ReadingOptions,
        fetching: FetchSettings,
        _ status: inout ExitStatus,
        _ work: (Document) -> Void
    ) {
        let page: Page
        let rules: Rules
        do throws(Diagnostics) {
            do throws(Diagnostic) {
                page = try PageFile.read(
                    name,
                    url: url,
                    encoding: encoding,
                    limits: reading.limits,
                    fetching: fetching
                )
            } catch {
                throw Diagnostics([error])
            }
            rules = try choice.rules(for: page)
        } catch {
            status = max(status, Console.fail(error))
            return
        }
        PageFile.timed(name, reading.limits, &status, { rules.prepare(page) }, work)
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

extension PageClock {
    /// The time of the run, in UTC, in ISO 8601.
    static func now() -> String { text(ofInstant: Int(time(nil))) }

    /// The time when a file was last modified, in UTC, in ISO 8601; the time of the run for standard input and for a
    /// file whose time is unknown.
    static func text(ofFile path: String) -> String {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return now() }
        return text(ofInstant: status.st_mtim.tv_sec)
    }
}
