import Basics
import Encoding
import Records
import Selectors
import Values

// Reads loops over requests, their keys, and what answers mean.
extension RulesReader {
    mutating func readLoops(_ json: JSON) -> [LoopRule] {
        guard let members = entries(json, of: "names and values for \"for\"") else { return [] }
        return members.compactMap { member in
            checkName(member.key, at: member.keyRange)
            guard let values = readLoop(member.value) else { return nil }
            return LoopRule(name: member.key, values: values, range: member.keyRange)
        }
    }

    mutating func readLoop(_ json: JSON) -> LoopRule.Values? {
        if case .array(let elements) = json.content, elements.isEmpty {
            error("a loop over nothing makes no request", at: json.range)
            return nil
        }
        guard case .object = json.content else { return requestValue(json).map(LoopRule.Values.list) }
        guard let members = members(json, of: "\"for\"", allowed: LanguageKey.loop.map(\.name)) else {
            return nil
        }
        if let keys = members["keys-of"] {
            guard let name = string(keys, "keys-of") else { return nil }
            guard let table = tables[name] else {
                error(
                    "no table \"\(name)\"",
                    at: keys.range,
                    help: Suggestion.help(for: name, among: tables.keys.sorted())
                )
                return nil
            }
            return .keys((table.value.object ?? []).map(\.name))
        }
        guard let first = members["first"].flatMap({ requestValue($0) }) else {
            if members["first"] == nil {
                missing("expected \"first\" or \"keys-of\" in \"for\"", in: members, at: json.range)
            }
            return nil
        }
        if members["last"] == nil, members["times"] == nil {
            missing("a loop without a bound: give it \"last\" or \"times\"", in: members, at: json.range)
        }
        if let last = members["last"], members["times"] != nil {
            error("a loop has \"last\" or \"times\", not both", at: last.range)
        }
        return .range(
            first: first,
            last: members["last"].flatMap { requestValue($0) },
            times: members["times"].flatMap { requestValue($0) },
            step: members["step"].flatMap { requestValue($0) }
        )
    }

    mutating func readKey(_ json: JSON, _ kind: inout RequestKind) {
        if case .object = json.content {
            guard let members = members(json, of: "\"key\"", allowed: ["ignore"]) else { return }
            kind.ignored = members["ignore"].flatMap { strings($0, "ignore") }?.map(\.text) ?? []
        } else {
            kind.key = requestText(json, "key")
        }
    }

    mutating func readRefresh(_ json: JSON) -> RequestKind.Refresh {
        switch json.value.string {
        case "always": return .always
        case "changed": return .changed
        case "never": return .never
        default: return seconds(json, "refresh").map { .after(seconds: $0) } ?? .always
        }
    }

    mutating func readAnswers(_ json: JSON, _ base: RequestBase, _ kind: Members = .none) -> [AnswerRule] {
        guard case .array(let entries) = json.content else {
            error("expected a list for \"answers\", found \(json.kind)", at: json.range, help: "write […]")
            return []
        }
        let sources = kind["source"].map { readSources($0) } ?? base.content.sources
        return entries.compactMap { entry in
            guard let members = members(entry, of: "an answer", allowed: LanguageKey.answer.map(\.name))
            else { return nil }
            let words = AnswerRule.Meaning.allCases.map(\.rawValue)
            guard let word = members["is"]?.value.string, let meaning = AnswerRule.Meaning(rawValue: word)
            else {
                if members["is"] == nil, members.isMisspelt { return nil }
                error(
                    "expected what the answer means (\"is\"): \(words.joined(separator: ", "))",
                    at: members["is"]?.range ?? entry.range,
                    help: members["is"]?.value.string.flatMap { Suggestion.nearest(to: $0, among: words) }.map
                    { "did you mean \"\($0)\"?" }
                )
                return nil
            }
            var rule = AnswerRule(meaning: meaning)
            if let json = members["status"] {
                rule.statuses = (json.value.list ?? [json.value]).compactMap { $0.number?.integer }
                if rule.statuses.isEmpty || rule.statuses.contains(where: { !(100...599).contains($0) }) {
                    error(
                        "expected a status from 100 to 599, or a list of them, found \(json.value.quoted)",
                        at: json.range
                    )
                }
            }
            if let json = members["when"], let list = plainSelector(json, "when") {
                rule.condition = rules(
                    [conditionRecord("when", list, at: json.range)],
                    sources: sources,
                    preparations: []
                )
            }
            if members["status"] == nil, members["when"] == nil {
                missing("an answer is recognised by \"status\" or \"when\"", in: members, at: entry.range)
            }
            if let json = members["after"] {
                rule.after = seconds(json, "after")
                if meaning != .busy { error("\"after\" needs \"is\": \"busy\"", at: json.range) }
            }
            return rule
        }
    }
}
