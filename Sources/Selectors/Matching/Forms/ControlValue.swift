import DOM

extension FormState {
    /// A control's value as the page gives it.
    ///
    /// The line breaks of a text area are counted as they stand; one directly behind its tag is not part of it,
    /// which the parser sees to.
    func value(of element: NodeRef) -> String {
        if element.name == names.textarea { return text(of: element) }
        if element.name == names.select { return selectValue(element) }
        guard let value = names.string(names.value, element) else { return "" }
        switch names.type(of: element) {
        case "text", "search", "tel", "password":
            return String(value.unicodeScalars.filter { !$0.isLineBreak }.map(Character.init))
        case "url", "email":
            return trimmed(String(value.unicodeScalars.filter { !$0.isLineBreak }.map(Character.init)))
        case "number", "range": return ControlNumber(number: value) == nil ? "" : value
        case "date", "month", "week", "time", "datetime-local":
            return ControlNumber(value, type: names.type(of: element)) == nil ? "" : value
        default: return value
        }
    }

    private func text(of element: NodeRef) -> String {
        var bytes: [UInt8] = []
        var node = element.next(within: element)
        while let current = node {
            if current.isText { bytes += current.content }
            node = current.next(within: element)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of the first chosen option.
    private func selectValue(_ select: NodeRef) -> String {
        var node = select.nextElement(within: select)
        while let current = node {
            if current.name == names.option, isChecked(current) {
                return names.string(names.value, current) ?? trimmed(text(of: current))
            }
            node = current.nextElement(within: select)
        }
        return ""
    }

    private func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !$0.isCSSWhitespace }),
            let last = bytes.lastIndex(where: { !$0.isCSSWhitespace })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool { self == "\n" || self == "\r" }
}
