import Basics
import Records
import Selectors

// Reads where a field's selectors look.
extension RulesReader {
    mutating func readScope(_ members: [String: JSON]) -> FieldScope {
        var scope = FieldScope()
        if let json = members["in"], let place = readPlace(json) { scope.place = place }
        if let json = members["column"], let names = strings(json, "column") {
            scope.column = names.map(\.text)
            if !hasTables {
                error("\"column\" means a table of HTML, and the source has none", at: json.range)
            }
        }
        return scope
    }

    mutating func readPlace(_ json: JSON) -> FieldScope.Place? {
        if case .string(let word) = json.content {
            switch word {
            case "record": return .record
            case "document": return .document
            default:
                error(
                    "unknown place \"\(word)\"",
                    at: json.range,
                    help: Suggestion.help(for: word, among: ["record", "document"])
                )
                return nil
            }
        }
        guard case .object(let keys) = json.content, keys.count == 1 else {
            error(
                "expected \"record\", \"document\", {\"closest\": …} or {\"previous\": …}, found \(json.kind)",
                at: json.range
            )
            return nil
        }
        guard let members = members(json, of: "\"in\"", allowed: ["closest", "previous"]) else { return nil }
        if let closest = members["closest"] { return plainSelector(closest, "closest").map { .closest($0) } }
        if let previous = members["previous"] {
            return plainSelector(previous, "previous").map { .previous($0) }
        }
        return nil
    }
}
