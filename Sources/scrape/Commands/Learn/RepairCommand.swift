import Basics
import Cases
import Drafting
import Encoding
import Records
import Scraping

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
    private var encoding: Encoding?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "repair",
        about: "propose rules for pages that have changed",
        usage: [
            "scrape repair [options] SITE[/CASE] NEWPAGE...",
            "scrape repair [options] RULES --old PAGE --golden GOLDEN --new PAGE",
        ],
        description: """
            A site has changed its pages, and values are missing. From an old page, with the values that it had, and
            the new page, repair finds out which names the site has replaced and where the values are now, and
            proposes changed rules as a difference. Nothing is written without --write or --output.

            A change is proposed only if the new page is read as the old one was, and the old one as before. A short value
            that is in several places is not guessed: the answer is that it is unknown, with the candidates.

            With a SITE the old page is its case, or the one that is named, and the golden file has the values. NEWPAGE is a
            file or an address; without it the case's own address is got.
            """,
        operands: .files(or: .cases),
        exits: [
            .success: "all values are found, with the present rules or the proposed ones",
            .page: "a value is unknown or gone", .usage: "the command line or a rules file is wrong",
            .input: "a page cannot be read, or a file not be written",
        ],
        examples: [
            "scrape repair plants/oak new-oak.html", "scrape repair plants/oak new-oak.html --write",
            "scrape repair plants.json --old oak.html --golden golden.json --new new-oak.html --output repaired.json",
        ]
    )

    static var options: [Option<RepairCommand>] {
        [
            .value("--old", .file("PAGE"), "Take PAGE as the old page, instead of a case.") { $0.old = $1 },
            .value(
                "--golden",
                .file(),
                "Read the old page's values from FILE.",
                details: "It is a golden file, a list of records, or an object of the only record's fields."
            ) { $0.golden = $1 },
            .value("--new", .file("PAGE"), "Take PAGE as the new page.") { $0.new = $1 },
            .value("--output", short: "-o", .file(), "Write the proposed rules to FILE.") { $0.output = $1 },
            .value(
                "--report",
                .file(),
                "Write what was found to FILE, as JSON.",
                details: """
                    It has for each field its status (kept, repaired, unknown, data-only or gone), the confidence from 0 to 1,
                    selectors, the value before and after, and the next best way.
                    """
            ) { $0.report = $1 },
            .flag("--write", "Change the site's rules file, and add the new page as a case.") {
                $0.writes = true
            },
            .corpus(\.corpus), .encoding(\.encoding),
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
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        do throws(Diagnostics) {
            return old.isEmpty ? try repairSite(registry) : try repairFile(registry)
        } catch {
            return Console.fail(error)
        }
    }

    // MARK: - Without a corpus

    private func repairFile(_ registry: Registry) throws(Diagnostics) -> ExitStatus {
        let rules: Rules
        let pages: (old: Page, new: Page)
        let records: [Record]
        do throws(Diagnostic) {
            let path = try catalogue.path(of: operands[0])
            do throws(Diagnostics) { rules = try Rules.load(path, registry: registry) } catch {
                return Console.fail(error)
            }
            pages = (try page(old), try page(new))
            records = try goldenRecords(golden, rules)
        } catch {
            throw Diagnostics([error])
        }
        let repair = Repairer(registry: registry).repair(
            rules,
            old: pages.old,
            golden: records,
            new: pages.new
        )
        return try finish(repair, rules, output)
    }

    private func page(_ name: String) throws(Diagnostic) -> Page {
        var page = try PageFile.read(
            name,
            encoding: encoding,
            otherwise: PageClock.text(ofFile: name),
            limits: reading.limits,
            fetching: fetching
        )
        page.url = page.url ?? Draft.address(of: page)
        return page
    }

    /// The records of a file: of a golden file, a list of them, or the fields of the only one.
    private func goldenRecords(_ path: String, _ rules: Rules) throws(Diagnostic) -> [Record] {
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostic(.input, "cannot read \(path): \(error)", at: Location(file: path))
        }
        let (json, errors) = JSON.read(bytes, dialect: .strict)
        guard let value = json?.value, errors.isEmpty else {
            throw Diagnostic(.rules, errors.first?.message ?? "expected records", at: Location(file: path))
        }
        return records(value.list ?? value["records"]?.list ?? [value], rules)
    }

    private func records(_ objects: [Value], _ rules: Rules) -> [Record] {
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
        let parts = operands[0].split(separator: "/").map(String.init)
        let site = parts.first ?? ""
        let all: [Case]
        do throws(Diagnostic) { all = try CaseChoice(corpus: corpus, names: []).cases() } catch {
            throw Diagnostics([error])
        }
        let cases = all.filter { $0.site == site && !$0.isCrawl }
        let pattern = CasePattern(operands[0])
        let named = parts.count > 1 ? cases.filter { pattern.matches($0) } : cases
        guard let test = named.first(where: { (try? $0.golden().records.isEmpty) == false }) else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no case \(operands[0]) in \(corpus ?? "Corpus")",
                    help: "see scrape test --help"
                )
            ])
        }
        let facts = try test.facts()
        let path: String
        do throws(Diagnostic) { path = try catalogue.path(of: facts.rules ?? site) } catch {
            throw Diagnostics([error])
        }
        let rules = try Rules.load(path, registry: registry)
        let before = try test.page(facts)
        let golden = try test.golden()
        var status = ExitStatus.success
        let names = operands.count > 1 ? Array(operands.dropFirst()) : facts.url.map { [$0] } ?? []
        guard let name = names.first else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no new page is given, and the case has no address",
                    help: "write scrape repair \(operands[0]) new.html"
                )
            ])
        }
        var after: Page
        do throws(Diagnostic) { after = try page(name) } catch { throw Diagnostics([error]) }
        after.url = after.url ?? before.url
        after.clock = before.clock
        let repair = Repairer(registry: registry).repair(
            rules,
            old: before,
            golden: records(golden.records, rules),
            new: after
        )
        // Every other case is still read as before.
        if let repaired = try? Rules.read(SourceText(name: path, bytes: repair.text), registry: registry) {
            for other in cases where other.name != test.name {
                let page = try other.page(try other.facts())
                guard repaired.scrape(page).records != rules.scrape(page).records else { continue }
                Console.print("\(other.name) would be read otherwise; see scrape diff")
                status = .page
            }
        }
        let isWritten = writes && status == .success
        status = max(status, try finish(repair, rules, output ?? (isWritten ? path : nil)))
        if isWritten, let repaired = try? Rules.load(path, registry: registry) {
            try test.save(after, facts, repaired.scrape(after))
            Console.print("Go on with: scrape expect \(site); scrape test \(site)")
        }
        return status
    }

    // MARK: - Output

    private func finish(_ repair: Repair, _ rules: Rules, _ path: String?) throws(Diagnostics) -> ExitStatus {
        var status = ExitStatus.success
        var said: Set<String> = []
        for field in repair.fields where field.status != .kept {
            // Once for all records.
            guard said.insert("\(field.record).\(field.name) \(field.status) \(field.reason)").inserted else {
                continue
            }
            let name = "\(field.record).\(field.name)"
            switch field.status {
            case .kept: break
            case .repaired, .dataOnly:
                let share = Int((field.confidence * 100).rounded())
                let place = field.status == .dataOnly ? ", in data that no reader sees" : ""
                Console.print("\(name): \(field.reason) (\(share) %\(place))")
            case .unknown, .gone:
                status = .page
                Console.print("\(name): \(field.status.rawValue); \(field.reason)")
                for selector in field.selectors.prefix(1) + [field.runnerUp].compactMap(\.self) {
                    Console.print("    perhaps \(selector)")
                }
            }
        }
        let kept = repair.fields.count { $0.status == .kept }
        Console.print("\(kept) of \(repair.fields.count) values are found as before")
        if repair.text != rules.file.bytes {
            Console.print("")
            for line in LineDifference(rules.file.bytes, repair.text).lines { Console.print(line) }
        }
        do throws(Diagnostic) {
            if let report { try write(Array((JSONWriter.pretty(repair.report) + "\n").utf8), to: report) }
            if let path { try write(repair.text, to: path) }
        } catch {
            throw Diagnostics([error])
        }
        return status
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
