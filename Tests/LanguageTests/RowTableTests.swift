import RulesTestSupport
import TestSupport
import Testing

@testable import Language

/// The tables of `Tests/Tables/Language`: the errors in rules, or a digest of the facts of valid ones (``RulesFacts``).
/// `@facts FRAME` shows the facts themselves of rules in which the row replaces `…`, and `@show` other results.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Language"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Language", name) { settings, row in
            if let frame = settings["facts"] { return RowTableTests.facts(frame.replacing("…", with: row)) }
            switch settings["show"] {
            case "selector": return RowTableTests.brittleness(row)
            case "name": return RowTableTests.name(row)
            case "address": return RowTableTests.address(row, settings["pattern"] ?? "")
            default: break
            }
            if let text = RowReading.rulesText(settings, row), let rules = try? load(text) {
                return "valid " + Digest.text(Digest.of(RulesFacts(rules, isShort: true).text), digits: 4)
            }
            return try RowReading.result(settings, row)
        }
        #expect(differences == [])
    }

    private static func facts(_ text: String) -> String {
        if let rules = try? load(text) { return RulesFacts(rules).text }
        return errors(text).split(separator: "\n").first.map(String.init) ?? ""
    }

    private static func brittleness(_ selector: String) -> String {
        Brittleness(selector).map { "\($0.message); \($0.help)" } ?? "robust"
    }

    private static func name(_ facts: String) -> String {
        var name = KnownName(".a")
        let rest = name.read(facts)
        return name.text + (rest.map { " | not understood: \($0)" } ?? "")
    }

    private static func address(_ url: String, _ pattern: String) -> String {
        let rank = Rules.rank(for: url, match: pattern.split(separator: " ").map(String.init), priority: 3)
        let patterns = pattern.split(separator: " ").map { AddressPattern.normalized(pattern: String($0)) }
        return (rank.map { "\($0.priority) \($0.length)" } ?? "-") + " " + patterns.joined(separator: " ")
    }
}
