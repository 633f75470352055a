import Basics

extension Limits {
    /// Rejects a page with a tag of too many attributes before it is parsed, since libxml2 compares each attribute of a
    /// tag with all previous ones.
    ///
    /// Quoted values, comments and the text of scripts and styles are skipped.
    /// Complexity: linear in the page's length.
    func checkAttributes(of page: UnsafeBufferPointer<UInt8>) throws(ParseError) {
        var scanner = TagScanner(page: page)
        while let tag = scanner.nextStartTag() {
            if tag.attributes > attributes {
                throw ParseError.tooManyAttributes(
                    line: 1 + page[..<tag.offset].count { $0 == UInt8(ascii: "\n") },
                    limit: attributes
                )
            }
        }
    }
}

/// Finds start tags and counts their attributes.
private struct TagScanner {
    let page: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(page: UnsafeBufferPointer<UInt8>) {
        self.page = page
    }

    mutating func nextStartTag() -> (offset: Int, attributes: Int)? {
        while let start = find(UInt8(ascii: "<"), from: offset) {
            offset = start + 1
            guard offset < page.count else { return nil }
            if page[offset] == UInt8(ascii: "!"), starts(with: "--", at: offset + 1) {
                offset = end(of: "-->", from: offset + 3)
            } else if page[offset].isASCIILetter {
                let name = self.name()
                let attributes = countAttributes()
                if name == "script" || name == "style" { skipRawText(name) }
                return (start, attributes)
            }
        }
        return nil
    }

    private mutating func name() -> String? {
        let start = offset
        while offset < page.count, !page[offset].isWhiteSpace, !ends(page[offset]) { offset += 1 }
        // Only short names are of interest, and a name may be megabytes long.
        guard offset - start <= 6 else { return nil }
        return String(decoding: page[start..<offset].map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Counts the attributes up to the tag's end, which is passed over.
    private mutating func countAttributes() -> Int {
        var count = 0
        while offset < page.count {
            let byte = page[offset]
            if byte == UInt8(ascii: ">") {
                offset += 1
                break
            } else if byte.isWhiteSpace || byte == UInt8(ascii: "/") {
                offset += 1
            } else {
                count += 1
                skipAttribute()
            }
        }
        return count
    }

    private mutating func skipAttribute() {
        offset += 1
        while offset < page.count, !page[offset].isWhiteSpace, !ends(page[offset]),
            page[offset] != UInt8(ascii: "=")
        {
            offset += 1
        }
        skipSpace()
        guard offset < page.count, page[offset] == UInt8(ascii: "=") else { return }
        offset += 1
        skipSpace()
        guard offset < page.count else { return }
        let quote = page[offset]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            offset = (find(quote, from: offset + 1) ?? page.count - 1) + 1
        } else {
            while offset < page.count, !page[offset].isWhiteSpace, page[offset] != UInt8(ascii: ">") {
                offset += 1
            }
        }
    }

    private mutating func skipSpace() {
        while offset < page.count, page[offset].isWhiteSpace { offset += 1 }
    }

    private mutating func skipRawText(_ name: String?) {
        let name = name.map { Array($0.utf8) } ?? []
        while let tag = find(UInt8(ascii: "<"), from: offset) {
            offset = tag + 1
            guard offset + name.count < page.count, page[offset] == UInt8(ascii: "/") else { continue }
            if name.indices.allSatisfy({ page[offset + 1 + $0] | 0x20 == name[$0] }) { return }
        }
        offset = page.count
    }

    private func find(_ byte: UInt8, from start: Int) -> Int? {
        guard start < page.count else { return nil }
        return page[start...].firstIndex(of: byte)
    }

    private func starts(with text: StaticString, at offset: Int) -> Bool {
        offset + text.utf8CodeUnitCount <= page.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { page[offset + $0] == text.utf8Start[$0] }
    }

    private func end(of text: StaticString, from start: Int) -> Int {
        var offset = start
        while let found = find(text.utf8Start[0], from: offset) {
            if starts(with: text, at: found) { return found + text.utf8CodeUnitCount }
            offset = found + 1
        }
        return page.count
    }

    private func ends(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") }
}
