import Basics
package import Records
package import Selectors

/// What a page's records of one type must be like for the page to satisfy its rules.
package struct Expectation: Sendable {
    /// How many there must be.
    var count: ClosedRange<Int>?
    /// The least share of records that have a field, from 0 to 1.
    var filled: [(field: String, share: Double)] = []
    /// What must match in a page for it to be expected there; `nil` for every page.
    package var condition: SelectorList?
    /// Where it stands in the rules file.
    package var range: Range<Int>

    /// What is wrong with the records, a message each.
    ///
    /// - Parameter empty: how many elements gave no field and so no record: each lacks every field.
    package func shortfalls(_ records: [Record], empty: Int, of type: String) -> [String] {
        var messages: [String] = []
        if let count, !count.contains(records.count) {
            messages.append(
                "expected \(Expectation.text(count)) records of type \(type), found \(records.count)"
            )
        }
        let total = records.count + empty
        for (field, share) in filled where total > 0 {
            let found = records.count { $0[field] != nil && $0[field] != .list([]) }
            if Double(found) < share * Double(total) {
                messages.append(
                    "expected \(type).\(field) in \(Int((share * 100).rounded()))% of the records, "
                        + "found it in \(found) of \(total)"
                )
            }
        }
        return messages
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        if range.lowerBound == 0 { return "at most \(range.upperBound)" }
        return "\(range.lowerBound) to \(range.upperBound)"
    }
}

extension RulesReader {
    /// Reads `"expect": {"count": "1..", "filled": {"price": 0.9}, "when": "#offers"}`.
    mutating func readExpectation(_ json: JSON, fields: [String]) -> Expectation? {
        guard let members = members(json, of: "\"expect\"", allowed: ["count", "filled", "when"])
        else { return nil }
        var expectation = Expectation(range: json.range)
        if members.isEmpty {
            error("expected \"count\" or \"filled\" in \"expect\", found neither", at: json.range)
        }
        if let count = members["count"] { expectation.count = readCount(count) }
        expectation.condition = members["when"].flatMap { plainSelector($0, "when") }
        guard let filled = members["filled"] else { return expectation }
        guard case .object(let shares) = filled.content else {
            error(
                "expected an object of fields and shares for \"filled\", found \(filled.kind)",
                at: filled.range
            )
            return expectation
        }
        for member in shares {
            if !fields.contains(member.key) {
                error(
                    "there is no field \"\(member.key)\"",
                    at: member.keyRange,
                    help: Suggestion.help(for: member.key, among: fields)
                )
            }
            guard let share = member.value.value.number?.double, share > 0, share <= 1 else {
                error(
                    "expected a share above 0 and up to 1, found \(member.value.value.text)",
                    at: member.value.range
                )
                continue
            }
            expectation.filled.append((member.key, share))
        }
        return expectation
    }

    /// Reads `5`, `"5"`, `"1.."`, `"..9"` or `"1..9"`.
    private mutating func readCount(_ json: JSON) -> ClosedRange<Int>? {
        let text = json.value.text
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bounds =
            parts.count == 3 && parts[1].isEmpty ? [parts[0], parts[2]] : [Substring(text), Substring(text)]
        let low = bounds[0].isEmpty ? 0 : Int(bounds[0])
        let high = bounds[1].isEmpty ? Int.max : Int(bounds[1])
        guard let low, let high, low >= 0, low <= high, text != "..", !text.isEmpty else {
            error(
                "expected a number or a range for \"count\", found \(text)",
                at: json.range,
                help: "write \"1..\""
            )
            return nil
        }
        return low...high
    }
}
