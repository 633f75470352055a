import Basics
import TestSupport
import Testing

@testable import Records

/// The tables of `Tests/Tables/Records`: a text, and its value or its errors, in both dialects of JSON.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Records"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Records", name) { settings, text in
            let bytes = Array(text.utf8)
            let source = SourceText(name: "", bytes: bytes)
            var results: [String] = []
            for dialect in [JSONReader.Dialect.strict, .relaxed] {
                let (json, errors) = JSON.read(bytes, dialect: dialect)
                let mistakes = errors.map { error in
                    let place = source.location(of: error.range)
                    return "\(place.line ?? 0):\(place.column ?? 0)+\(error.range.count) \(error.message)"
                }
                let value = json.map { JSONWriter.compact($0.value) } ?? "nothing"
                results.append((errors.isEmpty ? [value] : mistakes).joined(separator: "; "))
            }
            return results[0] == results[1] ? results[0] : results.joined(separator: " | relaxed: ")
        }
        #expect(differences == [])
    }
}
