import Basics

// Scanning an XML text, and reporting problems.
extension XMLParser {
    mutating func readName() -> Range<Int> {
        let start = offset
        while offset < page.count, !XMLSyntax.endsName(page[offset]) { offset &+= 1 }
        return start..<offset
    }

    mutating func skipSpace() {
        while offset < page.count, page[offset].isXMLWhiteSpace { offset += 1 }
    }

    // Inlined, as every short function that changes nothing, since a call copies the parser. (It would not if the parser could
    // not be copied, but then Swift 6.3 fails to compile it for the thread sanitizer.)
    @inline(__always)
    func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard page.count - offset >= count else { return false }
        for index in 0..<count where page[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    func find(_ text: StaticString, from start: Int) -> Int? {
        start < page.count ? find(text, in: start..<page.count) : nil
    }

    func find(_ text: StaticString, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        let count = text.utf8CodeUnitCount
        while let found = page[index..<range.upperBound].firstIndex(of: text.utf8Start[0]),
            found + count <= range.upperBound
        {
            if (1..<count).allSatisfy({ page[found + $0] == text.utf8Start[$0] }) { return found }
            index = found + 1
        }
        return nil
    }

    mutating func line(at offset: Int) -> Int {
        position.move(to: offset, in: page)
        return position.line
    }

    /// Records a problem at an offset.
    mutating func report(_ message: String, at offset: Int, isUnambiguous: Bool = true) {
        if problems.isFull {
            return problems.count(isUnambiguous: isUnambiguous, line: origin.line(position.line))
        }
        position.move(to: offset, in: page)
        let column: Int? =
            if case .following = origin { position.column(at: offset, in: page) } else { nil }
        problems.append(
            XMLProblem(
                message: message,
                line: origin.line(position.line),
                column: column,
                isUnambiguous: isUnambiguous
            )
        )
    }

    mutating func report(_ message: String, onLine line: Int, isUnambiguous: Bool) {
        problems.append(
            XMLProblem(message: message, line: origin.line(line), column: nil, isUnambiguous: isUnambiguous)
        )
    }
}

/// Classes of characters in XML's grammar. Non-ASCII characters are allowed in all names.
enum XMLSyntax {
    /// Whether a byte may start a name.
    static func startsName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ":")
    }

    /// Whether a byte may continue a name.
    static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// Whether a byte is a control character that XML does not allow.
    static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && !byte.isXMLWhiteSpace }

    /// Whether a byte cannot belong to a name.
    static func endsName(_ byte: UInt8) -> Bool {
        if byte.isASCIILetter { return false }
        return switch byte {
        case 0...0x20, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"):
            true
        default: false
        }
    }
}

// Character and entity references of an XML text.
extension XMLParser {
    /// Reads a reference, which begins with `&`; returns its character, or its text if it is invalid.
    ///
    /// In addition to XML's five entities, those of HTML are known, which feeds use without declaring them.
    mutating func readReference(endingBefore end: Int) -> [UInt8] {
        let start = offset
        let limit = min(end, start + CharacterReferences.longest)
        guard let semicolon = page[(start + 1)..<limit].firstIndex(of: UInt8(ascii: ";")),
            semicolon > start + 1,
            !page[(start + 1)..<semicolon].contains(where: {
                $0 == UInt8(ascii: "&") || $0.isXMLWhiteSpace
            })
        else {
            report("an \"&\" that does not begin a reference is read as text", at: start)
            offset += 1
            return [UInt8(ascii: "&")]
        }
        offset = semicolon + 1
        let name = page[(start + 1)..<semicolon]
        if let character = CharacterReferences.character(named: name) { return character }
        let written = String(decoding: page[start...semicolon], as: UTF8.self)
        if name.first == UInt8(ascii: "#") {
            report("\(written) is not a character: read as U+FFFD", at: start)
            return Array("\u{FFFD}".utf8)
        }
        report("the entity \(written) is unknown: read as text", at: start)
        return Array(written.utf8)
    }
}

// Markup that begins with `<!`, apart from comments and CDATA sections.
extension XMLParser {
    /// Skips a declaration. That of the document type is allowed only before the root element.
    mutating func readDeclaration() {
        let start = offset
        let name = page[(start + 2)...].prefix { !XMLSyntax.endsName($0) && $0 != UInt8(ascii: "[") }
        guard String(decoding: name, as: UTF8.self).uppercased() == "DOCTYPE" else {
            report(
                "markup that begins with \"<!\" and is not a declaration is left out",
                at: start,
                isUnambiguous: false
            )
            offset = page[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? page.count
            return
        }
        if root != nil {
            let place = open.isEmpty ? "after" : "within"
            report("a document type declaration appears \(place) the root element: left out", at: start)
        } else if hasDoctype {
            report("a second document type declaration is left out", at: start)
        } else if !name.elementsEqual("DOCTYPE".utf8) {
            report("a document type declaration begins with \"<!DOCTYPE\", in capitals", at: start)
        }
        hasDoctype = true
        skipDoctype()
    }

    /// Skips a document type declaration and all declarations in it.
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
            report("a declaration does not end", at: start, isUnambiguous: false)
        }
        offset = min(offset + 1, page.count)
    }
}
