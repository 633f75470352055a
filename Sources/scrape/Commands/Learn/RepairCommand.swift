import Basics
import Cases
import Crawling
import Drafting
import Encoding
import Engine
import Records

/// `scrape repair`: proposes rules for pages that have changed.
struct RepairCommand: RulesCommand {
    private var operands: [String] = []
    private var old = ""
    private var golden = ""
    private var new = ""
    private var output: String?
    private var report: String?
    private var corpus: String?
    private var writes = false
    private var refreshes = false
    private var url: String?
    private var encoding: Encoding?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "repair",
        about: "propose rules for pages that have changed",
        usage: [
            "scrape repair [options] SITE[/CASE] [NEWPAGE...]",
            "scrape repair [options] RULES --old PAGE --golden GOLDEN --new PAGE",
        ],
        description: """
            A site has changed its pages, and values are missing. From an old page, with the values that it had, and
            the new page, repair finds out which names the site has replaced and where the values are now, and
            proposes changed rules as a difference. Nothing is written without --write or --output.

            A change is proposed only if the changed rules read the new page like the old one, and the old one as before. A short value
            that is in several places is not guessed: it is reported as unknown, with the candidates.

            With a SITE the old page is a case, whose golden file has the values: the one that is named, or
            else the one of the same address, or the one that has the most values in common with the new page.
            All other cases are read as before. NEWPAGE is a file or an address; without it the pages of the
            cases are fetched again. With several, the rules are repaired with one after the other.

            A case may be a crawl: NEWPAGE is then one of its pages, and has the values that the crawl reads on the old one;
            without it the crawl is made again with the case's inputs. Where a list no longer leads to its next page or its
            entries, the links that are like the old ones are proposed. All crawls yield the same records from the
            same requests as before.
            """,
        operands: .files(or: .cases),
        exits: [
            .success: "all values are found, with the current rules or the proposed ones",
            .page: "a value is unknown or gone", .usage: "the command line or a rules file is wrong",
            .input: "a page cannot be read to its end, or a file cannot be written",
        ],
        examples: [
            "scrape repair plants/oak new-oak.html", "scrape repair plants/oak new-oak.html --write",
            "scrape repair plants.json --old oak.html --golden golden.json --new new-oak.html --output repaired.json",
        ]
    )

    static var options: [Option<RepairCommand>] {
        [
            .value("--old", .file("PAGE"), "Use PAGE as the old page, instead of a case.") { $0.old = $1 },
            .value(
                "--golden",
                .file(),
                "Read the old page's values from FILE.",
                details: "It is a golden file, a list of records, or an object of the only record's fields."
            ) { $0.golden = $1 },
            .value("--new", .file("PAGE"), "Use PAGE as the new page.") { $0.new = $1 },
            .value("--output", short: "-o", .file(), "Write the proposed rules to FILE.") { $0.output = $1 },
            .value(
                "--report",
                .file(),
                "Write what was found to FILE, as JSON.",
                details: """
                    It has for each field its status (kept, repaired, unknown, data-only or gone), the confidence from 0 to 1,
                    selectors, the value before and after, and the second-best candidate.
                    """
            ) { $0.report = $1 },
            .flag(
                "--write",
                "Change the site's rules file, and add each new page or crawl whose values are all found as a case.",
                details: "A page that looks cut off is not added."
            ) {
                $0.writes = true
            },
            .flag(
                "--refresh",
                "Fetch the pages of the cases again, by their addresses, and crawls with their inputs.",
                details: "This is the default if no page is given."
            ) { $0.refreshes = true },
            .corpus(\.corpus),
            .url(\.url, details: "It is used for both pages, if they do not declare their own."),
            .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        self.operands = operands
        let isBare = !old.isEmpty || !golden.isEmpty || !new.isEmpty
        let example = "write scrape repair plants.json --old oak.html --golden golden.json --new new-oak.html"
        if operands.isEmpty {
            throw Diagnostic(
                .rules,
                "neither a site nor a rules file is given",
                help: "write scrape repair plants/oak new-oak.html"
            )
        }
        if isBare {
            for (name, value) in [("--old", old), ("--golden", golden), ("--new", new)] where value.isEmpty {
                throw Diagnostic(.rules, "\(name) is missing", help: example)
            }
            if operands.count > 1 {
                throw Diagnostic(.rules, "\"\(operands[1])\" is one operand too many", help: example)
            }
            if writes {
                throw Diagnostic(.rules, "--write is for a site of the corpus", help: "write --output FILE")
            }
            if refreshes {
                throw Diagnostic(.rules, "--refresh is for a site of the corpus", help: example)
            }
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        if writes { try BuildServer.refuse("--write", help: "repair rules on your own machine") }
        do throws(Diagnostics) {
            return old.isEmpty ? try repairSite(registry) : try repairFile(registry)
        } catch {
            return Console.fail(error)
        }
    }

    // MARK: - Without a corpus

    private func repairFile(_ registry: Registry) throws(Diagnostics) -> ExitStatus {
        let path = try Diagnostics.single { () throws(Diagnostic) in try catalogue.path(of: operands[0]) }
        let rules = try Rules.load(path, registry: registry)
        let (pages, records) = try Diagnostics.single { () throws(Diagnostic) in
            ((old: try page(old), new: try page(new)), try goldenRecords(golden, rules))
        }
        let read = [pages.old, pages.new].flatMap { rules.scrape($0).diagnostics }
        guard read.unread.isEmpty else { throw Diagnostics(read.unread) }
        let truncations = read.truncations
        Console.report(truncations)
        if Repairer.share(of: records, on: pages.old) == 0,
            records.contains(where: { $0.fields.contains { ($0.value.string ?? "").count >= 4 } })
        {
            Console.log(
                .warning,
                "\(old) has none of the texts of \(golden): they are probably of another page"
            )
        }
        let repair = Repairer(registry: registry).repair(
            rules,
            old: pages.old,
            golden: records,
            new: pages.new
        )
        let status = RepairOutput.show(repair)
        RepairOutput.showDifference(from: rules.file.bytes, to: repair.text)
        try save(repair.report, repair.text, output)
        return max(status, ExitStatus(truncations))
    }

    private func page(_ name: String) throws(Diagnostic) -> Page {
        var page = try PageFile.read(
            name,
            url: url,
            encoding: encoding,
            otherwise: PageClock.text(ofFile: name),
            limits: reading.limits,
            fetching: fetching
        )
        page.url = page.url ?? Draft.address(of: page)
        return page
    }

    /// The records in a file: those of a golden file, a list of records, or the fields of a single one.
    private func goldenRecords(_ path: String, _ rules: Rules) throws(Diagnostic) -> [Record] {
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostic(.input, "cannot read \(path): \(error)", at: Location(file: path))
        }
        let (json, errors) = JSON.read(bytes, dialect: .strict)
        guard let value = json?.value, errors.isEmpty else {
            throw Diagnostic(.rules, errors.first?.message ?? "expected records", at: Location(file: path))
        }
        let found = RepairCommand.records(value.list ?? value["records"]?.list ?? [value], rules)
        try checkNames(of: found, path, rules)
        guard !found.isEmpty else {
            throw Diagnostic(
                .rules,
                "expected records, found \(value.list?.isEmpty == true ? "none" : value.kind)",
                at: Location(file: path),
                help: "write an object with the values of the fields: {\"name\": \"Oak\"}"
            )
        }
        return found
    }

    /// Refuses golden records that have no field of the rules: they would all be unknown.
    private func checkNames(of found: [Record], _ path: String, _ rules: Rules) throws(Diagnostic) {
        let known = rules.schema.types.flatMap(\.fields).map(\.name)
        let names = found.flatMap(\.fields).map(\.name)
        guard let first = names.first, Set(names).isDisjoint(with: known) else { return }
        throw Diagnostic(
            .rules,
            "\(rules.file.name) has no field \"\(first)\"",
            at: Location(file: path),
            help: Suggestion.help(for: first, among: known)
                ?? "name the values as the rules' fields: \(known.prefix(8).joined(separator: ", "))"
        )
    }

    /// Objects as records: of their own type, or else of the rules' first type.
    static func records(_ objects: [Value], _ rules: Rules) -> [Record] {
        let type = rules.schema.types.first?.name ?? "Record"
        return objects.compactMap { object in
            guard let members = object.object else { return nil }
            return Record(
                type: object["@type"]?.string ?? type,
                fields: members.filter { !$0.name.hasPrefix("@") }
            )
        }
    }

    // MARK: - With a corpus

    private func repairSite(_ registry: Registry) throws(Diagnostics) -> ExitStatus {
        let site = try RepairedSite(operands[0], in: corpus, catalogue, registry)
        var pages: [RepairedSite.NewPage] = []
        var strangers: [Diagnostic] = []
        var crawls: [RepairedSite.Crawl] = []
        try Diagnostics.single { () throws(Diagnostic) in
            for name in operands.dropFirst() {
                let page = try page(name)
                do throws(Diagnostic) { pages.append(try site.assigned(page)) } catch {
                    // The other pages are repaired.
                    if operands.count == 2 { throw error }
                    strangers.append(error)
                }
            }
            if refreshes || pages.isEmpty && strangers.isEmpty {
                for (known, url) in try site.addresses() { pages.append(site.page(try page(url), of: known)) }
                crawls = site.crawls.filter(\.isNamed)
            }
        }
        if pages.isEmpty, !strangers.isEmpty { throw Diagnostics(strangers) }
        let status = strangers.isEmpty ? .success : Console.fail(Diagnostics(strangers))
        var run = RepairRun(site, registry, namesPages: operands.count > 2 || pages.count > 1)
        for new in pages { try run.add(new) }
        for crawl in crawls { try run.add(crawl, fetching, reading.limits) }
        let (old, text) = (site.rules.file.bytes, run.text)
        RepairOutput.showDifference(from: old, to: text)
        let path = writes && text != old ? site.path : nil
        try save(run.reports.count == 1 ? run.reports[0] : .list(run.reports), text, output ?? path)
        if writes {
            try run.save(RulesStore(catalogue, registry: registry, crawls: .ofArchives))
            Console.print("Continue with: scrape expect \(site.name); scrape test \(site.name)")
        }
        return max(run.status, status)
    }

    // MARK: - Output

    private func save(_ record: Value, _ text: [UInt8], _ path: String?) throws(Diagnostics) {
        try Diagnostics.single { () throws(Diagnostic) in
            if let report { try write(Array((JSONWriter.pretty(record) + "\n").utf8), to: report) }
            if let path { try write(text, to: path) }
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: path)
            let file = try ReplacementFile(path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
        }
        Console.print("wrote \(path)")
    }
}
