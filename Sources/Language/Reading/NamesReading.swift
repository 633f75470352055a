import Basics
import Records

// Reads what a rules file knows about the names on the site's pages.
extension RulesReader {
    mutating func readNames(_ json: JSON) -> [KnownName] {
        guard let members = entries(json, of: "names for \"names\"") else { return [] }
        return members.compactMap { member in
            guard let text = string(member.value, "the name \"\(member.key)\"") else { return nil }
            var name = KnownName(member.key, range: member.keyRange)
            if let part = name.read(text) {
                let words = KnownName.Fact.allCases.map(\.rawValue).joined(separator: ", ")
                error(
                    "expected one of \(words), followed by texts, for the name \"\(member.key)\", found \"\(part)\"",
                    at: member.value.range,
                    help: "scrape expect writes what it has learned about names"
                )
            }
            return name
        }
    }
}
