import Records
import Selectors
import Values

// Reports chains that cannot work: each step must take what the previous one gives, and the field's type what the
// last one gives.
extension RulesReader {
    /// Checks a field's chain.
    ///
    /// - Parameter place: the place of the field's type, or of the field if it has none.
    mutating func checkChain(
        _ steps: [Step],
        from origin: FieldAlternative.Origin,
        _ earlier: EarlierRules,
        to rule: TypeRule,
        at place: Range<Int>
    ) {
        guard case .scalar(let type) = rule.kind else {
            if let step = steps.first {
                error(
                    "\"apply\" cannot be combined with \"fields\": each of these has its own steps",
                    at: step.range
                )
            }
            return
        }
        guard let chain = checkSteps(steps, from: origin, earlier) else { return }
        if let step = steps.last, chain.type == .string, type.name == FieldType.json.name {
            error(
                "\(step.transform.name) returns a string, and the field's type is json",
                at: step.range,
                help: "add {\"parse\": {\"as\": \"json\"}} after it"
            )
        } else if steps.isEmpty, chain.type == .string, type.name == FieldType.json.name {
            reportText(from: origin, at: place)
        }
        if type.accepts.contains(.any) { return }
        if let element = chain.type.element, !rule.isList {
            reportList(chain, of: element, from: origin, rule, at: place)
        } else {
            checkEnd(chain.type.element ?? chain.type, steps, rule, type, at: place)
        }
    }

    /// Reports a text of the rules or of another field if the type is `json`: only selected text is read as JSON.
    private mutating func reportText(from origin: FieldAlternative.Origin, at place: Range<Int>) {
        let parse = "\"apply\": [{\"parse\": {\"as\": \"json\"}}] reads it"
        switch origin {
        case .select, .nested, .labels: break
        case .request:
            error("the request returns a string, and the field's type is json", at: place, help: parse)
        case .value, .cases:
            let help = "write the value itself; without \"type\" a text stays text"
            error("the constant is a text, and the field's type is json", at: place, help: help)
        case .template:
            error("the template returns a text, and the field's type is json", at: place, help: parse)
        case .from:
            error("the field receives a string, and its type is json", at: place, help: parse)
        }
    }

    /// Checks the steps of a key, which is a text; returns whether they fit.
    mutating func checkKey(_ steps: [Step], from list: SelectorList) -> Bool {
        guard let chain = checkSteps(steps, from: .select([list]), EarlierRules()) else { return false }
        let type = chain.type.element ?? chain.type
        guard let step = steps.last, type == .object || type.element != nil else { return true }
        error("\(step.transform.name) gives \(type), and a key is a text", at: step.range)
        return false
    }

    /// The type at the end of the chain; `nil` after reporting a step that cannot take its input.
    private mutating func checkSteps(
        _ steps: [Step],
        from origin: FieldAlternative.Origin,
        _ earlier: EarlierRules
    ) -> ChainType? {
        var chain = startType(of: origin, earlier)
        for step in steps {
            guard let given = chain.append(step) else { continue }
            let transform = step.transform
            error(
                "\(transform.name) takes \(transform.input), but receives \(given)",
                at: step.range,
                help: RulesReader.help(for: transform.input, given: given)
            )
            return nil
        }
        return chain
    }

    /// Reports a list where one value is required.
    private mutating func reportList(
        _ chain: ChainType,
        of element: ValueType,
        from origin: FieldAlternative.Origin,
        _ rule: TypeRule,
        at place: Range<Int>
    ) {
        let list = ValueType.list(element)
        let help = "choose one by \"first\" or {\"item\": …}, or write \"type\": [\"\(rule)\"]"
        if let step = chain.mapped {
            error(
                "\(step.transform.name) takes \(step.transform.input), but receives \(list)",
                at: step.range,
                help: help
            )
        } else if let step = chain.listMaker {
            error(
                "\(step.transform.name) returns \(list), and the field's type is \(rule)",
                at: step.range,
                help: help
            )
        } else if case .select = origin {
            error("::lines takes a list, and the field's type is \(rule)", at: place, help: help)
        } else {
            error("the field receives \(list), and its type is \(rule)", at: place, help: help)
        }
    }

    /// Reports a value that the field's type cannot read.
    private mutating func checkEnd(
        _ given: ValueType,
        _ steps: [Step],
        _ rule: TypeRule,
        _ type: ScalarType,
        at place: Range<Int>
    ) {
        guard given != .any, !type.accepts.contains(given) else { return }
        let help = given == .object ? "the type \"json\" takes an object" : nil
        if let step = steps.last {
            error(
                "\(step.transform.name) returns \(given), and the field's type is \(rule)",
                at: step.range,
                help: help
            )
        } else {
            error("the field receives \(given), and its type is \(rule)", at: place, help: help)
        }
    }

    private static func help(for wanted: ValueType, given: ValueType) -> String? {
        let isNumber = (wanted.element ?? wanted) == .number
        return isNumber && (given.element ?? given) == .string ? "\"number\" makes a number of a text" : nil
    }
}

// MARK: - Where chains start

extension RulesReader {
    private func startType(of origin: FieldAlternative.Origin, _ earlier: EarlierRules) -> ChainType {
        func type(of name: String) -> ValueType { earlier[name]?.valueType ?? .any }
        switch origin {
        case .select(let lists):
            // `::lines` gives several values for a match, so that one of them is not a value for a field.
            let takes = lists.flatMap { $0.selectors.compactMap(\.extractor) }
            return ChainType(takes.contains(.lines) ? .list(.string) : .string, isPerMatch: true)
        case .template, .request: return ChainType(.string, isPerMatch: false)
        case .labels: return ChainType(.object, isPerMatch: false)
        case .value(let value): return ChainType(ValueType(of: value), isPerMatch: false)
        case .cases(let arms):
            let types = Set(arms.map { ValueType(of: $0.value) })
            return ChainType(types.count == 1 ? types.first ?? .any : .any, isPerMatch: false)
        case .nested: return ChainType(.any, isPerMatch: false)
        case .from(let names, let isList):
            let types = Set(names.map(type(of:)))
            let common = types.count == 1 ? types.first ?? .any : .any
            return ChainType(isList ? .list(common) : common, isPerMatch: false)
        }
    }
}

extension FieldRule {
    /// The type of the field's value as input of steps.
    fileprivate var valueType: ValueType {
        guard isKnown else { return .any }
        let types = Set(alternatives.map(\.type.valueType))
        return types.count == 1 ? types.first ?? .any : .any
    }
}

extension TypeRule {
    fileprivate var valueType: ValueType {
        let element: ValueType =
            switch kind {
            case .object: .object
            case .scalar(let type): type.gives
            }
        return isList ? .list(element) : element
    }
}
