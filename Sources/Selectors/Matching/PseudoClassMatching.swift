import Basics
import DOM

extension MatchContext {
    /// Whether an element matches a pseudo-class without an argument, which is the test with the given index.
    ///
    /// Elements outside HTML are defined and read-only, and match no other keyword of basis `html`.
    func passes(_ keyword: PseudoClass.Keyword, _ element: NodeRef, _ test: Int32) -> Bool {
        var isHTML: Bool { document.isHTMLElement(element) }
        var names: HTMLNames { document.names }
        var forms: FormState { state.forms }
        func isInput(_ type: String) -> Bool {
            isHTML && element.name == names[.input] && names.type(of: element) == type
        }
        func isButton(_ type: String) -> Bool {
            isHTML && element.name == names[.button] && names.type(of: element) == type
        }
        switch keyword {
        case .root: return element == document.root
        case .scope: return element == scope.element
        case .mainContent: return document.tree.mainContent?.element == element
        case .leftOut: return document.tree.mainContent?.leftOut.contains(element) ?? false
        case .empty: return !hasContent(element, besidesWhitespace: false, test)
        case .blank: return !hasContent(element, besidesWhitespace: true, test)
        case .parent: return hasContent(element, besidesWhitespace: false, test)
        case .firstChild:
            return element.previousElementSibling == nil
                && document.preceding?.count(before: element, isOfType: false) ?? 0 == 0
        case .lastChild: return element.nextElementSibling == nil
        case .onlyChild: return element.previousElementSibling == nil && element.nextElementSibling == nil
        case .firstOfType: return document.positions.position(of: element, .ofType) == 1
        case .lastOfType: return document.positions.position(of: element, .lastOfType) == 1
        case .onlyOfType:
            return document.positions.position(of: element, .ofType) == 1
                && document.positions.position(of: element, .lastOfType) == 1
        case .link, .anyLink: return isHTML && names.isLink(element)
        case .enabled: return isHTML && forms.canBeDisabled(element) && !forms.isDisabled(element)
        case .disabled: return isHTML && forms.canBeDisabled(element) && forms.isDisabled(element)
        case .checked: return isHTML && forms.isChecked(element)
        case .required: return isHTML && forms.canBeRequired(element) && forms.isRequired(element)
        case .optional: return isHTML && forms.canBeRequired(element) && !forms.isRequired(element)
        case .default: return isHTML && forms.isDefault(element)
        case .indeterminate: return isHTML && forms.isIndeterminate(element)
        case .valid: return isHTML && forms.validity(of: element) == .valid
        case .invalid: return isHTML && forms.validity(of: element) == .invalid
        case .open: return isHTML && names.isNamed(element, .details, .dialog) && names.has(.open, element)
        case .muted: return isHTML && names.isNamed(element, .audio, .video) && names.has(.muted, element)
        case .readOnly: return !(isHTML && forms.isReadWrite(element))
        case .readWrite: return isHTML && forms.isReadWrite(element)
        case .placeholderShown: return isHTML && forms.showsPlaceholder(element)
        case .inRange: return isHTML && forms.range(of: element) == .within
        case .outOfRange: return isHTML && forms.range(of: element) == .outside
        case .defined: return !isHTML || names.isDefined(element)
        // The names that jQuery has for form controls and headings.
        case .header: return isHTML && names.isNamed(element, .h1, .h2, .h3, .h4, .h5, .h6)
        case .input: return isHTML && names.isNamed(element, .input, .textarea, .select, .button)
        case .button: return isHTML && element.name == names[.button] || isInput("button")
        case .submit: return isInput("submit") || isButton("submit")
        case .reset: return isInput("reset") || isButton("reset")
        case .selected: return isHTML && element.name == names[.option] && forms.isChecked(element)
        case .text:
            // Only the attribute decides: an unknown type is not `text` here.
            let type = names.string(.type, element)?.asciiLowercased
            return isHTML && element.name == names[.input] && (type ?? "text") == "text"
        case .checkbox, .radio, .password, .file, .image: return isInput(keyword.rawValue)
        }
    }

    /// Whether an element has children other than comments, and optionally other than white space.
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
                result = !content.allSatisfy { besidesWhitespace && $0.isASCIIWhiteSpace }
            }
            length += 1
            child = node.nextSibling
        }
        return length > MatchContext.longValue ? rememberLongValue(test, element, result) : result
    }
}

// MARK: - :first, :last, :even, :odd

extension MatchContext {
    /// Whether an element is one of those that `:first` or a similar pseudo-class selects: among the elements below the
    /// scope that match the part of the selector before it, in document order.
    func passes(_ test: PositionTest, _ element: NodeRef) -> Bool {
        let index = order.index(of: element)
        if let known = memo[test.memo, index] { return known }
        pick(test)
        // Elements that are not below the scope are not picked.
        return memo[test.memo, index] ?? false
    }

    private func pick(_ test: PositionTest) {
        let root = scope.node
        var candidates: [NodeRef] = []
        var node = root.nextElement(within: root)
        while let current = node {
            memo.set(test.memo, order.index(of: current), false, capacity: order.count)
            if matchesList(test.list, current) { candidates.append(current) }
            node = current.nextElement(within: root)
        }
        for (offset, candidate) in candidates.enumerated() {
            let isPicked =
                switch test.position {
                case .first: offset == 0
                case .last: offset == candidates.count - 1
                case .even: offset % 2 == 0
                case .odd: offset % 2 == 1
                }
            memo.set(test.memo, order.index(of: candidate), isPicked, capacity: order.count)
        }
    }
}
