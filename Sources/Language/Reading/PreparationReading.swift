import Basics
import Records
import Selectors

// Reads the preparations of a rules file.
extension RulesReader {
    mutating func readPreparations(_ json: JSON) -> [PreparationRule] {
        guard case .array(let elements) = json.content else {
            error(
                "expected a list of preparations for \"prepare\", found \(json.kind)",
                at: json.range,
                help: "write […]"
            )
            return []
        }
        return elements.compactMap { readPreparation($0) }
    }

    private mutating func readPreparation(_ json: JSON) -> PreparationRule? {
        let names = vocabulary.names(.preparation)
        guard case .object(let members) = json.content else {
            error(
                "expected an object of a preparation's name and its arguments, found \(json.kind)",
                at: json.range,
                help: "write {\"remove\": \".advert\"}"
            )
            return nil
        }
        let limits = ["in", "when"]
        let named = members.filter { !limits.contains($0.key) }
        guard let member = named.first else {
            error("expected a preparation: one of \(names.joined(separator: ", "))", at: json.range)
            return nil
        }
        if named.count > 1 {
            let known = named.filter { names.contains($0.key) }
            let odd = known.count == 1 ? named.first { !names.contains($0.key) } : named[1]
            if let odd {
                error(
                    known.count == 1
                        ? "unknown key \"\(odd.key)\" in a preparation"
                        : "a preparation stands alone in its object",
                    at: odd.keyRange,
                    help: known.count == 1
                        ? Suggestion.help(for: odd.key, among: limits) : "make it an object of its own"
                )
            }
            return nil
        }
        guard let preparation = vocabulary.preparation(member.key) else {
            error(unknown: .preparation, member.key, at: member.keyRange)
            return nil
        }
        let errors = diagnostics.count
        let scope = members.first { $0.key == "in" }.flatMap { plainSelector($0.value, "in") }
        let condition = members.first { $0.key == "when" }.flatMap { plainSelector($0.value, "when") }
        readsHTML = readsHTML || preparation.content?.gives.isHTML == true
        guard let (function, _) = function(of: preparation, member.value, at: member.keyRange),
            diagnostics.count == errors
        else { return nil }
        return PreparationRule(
            name: member.key,
            range: member.keyRange,
            scope: scope,
            condition: condition,
            function: function,
            html: html
        )
    }
}
