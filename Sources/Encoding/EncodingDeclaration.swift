import Basics

/// A page's declaration of its own encoding.
struct EncodingDeclaration {
    /// The label as in the page, at most 80 bytes.
    let label: String
    /// The encoding; `nil` for an unknown label.
    let encoding: Encoding?
    /// The offset of the declaration in the page.
    let offset: Int

    init(label: Slice<UnsafeBufferPointer<UInt8>>, offset: Int) {
        self.label = String(decoding: label.prefix(80), as: UTF8.self)
        self.offset = offset
        encoding = Encoding(label: label)?.asDeclared
    }

    private init(_ encoding: Encoding) {
        label = encoding.name
        self.encoding = encoding
        offset = 0
    }

    /// The implied declaration of a page that starts with an XML declaration in UTF-16.
    static func utf16(_ bytes: UnsafeBufferPointer<UInt8>) -> EncodingDeclaration? {
        if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) { return EncodingDeclaration(.utf16LE) }
        if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) { return EncodingDeclaration(.utf16BE) }
        return nil
    }
}

extension Encoding {
    /// The encoding that a declaration means: a declaration that can be read as ASCII cannot be in UTF-16.
    fileprivate var asDeclared: Encoding {
        if isUTF16 { return .utf8 }
        return id == .xUserDefined ? .windows1252 : self
    }
}

/// The search for a page's declaration of its encoding.
///
/// The HTML standard's prescan reads the first 1,024 bytes as if all were markup; a later declaration is found by the
/// parser, which distinguishes the text of scripts from markup. Therefore the first 1,024 bytes are searched in the
/// first way, then the whole page in the second.
struct DeclarationSearch {
    /// The first declaration with a known label.
    private(set) var found: EncodingDeclaration?
    /// The first declaration before it with an unknown label.
    private(set) var unknown: EncodingDeclaration?

    /// Searches. Complexity: linear.
    init(_ bytes: UnsafeBufferPointer<UInt8>, format: DecodedText.Format) {
        switch format {
        case .html, .htmlFragment: searchHTML(bytes)
        case .xml: searchXML(bytes)
        case .plain: break
        }
    }

    private mutating func searchHTML(_ bytes: UnsafeBufferPointer<UInt8>) {
        found = .utf16(bytes)
        if found != nil { return }
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(MetaPrescan.window))
        var prescan = MetaPrescan(start, skipsRawText: false)
        add(prescan.run())
        unknown = prescan.unknown
        if found != nil { return }
        if let last = CharsetWord.last(in: bytes) {
            prescan = MetaPrescan(bytes, skipsRawText: true)
            add(prescan.run(to: last))
            unknown = unknown ?? prescan.unknown
        }
        if found == nil { add(XMLDeclaration.encoding(in: bytes)) }
    }

    private mutating func searchXML(_ bytes: UnsafeBufferPointer<UInt8>) {
        add(.utf16(bytes) ?? XMLDeclaration.encoding(in: bytes))
    }

    private mutating func add(_ declaration: EncodingDeclaration?) {
        guard let declaration else { return }
        if declaration.encoding != nil {
            found = found ?? declaration
        } else {
            unknown = unknown ?? declaration
        }
    }
}

/// The word "charset" in any case, which every `meta` declaration of an encoding contains.
enum CharsetWord {
    private static let word: StaticString = "charset"
    /// The offset in the word of the pair "rs", which is searched for first since it is rare.
    private static let pairOffset = 3

    /// The offset of the last occurrence of the word in a page; `nil` if there is none.
    ///
    /// Complexity: linear, sixteen bytes per step.
    static func last(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
        let lower = SIMD16<UInt8>(repeating: 0x20)
        let first = SIMD16<UInt8>(repeating: UInt8(ascii: "r"))
        let second = SIMD16<UInt8>(repeating: UInt8(ascii: "s"))
        var last: Int?
        var index = 0
        while index &+ 17 <= bytes.count {
            let block = base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) | lower
            let next = base.loadUnaligned(fromByteOffset: index &+ 1, as: SIMD16<UInt8>.self) | lower
            let isFirst: SIMDMask<SIMD16<Int8>> = block .== first
            let isSecond: SIMDMask<SIMD16<Int8>> = next .== second
            if !ByteSet(isFirst .& isSecond).isEmpty {
                last = CharsetWord.last(in: bytes, pairFrom: index, to: index &+ 16) ?? last
            }
            index &+= 16
        }
        return CharsetWord.last(in: bytes, pairFrom: index, to: bytes.count) ?? last
    }

    /// The offset of the last occurrence whose pair begins in a range.
    private static func last(
        in bytes: UnsafeBufferPointer<UInt8>,
        pairFrom first: Int,
        to end: Int
    ) -> Int? {
        (first..<max(first, end)).lazy.map { $0 - pairOffset }.last { occurs(at: $0, in: bytes) }
    }

    private static func occurs(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = start + word.utf8CodeUnitCount
        return start >= 0 && end <= bytes.count && bytes[start..<end].equalsIgnoringASCIICase(word)
    }
}

/// The encoding in an XML declaration at the start of a page.
///
/// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing).
enum XMLDeclaration {
    static func encoding(in bytes: UnsafeBufferPointer<UInt8>) -> EncodingDeclaration? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let name = Array("encoding".utf8)
        guard let start = (5..<end).first(where: { bytes[$0..<end].starts(with: name) }) else { return nil }
        var rest = bytes[(start + name.count)..<end].drop(while: isSpaceOrControl)
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop(while: isSpaceOrControl)
        let quote = rest.popFirst()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let label = rest.prefix { $0 != quote }
        guard label.endIndex < end, !label.contains(where: isSpaceOrControl) else { return nil }
        return EncodingDeclaration(label: label, offset: start)
    }

    private static func isSpaceOrControl(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
