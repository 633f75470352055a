import Foundation
import Records
import Scraping
import TestSupport
import Testing

@testable import Drafting

/// The tables of `Tests/Tables/DraftingPages`, whose inputs are whole pages, with ` ⇒ ` between two of them:
///
/// - `@draft NAME`: the pages have this name; the result is the drafted rules, and the notes.
/// - `@crawl ADDRESS`: the content of a list's first page, which has this address, of its second page, and of pages of
///   entries; the result is the rules that fetch pages, those with records, and what was found.
/// - `@teach VALUES`: the values of the pages in JSON, a list of them for each page; the result is the learned rules, and
///   the report. With `@widen`, a list is learned of a field that usually has several values.
/// - `@repair RULES`: the page before the redesign and the one after it, and other pages from before it; the result is
///   the report, and the rules. With `@kind`, the rules of this kind of a crawl are repaired.
/// - `@links RULES`: the same for the links of a crawl's page of the kind `list`.
@Suite struct PageRowTableTests {
    @Test(arguments: RowTable.names("DraftingPages"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("DraftingPages", name, PageRowTableTests.result) == [])
    }

    private static func result(_ settings: RowTable.Settings, _ input: String) throws -> String {
        let parts = input.components(separatedBy: " ⇒ ")
        if let name = settings["draft"] { return drafted(parts, name) }
        if let address = settings["crawl"] { return crawl(parts, address) }
        if let values = settings["teach"] { return taught(parts, values, settings) }
        if let rules = settings["repair"] { return try repaired(parts, rules, settings) }
        return try linked(parts, settings["links"] ?? "")
    }

    private static func page(_ text: String, _ name: String, _ url: String? = nil) -> Page {
        Page(name: name, bytes: Array(text.utf8), url: url, encoding: .utf8, clock: "2026-05-28T18:00:00Z")
    }

    /// A text on one line, without indentation.
    private static func flat(_ text: [UInt8]) -> String {
        String(decoding: text, as: UTF8.self).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }

    private static func drafted(_ parts: [String], _ name: String) -> String {
        let pages = parts.map { page($0, name, "https://site.example/\(name)") }
        do throws(Diagnostics) {
            let draft = try Draft.rules(for: pages)
            return ([flat(Array(draft.text.utf8))] + draft.notes).joined(separator: " | ")
        } catch {
            return error.all.map { "error: \($0.message)" }.joined(separator: " | ")
        }
    }

    private static func crawl(_ parts: [String], _ address: String) -> String {
        func whole(_ text: String, _ url: String) -> Page {
            let html = "<!doctype html><html lang=en><title>Plants</title><main>\(text)</main></html>"
            return page(html, "\(url.split(separator: "/").last ?? "")", url)
        }
        do throws(Diagnostics) {
            let first = whole(parts[0], address)
            var draft = try CrawlDraft(first)
            var lists = [first]
            if parts.count > 1, let next = draft.nextAddress {
                lists.append(whole(parts[1], next))
                try draft.confirm(by: lists[1])
            }
            let outline = flat(draft.outline)
            let details = parts.dropFirst(2).enumerated().map { whole($1, "\(address)/\($0)") }
            let rules = flat(try draft.rules(lists: lists, details: details))
            return ([outline, rules] + draft.findings).joined(separator: " | ")
        } catch {
            return error.all.map { "error: \($0.message)" }.joined(separator: " | ")
        }
    }

    private static func taught(_ parts: [String], _ values: String, _ settings: RowTable.Settings) -> String {
        let known = JSON.read(Array(values.utf8), dialect: .relaxed).json?.value.list ?? []
        let examples = zip(parts, known).enumerated().map { index, part in
            let page = page(part.0, "\(index).html", "https://site.example/\(index)")
            return LearningExample(page, records: (part.1.list ?? [part.1]).compactMap(\.object))
        }
        var learner = Learner(mutations: settings["mutations"].flatMap { Int($0) } ?? 0)
        learner.widensLists = settings["widen"] != nil
        let learned = learner.learn(examples, record: "Plant")
        return "\(flat(learned.text)) | \(JSONWriter.compact(learned.report))"
    }

    private static func repaired(
        _ parts: [String],
        _ rules: String,
        _ settings: RowTable.Settings
    ) throws
        -> String
    {
        let registry = Registry()
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(rules.utf8)), registry: registry)
        let scope = RepairScope(kind: settings["kind"])
        let pages = parts.enumerated().map { page($1, "page\($0)", settings["url"]) }
        let golden = rules.ofKind(named: scope.kind).scrape(pages[0]).records
        let repair = Repairer(registry: registry, mutations: 0).repair(
            rules,
            old: pages[0],
            golden: golden,
            new: pages[pages.count > 1 ? 1 : 0],
            others: Array(pages.dropFirst(2)),
            in: scope
        )
        let state = repair.isComplete ? "complete" : "incomplete"
        let text = repair.text == rules.file.bytes ? "unchanged" : flat(repair.text)
        return "\(state): \(JSONWriter.compact(repair.report)) | \(text)"
    }

    private static func linked(_ parts: [String], _ rules: String) throws -> String {
        let registry = Registry()
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(rules.utf8)), registry: registry)
        guard let repairer = LinkRepairer(registry: registry, RepairScope(kind: "list"), origin: "old") else {
            return "no kind"
        }
        let pages = parts.enumerated().map { page($1, "page\($0)", "https://site.example/list") }
        let (old, new) = (pages[0], pages[pages.count > 1 ? 1 : 0])
        let (text, links) = repairer.repair(rules, old: old, new: new)
        let share = LinkRepairer.share(rules, kind: "list", of: old, on: new)
        let leadsOn = LinkRepairer.leadsOn(rules, kind: "list", as: old, on: new)
        // An arrow is between a row's input and its result.
        let reports = links.map { JSONWriter.compact($0.report) }.joined(separator: ", ")
            .replacing(" → ", with: " to ")
        let changed = text == rules.file.bytes ? "unchanged" : flat(text)
        return "\(share)\(leadsOn ? ", leads on" : ""): \(reports) | \(changed)"
    }
}
