import TestSupport
import Testing

@testable import Patterns

/// The tables of `Tests/Tables/Patterns`: a pattern and its matches in `@text`, by every way to search, or the errors
/// in it.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Patterns"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Patterns", name) { settings, pattern in
            let text = Array((settings["text"] ?? "").utf8)
            do throws(PatternError) {
                let compiled = try Pattern(pattern)
                let results = Matcher.Method.allCases.map { method in
                    compiled.matches(in: text, by: method).matches.map { match in
                        (0...match.groupCount).map { group in
                            match[group].map { "\($0.lowerBound)-\($0.upperBound)" } ?? "_"
                        }
                        .joined(separator: ",")
                    }
                    .joined(separator: " ")
                }
                let first = compiled.firstMatch(in: text).map { "\($0.lowerBound)-\($0.upperBound)" }
                #expect(Set(results).count == 1, "\(pattern): \(results)")
                let begin = results[0].split(whereSeparator: { $0 == " " || $0 == "," }).first.map(
                    String.init
                )
                #expect(first == begin, "\(pattern)")
                #expect(compiled.isMatch(in: text) == (first != nil), "\(pattern)")
                return results[0].isEmpty ? "no match" : results[0]
            } catch {
                return "\(error.range.lowerBound)+\(error.range.count) \(error.message)"
            }
        }
        #expect(differences == [])
    }
}
