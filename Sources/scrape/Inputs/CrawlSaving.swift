import Cases
import Crawling
import Engine
import Language
import Records

/// A crawl that becomes a case: its archive is written into the case's folder, and the result of a replay becomes its
/// golden file and its requests.
struct CrawlSaving {
    private let corpus: String
    private let site: String
    private let name: String
    private let rulesName: String

    /// - Parameters:
    ///   - text: the case: a name, or `site/name`.
    ///   - rules: the path of the rules file.
    /// - Throws: if the case exists, its rules would not be found by their name, or the machine is a build server.
    init(_ text: String, corpus: String?, rules: String, _ catalogue: RulesCatalogue) throws(Diagnostic) {
        try BuildServer.refuse("--save", help: "save cases where you can review them")
        let file = rules.split(separator: "/").last.map(String.init) ?? rules
        rulesName = file.lowercased().hasSuffix(".json") ? String(file.dropLast(5)) : file
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        guard (1...2).contains(parts.count), !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") })
        else {
            throw Diagnostic(
                .rules,
                "\(text.quoted) is not a case name (--save)",
                help: "write CASE or SITE/CASE"
            )
        }
        site = parts.count == 2 ? parts[0] : rulesName
        name = parts[parts.count - 1]
        self.corpus = corpus ?? "Corpus"
        guard let found = try? catalogue.path(of: rulesName), File.isSame(found, rules) else {
            throw Diagnostic(
                .rules,
                "a case refers to its rules by name, and the name \(rulesName) does not lead to \(rules) (--save)",
                help: "put the rules file into a folder of rules: ./Rules, or a folder of SCRAPE_RULES_PATH"
            )
        }
        if File.kind(of: folder) != .nothing {
            throw Diagnostic(
                .rules,
                "\(folder) already exists (--save)",
                help: "name another case, or remove the folder; scrape test --update keeps its archive"
            )
        }
    }

    /// A new case of a site.
    ///
    /// - Parameter rules: the name of its rules, if that is not the site's.
    init(site: String, name: String, rules: String? = nil, corpus: String) {
        self.corpus = corpus
        self.site = site
        self.name = name
        rulesName = rules ?? site
    }

    private var folder: String { "\(corpus)/\(site)/\(name)" }

    /// The path of the case's archive.
    var archive: String { "\(folder)/crawl.warc.gz" }

    /// Copies the archive of an earlier run into the case.
    func copy(_ path: String) throws(Diagnostic) {
        let ending = [".gz", ".zst"].first { path.hasSuffix($0) } ?? ""
        do throws(File.Failure) { try write(try File.read(path), "crawl.warc\(ending)") } catch {
            throw Diagnostic(.input, "cannot copy the archive: \(error)", at: Location(file: path))
        }
    }

    private func write(_ bytes: [UInt8], _ file: String) throws(File.Failure) {
        try File.makeFolders(for: "\(folder)/\(file)")
        try File.write(bytes, toNewFile: "\(folder)/\(file)", isProgram: false)
    }

    /// Writes `case.json`, then the golden file and the requests of the crawl, by repeating it from the archive.
    ///
    /// - Returns: a summary of what has been saved, in one line.
    func finish(
        clock: String,
        _ inputs: CrawlInputs,
        limit: Int?,
        _ store: RulesStore
    ) throws(Diagnostics) -> String {
        var members = [Value.Member("saved", .string(clock))]
        if site != rulesName { members.append(Value.Member("rules", .string(rulesName))) }
        let given = inputs.archived
        if !given.isEmpty { members.append(Value.Member("inputs", .object(given))) }
        if let limit { members.append(Value.Member("limit", .number(Number(limit)))) }
        let facts = JSONWriter.pretty(.object(members)) + "\n"
        do throws(File.Failure) { try write(Array(facts.utf8), "case.json") } catch {
            throw Diagnostics([
                Diagnostic(.input, "cannot write the case: \(error)", at: Location(file: folder))
            ])
        }
        guard
            let test = try Corpus(folder: corpus).cases().first(where: { $0.site == site && $0.name == name })
        else {
            throw Diagnostics([Diagnostic(.input, "cannot read the case", at: Location(file: folder))])
        }
        let result = CaseResult(of: test, store)
        _ = try result.update()
        let requests = result.requestCount
        let records = result.outcome?.records.count ?? 0
        return "saved \(folder): \(requests) request\(requests == 1 ? "" : "s"), "
            + "\(records) record\(records == 1 ? "" : "s")"
    }
}
