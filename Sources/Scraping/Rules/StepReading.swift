import Records

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
        guard let transform = transforms[name] else {
            let help =
                registry.plugin(bringing: name).map { "ask for its plugin: \"plugins\": [\"\($0.name)\"]" }
                ?? Suggestion.help(for: name, among: transforms.keys.sorted())
            error("unknown transform \"\(name)\"", at: nameRange, help: help)
            return nil
        }
        guard let arguments = fillTables(arguments, of: transform) else { return nil }
        let problems = transform.arguments.problems(with: arguments, of: name)
        for problem in problems {
            let place = problem.place
            error(
                problem.message,
                at: problem.offset.map { offset in
                    let start = self.offset(ofDecoded: offset, in: place)
                    return start..<start + 1
                } ?? place.range,
                help: problem.help
            )
        }
        guard problems.isEmpty else { return nil }
        let value = arguments.value
        do throws(StepError) {
            let apply = try transform.make(value)
            return Step(transform: transform, arguments: value, apply: apply, range: range)
        } catch {
            self.error(error.description, at: range)
            return nil
        }
    }
}

extension FieldAlternative {
    /// The step that takes the values of all matches at once; `nil` where each goes through the steps by itself.
    var gatheringStep: Int? {
        guard case .select = origin else { return nil }
        return steps.firstIndex(where: \.gathers)
    }

    /// Whether every match of a selector is taken, or the first one only.
    var takesAllMatches: Bool { type.isList || gatheringStep != nil }
}
