import DOM

/// Makes a tree of plain text: root `text`, an element `line` with its `number` for every line.
enum TextTree {
    @Sendable
    static func build(
        _ text: [UInt8],
        _ builder: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [Decoder.Problem] {
        guard let line = builder.document.intern("line".utf8),
            let number = builder.document.intern("number".utf8)
        else { throw ParseError.outOfMemory }
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        if lines.count > limits.elements { throw ParseError.tooManyElements(limit: limits.elements) }
        for (index, content) in lines.enumerated() {
            try builder.open(line, line: index + 1)
            try builder.attribute(number, String(index + 1).utf8)
            try builder.text(content, line: index + 1)
            builder.close()
        }
        return []
    }
}
