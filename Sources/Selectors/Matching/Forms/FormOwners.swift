import DOM

/// Which form each control belongs to, found in one walk, and what follows from it.
struct FormOwners {
    /// Radio buttons of one name in one form, of which at most one is checked.
    struct RadioGroup: Hashable {
        var form: NodeRef?
        var name: ByteText
    }

    private(set) var owners: [NodeRef: NodeRef] = [:]
    /// The button that a form's Enter key presses: its first one.
    private(set) var defaultButtons: [NodeRef: NodeRef] = [:]
    private(set) var checkedRadios: [RadioGroup: NodeRef] = [:]
    /// All controls in document order.
    private(set) var controls: [NodeRef] = []
    private let names: KnownNames

    init(_ page: Page) {
        names = page.names
        var openForms: [NodeRef] = []
        var forms: [String: NodeRef] = [:]
        let document = page.document.node
        var node = document.nextElement(within: document)
        while let element = node {
            node = element.nextElement(within: document)
            guard page.isHTMLElement(element) else { continue }
            if element.name == names.form {
                if let id = names.string(names.id, element), forms[id] == nil { forms[id] = element }
                openForms.append(element)
            } else if isControl(element) {
                controls.append(element)
            }
        }
        let formAttribute = names.form
        for control in controls {
            if let form = formAttribute.flatMap(control.attribute) {
                owners[control] = forms[form.string]
            }
        }
        setAncestorForms(page, openForms)
        for control in controls { note(control) }
    }

    /// Gives the controls below each form their owner, of nested forms the innermost.
    private mutating func setAncestorForms(_ page: Page, _ forms: [NodeRef]) {
        let order = page.order
        var open: [NodeRef] = []
        var next = 0
        for control in controls where !names.has(names.form, control) {
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
        let name = element.name
        return name == names.input || name == names.button || name == names.select || name == names.textarea
    }

    private mutating func note(_ control: NodeRef) {
        let type = names.type(of: control)
        let isButton = control.name == names.button || control.name == names.input
        if isButton, type == "submit" || type == "image", let form = owners[control],
            defaultButtons[form] == nil
        {
            defaultButtons[form] = control
        }
        if names.has(names.checked, control), let group = radioGroup(of: control) {
            checkedRadios[group] = control
        }
    }

    func isDefaultButton(_ button: NodeRef) -> Bool {
        owners[button].map { defaultButtons[$0] == button } ?? false
    }

    /// The group of a radio button; `nil` for one without a name, which is in none, and for other controls.
    func radioGroup(of control: NodeRef) -> RadioGroup? {
        guard control.name == names.input, names.type(of: control) == "radio",
            let name = names.string(names.name, control), !name.isEmpty
        else { return nil }
        return RadioGroup(form: owners[control], name: ByteText(name))
    }
}
