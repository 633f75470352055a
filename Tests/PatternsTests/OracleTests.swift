import Foundation
import TestSupport
import Testing

@testable import Patterns

/// The matches of this engine compared with those of ICU in the table Tests/PatternOracle/answers.jsonl, which
/// `oracle.swift` in the same folder describes.
@Suite struct OracleTests {
    private struct Row {
        let pattern: String
        let text: String
        /// `nil` if ICU rejects the pattern.
        let matches: [[Int]]?
    }

    /// Rows for which this engine differs for a reason.
    private enum Difference: CaseIterable {
        /// One character folds to one: ß and ss, ﬁ and fi, İ and i̇ differ.
        case fullFolding
        /// `^` with the flag m is never between a carriage return and its line feed.
        case insidePair
        /// Look-behinds may have any length.
        case unboundedBehind
        /// The engine accepts the empty pattern; the rules language rejects it.
        case emptyPattern

        var patterns: Set<String> {
            switch self {
            case .fullFolding: ["(?i)ss", "(?i)ß", "(?i)straße", "(?i)ﬁ", "(?i)fi", "(?i)İ", "(?i)(?<=ß)b"]
            case .insidePair: ["(?m)\\r^"]
            case .unboundedBehind: ["(?<=a+)b", "(?<=a*)b", "(?<!a+)b"]
            case .emptyPattern: [""]
            }
        }

        static let patterns = allCases.reduce(into: Set<String>()) { $0.formUnion($1.patterns) }
    }

    /// Features that this dialect lacks, by a part of the message.
    private static let refusals = [
        "back-reference", "possessive", "atomic", "\\\\X", "\\\\G", "not a known escape", "not a known class",
        "cannot capture", "the flag", "too large", "not a character's number", "nothing to repeat",
        "without a name in braces",
        "of an unknown kind",
    ]

    private static let rows: [Row] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = tests.appending(path: "PatternOracle/answers.jsonl")
        let lines = (try? String(contentsOf: path, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.compactMap { line in
            guard let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any],
                row.count == 4,
                let pattern = row[0] as? String, let text = row[1] as? String
            else { return nil }
            return Row(pattern: pattern, text: text, matches: row[2] as? [[Int]])
        }
    }()

    @Test func theTableIsLarge() {
        #expect(OracleTests.rows.count >= 6_000)
        #expect(Set(OracleTests.rows.map(\.pattern)).count >= 2_000)
    }

    /// All ways to search have the same result.
    @Test(arguments: Matcher.Method.allCases)
    func findsWhatICUFinds(_ method: Matcher.Method) {
        var refused = 0
        for row in Sample.every(3, of: OracleTests.rows) where !Difference.patterns.contains(row.pattern) {
            do throws(PatternError) {
                let found = try Pattern(row.pattern).matches(in: Array(row.text.utf8), by: method)
                let places = found.matches.map { match in
                    (0...match.groupCount).flatMap {
                        match[$0].map { [$0.lowerBound, $0.upperBound] } ?? [-1, -1]
                    }
                }
                #expect(
                    places == row.matches,
                    "\(row.pattern.debugDescription) in \(row.text.debugDescription)"
                )
                #expect(
                    found.isMatch == !places.isEmpty,
                    "\(row.pattern.debugDescription) in \(row.text.debugDescription)"
                )
            } catch {
                guard row.matches != nil else { continue }
                refused += 1
                let isIntended = OracleTests.refusals.contains { error.message.contains($0) }
                #expect(isIntended, "\(row.pattern.debugDescription): \(error.message)")
            }
        }
        #expect(refused < 150)
    }
}
