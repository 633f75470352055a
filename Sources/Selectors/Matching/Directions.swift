import Basics
import DOM

/// The direction of each element's text, computed once for each (HTML standard, 3.2.6.4 "The dir attribute").
final class Directions {
    private let document: DocumentContext
    private let names: HTMLNames
    /// Whether text is written from right to left, for each element by number.
    private let memo = AnswerTable(rows: 1)

    init(_ document: DocumentContext) {
        self.document = document
        names = document.names
    }

    func isRightToLeft(_ element: NodeRef) -> Bool {
        var node: NodeRef? = element
        var result: Bool?
        while result == nil, let current = node, current.isElement {
            document.steps.add()
            result = memo[0, document.order.index(of: current)] ?? ownDirection(current)
            if result == nil { node = current.parent }
        }
        let isRightToLeft = result ?? false
        var passed: NodeRef? = element
        while let current = passed, current.isElement {
            memo.set(0, document.order.index(of: current), isRightToLeft, capacity: document.order.count)
            if current == node { break }
            passed = current.parent
        }
        return isRightToLeft
    }

    /// The direction that `dir`, or the element itself, sets; `nil` if it is the parent's.
    private func ownDirection(_ element: NodeRef) -> Bool? {
        guard document.isHTMLElement(element) else { return nil }
        switch state(element) {
        case .leftToRight: return false
        case .rightToLeft: return true
        case .auto: return textDirection(element) ?? false
        case nil:
            if element.name == names[.bdi] { return textDirection(element) ?? false }
            if element.name == names[.input], names.type(of: element) == "tel" { return false }
            return nil
        }
    }

    private enum State {
        case leftToRight, rightToLeft, auto
    }

    private func state(_ element: NodeRef) -> State? {
        guard let dir = names[.dir], let attribute = element.attribute(dir) else { return nil }
        switch attribute.string.asciiLowercased {
        case "ltr": return .leftToRight
        case "rtl": return .rightToLeft
        case "auto": return .auto
        default: return nil
        }
    }

    // MARK: By the text

    /// Whether an element's text is written from right to left; `nil` if it has no letter.
    private func textDirection(_ element: NodeRef) -> Bool? {
        if element.name == names[.input], Directions.typesWithText.contains(names.type(of: element)) {
            return names[.value].flatMap(element.attribute).flatMap { direction($0.value) } ?? false
        }
        if element.name == names[.textarea] { return direction(ofTextIn: element) ?? false }
        return direction(ofTextIn: element)
    }

    private static let typesWithText: Set<String> = [
        "hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button",
    ]

    private func direction(ofTextIn root: NodeRef) -> Bool? {
        var node = root.next(within: root)
        while let current = node {
            document.steps.add()
            if current.isText, let direction = direction(current.content) { return direction }
            node =
                current.isElement && isIsolated(current)
                ? current.nextSkippingChildren(within: root) : current.next(within: root)
        }
        return nil
    }

    /// Whether an element's text does not determine the direction of elements around it.
    private func isIsolated(_ element: NodeRef) -> Bool {
        guard document.isHTMLElement(element) else { return false }
        return names.isNamed(element, .bdi, .script, .style, .textarea) || state(element) != nil
    }

    /// Whether the first letter is written from right to left; `nil` if there is none.
    private func direction(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x80 {
                if UInt8(ascii: scalar).isASCIILetter { return false }
                continue
            }
            if let direction = scalar.isStronglyRightToLeft { return direction }
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether a letter is written from right to left; `nil` for other characters.
    ///
    /// By blocks, which the Unicode standard assigns by direction (bidi classes R and AL).
    fileprivate var isStronglyRightToLeft: Bool? {
        switch value {
        case 0x200E: return false
        case 0x200F, 0x061C: return true
        default: break
        }
        guard properties.isAlphabetic else { return nil }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return nil
        default: break
        }
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            return true
        default: return false
        }
    }
}
