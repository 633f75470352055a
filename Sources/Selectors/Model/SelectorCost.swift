extension SelectorList {
    /// Whether asking an element costs little, wherever it stands: names, ids, classes, attributes and places among
    /// siblings, but no texts and nothing that looks at other parts of the page.
    package var isCheap: Bool { selectors.allSatisfy(\.isCheap) }
}

extension ComplexSelector {
    fileprivate var isCheap: Bool {
        // What lies behind the scope takes a walk of its own.
        leading != .nextSibling && leading != .subsequentSibling
            && compounds.allSatisfy { $0.simples.allSatisfy(\.isCheap) }
    }
}

extension SimpleSelector {
    fileprivate var isCheap: Bool {
        switch self {
        case .type, .universal, .id, .class, .attribute, .pseudoElement, .nesting: true
        case .pseudoClass(let pseudoClass): pseudoClass.isCheap
        case .leaf: false
        }
    }
}

extension PseudoClass {
    fileprivate var isCheap: Bool {
        switch self {
        case .keyword(let keyword): keyword.isAboutPlace
        case .is(let list), .where(let list), .not(let list): list.allSatisfy(\.isCheap)
        case .nth(let nth): nth.of == nil
        case .dynamic, .shadowHost, .script: true
        case .has, .lang, .dir, .text, .position: false
        }
    }
}

extension PseudoClass.Keyword {
    fileprivate var isAboutPlace: Bool {
        switch self {
        case .root, .scope, .empty, .firstChild, .lastChild, .onlyChild, .firstOfType, .lastOfType,
            .onlyOfType:
            true
        default: false
        }
    }
}
