import Basics

extension Document {
    /// Whether an element is hidden by its own attributes: the attribute `hidden` other than `until-found`, the style
    /// `display: none` in its own attribute, a `dialog` that is not open. Style sheets are not read.
    package func isMarkedHidden(_ node: NodeRef) -> Bool {
        guard kind == .html, node.isElement else { return false }
        if let style = ownAttribute("style", of: node), InlineStyle.hides(style) { return true }
        guard isHTML(node) else { return false }
        if let hidden = ownAttribute("hidden", of: node), hidden.asciiLowercased != "until-found" {
            return true
        }
        return node.name.string == "dialog" && ownAttribute("open", of: node) == nil
    }

    /// The innermost hidden element that is a node or contains it.
    package func hiddenElement(around node: NodeRef) -> NodeRef? {
        guard kind == .html else { return nil }
        var next: NodeRef? = node
        while let element = next, !isMarkedHidden(element) { next = element.parentElement }
        return next
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
///
/// Specification: [CSS Style Attributes](https://www.w3.org/TR/css-style-attr/), [CSS Display, § 2](https://www.w3.org/TR/css-display-3/#the-display-properties).
private enum InlineStyle {
    /// The values of `display` of one word.
    private static let single: Set<String> = [
        "none", "contents", "block", "inline", "run-in", "flow", "flow-root", "table", "flex", "grid", "ruby",
        "math",
        "list-item", "inline-block", "inline-table", "inline-flex", "inline-grid", "table-row-group",
        "table-header-group",
        "table-footer-group", "table-row", "table-cell", "table-column-group", "table-column",
        "table-caption",
        "ruby-base", "ruby-text", "ruby-base-container", "ruby-text-container", "inherit", "initial", "unset",
        "revert",
        "revert-layer", "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex",
    ]
    /// The words of values of several words.
    private static let combined: Set<String> = [
        "block", "inline", "run-in", "flow", "flow-root", "table", "flex", "grid", "ruby", "math",
        "list-item",
    ]

    /// Whether the declaration of `display` that applies is `none`: the last valid one, or the last important one.
    static func hides(_ style: String) -> Bool {
        // Most styles do not mention it.
        guard style.utf8.count >= "display:none".utf8.count else { return false }
        var isHidden = false
        var hasImportant = false
        for declaration in declarations(of: style.asciiLowercased.utf8) {
            let parts = declaration.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard parts.count == 2, words(of: parts[0]) == ["display"] else { continue }
            let important = parts[1].split(separator: UInt8(ascii: "!"), omittingEmptySubsequences: false)
            let isImportant = important.count == 2 && words(of: important[1]) == ["important"]
            let value = words(of: important[0])
            guard important.count == 1 || isImportant, isValid(value), isImportant || !hasImportant else {
                continue
            }
            hasImportant = isImportant
            isHidden = value == ["none"]
        }
        return isHidden
    }

    private static func isValid(_ value: [String]) -> Bool {
        if value.count == 1 { return single.contains(value[0]) || value[0].hasPrefix("var(") }
        return value.count <= 3 && !value.isEmpty && value.allSatisfy(combined.contains)
    }

    /// The declarations, without comments. A semicolon within a string or brackets is part of a value.
    private static func declarations(of style: String.UTF8View) -> [[UInt8]] {
        let bytes = Array(style)
        var declarations: [[UInt8]] = [[]]
        var depth = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            var end = index + 1
            switch byte {
            case UInt8(ascii: "/") where end < bytes.count && bytes[end] == UInt8(ascii: "*"):
                end += 1
                while end < bytes.count,
                    !(bytes[end] == UInt8(ascii: "/") && bytes[end - 1] == UInt8(ascii: "*")
                        && end > index + 2)
                {
                    end += 1
                }
                index = end + 1
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while end < bytes.count, bytes[end] != byte {
                    end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                end += 1
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: ";") where depth == 0:
                declarations.append([])
                index = end
                continue
            default: break
            }
            declarations[declarations.count - 1] += bytes[index..<min(end, bytes.count)]
            index = end
        }
        return declarations
    }

    private static func words(of text: ArraySlice<UInt8>) -> [String] {
        text.split(whereSeparator: \.isASCIIWhiteSpace).map { String(decoding: $0, as: UTF8.self) }
    }
}
