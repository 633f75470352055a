import Patterns
import Records

// Transforms for texts that repeat each other: a title and the same with the site's name, a step's name and
// its text.
extension Transform {
    /// The first element of a list, if the second confirms it.
    static let ifRepeated = Transform(
        name: "if-repeated",
        about:
            "the first element of a list if the second is the same, or the same followed by a match of the "
            + "regular expression, and the third is not; no value otherwise",
        input: .list(.string),
        output: .string,
        arguments: Search.shape(bare: .pattern)
    ) { arguments throws(StepError) in
        let search = try Search(arguments.value, bare: .pattern)
        return { value, _ in
            let texts = (value.list ?? []).map(\.text)
            guard texts.count > 1, !texts[0].isEmpty, texts[1].utf8.starts(with: texts[0].utf8) else {
                return .null
            }
            if texts.count > 2, texts[2] == texts[0] { return .null }
            let rest = Array(texts[1].utf8.dropFirst(texts[0].utf8.count))
            let isRepeated = rest.isEmpty || search.pattern.firstMatch(in: rest)?.lowerBound == 0
            return isRepeated ? .string(texts[0]) : .null
        }
    }

    /// The first element of a list without the last one at its end.
    static let withoutLast = Transform(
        name: "without-last",
        about:
            "the first element of a list, without the last at its end and a match of the regular expression between "
            + "the two",
        input: .list(.string),
        output: .string,
        arguments: Search.shape(bare: .pattern)
    ) { arguments throws(StepError) in
        let search = try Search(arguments.value, bare: .pattern)
        return { value, _ in
            let texts = (value.list ?? []).map(\.text)
            guard let first = texts.first, let last = texts.last else { return .null }
            return .string(texts.count > 1 ? first.without(last, after: search.pattern) : first)
        }
    }

    /// A list without its first element, if the second one repeats it.
    static let dropRepeated = Transform(
        name: "drop-repeated",
        about:
            "a list without its first element if the second begins with it; dots at its end are ignored",
        input: .list(.string),
        output: .list(.string),
        arguments: .none
    ) { _ in
        { value, _ in
            let elements = value.list ?? []
            guard elements.count > 1 else { return .list(elements) }
            let first = elements[0].text.withoutDots
            let isRepeated = !first.isEmpty && elements[1].text.utf8.starts(with: first.utf8)
            return .list(isRepeated ? Array(elements.dropFirst()) : elements)
        }
    }
}

extension String {
    /// The text without another at its end, and without the match of a separator before that.
    fileprivate func without(_ end: String, after separator: Pattern) -> String {
        let bytes = Array(utf8)
        guard !end.isEmpty, bytes.count > end.utf8.count, bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
        else {
            return self
        }
        let rest = Array(bytes.dropLast(end.utf8.count))
        let matches = rest.withUnsafeBufferPointer { separator.matches(in: $0, withGroups: false) }
        guard let match = matches.last(where: { $0.range.upperBound == rest.count }), !match.range.isEmpty
        else {
            return self
        }
        return String(decoding: rest[..<match.range.lowerBound], as: UTF8.self)
    }

    /// The text without dots at its end; the unchanged text if it contains nothing else.
    fileprivate var withoutDots: Substring {
        var rest = self[...]
        while rest.utf8.count > 1, rest.utf8.last == UInt8(ascii: ".") { rest.unicodeScalars.removeLast() }
        return rest
    }
}
