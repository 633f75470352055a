import Basics

extension Document {
    /// Whether an element is hidden by its own attributes: the attribute `hidden` other than `until-found`, the style
    /// `display: none` in its own attribute, a `dialog` that is not open. Style sheets are not read.
    package func isMarkedHidden(_ node: NodeRef) -> Bool {
        guard kind == .html, node.isElement, isHTML(node) else { return false }
        if let hidden = ownAttribute("hidden", of: node), hidden.asciiLowercased != "until-found" {
            return true
        }
        if node.name.string == "dialog", ownAttribute("open", of: node) == nil { return true }
        return ownAttribute("style", of: node).map(InlineStyle.hides) ?? false
    }

    /// The text of the first hidden element below a node whose text is wanted, and not empty.
    package func hiddenText(below root: NodeRef, where isWanted: (String) -> Bool) -> String? {
        guard kind == .html else { return nil }
        var next = root.firstElementChild
        while let element = next {
            if isMarkedHidden(element) {
                let text = string(of: element, onOneLine: true)
                if !text.isEmpty, isWanted(text) { return text }
            }
            next = element.nextElement(within: root)
        }
        return nil
    }

    private func ownAttribute(_ name: StaticString, of node: NodeRef) -> String? {
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return existingName(bytes).flatMap { node.attribute($0)?.string }
    }
}

/// The declarations of an attribute `style`.
private enum InlineStyle {
    /// Whether the declaration of `display` that applies is `none`: the last one, or the last important one.
    static func hides(_ style: String) -> Bool {
        var isHidden = false
        var hasImportant = false
        for declaration in style.asciiLowercased.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { words(of: $0) }
            guard parts.count == 2, parts[0] == ["display"], !parts[1].isEmpty else { continue }
            let isImportant = parts[1].last == "!important" || parts[1].suffix(2) == ["!", "important"]
            if hasImportant, !isImportant { continue }
            hasImportant = isImportant
            isHidden = parts[1][0] == "none" || parts[1][0] == "none!important"
        }
        return isHidden
    }

    private static func words(of text: Substring) -> [Substring] {
        text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" || $0 == "\u{C}" }
    }
}
