import DOM

extension Binding {
    /// Whether an element passes the test with the given index.
    @inline(__always)
    func passes(_ index: Int32, _ element: NodeRef) -> Bool {
        steps.add()
        let test = program.tests[index]
        switch test {
        case .name(let name): return element.name.address == names[Int(name)]
        case .class(let name): return costly.answer(index, element, order) ?? hasClass(name, element, index)
        case .id(let id): return hasID(id, element)
        case .attribute(let attribute):
            return costly.answer(index, element, order)
                ?? passes(program.attributes[attribute], element, index)
        case .keyword, .nameByKind, .noNamespace, .prefix, .scope, .anchor, .nth, .any, .none, .has, .lang,
            .direction, .text, .leaf, .position, .never:
            return costly.answer(index, element, order) ?? passesRareTest(test, element, index)
        }
    }

    @inline(never)
    private func passesRareTest(_ test: Test, _ element: NodeRef, _ index: Int32) -> Bool {
        switch test {
        case .name, .class, .id, .attribute: false
        case .nameByKind(let html, let exact):
            element.name.address == names[Int(page.isHTMLElement(element) && page.isHTML ? html : exact)]
        case .noNamespace: !element.hasNamespace && !page.isHTML
        case .prefix(let prefix): element.prefix.map { $0.elementsEqual(program.text(prefix)) } ?? false
        case .keyword(let keyword): passes(keyword, element, index)
        case .scope: element == scope.pointee.element
        case .anchor: element == scope.pointee.node
        case .nth(let nth): passes(program.nths[nth], element)
        case .any(let list): matchesList(list, element)
        case .none(let list): !matchesList(list, element)
        case .has(let list): has(list, element)
        case .lang(let list): passesLanguage(list, element)
        case .direction(let isRightToLeft): page.directions.isRightToLeft(element) == isRightToLeft
        case .text(let text): passes(program.texts[text], element)
        case .leaf(let leaf): costly.note(index, element, order, hasLeaf(program.leaves[leaf], element))
        case .position(let position): passes(program.positions[position], element)
        case .never: false
        }
    }

    // MARK: Ids and classes

    @inline(__always)
    private func hasID(_ id: Span32, _ element: NodeRef) -> Bool {
        guard let value = terminatedValue(page.idAttribute, element) else { return false }
        let wanted = program.text(id)
        for index in 0..<wanted.count where !isSame(value[index], wanted[index]) { return false }
        return value[wanted.count] == 0
    }

    @inline(__always)
    private func hasClass(_ name: Span32, _ element: NodeRef, _ test: Int32) -> Bool {
        guard let value = terminatedValue(page.classAttribute, element) else { return false }
        let wanted = program.text(name)
        var start = 0
        while true {
            while value[start].isCSSWhitespace { start += 1 }
            if value[start] == 0 {
                return start < CostlyAnswers.length ? false : costly.note(test, element, order, false)
            }
            var index = 0
            while index < wanted.count, isSame(value[start + index], wanted[index]) { index += 1 }
            let next = value[start + index]
            if index == wanted.count, next == 0 || next.isCSSWhitespace {
                return start < CostlyAnswers.length ? true : costly.note(test, element, order, true)
            }
            start += index
            while value[start] != 0, !value[start].isCSSWhitespace { start += 1 }
        }
    }

    @inline(__always)
    private func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
        left == right || page.foldsCase && left.asciiLowercased == right.asciiLowercased
    }

    /// The value, ended by a zero, of the attribute without a namespace whose name has this address.
    @inline(__always)
    private func terminatedValue(_ name: UInt, _ element: NodeRef) -> UnsafePointer<UInt8>? {
        var attribute = element.firstAttribute
        while let current = attribute {
            if current.name.address == name, !current.hasNamespace { return current.terminatedValue }
            attribute = current.next
        }
        return nil
    }
}
