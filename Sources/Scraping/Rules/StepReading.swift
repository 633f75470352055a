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
        guard let transform = vocabulary.transform(name) else {
            error(unknown: .transform, name, at: nameRange)
            return nil
        }
        guard let arguments = fillTables(arguments, of: transform) else { return nil }
        return function(name, transform.arguments, arguments, at: range, transform.make).map {
            Step(transform: transform, arguments: arguments.value, apply: $0, range: range)
        }
    }

    /// What is made of arguments; `nil` after telling what is wrong with them.
    mutating func function<Function>(
        _ name: String,
        _ shape: ArgumentShape,
        _ arguments: JSON,
        at range: Range<Int>,
        _ make: (Value) throws(StepError) -> Function
    ) -> Function? {
        let problems = shape.problems(with: arguments, of: name)
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
        do throws(StepError) {
            return try make(arguments.value)
        } catch {
            self.error(error.description, at: range)
            return nil
        }
    }
}

extension FieldAlternative {
    /// Whether every match of a selector is taken, or the first one only.
    var takesAllMatches: Bool { type.isList || gatheringStep != nil }
}
