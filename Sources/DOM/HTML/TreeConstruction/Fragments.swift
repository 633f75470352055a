import CLibXML2

/// The context element of a fragment (HTML standard, 13.4).
package struct FragmentContext: Sendable {
    /// The namespace of an element's name.
    package enum Namespace: Sendable {
        case html, svg, mathML
    }

    /// The local name, as the element has it: `foreignObject`.
    var name: String
    var namespace: Namespace
    /// The value of the attribute "encoding" of MathML's `annotation-xml`.
    var encoding: String?
    /// Whether a form is the element or contains it: forms in the fragment are then left out.
    var isInForm: Bool
    /// Whether its document is in quirks mode.
    var isQuirky: Bool

    package init(
        name: String = "body",
        namespace: Namespace = .html,
        encoding: String? = nil,
        isInForm: Bool = false,
        isQuirky: Bool = false
    ) {
        self.name = name
        self.namespace = namespace
        self.encoding = encoding
        self.isInForm = isInForm
        self.isQuirky = isQuirky
    }
}

// The HTML fragment parsing algorithm (HTML standard,
// [13.4](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments)).
extension TreeConstructor {
    /// Whether the parser was created as part of the fragment parsing algorithm.
    var isFragment: Bool { hasContext }

    /// Prepares for a fragment.
    mutating func beginFragment(in context: FragmentContext) {
        hasContext = true
        isQuirky = context.isQuirky
        let tag = withContiguousBytes(of: context.name.lowercased().utf8, tokenizer.names.intern).tag
        if context.namespace == .html { contextTag = tag }
        if let state = textState { tokenizer.state = state }
        insertRoot(makeElement(known.names[Int(Tag.html.rawValue)]), kind(of: context, tag))
        if contextTag == .template { templateModes.append(.inTemplate) }
        if context.isInForm {
            // It is not part of the tree and never open.
            formElement = makeElement(known.names[Int(Tag.form.rawValue)])
        }
        resetInsertionMode()
    }

    /// The tokenizer's state if the context's content is not markup.
    private var textState: TokenizerState? {
        switch contextTag {
        case .title, .textarea: .rcdata
        case .style, .xmp, .iframe, .noembed, .noframes: .rawtext
        case .script: .scriptData
        case .noscript: scripting ? .rawtext : nil
        case .plaintext: .plaintext
        default: nil
        }
    }

    /// The rules for content of the root, which are those of the context.
    private func kind(of context: FragmentContext, _ tag: Tag) -> OpenElement.Kind {
        switch context.namespace {
        case .html: return []
        case .svg: return [.isContext, .ofSVG(tag)]
        case .mathML:
            guard tag == .annotationXML, let encoding = context.encoding else {
                return [.isContext, .ofMathML(tag)]
            }
            var utf8 = Array(encoding.utf8)
            return utf8.withUnsafeMutableBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return [.isContext, .ofMathML(tag)] }
                return [.isContext, .ofAnnotation(encoding: TextRun(start: start, count: bytes.count))]
            }
        }
    }
}
