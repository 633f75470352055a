import DOM

extension Binding {
    /// Whether an element passes a pseudo-class without an argument.
    func passes(_ keyword: PseudoClass.Keyword, _ element: NodeRef, _ index: Int32) -> Bool {
        switch keyword {
        case .root: return element == page.root
        case .scope: return element == scope.pointee.element
        case .empty: return !hasContent(element, besidesWhitespace: false, index)
        case .blank: return !hasContent(element, besidesWhitespace: true, index)
        case .parent: return hasContent(element, besidesWhitespace: false, index)
        case .firstChild: return isOutermost(element, fromEnd: false)
        case .lastChild: return isOutermost(element, fromEnd: true)
        case .onlyChild: return isOutermost(element, fromEnd: false) && isOutermost(element, fromEnd: true)
        case .firstOfType: return page.positions.position(of: element, .ofType) == 1
        case .lastOfType: return page.positions.position(of: element, .lastOfType) == 1
        case .onlyOfType:
            return page.positions.position(of: element, .ofType) == 1
                && page.positions.position(of: element, .lastOfType) == 1
        case .link, .anyLink, .enabled, .disabled, .checked, .required, .optional, .default, .indeterminate,
            .valid, .invalid, .open, .muted, .readOnly, .readWrite, .placeholderShown, .inRange, .outOfRange,
            .defined, .header, .input, .button, .submit, .reset, .checkbox, .radio, .text, .password, .file,
            .image, .selected:
            return passesInHTML(keyword, element)
        }
    }

    private func isOutermost(_ element: NodeRef, fromEnd: Bool) -> Bool {
        (fromEnd ? element.nextElementSibling : element.previousElementSibling) == nil
    }

    /// Whether an element has children other than comments, of which white space may be left out too.
    private func hasContent(_ element: NodeRef, besidesWhitespace: Bool, _ test: Int32) -> Bool {
        var child = element.firstChild
        var result = false
        var length = 0
        while !result, let node = child {
            if node.isElement {
                result = true
            } else if node.isText {
                let content = node.content
                length += content.count
                result = !content.allSatisfy { besidesWhitespace && $0.isCSSWhitespace }
            }
            length += 1
            child = node.nextSibling
        }
        return length > CostlyAnswers.length ? costly.note(test, element, order, result) : result
    }

    /// What only elements of HTML are; of other elements all are defined, and read-only.
    private func passesInHTML(_ keyword: PseudoClass.Keyword, _ element: NodeRef) -> Bool {
        guard page.isHTMLElement(element) else { return keyword == .defined || keyword == .readOnly }
        let names = page.names
        let forms = page.forms
        switch keyword {
        case .link, .anyLink: return names.isLink(element)
        case .enabled: return forms.canBeDisabled(element) && !forms.isDisabled(element)
        case .disabled: return forms.canBeDisabled(element) && forms.isDisabled(element)
        case .checked: return forms.isChecked(element)
        case .required: return forms.canBeRequired(element) && forms.isRequired(element)
        case .optional: return forms.canBeRequired(element) && !forms.isRequired(element)
        case .default: return forms.isDefault(element)
        case .indeterminate: return forms.isIndeterminate(element)
        case .valid: return forms.validity(of: element) == .valid
        case .invalid: return forms.validity(of: element) == .invalid
        case .open:
            return (element.name == names.details || element.name == names.dialog)
                && names.has(names.open, element)
        case .muted:
            return (element.name == names.audio || element.name == names.video)
                && names.has(names.muted, element)
        case .readOnly: return !forms.isReadWrite(element)
        case .readWrite: return forms.isReadWrite(element)
        case .placeholderShown: return forms.showsPlaceholder(element)
        case .inRange: return forms.range(of: element) == .within
        case .outOfRange: return forms.range(of: element) == .outside
        case .defined: return names.isDefined(element)
        case .header, .input, .button, .submit, .reset, .checkbox, .radio, .text, .password, .file, .image,
            .selected:
            return passesQueryName(keyword, element)
        case .root, .scope, .empty, .firstChild, .lastChild, .onlyChild, .firstOfType, .lastOfType,
            .onlyOfType,
            .blank, .parent:
            return false
        }
    }

    /// The names that jQuery has for form controls and headings.
    private func passesQueryName(_ keyword: PseudoClass.Keyword, _ element: NodeRef) -> Bool {
        let names = page.names
        let name = element.name
        func isInput(_ type: String) -> Bool { name == names.input && names.type(of: element) == type }
        func isButton(_ type: String) -> Bool { name == names.button && names.type(of: element) == type }
        switch keyword {
        case .header:
            return [names.h1, names.h2, names.h3, names.h4, names.h5, names.h6].contains(name)
        case .input:
            return [names.input, names.textarea, names.select, names.button].contains(name)
        case .button: return name == names.button || isInput("button")
        case .submit: return isInput("submit") || isButton("submit")
        case .reset: return isInput("reset") || isButton("reset")
        case .selected: return name == names.option && page.forms.isChecked(element)
        case .text:
            // Only what is written counts, not what an unknown type falls back to.
            let type = names.string(names.typeAttribute, element)?.asciiLowercased
            return name == names.input && (type ?? "text") == "text"
        case .checkbox, .radio, .password, .file, .image: return isInput(keyword.rawValue)
        case .root, .scope, .empty, .firstChild, .lastChild, .onlyChild, .firstOfType, .lastOfType,
            .onlyOfType,
            .blank, .parent, .link, .anyLink, .enabled, .disabled, .checked, .required, .optional, .default,
            .indeterminate, .valid, .invalid, .open, .muted, .readOnly, .readWrite, .placeholderShown,
            .inRange,
            .outOfRange, .defined:
            return false
        }
    }
}

extension KnownNames {
    func isLink(_ element: NodeRef) -> Bool {
        (element.name == a || element.name == area) && has(href, element)
    }

    /// Whether an element is one that HTML knows: those with a hyphen in their names need a script, and so do
    /// those with `is`.
    func isDefined(_ element: NodeRef) -> Bool {
        guard !has(`is`, element) else { return false }
        let name = element.name.utf8
        return !name.contains(UInt8(ascii: "-")) || KnownNames.hyphenated.contains(element.name.string)
    }

    /// The names with a hyphen that are no custom elements (HTML standard, 4.13.2).
    private static let hyphenated: Set<String> = [
        "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
        "font-face-name", "missing-glyph",
    ]
}
