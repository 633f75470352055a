import DOM

extension Preparation {
    /// Replaces what is in an element by its text as a person reads it: an element `line` for each line.
    static let lines = Preparation(name: "lines") { json, reader in
        guard let lists = reader.plainSelectors(json, "lines") else { return nil }
        return { context throws(ParseError) in
            guard let line = context.document.intern("line".utf8) else { throw ParseError.outOfMemory }
            for element in context.select(lists) where context.isAttached(element) {
                let texts = context.document.numberedLines(of: element)
                context.document.removeChildren(of: element)
                for (text, number) in texts {
                    guard let node = context.document.appendElement(line, to: element, line: number) else {
                        throw ParseError.outOfMemory
                    }
                    context.document.appendText(text, to: node, line: number)
                }
            }
        }
    }
}
