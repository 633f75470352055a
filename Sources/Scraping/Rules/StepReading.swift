import Records
import Selectors

// Reads the steps of a field and checks that each takes what the one before gives.
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
        return elements.compactMap { readStep($0) }
    }

    private mutating func readStep(_ json: JSON) -> Step? {
        switch json.content {
        case .string(let name):
            return readStep(name, arguments: .null, nameRange: json.range, range: json.range)
        case .object(let members) where members.count == 1:
            let member = members[0]
            return readStep(
                member.key,
                arguments: member.value.value,
                nameRange: member.keyRange,
                range: json.range
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
        arguments: Value,
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
        do throws(StepError) {
            return Step(transform: transform, apply: try transform.make(arguments), range: range)
        } catch {
            self.error(error.description, at: range)
            return nil
        }
    }

    /// Tells a chain that cannot work: each step must take what the one before gives.
    mutating func checkSteps(
        _ steps: [Step],
        after origin: FieldAlternative.Origin,
        _ earlier: [FieldRule]
    ) {
        var type = valueType(of: origin, earlier)
        for step in steps {
            if !type.fits(step.transform.input) {
                error(
                    "\(step.transform.name) takes \(step.transform.input), it is given \(type)",
                    at: step.range
                )
                return
            }
            type = step.transform.output
        }
    }

    private func valueType(of origin: FieldAlternative.Origin, _ earlier: [FieldRule]) -> ValueType {
        switch origin {
        case .select: return .string
        case .template: return .string
        case .value, .cases, .nested: return .any
        case .from(let names, let isList):
            let types = names.compactMap { name in earlier.first { $0.name == name }?.valueType }
            guard isList else { return types.first ?? .any }
            return .list(Set(types).count == 1 ? types.first ?? .any : .any)
        }
    }
}

extension FieldRule {
    /// The type of the field's value as steps see it.
    fileprivate var valueType: ValueType {
        let types = Set(alternatives.map(\.type.valueType))
        return types.count == 1 ? types.first ?? .any : .any
    }
}

extension TypeRule {
    fileprivate var valueType: ValueType {
        let element: ValueType =
            switch kind {
            case .object: .object
            case .scalar(let type): ["integer", "decimal"].contains(type.name) ? .number : .string
            }
        return isList ? .list(element) : element
    }
}

extension FieldAlternative {
    /// Whether every match of a selector is taken, or the first one only.
    var takesAllMatches: Bool { type.isList }
}
