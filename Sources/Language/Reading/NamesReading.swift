import Basics
import Records

// Reads what a rules file knows of the names of the site's pages.
extension RulesReader {
    mutating func readNames(_ json: JSON) -> [KnownName] {
        guard case .object(let members) = json.content else {
            error("expected an object of names for \"names\", found \(json.kind)", at: json.range)
            return []
        }
        return members.compactMap { member in
            let facts = KnownName.Fact.allCases
            guard
                let values = self.members(
                    member.value,
                    of: "the name \"\(member.key)\"",
                    allowed: facts.map(\.rawValue)
                )
            else { return nil }
            var name = KnownName(member.key, range: member.keyRange)
            for fact in facts {
                guard let json = values[fact.rawValue] else { continue }
                name.facts[fact] = Set((strings(json, "\"\(fact.rawValue)\"") ?? []).map(\.text))
            }
            return name
        }
    }
}
