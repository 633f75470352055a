import TestSupport
import Testing

@testable import Patterns

/// The tables of `Tests/Tables/Patterns`: a pattern and its matches in `@text`, by every way to search, or the errors
/// in it. `@times N` repeats the text, and `@show` names another result: the automata of the pattern, the steps of a
/// search, or the characters of a class.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Patterns").filter { hasSteps || $0 != "steps.txt" })
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Patterns", name) { settings, pattern in
            let count = settings["times"].flatMap(Int.init) ?? 1
            let part = RowTable.plain(settings["text"] ?? "")
            let text = Array(String(repeating: part, count: count).utf8)
            do throws(PatternError) {
                switch settings["show"] {
                case "automata": return RowTableTests.automata(try CompiledPattern(Array(pattern.utf8)))
                case "steps": return try RowTableTests.steps(pattern, in: text)
                case "class": return try RowTableTests.members(pattern)
                default: return try RowTableTests.matches(pattern, in: text)
                }
            } catch {
                return "\(error.range.lowerBound)+\(error.range.count) \(error.message)"
            }
        }
        #expect(differences == [])
    }

    #if DEBUG
        private static let hasSteps = true

        private static func steps(_ pattern: String, in text: [UInt8]) throws(PatternError) -> String {
            let (steps, states) = try Pattern(pattern).steps(in: text)
            return "\(steps) steps, \(states) states"
        }
    #else
        private static let hasSteps = false

        private static func steps(_ pattern: String, in text: [UInt8]) -> String { "" }
    #endif

    // MARK: - Matches

    private static func matches(_ pattern: String, in text: [UInt8]) throws(PatternError) -> String {
        let compiled = try Pattern(pattern)
        let results = Matcher.Method.allCases.map { shown(compiled.matches(in: text, by: $0).matches) }
        for method in Matcher.Method.allCases {
            let found = compiled.matches(in: text, by: method)
            #expect(found.isMatch != found.matches.isEmpty, "\(pattern)")
        }
        let first = compiled.firstMatch(in: text).map { "\($0.lowerBound)-\($0.upperBound)" }
        #expect(Set(results).count == 1, "\(pattern): \(results)")
        let begin = results[0].split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init)
        #expect(first == begin, "\(pattern)")
        #expect(compiled.isMatch(in: text) == (first != nil), "\(pattern)")
        // The same matcher again: with what it remembers of the text, and of only a part of the matches.
        text.withUnsafeBufferPointer { text in
            #expect(shown(compiled.matches(in: text)) == results[0], "\(pattern)")
            let ranges = compiled.matches(in: text).prefix(3).map(\.range)
            #expect(compiled.matches(in: text, limit: 3, withGroups: false).map(\.range) == ranges)
            let groups = compiled.matches(in: text).first.map { match in
                (min(1, match.groupCount)...match.groupCount).lazy.compactMap { match[$0] }.first
            }
            #expect(compiled.firstGroup(in: text) == groups ?? nil, "\(pattern)")
        }
        if results[0].isEmpty { return "no match" }
        guard results[0].utf8.count > 400 else { return results[0] }
        return
            "\(results[0].count { $0 == " " } + 1) matches \(Digest.text(Digest.of(results[0]), digits: 4))"
    }

    private static func shown(_ matches: PatternMatches) -> String {
        matches.map { match in
            (0...match.groupCount).map { group in
                match[group].map { "\($0.lowerBound)-\($0.upperBound)" } ?? "_"
            }
            .joined(separator: ",")
        }
        .joined(separator: " ")
    }

    // MARK: - Automata

    /// The literals, the automaton, that of the reversed text, and those of conditions.
    private static func automata(_ pattern: CompiledPattern) -> String {
        let literals = pattern.literals
        var parts: [String] = []
        for (name, search) in [("prefix", literals.prefix), ("requires", literals.required)] {
            if let search { parts.append("\(name) \(String(decoding: search.bytes, as: UTF8.self))") }
        }
        if let first = literals.first { parts.append("begins with \(first.count { $0 }) bytes") }
        if literals.isWhole { parts.append("whole") }
        if literals.isAnchored { parts.append("anchored") }
        parts.append("\(pattern.sets.count) sets, \(pattern.contextSets.count) tested")
        parts.append("needs \(pattern.left.rawValue) \(pattern.right.rawValue)")
        parts.append(shown(pattern.program))
        parts.append("reversed " + (pattern.reversed().map(shown) ?? "none"))
        for look in pattern.looks {
            let kind = (look.look.isNegated ? "not " : "") + (look.look.isBehind ? "behind" : "ahead")
            parts.append("\(kind) \(shown(look.table)) \(look.captures.map(shown) ?? "") \(look.slot ?? -1)")
        }
        return parts.joined(separator: "; ")
    }

    private static func shown(_ program: Program) -> String {
        let states = program.states.map { state in
            switch state {
            case .set(let set, let next): "[\(set)]\(next)"
            case .split(let first, let other): "\(first)|\(other)"
            case .save(let slot, let next): "(\(slot))\(next)"
            case .test(let test, let next): "\(shown(test)) \(next)"
            case .look(let look, let next): "look \(look) \(next)"
            case .match: "match"
            case .fail: "fail"
            }
        }
        return "\(program.start) \(program.searchStart): \(states.joined(separator: ", "))"
    }

    private static func shown(_ test: ContextTest) -> String {
        (test.isNegated ? "not " : "") + "\(test.kind)" + (test.set.isEmpty ? "" : " \(test.set.rawValue)")
    }

    // MARK: - Classes

    /// The characters of a sample that a class contains.
    private static func members(_ pattern: String) throws(PatternError) -> String {
        let compiled = try Pattern(pattern)
        var result = ""
        for range in RowTableTests.sample {
            let found = range.compactMap(Unicode.Scalar.init).filter { compiled.isMatch(in: String($0)) }
            if found.isEmpty { continue }
            let isAll = found.count == range.count
            let digest = Digest.text(
                Digest.of(found.map { String($0.value) }.joined(separator: " ")),
                digits: 4
            )
            result += "\(String(range.lowerBound, radix: 16)) \(isAll ? "all" : "\(found.count) \(digest)") "
        }
        return result
    }

    private static let sample: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x20...0x2F, 0x30...0x3F, 0x40...0x5F, 0x60...0x7F, 0x80...0x9F, 0xA0...0xBF,
        0xC0...0xFF, 0x130...0x131, 0x149...0x14A, 0x17F...0x180, 0x1C0...0x1CC, 0x2B0...0x2B8, 0x300...0x310,
        0x345...0x345, 0x378...0x37F, 0x384...0x3D6, 0x400...0x410, 0x42A...0x43A, 0x5D0...0x5D3,
        0x600...0x615, 0x660...0x66A, 0x903...0x915, 0xE01...0xE05, 0x1100...0x1102, 0x1680...0x1681,
        0x1C80...0x1C89, 0x1E60...0x1E61, 0x1E9B...0x1E9E, 0x1F80...0x1F90, 0x2000...0x2030, 0x203F...0x2041,
        0x2060...0x2070, 0x20A0...0x20AC, 0x20DD...0x20DE, 0x2126...0x212B, 0x2160...0x2163, 0x2190...0x2192,
        0x24B6...0x24B8, 0x2E80...0x2E82, 0x3000...0x3008, 0x3041...0x3043, 0x30A1...0x30A3, 0x4E00...0x4E02,
        0xA64A...0xA64B, 0xAC00...0xAC02, 0xE000...0xE001, 0xFB05...0xFB06, 0xFDD0...0xFDD1, 0xFE00...0xFE01,
        0xFF10...0xFF11, 0xFF21...0xFF22, 0x10400...0x10402, 0x1F3FB...0x1F3FC, 0x1F600...0x1F601,
        0xE0100...0xE0101, 0x10FFFE...0x10FFFF,
    ]
}
