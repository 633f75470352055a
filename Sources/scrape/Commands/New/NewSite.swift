import Cases
import DOM
import Drafting
import Encoding
import Engine
import Platform
import Records
import Regression

/// `scrape new SITE PAGE...`: writes rules for a site from saved pages, and a case for each page.
struct NewSite {
    /// The site's name, which is that of its rules file and of its folder of cases.
    private var site = ""
    private var pageNames: [String] = []
    /// The addresses of the pages in order; empty if they are unknown.
    private var urls: [String] = []
    /// When the pages were saved, in ISO 8601; `nil` for the modification times of their files.
    private var saved: String?
    private var encoding: Encoding?
    private var fetching = FetchSettings()
    /// The values of the pages, from which rules are learned instead of drafted.
    private var values = ""
    private var fields: [String] = []
    /// Whether the page is a list whose site is crawled.
    private var crawls = false
    private var limit: Int?

    static var options: [Option<NewSite>] {
        [
            .list(
                "--url",
                .address,
                "Give the address of a page.",
                details: "With several pages, once for each, in their order."
            ) { $0.urls.append($1) },
            .value(
                "--saved",
                .time,
                "Give the time when the pages were saved, in ISO 8601.",
                details: "The default is when their files were last written."
            ) { $0.saved = $1 },
            .value(
                "--values",
                .file(),
                "Learn the rules from the pages' values in FILE.",
                details: "The formats are those of scrape learn: JSON Lines, JSON or CSV."
            ) { $0.values = $1 },
            .list("--field", .text("NAME=VALUE"), "Learn a field from its value on the only page.") {
                $0.fields.append($1)
            },
            .encoding(\.encoding),
            .flag(
                "--crawl",
                "Draft the requests for a whole site too, from the list at the address PAGE.",
                details: """
                    Looks for the link to its next page, for numbered pages, and for links to pages of its entries; fetches
                    the first pages of each, drafts their records, and keeps the crawl as a case.
                    """
            ) { $0.crawls = true },
            .value(
                "--limit",
                .integer(1...100_000),
                "With --crawl, make at most NUMBER requests.",
                details: "The default is as many as reach the second page of the list, but at most 40."
            ) { $0.limit = $1 },
        ] + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        site = operands.first ?? ""
        pageNames = Array(operands.dropFirst())
        guard NewSite.isName(site) else {
            throw Diagnostic(
                .rules,
                "\"\(site)\" cannot be a site's name",
                help: "use letters, digits, hyphens and points, beginning with a letter or digit: plants"
            )
        }
        guard !pageNames.isEmpty else {
            throw Diagnostic(.rules, "no page is given", help: "write scrape new \(site) list.html")
        }
        if crawls {
            return try NewCrawl.check(
                pageNames,
                [
                    (!values.isEmpty, "--values"), (!fields.isEmpty, "--field"), (!urls.isEmpty, "--url"),
                    (encoding != nil, "--encoding"), (fetching.archive != nil, "--archive"),
                    (fetching.replay != nil, "--replay"), (fetching.revalidates, "--revalidate"),
                ]
            )
        }
        if limit != nil {
            throw Diagnostic(.rules, "--limit is the number of requests of --crawl", help: "add --crawl")
        }
        if pageNames.count == 1, pageNames[0] != "-", File.kind(of: pageNames[0]) == .nothing,
            Suggestion.nearest(to: site, among: ["plugin"]) != nil
        {
            throw Diagnostic(.rules, "scrape new cannot create \"\(site)\"", help: "did you mean \"plugin\"?")
        }
        try Operands.checkStandardInput(pageNames)
        guard urls.isEmpty || urls.count == pageNames.count else {
            throw Diagnostic(
                .rules,
                "--url is given \(urls.count) times for \(pageNames.count) pages",
                help: "give it once for each page, in their order, or not at all"
            )
        }
        for field in fields where LearnValues.member(field) == nil {
            throw Diagnostic(
                .rules,
                "--field takes NAME=VALUE, found \"\(field)\"",
                help: "write --field title=\"Oak\""
            )
        }
        for url in urls where !url.contains("://") {
            throw Diagnostic(
                .rules,
                "--url takes an absolute address, found \"\(url)\"",
                help: "write it like https://plants.example/list"
            )
        }
    }

    /// Whether a text can be the name of a file and of a folder, on every system.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64, !text.hasSuffix(".json"),
            !text.hasSuffix(".")
        else {
            return false
        }
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isLetterOrDigit(first)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
    }

    private static let rulesFolder = "Rules"
    private static let corpusFolder = "Corpus"

    /// A file to be written.
    private struct NewFile {
        let path: String
        let bytes: [UInt8]
    }

    /// Drafts everything before anything is written.
    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        try checkThatAllIsNew()
        if crawls {
            return try NewCrawl(
                site: site,
                address: pageNames[0],
                rulesPath: rulesPath,
                corpus: NewSite.corpusFolder,
                clock: saved,
                limit: limit,
                fetching: fetching
            ).run(registry)
        }
        let pages = try self.pages()
        let draft: (text: [UInt8], notes: [String])
        let rules: Rules
        let isLearned = !values.isEmpty || !fields.isEmpty
        if !isLearned {
            do throws(Diagnostics) {
                let drafted = try Draft.rules(for: pages)
                draft = (Array(drafted.text.utf8), drafted.notes)
            } catch {
                return Console.fail(error)
            }
        } else {
            draft = try learned(pages)
        }
        do throws(Diagnostics) { rules = try expecting(draft.text, of: pages) } catch {
            return Console.fail(error)
        }
        var files = [NewFile(path: rulesPath, bytes: rules.file.bytes)]
        var counts: [(type: String, count: Int)] = []
        for (page, name) in zip(pages, NewSite.caseNames(of: pages)) {
            let outcome = rules.scrape(page)
            guard outcome.unread.isEmpty else { return Console.fail(Diagnostics(outcome.unread)) }
            // The notes of a draft report it.
            if isLearned { Console.report(outcome.diagnostics.truncations) }
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

    /// The rules that are learned from the pages' values, with a note for each field that is not found.
    private func learned(_ pages: [Page]) throws(Diagnostic) -> (text: [UInt8], notes: [String]) {
        let given = try LearnValues(values, pages, fields.compactMap(LearnValues.member))
        guard !given.examples.isEmpty else {
            throw Diagnostic(.rules, "no page has values", at: Location(file: values))
        }
        var learned = Learner().learn(given.examples, record: given.type ?? "Page")
        learned.match = LearnedRules.patterns(for: pages)
        guard learned.hasFields else {
            throw Diagnostic(
                .rules,
                "no field is found on the pages",
                help: "scrape learn --output RULES.json \(pages[0].name) reports what is near the values"
            )
        }
        let notes = learned.fields.filter { $0.status == .notFound }.map {
            "Of \($0.name), no selector yields the values of all examples."
        }
        return (learned.text, notes)
    }

    /// The drafted rules with expectations learned from the records of their pages.
    private func expecting(_ text: [UInt8], of pages: [Page]) throws(Diagnostics) -> Rules {
        let draft = try Rules(SourceText(name: rulesPath, bytes: text), registry: Registry())
        let samples = pages.map { ExpectationSample($0, by: draft) }
        let learned = LearnedExpectations(draft, samples).written(into: text)
        return try Rules(SourceText(name: rulesPath, bytes: learned), registry: Registry())
    }

    private var rulesPath: String { "\(NewSite.rulesFolder)/\(site).json" }
    private var casesPath: String { "\(NewSite.corpusFolder)/\(site)" }

    private func checkThatAllIsNew() throws(Diagnostic) {
        // Rules are found without regard to letter case: a site is only new if no file has its name in any spelling.
        let wanted = site.lowercased() + ".json"
        let found = ((try? File.names(in: NewSite.rulesFolder)) ?? []).first {
            $0.lowercased() == wanted
        }
        let path = found.map { "\(NewSite.rulesFolder)/\($0)" } ?? casesPath
        guard found != nil || File.kind(of: casesPath) != .nothing else { return }
        throw Diagnostic(
            .rules,
            "\(path) already exists",
            help: "use another name; nothing is overwritten"
        )
    }

    // MARK: - Pages

    private func pages() throws(Diagnostic) -> [Page] {
        var pages: [Page] = []
        for (index, name) in pageNames.enumerated() {
            let url = urls.isEmpty ? nil : urls[index]
            var page = try PageFile.read(
                name,
                url: url,
                encoding: encoding,
                clock: saved,
                otherwise: PageClock.text(ofFile: name),
                fetching: fetching
            )
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
        if let encoding = page.encoding { facts.append(Value.Member("encoding", .string(encoding.name))) }
        let text = JSONWriter.pretty(.object(facts)) + "\n"
        return [
            NewFile(path: "\(folder)/page.\(NewSite.fileExtension(of: page))", bytes: page.bytes),
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

    // MARK: - Names

    /// A name for the case of each page: that of its file, in characters that every system allows, and numbered if
    /// several pages have the same.
    private static func caseNames(of pages: [Page]) -> [String] {
        var taken: Set<String> = []
        return pages.map { page in
            let name = plain(page.name.split(separator: "/").last.map(String.init) ?? "")
            var candidate = name
            var number = 2
            while !taken.insert(candidate).inserted {
                candidate = "\(name)-\(number)"
                number += 1
            }
            return candidate
        }
    }

    private static func plain(_ file: String) -> String {
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        var name = ""
        for character in stem.lowercased() {
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            if isPlain { name.append(character) } else if !name.isEmpty, name.last != "-" { name.append("-") }
        }
        while name.last == "-" { name.removeLast() }
        return name.isEmpty ? "first" : String(name.prefix(60))
    }

    /// The extension of a page's file, by its format.
    private static func fileExtension(of page: Page) -> String {
        let source = PageReader.probableSource(of: page)
        return source == "text" ? "txt" : source
    }

    // MARK: - Summary

    private func summary(
        _ files: [NewFile],
        _ counts: [(type: String, count: Int)],
        _ notes: [String]
    ) -> String {
        let found = counts.map { "\($0.count) \($0.type)" }.joined(separator: ", ")
        // The command takes one address, so that with several addresses it is that of the first page.
        let page =
            urls.first.map { "\(pageNames[0].shellQuoted) --url \($0.shellQuoted)" }
            ?? pageNames.map(\.shellQuoted).joined(separator: " ")
        let lines =
            files.map { "wrote \($0.path)" } + ["", "The draft yields \(found)."] + notes
            + [
                "", "Check it, correct it where needed, and continue with:",
                "  scrape check \(site) --corpus \(NewSite.corpusFolder)",
                "  scrape test \(site)",
                "  scrape --rules \(site) \(page)",
            ]
        return lines.joined(separator: "\n")
    }
}
