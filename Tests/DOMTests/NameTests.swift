import Testing

@testable import DOM

/// Every name is stored once, however it is interned.
@Suite struct NameTests {
    private static let standard =
        (Tag.names + " " + StandardNames.others).split(whereSeparator: \.isWhitespace).map(String.init)

    private func intern(_ text: String, in table: NameTable) -> Name {
        Array(text.utf8).withUnsafeBufferPointer(table.intern)
    }

    @Test func standardNamesAreFoundWhateverTheirCase() {
        let table = NameTable()
        #expect(Set(Self.standard).count == Self.standard.count)
        #expect(Self.standard.count + 1 == StandardNames.count)
        for (index, text) in Self.standard.enumerated() {
            let name = intern(text, in: table)
            #expect(name.string == text)
            #expect(name.number == index + 1)
            #expect(intern(text, in: NameTable()) == name)
            let padded = Array(text.uppercased().utf8) + Array(repeating: 0xFF, count: 8)
            let folded = padded.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { table.internLowercased($0, text.utf8.count) }
            }
            #expect(folded?.string == text.lowercased())
            #expect(folded == intern(text.lowercased(), in: table))
        }
        #expect(table.numberEnd == StandardNames.count)
    }

    @Test func tagsAreKnownByTheirNames() {
        let table = NameTable()
        #expect(intern("div", in: table).tag == .div)
        #expect(intern("annotation-xml", in: table).tag == .annotationXML)
        #expect(intern("var", in: table).tag == .var)
        #expect(intern("defs", in: table).tag == .defs)
        #expect(intern("class", in: table).tag == .unknown)
        #expect(intern("x-unknown", in: table).tag == .unknown)
        #expect(Tag(rawValue: UInt8(Tag.count)) == nil)
        #expect(Tag(rawValue: UInt8(Tag.count - 1)) != nil)
    }

    @Test func otherNamesAreKeptOnce() {
        let table = NameTable()
        // Names that differ in one byte, at each place, with lengths around those used for keys.
        var texts = [""]
        for length in [1, 7, 8, 9, 15, 16, 17, 18, 24, 25, 40, 300] {
            let base = [UInt8](repeating: UInt8(ascii: "Q"), count: length)
            texts.append(String(decoding: base, as: UTF8.self))
            for index in base.indices {
                var other = base
                other[index] = UInt8(ascii: "Z")
                texts.append(String(decoding: other, as: UTF8.self))
            }
        }
        let names = texts.map { intern($0, in: table) }
        #expect(Set(names).count == texts.count)
        for (text, name) in zip(texts, names) {
            #expect(name.string == text)
            #expect(intern(text, in: table) == name)
            #expect(Array(text.utf8).withUnsafeBufferPointer(table.existing) == name)
        }
        #expect(Array("never-seen".utf8).withUnsafeBufferPointer(table.existing) == nil)
        #expect(table.numberEnd == StandardNames.count + texts.count)
    }

    /// A name is the same whatever came before it: in the order of the last time, in another one, and with names that
    /// begin like the expected one.
    @Test func namesThatComeInOrder() throws {
        let document = try Document.empty(kind: .data)
        var sequence = NameSequence(document)
        let texts = [
            "id", "name", "price", "id", "name", "price", "id", "price", "name", "id", "nam", "name", "names",
            "", "name", "", "na\0e", "name", "na\0e", "na\0x", "id", "name", "price", "class", "id", "class",
            "x",
        ]
        for text in texts + texts.reversed() + texts {
            let name = Array(text.utf8).withUnsafeBufferPointer { sequence.next($0) }
            #expect(name == intern(text, in: document.names))
        }
        let empty = sequence.next(UnsafeBufferPointer(start: nil, count: 0))
        #expect(empty == intern("", in: document.names))
    }
}
