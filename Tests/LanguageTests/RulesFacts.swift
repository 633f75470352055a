import Basics
import Records
import Selectors

@testable import Language

/// What valid rules say about pages, records and requests, as text.
struct RulesFacts {
    let rules: Rules
    /// Whether what takes long in thousands of rows is left out: the check of each selector's text, and Swift types.
    let isShort: Bool

    init(_ rules: Rules, isShort: Bool = false) {
        self.rules = rules
        self.isShort = isShort
    }

    var text: String {
        let parts = [
            ("selectors", selectors), ("warnings", warnings), ("labels", rules.labels), ("series", series),
            ("unique", rules.uniqueKeys.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }),
            ("names", names), ("crawl", crawl), ("reads", flags), ("schema", schema),
        ]
        return parts.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
            .joined(separator: "; ")
    }

    /// The selectors of each field, and what else it is made of.
    private var selectors: [String] {
        rules.fieldSelectors.map { field in
            let uses = field.uses.map { "\($0.text) at \($0.range.lowerBound)" }
            let facts = [
                field.column.map { "column \($0)" }, field.alias.map { "as \($0)" },
                field.sources.isEmpty ? nil : "from \(field.sources)",
            ]
            let path = field.path.map { ".\($0)" } ?? ""
            return "\(field.record)\(path) = \((uses + facts.compactMap { $0 }).joined(separator: " / "))"
        }
    }

    private var warnings: [String] {
        ((isShort ? [] : rules.brittle) + rules.oneSided + [rules.wholeTreeNote].compactMap { $0 }).map {
            warning in
            let help = warning.help.map { " (\($0))" } ?? ""
            return "\(warning.location.map { "\($0)" } ?? "") \(warning.message)\(help)"
        }
    }

    private var series: [String] {
        guard let series = rules.series else { return [] }
        return [series.record.name]
            + series.path.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "*" }
    }

    /// The known names, the uses of each, and the names that the rules use.
    private var names: [String] {
        guard let index = rules.nameIndex else { return rules.names.map { "\($0.name) \($0.text)" } }
        let entries = index.entries.sorted { $0.key < $1.key }.map { name, entry in
            "\(name) \(entry.known.text) \(entry.uses.map(\.text))"
        }
        let used = index.consulted
        let sets = [used.classes, used.ids, used.attributes, used.elements].map {
            $0.sorted().joined(separator: " ")
        }
        let values = used.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.sorted())" }
        let has = ["price", "Price-old", "x"].map { "\(used.has(class: $0)) \(used.has(id: $0))" }
        return entries + sets + values + has
    }

    private var crawl: [String] {
        guard let crawl = rules.crawl else { return [] }
        let urls = [
            "https://a.example/", "https://a.example/list/1", "https://a.example/item/1?q=2",
            "https://b.example/",
        ]
        let kinds = urls.map { url in
            "\(crawl.covers(url) ? "covers" : "-") \(crawl.kind(of: url)?.name ?? "-") "
                + "\(rules.ofKind(at: url).records.map(\.name)) \(rules.reasonToLeaveOut(url) ?? "-")"
        }
        let own = crawl.kinds.map { kind in
            "\(kind.name) \(kind.method) \(kind.refresh) \(kind.ignored) \(kind.ownRecords(besides: rules).map(\.name)) "
                + "\(rules.ofKind(named: kind.name).records.map(\.name))"
        }
        return crawl.graph + kinds + own + ["\(rules.ofKind(named: nil).records.count)"]
    }

    private var flags: [String] {
        let bare = rules.withoutExpectations
        let all = [
            rules.readsData ? "data" : nil, rules.needsAddress ? "needs a base" : nil,
            rules.truncationReports == .all ? "whole pages" : nil,
            bare.series == nil ? nil : "series without expectations",
            rules.reading(as: rules).series == nil ? nil : "series",
            bare.records.contains { !$0.expectations.isEmpty } || !bare.names.isEmpty ? "expects" : nil,
        ]
        return all.compactMap { $0 } + rules.match + ["\(rules.priority)"]
    }

    private var schema: [String] {
        let json = JSONWriter.compact(rules.schema.jsonSchema(title: rules.about))
        return isShort ? [json] : [rules.schema.swiftTypes(origin: nil), json]
    }
}
