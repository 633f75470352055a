import Basics
import DOM
import Platform

// What follows a label: its value.
extension LabelIndex {
    func content(of place: Place, _ key: String, _ isExcluded: Exclusion?) -> Content? {
        switch place {
        case .line(let node, _, let rest, let hasColon):
            // If the text continues after this part, only the part belongs to the label.
            if rest.hasSuffix("\n") {
                let text = LabelText.value(WhiteSpace.collapse(rest), hasColon: hasColon)
                return text.isEmpty ? nil : .run(text: text, elements: [], label: node.parentElement ?? root)
            }
            return run(after: node, like: nil, startingWith: rest, hasColon: hasColon, isExcluded)
        case .element(let element): return content(after: element, key, isExcluded)
        }
    }

    private func content(after label: NodeRef, _ key: String, _ isExcluded: Exclusion?) -> Content? {
        var element = label
        while element != root {
            switch element.name.string {
            case "dt":
                let found = definitions[element] ?? findDefinitions(of: element)
                return found.isEmpty ? nil : .elements(found)
            case "li", "tr", "ul", "ol", "dl", "table", "tbody", "thead":
                // What follows a row or an entry is the next one.
                return nil
            case "th", "td":
                if let cell = valueCell(after: element) {
                    return content(of: cell, after: element, isExcluded)
                }
                return element.name.string == "th" ? cells(below: element) : nil
            default: break
            }
            let hasColon = LabelText.isMarked(document.string(of: element, onOneLine: true))
            let found = run(after: element, like: element, startingWith: "", hasColon: hasColon, isExcluded)
            if let found { return found }
            // The element around it may be the label as well.
            guard let parent = element.parentElement, parent != root,
                let text = shortText(of: parent), LabelText.key(text) == key
            else { return nil }
            element = parent
        }
        return nil
    }

    /// The content of a cell, without a colon at its beginning.
    private func content(of cell: NodeRef, after label: NodeRef, _ isExcluded: Exclusion?) -> Content {
        let text = document.string(of: cell, excluding: isExcluded, onOneLine: false)
        guard LabelText.beginsWithMark(text) else { return .elements([cell]) }
        let value = LabelText.value(text, hasColon: false)
        return value.isEmpty ? .elements([cell]) : .run(text: value, elements: [cell], label: label)
    }

    /// The definitions after a term, up to the next term that follows one; those of the next term if there are none in
    /// between.
    func findDefinitions(of term: NodeRef) -> [NodeRef] {
        var found: [NodeRef] = []
        var next = term.nextElementSibling
        while let element = next {
            if element.name.string == "dd" {
                found.append(element)
            } else if element.name.string == "dt" {
                if !found.isEmpty { break }
                if let shared = definitions[element] { return shared }
            }
            next = element.nextElementSibling
        }
        return found
    }

    /// The value next to a label, up to the end of the line or the next label; `nil` if there is none.
    ///
    /// - Parameter label: the element that is the label; a similar one is the next label.
    private func run(
        after node: NodeRef,
        like label: NodeRef?,
        startingWith start: String,
        hasColon: Bool,
        _ isExcluded: Exclusion?
    ) -> Content? {
        var text = RunText(start, hasColon: hasColon)
        var elements: [NodeRef] = []
        let isHeading = label.map { LabelIndex.headings.contains($0.name.string) } ?? false
        var next = node.nextSibling
        while let sibling = next {
            next = sibling.nextSibling
            if Deadline.isProbablyPast { return nil }
            if sibling.isText {
                text.append(String(decoding: sibling.content, as: UTF8.self))
                continue
            }
            guard sibling.isElement, !LabelIndex.isUnread(sibling), isExcluded?(sibling) != true else {
                continue
            }
            if isHeading, let label, LabelIndex.endsSection(sibling, of: label) { break }
            let isEmpty = text.isEmpty && elements.isEmpty
            if sibling.name.string == "br" {
                if isEmpty { continue }
                break
            }
            if let label, isNext(sibling, after: label, isFirst: isEmpty) { break }
            if let short = shortText(of: sibling), LabelText.isMarked(short) || isMarked(sibling, short) {
                break
            }
            let isBlock = LabelIndex.isBlock(sibling)
            if isBlock, !isEmpty, !isHeading { break }
            elements.append(sibling)
            let content = document.string(of: sibling, excluding: isExcluded, onOneLine: false)
            text.append(isBlock ? "\n" + content : content)
            if isBlock, !isHeading { break }
        }
        let value = LabelText.value(text.text, hasColon: hasColon)
        let isOnly =
            elements.count == 1
            && value
                == LabelText.trimmed(
                    document.string(of: elements[0], excluding: isExcluded, onOneLine: false)
                )
        if isOnly || value.isEmpty && elements.count == 1 { return .elements(elements) }
        return value.isEmpty
            ? nil
            : .run(text: value, elements: elements, label: label ?? node.parentElement ?? root)
    }

    /// Whether an element is the next label: one with the same name and class; the first one of a pair may have no
    /// class.
    private func isNext(_ element: NodeRef, after label: NodeRef, isFirst: Bool) -> Bool {
        guard element.name == label.name else { return false }
        guard let name = document.existingName("class".utf8), let own = label.attribute(name)?.string else {
            if !isFirst { return true }
            // `<b>Price</b><b>Size</b> XL`: the second one labels the text after it.
            return LabelIndex.emphases.contains(element.name.string) && isBeforeText(element)
        }
        return element.attribute(name)?.string == own
    }

    /// Whether an element ends what is below a heading: another heading that is not of a lower rank, or what is next to the
    /// content.
    private static func endsSection(_ element: NodeRef, of heading: NodeRef) -> Bool {
        let name = element.name.string
        return ["nav", "footer", "aside"].contains(name)
            || headings.contains(name) && name <= heading.name.string
    }

    /// Whether text that is not white space follows an element.
    private func isBeforeText(_ element: NodeRef) -> Bool {
        var next = element.nextSibling
        while let sibling = next, !sibling.isElement {
            if sibling.isText, !WhiteSpace.trimmed(sibling.content).isEmpty { return true }
            next = sibling.nextSibling
        }
        return false
    }

    /// The cells below a header in the first row of a table that has only headers; `nil` if there are none.
    private func cells(below header: NodeRef) -> Content? {
        guard let table = table(of: header), let row = headerRows[table] ?? headerRow(of: table),
            header.parentElement == row
        else { return nil }
        let text = document.string(of: header, onOneLine: true)
        let found = TableGrid(table, in: document).cells(below: text)
        return found.isEmpty ? nil : .elements(found)
    }
}
