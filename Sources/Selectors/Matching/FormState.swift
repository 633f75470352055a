import Basics
import DOM

/// The initial state of form controls, before any user input (HTML standard, 4.10).
///
/// Properties that depend on other elements are computed for all elements together, so that matching every element
/// stays linear.
final class FormState {
    let document: DocumentContext
    let names: HTMLNames
    private let memo = AnswerTable(rows: 3)
    private(set) lazy var owners = FormOwners(document)
    /// The option that each `select` shows if it shows only one.
    private var shownOptions: [NodeRef: NodeRef?] = [:]
    /// The validity of forms and fieldsets.
    var containerValidity: [NodeRef: Validity]?

    private static let inDisabledFieldset: Int32 = 0
    private static let editable: Int32 = 1
    static let inDatalist: Int32 = 2

    init(_ document: DocumentContext) {
        self.document = document
        names = document.names
    }

    // MARK: :enabled, :disabled

    func canBeDisabled(_ element: NodeRef) -> Bool {
        names.isNamed(element, .input, .button, .option, .select, .textarea, .fieldset, .optgroup)
    }

    /// For elements that can be.
    func isDisabled(_ element: NodeRef) -> Bool {
        if names.has(.disabled, element) { return true }
        if element.name == names[.option] {
            guard let parent = element.parentElement, parent.name == names[.optgroup] else { return false }
            return names.has(.disabled, parent)
        }
        return element.name != names[.optgroup] && isInDisabledFieldset(element)
    }

    /// Whether a disabled fieldset contains the element, other than in its legend.
    private func isInDisabledFieldset(_ element: NodeRef) -> Bool {
        inherited(FormState.inDisabledFieldset, element) { element in
            guard let parent = element.parentElement else { return false }
            guard parent.name == names[.fieldset], names.has(.disabled, parent) else { return nil }
            return isFirstLegend(element) ? nil : true
        }
    }

    private func isFirstLegend(_ element: NodeRef) -> Bool {
        element.name == names[.legend] && document.positions.position(of: element, .ofType) == 1
    }

    /// The result of the nearest element, among an element and its ancestors, that has its own result.
    func inherited(_ question: Int32, _ element: NodeRef, _ own: (NodeRef) -> Bool?) -> Bool {
        var node: NodeRef? = element
        var result: Bool?
        var steps = 0
        while result == nil, let current = node, current.isElement {
            steps += 1
            document.steps.add()
            // Memo rows pay off only in deep trees.
            let isLong = steps > document.budget.climb
            result = (isLong ? memo[question, document.order.index(of: current)] : nil) ?? own(current)
            if result == nil { node = current.parent }
        }
        guard steps > document.budget.climb else { return result ?? false }
        var passed: NodeRef? = element
        while let current = passed, current.isElement {
            memo.set(
                question,
                document.order.index(of: current),
                result ?? false,
                capacity: document.order.count
            )
            if current == node { break }
            passed = current.parent
        }
        return result ?? false
    }

    // MARK: :checked

    func isChecked(_ element: NodeRef) -> Bool {
        if element.name == names[.option] { return isSelected(element) }
        guard element.name == names[.input] else { return false }
        switch names.type(of: element) {
        case "checkbox": return names.has(.checked, element)
        case "radio":
            guard names.has(.checked, element) else { return false }
            // Of several in a group the last one stays checked.
            return owners.radioGroup(of: element).map { owners.checkedRadios[$0] == element } ?? true
        default: return false
        }
    }

    private func isSelected(_ option: NodeRef) -> Bool {
        let isMarked = names.has(.selected, option)
        var ancestor = option.parentElement
        if let parent = ancestor, parent.name == names[.optgroup] { ancestor = parent.parentElement }
        guard let select = ancestor, select.name == names[.select], !names.has(.multiple, select) else {
            return isMarked
        }
        return shownOption(of: select) == option
    }

    /// The option that a single-choice `select` shows: the last one marked as selected, or else, if it is a menu, the
    /// first one that is not disabled.
    private func shownOption(of select: NodeRef) -> NodeRef? {
        if let known = shownOptions[select] { return known }
        var firstEnabled: NodeRef?
        var lastMarked: NodeRef?
        var node = select.next(within: select)
        while let current = node {
            if current.isElement, current.name == names[.option] {
                if names.has(.selected, current) { lastMarked = current }
                if firstEnabled == nil, !isDisabled(current) { firstEnabled = current }
            }
            // Nested menus, which no parser of HTML makes, have their own options.
            node =
                current.isElement && current.name == names[.select]
                ? current.nextSkippingChildren(within: select) : current.next(within: select)
        }
        let rows = names.string(.size, select).flatMap { Int($0) } ?? 1
        let shown = lastMarked ?? (rows <= 1 ? firstEnabled : nil)
        shownOptions[select] = shown
        return shown
    }

    // MARK: :required, :read-write, :placeholder-shown

    func canBeRequired(_ element: NodeRef) -> Bool {
        names.isNamed(element, .input, .select, .textarea)
    }

    /// For elements that can be.
    func isRequired(_ element: NodeRef) -> Bool {
        guard names.has(.required, element) else { return false }
        guard element.name == names[.input] else { return true }
        switch names.type(of: element) {
        case "hidden", "range", "color", "submit", "image", "reset", "button": return false
        default: return true
        }
    }

    func isReadWrite(_ element: NodeRef) -> Bool {
        if element.name == names[.input] {
            return FormState.editableTypes.contains(names.type(of: element)) && isMutable(element)
        }
        if element.name == names[.textarea] { return isMutable(element) }
        return inherited(FormState.editable, element) { element in
            guard let value = names.string(.contenteditable, element)?.asciiLowercased else {
                return nil
            }
            switch value {
            case "", "true", "plaintext-only": return true
            case "false": return false
            default: return nil
            }
        }
    }

    private func isMutable(_ element: NodeRef) -> Bool {
        !names.has(.readonly, element) && !isDisabled(element)
    }

    static let editableTypes: Set<String> = [
        "text", "search", "url", "tel", "email", "password", "date", "month", "week", "time",
        "datetime-local",
        "number",
    ]

    func showsPlaceholder(_ element: NodeRef) -> Bool {
        guard names.has(.placeholder, element) else { return false }
        if element.name == names[.textarea] { return value(of: element).isEmpty }
        guard element.name == names[.input] else { return false }
        switch names.type(of: element) {
        case "text", "search", "url", "tel", "email", "password", "number": return value(of: element).isEmpty
        default: return false
        }
    }

    // MARK: :default, :indeterminate

    func isDefault(_ element: NodeRef) -> Bool {
        if element.name == names[.option] { return names.has(.selected, element) }
        if element.name == names[.input] {
            switch names.type(of: element) {
            case "checkbox", "radio": return names.has(.checked, element)
            case "submit", "image": return owners.isDefaultButton(element)
            default: return false
            }
        }
        return element.name == names[.button] && names.type(of: element) == "submit"
            && owners.isDefaultButton(element)
    }

    func isIndeterminate(_ element: NodeRef) -> Bool {
        if element.name == names[.progress] { return !names.has(.value, element) }
        guard element.name == names[.input], names.type(of: element) == "radio" else { return false }
        guard let group = owners.radioGroup(of: element) else { return !names.has(.checked, element) }
        return owners.checkedRadios[group] == nil
    }
}

/// The form owner of each control, computed in one walk, and the properties that depend on it.
struct FormOwners {
    /// Radio buttons with one name in one form; at most one is checked.
    struct RadioGroup: Hashable {
        var form: NodeRef?
        var name: ByteText
    }

    private(set) var owners: [NodeRef: NodeRef] = [:]
    /// Each form's default button: its first submit button.
    private(set) var defaultButtons: [NodeRef: NodeRef] = [:]
    private(set) var checkedRadios: [RadioGroup: NodeRef] = [:]
    /// All controls in document order.
    private(set) var controls: [NodeRef] = []
    private let names: HTMLNames

    init(_ document: DocumentContext) {
        names = document.names
        var openForms: [NodeRef] = []
        var forms: [String: NodeRef] = [:]
        let root = document.tree.node
        var node = root.nextElement(within: root)
        while let element = node {
            node = element.nextElement(within: root)
            guard document.isHTMLElement(element) else { continue }
            if element.name == names[.form] {
                if let id = names.string(.id, element), forms[id] == nil { forms[id] = element }
                openForms.append(element)
            } else if isControl(element) {
                controls.append(element)
            }
        }
        let formAttribute = names[.form]
        for control in controls {
            if let form = formAttribute.flatMap(control.attribute) {
                owners[control] = forms[form.string]
            }
        }
        setAncestorForms(document, openForms)
        for control in controls { index(control) }
    }

    /// Sets the owner of controls without `form` to the innermost form around them.
    private mutating func setAncestorForms(_ document: DocumentContext, _ forms: [NodeRef]) {
        let order = document.order
        var open: [NodeRef] = []
        var next = 0
        for control in controls where !names.has(.form, control) {
            let index = order.index(of: control)
            while next < forms.count, order.index(of: forms[next]) < index {
                open.append(forms[next])
                next += 1
            }
            while let last = open.last, order.end(of: order.index(of: last)) <= index { open.removeLast() }
            owners[control] = open.last
        }
    }

    private func isControl(_ element: NodeRef) -> Bool {
        names.isNamed(element, .input, .button, .select, .textarea)
    }

    private mutating func index(_ control: NodeRef) {
        let type = names.type(of: control)
        let isButton = control.name == names[.button] || control.name == names[.input]
        if isButton, type == "submit" || type == "image", let form = owners[control],
            defaultButtons[form] == nil
        {
            defaultButtons[form] = control
        }
        if names.has(.checked, control), let group = radioGroup(of: control) {
            checkedRadios[group] = control
        }
    }

    func isDefaultButton(_ button: NodeRef) -> Bool {
        owners[button].map { defaultButtons[$0] == button } ?? false
    }

    /// The group of a radio button; `nil` for one without a name, which is in none, and for other controls.
    func radioGroup(of control: NodeRef) -> RadioGroup? {
        guard control.name == names[.input], names.type(of: control) == "radio",
            let name = names.string(.name, control), !name.isEmpty
        else { return nil }
        return RadioGroup(form: owners[control], name: ByteText(name))
    }
}
