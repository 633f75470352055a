import DOM
import Drafting
import Glibc
import Records
import Regression
import Scraping

/// `scrape new SITE PAGE…`: rules for a site out of saved pages, with a case for each.
struct NewSiteCommand {
    let options: NewSiteOptions
    private static let rulesFolder = "Rules"
    private static let corpusFolder = "Corpus"

    init(options: NewSiteOptions) {
        self.options = options
    }

    /// A file to be written.
    private struct NewFile {
        let path: String
        let bytes: [UInt8]
    }

    /// Makes everything before anything is written.
    func run() throws(Diagnostic) -> ExitStatus {
        try checkThatAllIsNew()
        let pages = try self.pages()
        let draft: Draft
        let rules: Rules
        do throws(Diagnostics) {
            draft = try Draft.rules(for: pages)
            rules = try Rules(
                SourceText(name: rulesPath, bytes: Array(draft.text.utf8)),
                registry: Registry()
            )
        } catch {
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        var files = [NewFile(path: rulesPath, bytes: Array(draft.text.utf8))]
        var counts: [(type: String, count: Int)] = []
        for (page, name) in zip(pages, CaseNames.names(of: pages)) {
            let outcome = rules.scrape(page)
            files += caseFiles(page, name, outcome)
            for record in outcome.records {
                if let index = counts.firstIndex(where: { $0.type == record.type }) {
                    counts[index].count += 1
                } else {
                    counts.append((record.type, 1))
                }
            }
        }
        for file in files { try write(file) }
        Console.print(summary(files, counts, draft.notes))
        return .success
    }

    private var rulesPath: String { "\(NewSiteCommand.rulesFolder)/\(options.site).json" }
    private var casesPath: String { "\(NewSiteCommand.corpusFolder)/\(options.site)" }

    private func checkThatAllIsNew() throws(Diagnostic) {
        // Rules are found without regard to letter case: a site is new only when none is there by any spelling.
        let wanted = options.site.lowercased() + ".json"
        let found = ((try? File.names(in: NewSiteCommand.rulesFolder)) ?? []).first {
            $0.lowercased() == wanted
        }
        let path = found.map { "\(NewSiteCommand.rulesFolder)/\($0)" } ?? casesPath
        guard found != nil || File.kind(of: casesPath) != .nothing else { return }
        throw Diagnostic(
            .rules,
            "\(path) is there already",
            help: "take another name; nothing is overwritten"
        )
    }

    // MARK: - Pages

    private func pages() throws(Diagnostic) -> [Page] {
        var pages: [Page] = []
        for (index, name) in options.pages.enumerated() {
            let url = options.urls.isEmpty ? nil : options.urls[index]
            let clock = options.saved ?? MachineClock.text(ofFile: name)
            var page = try PageFile.read(name, url: url, encoding: options.encoding, clock: clock)
            page.url = page.url ?? Draft.address(of: page)
            pages.append(page)
        }
        return pages
    }

    private func caseFiles(_ page: Page, _ name: String, _ outcome: Outcome) -> [NewFile] {
        let folder = "\(casesPath)/\(name)"
        var facts: [Value.Member] = []
        if let url = page.url { facts.append(Value.Member("url", .string(url))) }
        if let clock = page.clock { facts.append(Value.Member("saved", .string(clock))) }
        if let encoding = options.encoding { facts.append(Value.Member("encoding", .string(encoding.name))) }
        let text = JSONWriter.pretty(.object(facts)) + "\n"
        return [
            NewFile(path: "\(folder)/page.\(CaseNames.ending(of: page))", bytes: page.bytes),
            NewFile(path: "\(folder)/case.json", bytes: Array(text.utf8)),
            NewFile(path: "\(folder)/golden.json", bytes: Array(Golden(outcome).text.utf8)),
        ]
    }

    private func write(_ file: NewFile) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: file.path)
            try File.write(file.bytes, toNewFile: file.path, isProgram: false)
        } catch {
            throw Diagnostic(.input, "cannot write \(file.path): \(error)", at: Location(file: file.path))
        }
    }

    // MARK: - Telling

    private func summary(
        _ files: [NewFile],
        _ counts: [(type: String, count: Int)],
        _ notes: [String]
    ) -> String {
        let found = counts.map { "\($0.count) \($0.type)" }.joined(separator: ", ")
        let page = options.pages.map(ShellWord.quoted).joined(separator: " ")
        let lines =
            files.map { "wrote \($0.path)" } + ["", "The draft yields \(found)."] + notes
            + [
                "", "Look at it, change what is not meant, and go on with:",
                "  scrape check \(options.site) --corpus \(NewSiteCommand.corpusFolder)",
                "  scrape test \(options.site)",
                "  scrape --rules \(options.site) \(page)",
            ]
        return lines.joined(separator: "\n")
    }
}
