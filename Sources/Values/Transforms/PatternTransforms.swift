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
            ? try Replacement(text, groups: search.expression.groups) : Replacement(literal: text)
        if let literal = search.expression.literal, let other = replacement.literal {
            return { value, _ throws(StepError) in
                literal.replacing(in: value.text, by: other).map(Value.string) ?? value
            }
        }
        return { value, _ throws(StepError) in
            let matches = try search.matches(in: value.text)
            if matches.isEmpty { return value }
            let subject = Array(value.text.utf16)
            var result = ""
            var end = 0
            for match in matches {
                guard let range = match.first ?? nil else { continue }
                result += subject.text(end..<Swift.max(end, range.lowerBound))
                result += replacement.text(for: match, in: subject)
                end = range.upperBound
            }
            return .string(result + subject.text(end..<Swift.max(end, subject.count)))
        }
    }

    /// Extracts the match of a pattern's group.
    static let match = Transform(
        name: "match",
        about: "the match of a regular expression's first group, or its whole match; "
            + "an object of the groups if they have names; no value where nothing matches",
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
            let hasNames = PatternScan(pattern).groups.contains { $0 != nil }
            let type: ValueType = hasNames ? .object : .string
            return arguments["all"] == true ? .list(type) : type
        }
    ) { arguments throws(StepError) in
        let search = try Search(arguments.value, bare: .pattern, takesAny: true)
        let takesAll = arguments["all"] == true
        return { value, _ throws(StepError) in
            let matches = try search.matches(in: value.text, limit: takesAll ? .max : 1)
            if matches.isEmpty { return takesAll ? .list([]) : .null }
            let subject = Array(value.text.utf16)
            let values = matches.map { extracted($0, search.expression.groups, subject) }
            return takesAll ? .list(values.filter { $0 != .null }) : values[0]
        }
    }

    private static func extracted(
        _ match: RegularExpression.Match,
        _ groups: [String?],
        _ subject: [UInt16]
    ) -> Value {
        if groups.contains(where: { $0 != nil }) {
            return .object(
                zip(groups, match.dropFirst()).compactMap { name, range in
                    guard let name, let range else { return nil }
                    return Value.Member(name, .string(subject.text(range)))
                }
            )
        }
        // Of alternatives with a group each, the one that matched is used.
        let range = groups.isEmpty ? match.first ?? nil : match.dropFirst().lazy.compactMap { $0 }.first
        return range.map { .string(subject.text($0)) } ?? .null
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
        if search.expression.matchesNothing {
            throw StepError("the regular expression of split matches the empty text")
        }
        return { value, _ throws(StepError) in
            let subject = Array(value.text.utf16)
            var parts: [Value] = []
            var end = 0
            for match in try search.matches(in: value.text) {
                guard let range = match.first ?? nil, !range.isEmpty else { continue }
                parts.append(.string(subject.text(end..<Swift.max(end, range.lowerBound))))
                end = range.upperBound
            }
            return .list(parts + [.string(subject.text(end..<Swift.max(end, subject.count)))])
        }
    }
}
