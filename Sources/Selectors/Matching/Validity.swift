import Basics
import DOM
import Patterns

/// Whether a control's value satisfies its constraints.
enum Validity {
    case valid, invalid
}

/// Whether a value lies between `min` and `max`.
enum RangeState {
    case within, outside
}

extension FormState {
    // MARK: :in-range, :out-of-range

    /// Whether a control's value is within its bounds; `nil` for controls without bounds.
    func range(of element: NodeRef) -> RangeState? {
        guard element.name == names[.input], canBeValidated(element) else { return nil }
        let type = names.type(of: element)
        guard FormState.typesWithRange.contains(type) else { return nil }
        let low = bound(.min, element, type)
        let high = bound(.max, element, type)
        if type == "range" { return .within }
        guard low != nil || high != nil else { return nil }
        guard let value = ControlNumber(names.string(.value, element) ?? "", type: type) else {
            return .within
        }
        if type == "time", let low, let high, high < low {
            // A range of times may cross midnight.
            return value < low && value > high ? .outside : .within
        }
        if let low, value < low { return .outside }
        if let high, value > high { return .outside }
        return .within
    }

    private static let typesWithRange: Set<String> = [
        "date", "month", "week", "time", "datetime-local", "number", "range",
    ]

    private func bound(_ attribute: HTMLName, _ element: NodeRef, _ type: String) -> ControlNumber? {
        names.string(attribute, element).flatMap { ControlNumber($0, type: type) }
    }

    // MARK: :valid, :invalid

    /// Whether a control, or every control of a form or fieldset, is valid; `nil` for elements that are not validated.
    func validity(of element: NodeRef) -> Validity? {
        if element.name == names[.form] || element.name == names[.fieldset] {
            return allContainers()[element] ?? .valid
        }
        guard isControl(element), canBeValidated(element) else { return nil }
        return isValid(element) ? .valid : .invalid
    }

    private func isControl(_ element: NodeRef) -> Bool {
        names.isNamed(element, .input, .select, .textarea, .button)
    }

    /// Whether a control takes part in validation (4.10.21.1, "barred from constraint validation").
    private func canBeValidated(_ element: NodeRef) -> Bool {
        guard !isDisabled(element), !isInDatalist(element) else { return false }
        if element.name == names[.button] { return names.type(of: element) == "submit" }
        if element.name == names[.input] {
            let type = names.type(of: element)
            if type == "hidden" || type == "reset" || type == "button" { return false }
            return !(FormState.editableTypes.contains(type) && names.has(.readonly, element))
        }
        return element.name != names[.textarea] || !names.has(.readonly, element)
    }

    private func isInDatalist(_ element: NodeRef) -> Bool {
        guard let datalist = names[.datalist] else { return false }
        return inherited(FormState.inDatalist, element) { $0.name == datalist ? true : nil }
    }

    /// Forms and fieldsets with an invalid control.
    private func allContainers() -> [NodeRef: Validity] {
        if let containerValidity { return containerValidity }
        var result: [NodeRef: Validity] = [:]
        // The ancestors of invalid controls, each visited once.
        var passed: Set<NodeRef> = []
        for control in owners.controls where canBeValidated(control) && !isValid(control) {
            if let form = owners.owners[control] { result[form] = .invalid }
            var ancestor = control.parentElement
            while let current = ancestor, passed.insert(current).inserted {
                if current.name == names[.fieldset] { result[current] = .invalid }
                ancestor = current.parentElement
            }
        }
        containerValidity = result
        return result
    }

    private func isValid(_ element: NodeRef) -> Bool {
        !isMissing(element) && !hasWrongType(element) && !hasWrongPattern(element)
            && range(of: element) != .outside && !isBetweenSteps(element)
    }

    private func isMissing(_ element: NodeRef) -> Bool {
        guard canBeRequired(element), isRequired(element) else { return false }
        guard element.name == names[.input] else { return value(of: element).isEmpty }
        switch names.type(of: element) {
        case "checkbox": return !names.has(.checked, element)
        case "radio":
            guard let group = owners.radioGroup(of: element) else {
                return !names.has(.checked, element)
            }
            return owners.checkedRadios[group] == nil
        case "file": return true
        default: return value(of: element).isEmpty
        }
    }

    private func hasWrongType(_ element: NodeRef) -> Bool {
        guard element.name == names[.input] else { return false }
        let value = value(of: element)
        guard !value.isEmpty else { return false }
        switch names.type(of: element) {
        case "email":
            let parts =
                names.has(.multiple, element)
                ? value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [value]
            return !parts.allSatisfy { FormState.email.isMatch(in: Array($0.utf8)) }
        case "url": return !FormState.url.isMatch(in: Array(value.utf8))
        default: return false
        }
    }

    /// A valid e-mail address (4.10.5.1.5).
    private static let email = Pattern(
        constant: "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
            + "(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*\\z"
    )
    /// The beginning of an absolute URL.
    private static let url = Pattern(constant: "^[a-zA-Z][a-zA-Z0-9+.-]*:[^\\s]")

    private func hasWrongPattern(_ element: NodeRef) -> Bool {
        guard element.name == names[.input], let source = names.string(.pattern, element) else {
            return false
        }
        switch names.type(of: element) {
        case "text", "search", "url", "tel", "email", "password": break
        default: return false
        }
        let value = value(of: element)
        // An invalid pattern is not a constraint.
        guard !value.isEmpty, let pattern = try? Pattern(Array("^(?:\(source))\\z".utf8)) else {
            return false
        }
        return !pattern.isMatch(in: Array(value.utf8))
    }

    /// Whether a number is not one that `step` allows.
    private func isBetweenSteps(_ element: NodeRef) -> Bool {
        guard element.name == names[.input], names.type(of: element) == "number",
            let value = ControlNumber(number: names.string(.value, element) ?? "")
        else { return false }
        let text = names.string(.step, element)
        if text?.asciiLowercased == "any" { return false }
        let step = text.flatMap { ControlNumber(number: $0) }.map(\.value).flatMap { $0 > 0 ? $0 : nil } ?? 1
        let base = bound(.min, element, "number")?.value ?? 0
        let steps = (value.value - base) / step
        // Numbers that large have no fraction.
        guard steps.magnitude < 0x1p50 else { return false }
        let fraction = (steps - Double(Int(steps))).magnitude
        return min(fraction, 1 - fraction) > 1e-9 * max(1, steps.magnitude)
    }
}
