import Cases
import Drafting
import Engine
import Records

/// A site's rules that are repaired with new pages, one after the other.
struct RepairRun {
    private let site: RepairedSite
    private let registry: Registry
    /// Whether each page is named before its result.
    private let namesPages: Bool
    /// The rules with all repairs so far, with which the next page begins.
    private(set) var text: [UInt8]
    private(set) var status = ExitStatus.success
    /// What was found, a report for each page.
    private(set) var reports: [Value] = []
    private var done: [RepairedSite.NewPage] = []
    /// The pages that were given, or fetched by their addresses: those whose values are all found, and the others.
    private var whole: [RepairedSite.NewPage] = []
    private var parts: [(page: RepairedSite.NewPage, reason: String)] = []
    /// The crawls that have been made again.
    private var crawls: [(refresh: CrawlRefresh, archive: RefreshedArchive, isWhole: Bool)] = []

    init(_ site: RepairedSite, _ registry: Registry, namesPages: Bool) {
        self.site = site
        self.registry = registry
        self.namesPages = namesPages
        text = site.rules.file.bytes
    }

    private func rules() throws(Diagnostics) -> Rules {
        try Rules.read(SourceText(name: site.path, bytes: text), registry: registry)
    }

    /// Repairs the rules with a new page, which becomes a case if all of its values are found.
    mutating func add(_ new: RepairedSite.NewPage) throws(Diagnostics) {
        let result = try repair(new, namesPage: namesPages)
        if result.isCutOff {
            parts.append((new, "it looks cut off"))
        } else if result.isComplete {
            whole.append(new)
        } else {
            parts.append((new, "not all of its values are found"))
        }
    }

    /// Repairs the rules with a new page.
    private mutating func repair(
        _ new: RepairedSite.NewPage,
        namesPage: Bool
    ) throws(Diagnostics) -> RepairedSite.Result {
        let result = try site.repair(try rules(), new, after: done, registry)
        let known = site.named[new.known]
        if namesPage { Console.print("\(new.page.name), after \(known.name):") }
        Console.report(result.truncations)
        status = max(status, max(ExitStatus(result.truncations), RepairOutput.show(result)))
        text = result.text
        let name = Value.Member("case", .string(known.name))
        reports.append(.object([name] + result.report))
        done.append(new)
        return result
    }

    /// How often a crawl is continued with repaired rules, which may lead to more pages.
    private static let rounds = 4
    /// The maximum number of pages of a kind that are tried without success: the others probably lack the same values.
    private static let failures = 3

    /// Makes a crawl again, and repairs the rules with each page of it that has lost something. The crawl continues
    /// with the repaired rules until it finds no new page.
    mutating func add(
        _ crawl: RepairedSite.Crawl,
        _ fetching: FetchSettings,
        _ limits: Limits
    ) throws(Diagnostics) {
        let refresh = try CrawlRefresh(crawl.test, crawl.facts, try rules(), fetching, limits)
        let archive = try refresh.archive()
        var seen: Set<[UInt8]> = []
        var isWhole = true
        var count = 0
        var unknown = 0
        var failed: [String: Int] = [:]
        for _ in 0..<RepairRun.rounds {
            let before = text
            for found in try refresh.run(try rules(), archive).pages {
                let name = "\(found.kind?.name ?? "") \(found.page.url ?? found.page.name) "
                guard seen.insert(Array(name.utf8) + found.page.bytes).inserted else { continue }
                count += 1
                guard let known = site.known(found, of: crawl) else {
                    // A page without results in the old crawl has nothing to lose.
                    unknown += found.page.url.map(crawl.addresses.contains) == true ? 0 : 1
                    continue
                }
                let new = site.page(found.page, of: known)
                guard site.isLost(try rules(), new) else {
                    done.append(new)
                    continue
                }
                let kind = found.kind?.name ?? ""
                if failed[kind, default: 0] < RepairRun.failures {
                    let result = try repair(new, namesPage: true)
                    if result.isComplete, !result.isCutOff { continue }
                }
                isWhole = false
                failed[kind, default: 0] += 1
            }
            if text == before { break }
        }
        if text == site.rules.file.bytes, isWhole {
            Console.print("\(crawl.test): \(count) \(count == 1 ? "page is" : "pages are") read as before")
        }
        for (kind, count) in failed.sorted(by: { $0.key < $1.key }) where count > RepairRun.failures {
            let more = count - RepairRun.failures
            Console.log(
                .note,
                "\(more) more page\(more == 1 ? "" : "s") of \"\(kind)\" lack\(more == 1 ? "s" : "") something, and \(more == 1 ? "is" : "are") not tried"
            )
        }
        if unknown > 0 {
            Console.log(
                .note,
                "\(unknown) of the \(count) pages of the new crawl \(unknown == 1 ? "is" : "are") like none of the old one"
            )
        }
        crawls.append((refresh, archive, isWhole))
    }

    /// Saves the pages and crawls whose values are all found as cases, once the rules are written.
    func save(_ store: RulesStore) throws(Diagnostics) {
        // Otherwise unknown values would become golden values.
        for (new, reason) in parts {
            Console.print("\(new.page.name) is not a case yet: \(reason)")
        }
        try site.save(whole, registry)
        for (refresh, archive, isWhole) in crawls {
            if isWhole {
                if text != site.rules.file.bytes { try refresh.save(archive, store) }
            } else {
                Console.print(
                    "the new crawl of \(refresh.test) is not a case yet: not all of its values are found"
                )
            }
        }
    }
}
