import TestSupport
import Testing

@testable import DOM
@testable import Selectors

/// The tables of `Tests/Tables/Selectors`: a selector and the elements of `@page` that it matches below `@scope`, or
/// the error in it: its place, and the probable intention. With `@states SELECTORS` the row is the content of a form,
/// and the result is the selectors that match in it, each with the elements. `@times N` repeats the page, and `@show`
/// names another result.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Selectors"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Selectors", name) { settings, row in
            if let states = settings["states"] { return try RowTableTests.states(states, row) }
            if settings["show"] == "paths" { return try RowTableTests.paths(row) }
            do throws(SelectorError) {
                let list = try SelectorList(row)
                expectLaw(list)
                return RowTableTests.result(list, settings)
            } catch {
                let text = error.explanation ?? "expected \(error.expected), found \(error.found)"
                let help = error.suggestion.map { "; did you mean \($0)" } ?? ""
                return "\(error.line):\(error.column)+\(error.length) at \(error.offset): \(text)\(help)"
            }
        }
        #expect(differences == [])
    }

    private static func result(_ list: SelectorList, _ settings: RowTable.Settings) -> String {
        do { return try Selection(list, settings).result } catch { return "\(error)" }
    }

    private static func states(_ selectors: String, _ content: String) throws -> String {
        let document = try Document.html("<!doctype html><form id=f>\(content)</form>".utf8)
        return try selectors.split(separator: " ").compactMap { selector in
            let found = Matcher(document)
                .select(try SelectorList(String(selector)), from: document.node, includingScope: false)
            let ids = found.map { $0.node.id ?? $0.node.name.string }
            return ids.isEmpty ? nil : "\(selector) \(ids.joined(separator: ","))"
        }
        .joined(separator: " ")
    }

    /// The paths of the elements of a page, short and whole ones.
    private static func paths(_ page: String) throws -> String {
        let document = try Document.html(page.utf8)
        var (short, whole) = (ShortPaths(document), ElementPaths())
        let elements = Elements(document).all
        let paths = elements.map { "\(short.path(of: $0)) = \(whole.path(of: $0))" }
        return paths.dropFirst(3).joined(separator: "; ")
    }
}

/// A selector and a page.
private struct Selection {
    let list: SelectorList
    let settings: RowTable.Settings
    let document: Document
    let elements: Elements
    let start: NodeRef

    init(_ list: SelectorList, _ settings: RowTable.Settings) throws {
        self.list = list
        self.settings = settings
        let count = settings["times"].flatMap(Int.init) ?? 1
        let page = String(repeating: settings["page"] ?? "", count: count) + (settings["tail"] ?? "")
        document = try settings["xml"] == nil ? Document.html(page.utf8) : Document.xml(page.utf8).document
        let elements = Elements(document)
        self.elements = elements
        start = elements.all.first { $0.id != nil && $0.id == settings["scope"] } ?? document.node
    }

    var result: String {
        switch settings["show"] {
        case "miss": miss
        case "variants": variants
        case "reach": reach
        default: matches
        }
    }

    private func name(_ node: NodeRef) -> String { node.id ?? "<\(node.name.string)>" }

    // MARK: - Matches

    private var includesScope: Bool { settings["including"] != nil }

    private var matches: String {
        let found = Matcher(document).select(list, from: start, includingScope: includesScope)
        // However much is remembered, and with or without the parser's index, the matches are the same.
        for isIndexed in [true, false] {
            if !isIndexed { document.revision += 1 }
            for budget in [
                SearchBudget(), SearchBudget(steps: 0, climb: 1), SearchBudget(steps: 3, climb: 2),
            ] {
                let matcher = Matcher(document, budget)
                for _ in 0..<2 {
                    #expect(matcher.select(list, from: start, includingScope: includesScope) == found)
                }
                let first = matcher.firstMatch(list, from: start, includingScope: includesScope)
                #expect(first == found.first, "\(list)")
            }
        }
        return found.map { name($0.node) + ($0.extractor.map { "\($0)" } ?? "") }.joined(separator: " ")
    }

    // MARK: - Diagnosis

    /// The part of a selector that matches, and the selectors that were probably intended.
    private var miss: String {
        let known = Set((settings["known"] ?? "").split(separator: " ").map(String.init))
        let wanted = settings["fits"]
        let hints = SelectorHints(
            known: known,
            fits: wanted.map { wanted in
                { node, _ in
                    (node.firstChild.map { $0.isText ? String(decoding: $0.content, as: UTF8.self) : "" })
                        == wanted
                }
            }
        )
        let miss = SelectorDiagnosis(document).miss(of: list, from: start, hints)
        let part = miss.part.map { shown($0) } ?? "no part"
        return ([part] + miss.candidates.map { "\($0.reason): \(shown($0.finding))" }).joined(separator: "; ")
    }

    private func shown(_ finding: SelectorMiss.Finding) -> String {
        "\(finding.selector) matches \(finding.matches) \(name(finding.first))"
            + (finding.isInScope ? "" : " elsewhere")
    }

    /// The variants of a selector by the traits of its matches, those with one condition fewer, and its names.
    private var variants: String {
        let found = Matcher(document).select(list, from: start, includingScope: false).map(\.node)
        let traits = ElementTraits(found, in: document)
        // Those of all are what those of each have in common.
        var common = found.first.flatMap { ElementTraits([$0], in: document) }
        for element in found.dropFirst().prefix(63) {
            if let own = ElementTraits([element], in: document) { common?.formIntersection(own) }
        }
        #expect(common == traits, "\(list)")
        let conditions = traits.map { ["\($0.name ?? "-")"] + $0.conditions } ?? []
        let names = list.consultedNames.map { "\($0.kind) \($0.name)" }
        return [
            conditions, list.variants(traits).map(\.description), list.variants(nil).map(\.description),
            list.looser.map(\.description), names, list.names.sorted(),
        ]
        .map { $0.joined(separator: ", ") }.joined(separator: "; ")
    }

    /// The chain of elements around records that a selector selects, and its parts beyond records of several kinds.
    private var reach: String {
        let chain = list.chain.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "*" }
        let name = list.elementName.map { String(decoding: $0, as: UTF8.self) } ?? "*"
        let around: [[[UInt8]?]] = [[], [Array("ul".utf8)], [nil, Array("ul".utf8)]]
        let parts = around.flatMap { around in
            [nil, Array("li".utf8)].map { record in
                let reach = RecordReach(around: around, record: record)
                return "\(reach.beyond(list) ?? "-") \(reach.beyond(selecting: list) ?? "-")"
            }
        }
        return (["\(chain.joined(separator: ">")) \(name)"] + parts).joined(separator: "; ")
    }
}
