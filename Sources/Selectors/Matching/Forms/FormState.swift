import DOM

/// The state of form controls as the page gives it, before anyone has touched them (HTML standard, 4.10).
///
/// What depends on other elements is found out for all at once, so that asking every element stays linear.
final class FormState {
    let page: Page
    let names: KnownNames
    private let answers = Answers(questions: 3)
    private(set) lazy var owners = FormOwners(page)
    /// The option that each `select` shows where it shows one.
    private var shownOptions: [NodeRef: NodeRef?] = [:]
    /// The validity of forms and fieldsets.
    var containerValidity: [NodeRef: Validity]?

    private static let inDisabledFieldset: Int32 = 0
    private static let editable: Int32 = 1
    static let inDatalist: Int32 = 2

    init(_ page: Page) {
        self.page = page
        names = page.names
    }

    deinit {
        answers.free()
    }

    // MARK: :enabled, :disabled

    func canBeDisabled(_ element: NodeRef) -> Bool {
        let name = element.name
        return name == names.input || name == names.button || name == names.option || name == names.select
            || name == names.textarea || name == names.fieldset || name == names.optgroup
    }

    /// For elements that can be.
    func isDisabled(_ element: NodeRef) -> Bool {
        if names.has(names.disabled, element) { return true }
        if element.name == names.option {
            guard let parent = element.parentElement, parent.name == names.optgroup else { return false }
            return names.has(names.disabled, parent)
        }
        return element.name != names.optgroup && isInDisabledFieldset(element)
    }

    /// Whether a disabled fieldset contains the element, other than in its legend.
    private func isInDisabledFieldset(_ element: NodeRef) -> Bool {
        inherited(FormState.inDisabledFieldset, element) { element in
            guard let parent = element.parentElement else { return false }
            guard parent.name == names.fieldset, names.has(names.disabled, parent) else { return nil }
            return isFirstLegend(element) ? nil : true
        }
    }

    private func isFirstLegend(_ element: NodeRef) -> Bool {
        element.name == names.legend && page.positions.position(of: element, .ofType) == 1
    }

    /// An answer that an element has from the nearest of itself and its ancestors that gives one.
    func inherited(_ question: Int32, _ element: NodeRef, _ own: (NodeRef) -> Bool?) -> Bool {
        var node: NodeRef? = element
        var result: Bool?
        var steps = 0
        while result == nil, let current = node, current.isElement {
            steps += 1
            page.steps.add()
            // Only deep trees are worth notes.
            let isLong = steps > page.patience.climb
            result = (isLong ? answers[question, page.order.index(of: current)] : nil) ?? own(current)
            if result == nil { node = current.parent }
        }
        guard steps > page.patience.climb else { return result ?? false }
        var noted: NodeRef? = element
        while let current = noted, current.isElement {
            answers.set(question, page.order.index(of: current), result ?? false, capacity: page.order.count)
            if current == node { break }
            noted = current.parent
        }
        return result ?? false
    }

    // MARK: :checked

    func isChecked(_ element: NodeRef) -> Bool {
        if element.name == names.option { return isSelected(element) }
        guard element.name == names.input else { return false }
        switch names.type(of: element) {
        case "checkbox": return names.has(names.checked, element)
        case "radio":
            guard names.has(names.checked, element) else { return false }
            // Of several in a group the last one stays checked.
            return owners.radioGroup(of: element).map { owners.checkedRadios[$0] == element } ?? true
        default: return false
        }
    }

    private func isSelected(_ option: NodeRef) -> Bool {
        let isMarked = names.has(names.selected, option)
        var ancestor = option.parentElement
        if let parent = ancestor, parent.name == names.optgroup { ancestor = parent.parentElement }
        guard let select = ancestor, select.name == names.select, !names.has(names.multiple, select) else {
            return isMarked
        }
        return shownOption(of: select) == option
    }

    /// The option that a `select` of one choice shows: the last one marked as selected, else, where it is a
    /// menu, the first one that is not disabled.
    private func shownOption(of select: NodeRef) -> NodeRef? {
        if let known = shownOptions[select] { return known }
        var firstEnabled: NodeRef?
        var lastMarked: NodeRef?
        var node = select.next(within: select)
        while let current = node {
            if current.isElement, current.name == names.option {
                if names.has(names.selected, current) { lastMarked = current }
                if firstEnabled == nil, !isDisabled(current) { firstEnabled = current }
            }
            // Nested menus, which no parser of HTML makes, have options of their own.
            node =
                current.isElement && current.name == names.select
                ? current.nextSkippingChildren(within: select) : current.next(within: select)
        }
        let rows = names.string(names.size, select).flatMap { Int($0) } ?? 1
        let shown = lastMarked ?? (rows <= 1 ? firstEnabled : nil)
        shownOptions[select] = shown
        return shown
    }

    // MARK: :required, :read-write, :placeholder-shown

    func canBeRequired(_ element: NodeRef) -> Bool {
        element.name == names.input || element.name == names.select || element.name == names.textarea
    }

    /// For elements that can be.
    func isRequired(_ element: NodeRef) -> Bool {
        guard names.has(names.required, element) else { return false }
        guard element.name == names.input else { return true }
        switch names.type(of: element) {
        case "hidden", "range", "color", "submit", "image", "reset", "button": return false
        default: return true
        }
    }

    func isReadWrite(_ element: NodeRef) -> Bool {
        if element.name == names.input {
            return FormState.editableTypes.contains(names.type(of: element)) && isMutable(element)
        }
        if element.name == names.textarea { return isMutable(element) }
        return inherited(FormState.editable, element) { element in
            guard let value = names.string(names.contenteditable, element)?.asciiLowercased else {
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
        !names.has(names.readonly, element) && !isDisabled(element)
    }

    static let editableTypes: Set<String> = [
        "text", "search", "url", "tel", "email", "password", "date", "month", "week", "time",
        "datetime-local",
        "number",
    ]

    func showsPlaceholder(_ element: NodeRef) -> Bool {
        guard names.has(names.placeholder, element) else { return false }
        if element.name == names.textarea { return value(of: element).isEmpty }
        guard element.name == names.input else { return false }
        switch names.type(of: element) {
        case "text", "search", "url", "tel", "email", "password", "number": return value(of: element).isEmpty
        default: return false
        }
    }

    // MARK: :default, :indeterminate

    func isDefault(_ element: NodeRef) -> Bool {
        if element.name == names.option { return names.has(names.selected, element) }
        if element.name == names.input {
            switch names.type(of: element) {
            case "checkbox", "radio": return names.has(names.checked, element)
            case "submit", "image": return owners.isDefaultButton(element)
            default: return false
            }
        }
        return element.name == names.button && names.type(of: element) == "submit"
            && owners.isDefaultButton(element)
    }

    func isIndeterminate(_ element: NodeRef) -> Bool {
        if element.name == names.progress { return !names.has(names.value, element) }
        guard element.name == names.input, names.type(of: element) == "radio" else { return false }
        guard let group = owners.radioGroup(of: element) else { return !names.has(names.checked, element) }
        return owners.checkedRadios[group] == nil
    }
}
