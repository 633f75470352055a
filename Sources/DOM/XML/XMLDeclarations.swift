// What begins with `<!` in an XML text and is no comment or CDATA section.
extension XMLParser {
    /// Passes over a declaration. One of the document type has a place, before the root element.
    mutating func readDeclaration() {
        let start = offset
        let name = page[(start + 2)...].prefix { !XMLSyntax.endsName($0) && $0 != UInt8(ascii: "[") }
        guard String(decoding: name, as: UTF8.self).uppercased() == "DOCTYPE" else {
            tell("what begins with \"<!\" and is no declaration is left out", at: start, isUnambiguous: false)
            offset = page[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? page.count
            return
        }
        if root != nil {
            let place = open.isEmpty ? "behind" : "within"
            tell("a document type declaration stands \(place) the root element: left out", at: start)
        } else if hasDoctype {
            tell("a second document type declaration is left out", at: start)
        } else if !name.elementsEqual("DOCTYPE".utf8) {
            tell("a document type declaration begins with \"<!DOCTYPE\", in capitals", at: start)
        }
        hasDoctype = true
        skipDoctype()
    }

    /// Passes over a document type declaration with all that it declares.
    private mutating func skipDoctype() {
        let start = offset
        var depth = 0
        offset += 2
        while offset < page.count {
            let byte = page[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                offset = page[(offset + 1)...].firstIndex(of: byte) ?? page.count
            } else if starts(with: "<!--") {
                offset = find("-->", from: offset + 4).map { $0 + 2 } ?? page.count
            } else if starts(with: "<?") {
                offset = find("?>", from: offset + 2).map { $0 + 1 } ?? page.count
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") {
                depth += 1
            } else if byte == UInt8(ascii: "]") {
                depth -= 1
            } else if byte == UInt8(ascii: ">") {
                if depth <= 0 { break }
                depth -= 1
            }
            offset += 1
        }
        if offset >= page.count {
            tell("a declaration does not end", at: start, isUnambiguous: false)
        }
        offset = min(offset + 1, page.count)
    }
}
