import Basics
import Patterns
import Records

extension Transform {
    /// Replaces each match of a pattern.
    static let replace = Transform(
        name: "replace",
        about:
            "replaces every match of a regular expression or of a text: [\"(\\\\d+) km\", \"$1\"]",
        input: .string,
        output: .string,
        arguments: .tuple([Search.shape(bare: .pattern), .string], required: 2)
    ) { arguments throws(StepError) in
        let list = arguments.value.list ?? []
        guard list.count == 2, let text = list[1].string else {
            throw StepError("replace needs a pattern and a replacement")
        }
        let search = try Search(list[0], bare: .pattern)
        let replacement =
            search.isPattern
            ? try Replacement(text, groups: search.pattern.groups) : Replacement(literal: text)
        return { value, _ throws(StepError) in
            replaced(search.pattern, replacement, in: value.text).map(Value.string) ?? value
        }
    }

    /// A text with every match replaced; `nil` if there is none.
    private static func replaced(_ pattern: Pattern, _ replacement: Replacement, in text: String) -> String? {
        text.withBytes { text in
            let matches = pattern.matches(in: text, withGroups: replacement.hasGroups)
            if matches.isEmpty { return nil }
            var result: [UInt8] = []
            result.reserveCapacity(text.count)
            var end = 0
            for match in matches {
                result += text[end..<match.range.lowerBound]
                replacement.append(match, in: text, to: &result)
                end = match.range.upperBound
            }
            result += text[end...]
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// Extracts the match of a pattern's group.
    static let match = Transform(
        name: "match",
        about: "the match of a regular expression's first group, or its whole match; "
            + "an object of the groups if they have names; no value if nothing matches",
        input: .string,
        output: .any,
        arguments: .either([
            .pattern,
            .object([
                Argument("pattern", "a regular expression", .pattern, isRequired: true),
                Argument("all", "a list of all matches instead of the first", .boolean),
            ]),
        ]),
        typing: { _, arguments in
            let pattern = arguments["pattern"]?.string ?? arguments.string ?? ""
            let hasNames = (try? Pattern(pattern))?.groups.contains { $0 != nil } ?? false
            let type: ValueType = hasNames ? .object : .string
            return arguments["all"] == true ? .list(type) : type
        }
    ) { arguments throws(StepError) in
        let search = try Search(arguments.value, bare: .pattern, takesAny: true)
        let takesAll = arguments["all"] == true
        if !takesAll, !search.pattern.groups.contains(where: { $0 != nil }) {
            return { value, _ throws(StepError) in firstText(search.pattern, in: value.text) }
        }
        return { value, _ throws(StepError) in
            let values = extracted(search.pattern, from: value.text, limit: takesAll ? .max : 1)
            if takesAll { return .list(values.filter { $0 != .null }) }
            return values.first ?? .null
        }
    }

    private static func firstText(_ pattern: Pattern, in text: String) -> Value {
        text.withBytes { text in
            guard let range = pattern.firstGroup(in: text) else { return .null }
            return .string(String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self))
        }
    }

    private static func extracted(_ pattern: Pattern, from text: String, limit: Int) -> [Value] {
        let groups = pattern.groups
        let hasNames = groups.contains { $0 != nil }
        return text.withBytes { text in
            pattern.matches(in: text, limit: limit).map { match in
                if hasNames { return .object(members(of: match, groups, text)) }
                // Of alternatives with a group each, the one that matched is used.
                let range =
                    groups.isEmpty ? match.range : (1...groups.count).lazy.compactMap { match[$0] }.first
                return range.map { .string(String(decoding: text[$0], as: UTF8.self)) } ?? .null
            }
        }
    }

    private static func members(
        of match: PatternMatches.Match,
        _ groups: [String?],
        _ text: UnsafeBufferPointer<UInt8>
    ) -> [Value.Member] {
        groups.enumerated().compactMap { index, name in
            guard let name, let range = match[index + 1] else { return nil }
            return Value.Member(name, .string(String(decoding: text[range], as: UTF8.self)))
        }
    }

    /// Splits a text at separators.
    static let split = Transform(
        name: "split",
        about:
            "splits a text at separators into a list: a text, or {\"pattern\": \"\\\\s*[,;]\\\\s*\"}",
        input: .string,
        output: .list(.string),
        arguments: Search.shape(bare: .text)
    ) { arguments throws(StepError) in
        let search = try Search(arguments.value, bare: .text)
        if search.pattern.matchesEmptyText {
            throw StepError("the regular expression of split matches the empty text")
        }
        return { value, _ throws(StepError) in
            .list(parts(of: value.text, between: search.pattern).map(Value.string))
        }
    }

    /// The parts of a text between matches that are not empty.
    private static func parts(of text: String, between pattern: Pattern) -> [String] {
        text.withBytes { text in
            var parts: [String] = []
            var end = 0
            for match in pattern.matches(in: text, withGroups: false) where !match.range.isEmpty {
                parts.append(String(decoding: text[end..<match.range.lowerBound], as: UTF8.self))
                end = match.range.upperBound
            }
            return parts + [String(decoding: text[end...], as: UTF8.self)]
        }
    }
}
