import Addresses
import DOM
import Foundation
import Records
import Scraping
import TestSupport
import Testing

@testable import Drafting

/// The tables of `Tests/Tables/DraftingParts`, whose results are the steps of drafting and learning:
///
/// - `@outline on`: the input is a page; the result is its elements with their sums and names.
/// - `@blocks on`: the input is pages with ` ⇒ ` between them; the result is the blocks that may be records, the best
///   first, each with its members and its fields.
/// - `@candidates FIELD VALUE`: the input is a page; the result is the best ways to find a field's value, with their
///   doubts, and a digest of the others.
/// - `@readings VALUE`: the input is a text; the result is the ways to read a part of it as the value.
/// - `@given VALUE`: the input is a value; the result is how it differs from the given one.
/// - `@types WORDS`: the input is values with ` | ` between them, of a field with these words as its name, and the page's
///   language as `@lang`; the result is the types that they may have.
/// - `@matched RECORDS`: the input is records in JSON; the result is which of the given ones they are.
/// - `@addresses FIRST`: the input is addresses; the result is what they have in common, and how each is related to the
///   first page of a list.
@Suite struct PartRowTableTests {
    @Test(arguments: RowTable.names("DraftingParts"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("DraftingParts", name, PartRowTableTests.result) == [])
    }

    private static func result(_ settings: RowTable.Settings, _ input: String) throws -> String {
        if settings["outline"] != nil { return outline(try Outline(Document.html(input.utf8))) }
        if settings["blocks"] != nil { return try blocks(input.components(separatedBy: " ⇒ ")) }
        if let words = settings["candidates"] { return candidates(words, input) }
        if let value = settings["readings"] { return readings(value, input) }
        if let value = settings["given"] { return difference(value, input) }
        if let words = settings["types"] { return types(words, settings["lang"], input) }
        if let records = settings["matched"] { return try matched(records, input) }
        return addresses(settings["addresses"] ?? "", input)
    }

    /// A number with two decimals; adding 0 gives a negative zero its usual sign.
    private static func number(_ number: Double) -> String { "\((number * 100).rounded() / 100 + 0)" }

    private static func value(_ text: String) -> Value {
        JSON.read(Array(text.utf8), dialect: .relaxed).json?.value ?? .string(text)
    }

    // MARK: - Pages

    private static func outline(_ outline: Outline) -> String {
        outline.entries.indices.map { index in
            let entry = outline.entries[index]
            let sums = [outline.text, outline.leaves, outline.links, outline.images]
                .map { "\(outline.sum($0, in: index))" }.joined(separator: " ")
            let marks = SiteNames.marks(of: index, in: outline).map { "\($0.selector) \($0.rank)" }
            let id = SiteNames.id(of: index, in: outline).map { [$0.selector] } ?? []
            let names = ([sums, "\(entry.region)"] + id + marks).joined(separator: ", ")
            return "\(entry.tag) \(entry.parent)-\(entry.end): \(entry.ownText) of \(names)"
        }
        .joined(separator: "; ")
    }

    private static func blocks(_ pages: [String]) throws -> String {
        let outlines = try pages.map { try Outline(Document.html($0.utf8)) }
        let blocks = BlockSearch(outlines).blocks().prefix(3).map { block in
            let (fields, score) = BlockFields(outlines: outlines, block: block).fields()
            let drafts = (TableFields(outlines: outlines, block: block).fields() ?? []) + fields
            let shown = drafts.map { field in
                let hints =
                    "\(field.hints.given ?? "") \(field.hints.words) \(field.hints.tag) \(field.hints.kind)"
                let place = field.column ?? field.label ?? field.selectors.joined(separator: " | ")
                return "\(place)\(field.isList ? " list" : ""): \(field.origin) (\(hints))"
            }
            let marks = block.marks.prefix(3).map(\.selector).joined(separator: " | ")
            let selector = BlockSelector(outlines).selector(of: block).map {
                "\($0.selector) by \($0.origin)"
            }
            let name = BlockNaming.name(of: block, outlines)
            return
                "\(name) \(selector ?? "none") [\(marks)] \(block.members) \(number(score)): \(shown.joined(separator: ", "))"
        }
        return blocks.isEmpty ? "no blocks" : blocks.joined(separator: " || ")
    }

    private static func candidates(_ words: String, _ body: String) -> String {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        let html = "<!doctype html><html lang=en><title>Trees</title><body>\(body)</body></html>"
        let page = Page(
            name: "page.html",
            bytes: Array(html.utf8),
            url: "https://site.example/oak",
            encoding: .utf8,
            clock: "2026-05-28T18:00:00Z"
        )
        let wanted = value(parts[1])
        let example = LearningExample(page, values: [Value.Member(parts[0], wanted)])
        guard let text = Learner.texts(of: [example])[0] else { return "no text" }
        let found = Learner(mutations: 0).candidates(of: parts[0], [example], [text])
        let all = found.map { candidate in
            let label = candidate.label.map { "label \($0) " } ?? ""
            let ends = (candidate.findsAll ? " all" : "") + (candidate.isData ? " data" : "")
            let names = candidate.names.sorted().joined(separator: ",")
            return
                "\(number(candidate.doubt)) \(label)\(candidate.definition(isList: false)): \(candidate.origin) [\(names)]\(ends)"
        }
        let near = NearText.nearest(to: ExampleValue(wanted), in: text).map { ["near \($0)"] } ?? []
        let rest = all.dropFirst(5)
        let more =
            rest.isEmpty ? [] : ["\(rest.count) more \(Digest.text(Digest.of(rest.joined()), digits: 4))"]
        return (Array(all.prefix(5)) + more + near).joined(separator: "; ")
    }

    // MARK: - Texts and values

    private static func readings(_ wanted: String, _ text: String) -> String {
        let key = LearningText.key(text)
        let number = CandidateSearch.number(LearningText.key(wanted))
        let readings =
            Reading.readings(within: key, wanted)
            + (number.map { Reading.readings(of: $0, in: key) } ?? [])
        let shown = readings.map { reading in
            "\(PartRowTableTests.number(reading.doubt)) \(reading.type) \(reading.steps.joined(separator: ", "))"
        }
        let minutes = LearningText.minutes(in: key).map { "\(PartRowTableTests.number($0)) minutes" }
        let forms = [
            LearningText.looseKey(text), "\(LearningText.numbers(in: key))", minutes ?? "no minutes",
        ]
        return (forms + shown).joined(separator: "; ")
    }

    private static func difference(_ given: String, _ input: String) -> String {
        let (given, found) = (value(given), value(input))
        let difference = ExampleValue(given).difference(from: found.list ?? [found])
        let missing = RepairTarget.missing(of: given, in: found)
        return [
            difference.map(number) ?? "other", RepairTarget.isGiven(given, by: found) ? "given" : "not given",
            missing.isEmpty ? "" : "without \(missing.joined(separator: ", "))",
        ]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func types(_ words: String, _ language: String?, _ input: String) -> String {
        var field = FieldDraft()
        field.hints.words = words == "-" ? [] : words.components(separatedBy: " ")
        field.isWord = words == "text"
        let values = input.components(separatedBy: " | ")
        let all = TypeGuess.conversions(of: values, field, language).map { conversion in
            let parts = [[conversion.type], conversion.steps, conversion.formats]
            let ends = [
                conversion.locale, conversion.calendar, conversion.isInText ? "in text" : nil,
                conversion.readsNumber ? "number" : nil,
            ]
            return (parts.flatMap(\.self) + ends.compactMap(\.self)).joined(separator: " ")
        }
        let rest = all.dropFirst(4)
        let more =
            rest.isEmpty ? [] : ["\(rest.count) more \(Digest.text(Digest.of(rest.joined()), digits: 4))"]
        return all.isEmpty ? "text" : (Array(all.prefix(4)) + more).joined(separator: "; ")
    }

    private static func matched(_ given: String, _ input: String) throws -> String {
        func records(_ text: String) -> [Record] {
            (value(text).list ?? []).map { Record(type: $0["t"]?.text ?? "R", fields: $0["f"]?.object ?? []) }
        }
        let fields = ["a", "b", "l"].map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
        let text = ["R", "S"].map { "\"\($0)\": { \"each\": \"\($0)\", \"fields\": { \(fields) } }" }
        let rules = try Rules(
            SourceText(
                name: "rules",
                bytes: Array("{ \"records\": { \(text.joined(separator: ", ")) } }".utf8)
            ),
            registry: Registry()
        )
        let target = RepairTarget(rules, records(given))
        let match = target.match(records(input))
        let found = match.found.sorted { $0.key < $1.key }.map { "\($0.key) at \($0.value.place)" }
        let groups = target.groups.map { "\($0.record).\($0.name) \($0.values.count)" }
        return "\(groups.joined(separator: " ")): \(match.score) of \(target.count), \(match.exact) exact, "
            + "\(match.surplus) more: \(found.joined(separator: ", "))"
    }

    private static func addresses(_ first: String, _ input: String) -> String {
        guard let first = try? WebAddress(first) else { return "no address" }
        let all = input.split(separator: " ").compactMap { try? WebAddress(String($0), base: first) }
        let shape = AddressShape(all).map { "\($0.pattern) \($0.words) \($0.name)" } ?? "no shape"
        let each = all.map { address in
            let facts = [
                PagedAddress.areRelated(address, first) ? "related" : "",
                PagedAddress.isSecond(address, of: first) ? "second" : "",
                PagedAddress.isBack(first.href, from: address) ? "back" : "",
            ]
            return "\(AddressShape.key(of: address)) \(PagedAddress.markers(of: address)) "
                + facts.filter { !$0.isEmpty }.joined(separator: " ")
        }
        return ([shape] + each).joined(separator: "; ")
    }
}
