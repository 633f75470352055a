import Records
import Regression
import Scraping

/// `scrape diff OLD NEW`: in what two readings of pages differ.
struct DiffCommand {
    let options: DiffOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: DiffOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let report: DiffReport
        do throws(Diagnostics) {
            report = try self.report()
        } catch {
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        switch options.format {
        case .text: Console.print(text(report))
        case .json: Console.print(JSONWriter.pretty(report.value))
        case .markdown: Console.print(String(report.markdown.dropLast()))
        }
        return report.isSame ? .success : .page
    }

    private func report() throws(Diagnostics) -> DiffReport {
        switch options.subject {
        case .pages(let rules, let old, let new):
            let rules = try self.rules(rules)
            return DiffReport(rules.rules, from: try page(old), to: try page(new))
        case .rules(let old, let new, let names, let corpus):
            let (one, other) = try both(old, new)
            if names.isEmpty {
                let pages = try cases(corpus ?? "Corpus", [one.path, other.path])
                return DiffReport(from: one.rules, to: other.rules, pages: pages)
            }
            var pages: [(name: String, page: Page)] = []
            for name in names { pages.append((name, try page(name))) }
            return DiffReport(from: one.rules, to: other.rules, pages: pages)
        }
    }

    /// Both rules files; what is wrong with either is told at once.
    private func both(_ old: String, _ new: String) throws(Diagnostics) -> (LoadedRules, LoadedRules) {
        let results = [old, new].map { name in
            Result { () throws(Diagnostics) in try rules(name) }
        }
        var errors: [Diagnostic] = []
        for case .failure(let diagnostics) in results { errors += diagnostics.all }
        guard errors.isEmpty else { throw Diagnostics(errors) }
        return (try results[0].get(), try results[1].get())
    }

    /// Rules, and the path of their file in the working tree.
    private typealias LoadedRules = (rules: Rules, path: String)

    private func rules(_ argument: String) throws(Diagnostics) -> LoadedRules {
        let parts = GitFile.parse(argument)
        let path: String
        do throws(Diagnostic) {
            path = try catalogue.path(of: parts?.path ?? argument)
        } catch {
            // A file that is not there any more may well be in a revision.
            guard let parts, parts.path.hasSuffix(".json") else { throw Diagnostics([error]) }
            path = parts.path
        }
        guard let parts else { return (try Rules.load(path, registry: registry), path) }
        let file = GitFile(path: path, revision: parts.revision)
        return (try Rules.load(file, registry: registry), path)
    }

    private func page(_ name: String) throws(Diagnostics) -> Page {
        do throws(Diagnostic) {
            return try PageFile.read(
                name,
                url: options.url,
                encoding: options.encoding,
                clock: options.clock ?? PageClock.ofMachine(),
                limits: options.reading.limits
            )
        } catch {
            throw Diagnostics([error])
        }
    }

    // MARK: - Cases

    /// The pages of the cases that are read by one of the rules files.
    private func cases(
        _ corpus: String,
        _ paths: [String]
    ) throws(Diagnostics) -> [(name: String, page: Page)] {
        var pages: [(name: String, page: Page)] = []
        for test in try Corpus(folder: corpus).cases() {
            let facts = try test.facts()
            guard isRead(by: paths, facts.rules ?? test.site) else { continue }
            pages.append((test.description, try test.page(facts)))
        }
        if pages.isEmpty {
            let sites = Set(paths.map(site)).sorted().joined(separator: " or ")
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no cases for \(sites) in \(corpus)",
                    help: "name pages with --page, or another folder with --corpus"
                )
            ])
        }
        return pages
    }

    /// Whether a case's rules are one of the files, or called like one.
    private func isRead(by paths: [String], _ name: String) -> Bool {
        if let path = try? catalogue.path(of: name), paths.contains(where: { File.isSame($0, path) }) {
            return true
        }
        return paths.contains { site($0) == site(name) }
    }

    private func site(_ path: String) -> String {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? path
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }

    // MARK: - Text

    private func text(_ report: DiffReport) -> String {
        let style = Console.outputStyle
        let width = Terminal.output.isTerminal ? max(40, Terminal.output.width - 10) : 240
        var lines = ["\(report.old) → \(report.new)"]
        for page in report.differing {
            lines.append(style(.strong, page.name))
            for difference in page.differences {
                let text = style.text(difference, width: width, labels: .diff)
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
            }
        }
        lines.append(style(report.isSame ? .passed : .failed, report.summary))
        return lines.joined(separator: "\n")
    }
}
