import Records
import Values

// Reads the steps of a field.
extension RulesReader {
    mutating func readSteps(_ json: JSON) -> [Step] {
        guard case .array(let elements) = json.content else {
            error(
                "expected a list of transforms for \"apply\", found \(json.kind)",
                at: json.range,
                help: "write […]"
            )
            return []
        }
        var chain = ChainType(.string, isPerMatch: true)
        return elements.compactMap { readStep($0) }.map { step in
            var step = step
            step.gathers = chain.gathers(step)
            _ = chain.append(step)
            return step
        }
    }

    private mutating func readStep(_ json: JSON) -> Step? {
        switch json.content {
        case .string(let name):
            let none = JSON(content: .null, range: json.range)
            return readStep(name, arguments: none, nameRange: json.range, range: json.range)
        case .object(let members) where members.count == 1:
            let member = members[0]
            return readStep(
                member.key,
                arguments: member.value,
                nameRange: member.keyRange,
                range: member.keyRange.lowerBound..<member.value.range.upperBound
            )
        default:
            error(
                "expected a transform's name, or an object of its name and its arguments, found \(json.kind)",
                at: json.range
            )
            return nil
        }
    }

    private mutating func readStep(
        _ name: String,
        arguments: JSON,
        nameRange: Range<Int>,
        range: Range<Int>
    ) -> Step? {
        guard let transform = vocabulary.transform(name) else {
            error(unknown: .transform, name, at: nameRange)
            return nil
        }
        return function(of: transform, arguments, at: range).map { function, arguments in
            Step(transform: transform, arguments: arguments.value, apply: function, range: range)
        }
    }
}

extension FieldAlternative {
    /// Whether every match of a selector is taken, or the first one only.
    package var takesAllMatches: Bool { type.isList || gatheringStep != nil }
}
