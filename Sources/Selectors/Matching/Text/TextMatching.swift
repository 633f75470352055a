import DOM

extension Binding {
    /// Whether an element's text is as a test wants it.
    func passes(_ test: TextTest, _ element: NodeRef) -> Bool {
        let index = order.index(of: element)
        if let known = answers[test.memo, index] { return known }
        let result = (test.arguments.start..<test.arguments.end).contains { argument in
            test.kind.isPattern
                ? isFound(program.patterns[Int(argument)], test.kind, element)
                : holds(
                    ByteText(utf8: Array(program.text(program.textArguments[argument]))),
                    test.kind,
                    element
                )
        }
        answers.set(test.memo, index, result, capacity: order.count)
        return result
    }

    private func holds(_ wanted: ByteText, _ kind: TextCondition.Kind, _ element: NodeRef) -> Bool {
        switch kind {
        case .contains, .containsWholeText: return contains(wanted, element, .text)
        case .icontains: return contains(wanted, element, .lowercasedText)
        case .containsData: return contains(wanted, element, .lowercasedData)
        case .soupContainsOwn: return isPart(wanted, ofATextIn: element)
        case .containsWholeOwnText: return isPart(wanted, of: ownText(element))
        case .containsOwn: return isPart(wanted, of: Lowercase.utf8(Whitespace.collapsed(ownText(element))))
        case .matches, .matchesOwn, .matchesWholeText, .matchesWholeOwnText: return false
        }
    }

    private func isFound(_ pattern: Pattern, _ kind: TextCondition.Kind, _ element: NodeRef) -> Bool {
        switch kind {
        case .matches:
            return pattern.isFound(in: Whitespace.collapsed(page.wholeText(element, separatesBlocks: true)))
        case .matchesOwn: return pattern.isFound(in: Whitespace.collapsed(ownText(element)))
        case .matchesWholeText: return pattern.isFound(in: page.wholeText(element, separatesBlocks: false))
        case .matchesWholeOwnText: return pattern.isFound(in: ownText(element))
        case .contains, .icontains, .soupContainsOwn, .containsOwn, .containsWholeText, .containsWholeOwnText,
            .containsData:
            return false
        }
    }

    private func contains(_ wanted: ByteText, _ element: NodeRef, _ source: TextIndex.Source) -> Bool {
        if let known = page.texts.contains(wanted, element, in: source) { return known }
        // An element cut out of the document.
        let text = page.wholeText(element, separatesBlocks: false)
        return isPart(wanted, of: source == .text ? text : Lowercase.utf8(text))
    }

    private func isPart(_ wanted: ByteText, of text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            wanted.utf8.withUnsafeBufferPointer { SubstringSearch.firstOffset(of: $0, in: text) != nil }
        }
    }

    /// Whether one of the texts directly in an element holds `wanted`, none being joined with the next.
    private func isPart(_ wanted: ByteText, ofATextIn element: NodeRef) -> Bool {
        var child = element.firstChild
        while let node = child {
            if node.isText, isPart(wanted, of: Array(node.content)) { return true }
            child = node.nextSibling
        }
        return false
    }

    /// The text directly in an element.
    private func ownText(_ element: NodeRef) -> [UInt8] {
        var text: [UInt8] = []
        var child = element.firstChild
        while let node = child {
            if node.isText { text += node.content }
            child = node.nextSibling
        }
        return text
    }
}

extension Page {
    /// The text of an element and all below it.
    ///
    /// - Parameter separatesBlocks: whether what a reader sees on different lines is kept apart by a space.
    func wholeText(_ element: NodeRef, separatesBlocks: Bool) -> [UInt8] {
        var text: [UInt8] = []
        var node = element.next(within: element)
        while let current = node {
            if current.isText {
                text += current.content
            } else if separatesBlocks, current.isElement, !isInline(current) {
                text.append(0x20)
            }
            node = current.next(within: element)
            if separatesBlocks, node?.parent != current, closesBlock(current, before: node, within: element) {
                text.append(0x20)
            }
        }
        return text
    }

    /// Whether a block ends between a node and the one that comes next.
    private func closesBlock(_ node: NodeRef, before next: NodeRef?, within root: NodeRef) -> Bool {
        var closed: NodeRef? = node
        while let current = closed, current != root, current != next?.parent {
            if current.isElement, !isInline(current) { return true }
            closed = current.parent
        }
        return false
    }

    private func isInline(_ element: NodeRef) -> Bool {
        let name = element.name.string
        // A drawing stands in a line as a picture does.
        guard isHTMLElement(element) else { return isHTML && name == "svg" }
        return Page.inlineNames.contains(name)
    }

    /// The elements of HTML that stand within a line.
    private static let inlineNames: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
        "i",
        "img", "input", "ins", "kbd", "label", "mark", "meter", "output", "picture", "progress", "q", "ruby",
        "rb",
        "rt", "rp", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
        "var", "wbr",
    ]

    func isScriptOrStyle(_ element: NodeRef?) -> Bool {
        guard let element, isHTMLElement(element) else { return false }
        return element.name == names.script || element.name == names.style
    }
}

extension TextCondition.Kind {
    /// A text as it is looked for.
    func normalized(_ text: ByteText) -> ByteText {
        switch self {
        case .icontains, .containsData: ByteText(utf8: Lowercase.utf8(text.utf8))
        case .containsOwn: ByteText(utf8: Lowercase.utf8(Whitespace.collapsed(text.utf8)))
        case .contains, .soupContainsOwn, .containsWholeText, .containsWholeOwnText, .matches, .matchesOwn,
            .matchesWholeText, .matchesWholeOwnText:
            text
        }
    }
}
