import Basics
import CLibXML2

// Foreign content: SVG and MathML (HTML standard,
// [13.2.6.5](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign)).
extension TreeConstructor {
    /// "The rules for parsing tokens in foreign content".
    mutating func processInForeignContent() {
        switch kind {
        case .characters:
            if isFramesetOK { noteForeignCharacters() }
            if tokenizer.token.hasNUL { replaceNUL() }
            insert(tokenizer.token.text)
        case .comment: insertComment()
        case .doctype: break
        case .startTag:
            if isBreakout {
                leaveForeignContent()
                processByInsertionMode()
            } else {
                insertForeignElement(isSVG: open[open.top].kind.contains(.svg))
            }
        case .endTag: processForeignEndTag()
        case .endOfFile: processByInsertionMode()
        }
    }

    /// Clears the frameset-ok flag if there is anything but white space and NUL.
    private mutating func noteForeignCharacters() {
        let text = tokenizer.token.text
        for index in 0..<text.count where text.start[index] != 0 && !text.start[index].isASCIIWhiteSpace {
            isFramesetOK = false
            return
        }
    }

    /// Whether the start tag ends foreign content.
    private var isBreakout: Bool {
        if traits[Int(tag.rawValue)].contains(.breakout) { return true }
        guard tag == .font else { return false }
        return has(known.color) || has(known.face) || has(known.size)
    }

    private func has(_ attribute: Name) -> Bool { value(of: attribute) != nil }

    /// Pops elements until the current node is HTML's or an integration point.
    private mutating func leaveForeignContent() {
        while case let element = open[open.top], !element.isHTML,
            element.kind.isDisjoint(with: [.htmlIntegrationPoint, .textIntegrationPoint])
        {
            pop()
        }
    }

    private mutating func processForeignEndTag() {
        if tag == .br || tag == .p {
            leaveForeignContent()
            return processByInsertionMode()
        }
        if open.top == open.bottom { return }
        let number = open.topmostForeign(tokenizer.token.name)
        let isForeign = !open[open.top].isHTML
        if isForeign, number != 0, open[number].order > open[open[open.top].extra].order {
            pop(through: number)
        } else {
            processByInsertionMode()
        }
    }

    // MARK: - Elements

    /// "Insert a foreign element" for the token, with its names adjusted, and "pop the current node off" if the tag is
    /// self-closing.
    mutating func insertForeignElement(isSVG: Bool) {
        if foreignNames.isEmpty { foreignNames.fill(tokenizer.names, in: tree) }
        let name = tokenizer.token.name
        let element = makeElement(
            isSVG ? foreignNames.svgElement(name) : name,
            isSVG ? foreignNames.svg : foreignNames.mathML
        )
        var last: UnsafeMutablePointer<xmlAttr>?
        for index in 0..<tokenizer.attributes.count {
            let attribute = tokenizer.attributes[index]
            let adjusted = foreignNames.attribute(attribute.name, ofSVG: isSVG)
            addAttribute(adjusted.name, adjusted.namespace, attribute.value, to: element, after: &last)
        }
        insert(element)
        if tokenizer.token.isSelfClosing { return }
        let traits = isSVG ? TagTraits.ofSVG(tag) : TagTraits.ofMathML(tag)
        open.push(element, name, tag, traits, isSVG ? .ofSVG(tag) : kindOfMathML())
    }

    private func kindOfMathML() -> OpenElement.Kind {
        guard tag == .annotationXML else { return .ofMathML(tag) }
        return value(of: known.encoding).map { .ofAnnotation(encoding: $0) } ?? .ofMathML(tag)
    }
}

extension OpenElement.Kind {
    static func ofSVG(_ tag: Tag) -> Self {
        tag == .foreignObject || tag == .desc || tag == .title ? [.svg, .htmlIntegrationPoint] : .svg
    }

    static func ofMathML(_ tag: Tag) -> Self {
        switch tag {
        case .mi, .mo, .mn, .ms, .mtext: [.mathML, .textIntegrationPoint]
        case .annotationXML: [.mathML, .annotation]
        default: .mathML
        }
    }

    /// MathML's `annotation-xml`, which is an integration point if its content is declared to be HTML.
    static func ofAnnotation(encoding: TextRun) -> Self {
        let isHTML =
            encoding.equalsIgnoringCase("text/html") || encoding.equalsIgnoringCase("application/xhtml+xml")
        return isHTML ? [.mathML, .annotation, .htmlIntegrationPoint] : [.mathML, .annotation]
    }
}
