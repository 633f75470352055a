import Basics

extension Encoding {
    /// The encoding in which a form on a page in this encoding is sent: UTF-8 for those that cannot be encoded.
    ///
    /// Specification: [Encoding, § 4.3](https://encoding.spec.whatwg.org/#output-encodings).
    package var output: Encoding {
        switch id {
        case .replacement, .utf16BE, .utf16LE: .utf8
        default: self
        }
    }
}

/// Encodes text in an encoding of the standard, character by character.
///
/// Only the queries of addresses and forms are encoded in this way.
package struct TextEncoder {
    /// The result for a character.
    package struct Output {
        package var bytes: [UInt8] = []
        /// The character after the bytes, which the encoding lacks.
        package var unmappable: UInt32?

        init(_ bytes: [UInt8] = [], unmappable: UInt32? = nil) {
            self.bytes = bytes
            self.unmappable = unmappable
        }
    }

    /// The character sets between which ISO-2022-JP switches.
    private enum JapaneseSet {
        case ascii, roman, jis0208
    }

    private let encoding: Encoding
    private var set = JapaneseSet.ascii

    package init(_ encoding: Encoding) { self.encoding = encoding.output }

    /// The bytes of the next character.
    package mutating func encode(_ scalar: Unicode.Scalar) -> Output {
        if encoding.id == .iso2022JP { return iso2022JP(scalar.value) }
        if scalar.isASCII { return Output([UInt8(scalar.value)]) }
        let bytes = encode(beyondASCII: scalar.value)
        return Output(bytes ?? [], unmappable: bytes == nil ? scalar.value : nil)
    }

    /// The bytes that end the text.
    package mutating func finish() -> [UInt8] { escape(to: .ascii) }

    private func encode(beyondASCII scalar: UInt32) -> [UInt8]? {
        switch encoding.scheme {
        case .utf8, .utf16, .replacement:
            return Unicode.Scalar(scalar).map { Array(UTF8.encode($0) ?? .init()) }
        case .singleByte(let encoding):
            return SingleByteTable.table(of: encoding).byte(of: scalar).map { [$0] }
        case .windows1252: return SingleByteTable.windows1252.byte(of: scalar).map { [$0] }
        case .userDefined:
            return (0xF780...0xF7FF).contains(scalar) ? [UInt8(scalar - 0xF780 + 0x80)] : nil
        case .multiByte(.gb18030): return gb18030(scalar)
        case .multiByte(.big5):
            return ReverseIndex.big5[scalar].map { TextEncoder.pair($0, 157, 0x81, 0x40, 0x62) }
        case .multiByte(.eucKR):
            return ReverseIndex.eucKR[scalar].map { [UInt8($0 / 190 + 0x81), UInt8($0 % 190 + 0x41)] }
        case .multiByte(.eucJP): return eucJP(scalar)
        case .multiByte(.shiftJIS): return shiftJIS(scalar)
        case .multiByte(.iso2022JP): return nil
        }
    }

    /// The two bytes of a pointer; the second byte skips a part of the range.
    private static func pair(_ pointer: Int, _ width: Int, _ lead: Int, _ low: Int, _ high: Int) -> [UInt8] {
        let trail = pointer % width
        return [UInt8(pointer / width + lead), UInt8(trail + (trail < 0x3F ? low : high))]
    }

    private func gb18030(_ scalar: UInt32) -> [UInt8]? {
        if scalar == 0xE5E5 { return nil }
        let isGBK = encoding.id == .gbk
        if isGBK, scalar == 0x20AC { return [0x80] }
        if let code = EncodingIndex.gb18030Former[scalar] { return [UInt8(code >> 8), UInt8(code & 255)] }
        if let pointer = ReverseIndex.gb18030[scalar] {
            return TextEncoder.pair(pointer, 190, 0x81, 0x40, 0x41)
        }
        guard !isGBK, let pointer = GB18030Ranges.pointer(of: scalar) else { return nil }
        return [
            UInt8(pointer / 12_600 + 0x81), UInt8(pointer / 1260 % 10 + 0x30),
            UInt8(pointer / 10 % 126 + 0x81), UInt8(pointer % 10 + 0x30),
        ]
    }

    private func eucJP(_ scalar: UInt32) -> [UInt8]? {
        switch scalar {
        case 0xA5: return [0x5C]
        case 0x203E: return [0x7E]
        case 0xFF61...0xFF9F: return [0x8E, UInt8(scalar - 0xFF61 + 0xA1)]
        default:
            guard let pointer = ReverseIndex.jis0208[scalar == 0x2212 ? 0xFF0D : scalar] else { return nil }
            return [UInt8(pointer / 94 + 0xA1), UInt8(pointer % 94 + 0xA1)]
        }
    }

    private func shiftJIS(_ scalar: UInt32) -> [UInt8]? {
        switch scalar {
        case 0x80: return [0x80]
        case 0xA5: return [0x5C]
        case 0x203E: return [0x7E]
        case 0xFF61...0xFF9F: return [UInt8(scalar - 0xFF61 + 0xA1)]
        default:
            guard let pointer = ReverseIndex.shiftJIS[scalar == 0x2212 ? 0xFF0D : scalar] else { return nil }
            let (lead, trail) = (pointer / 188, pointer % 188)
            return [UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41))]
        }
    }

    // MARK: - ISO-2022-JP

    /// Specification: [Encoding, § 12.2.2](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder).
    private mutating func iso2022JP(_ scalar: UInt32) -> Output {
        if set != .jis0208, [0x0E, 0x0F, 0x1B].contains(scalar) { return Output(unmappable: 0xFFFD) }
        if scalar < 0x80 {
            let isShared = set == .roman && scalar != 0x5C && scalar != 0x7E
            let escape = isShared ? [] : escape(to: .ascii)
            // The character is looked at again after the escape.
            if !escape.isEmpty, [0x0E, 0x0F, 0x1B].contains(scalar) {
                return Output(escape, unmappable: 0xFFFD)
            }
            return Output(escape + [UInt8(scalar)])
        }
        if scalar == 0xA5 || scalar == 0x203E {
            return Output(escape(to: .roman) + [scalar == 0xA5 ? 0x5C : 0x7E])
        }
        guard let pointer = ReverseIndex.jis0208[TextEncoder.fullWidth(scalar)] else {
            return Output(set == .jis0208 ? escape(to: .ascii) : [], unmappable: scalar)
        }
        return Output(escape(to: .jis0208) + [UInt8(pointer / 94 + 0x21), UInt8(pointer % 94 + 0x21)])
    }

    private mutating func escape(to set: JapaneseSet) -> [UInt8] {
        if set == self.set { return [] }
        self.set = set
        return switch set {
        case .ascii: [0x1B, 0x28, 0x42]
        case .roman: [0x1B, 0x28, 0x4A]
        case .jis0208: [0x1B, 0x24, 0x42]
        }
    }

    /// The wide form of a minus sign and of narrow Katakana, which JIS X 0208 has.
    private static func fullWidth(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x2212: return 0xFF0D
        // The voiced sound marks, which compatibility decomposition turns into combining ones.
        case 0xFF9E: return 0x309B
        case 0xFF9F: return 0x309C
        case 0xFF61..<0xFF9E:
            let wide = Unicode.Scalar(scalar).map { Normalization.decomposed([$0], .compatibility) }
            return wide?.first?.value ?? scalar
        default: return scalar
        }
    }
}

/// The pointers of characters.
///
/// Specification: [Encoding, § 5](https://encoding.spec.whatwg.org/#index-pointer).
private struct ReverseIndex: Sendable {
    private let pointers: [UInt32: Int]

    subscript(scalar: UInt32) -> Int? { pointers[scalar] }

    /// - Parameters:
    ///   - excluded: pointers that are only decoded.
    ///   - lasts: characters for which the last of their pointers is used; for all others it is the first.
    private init(_ index: EncodingIndex, excluding excluded: [Range<Int>], lasts: Set<UInt32> = []) {
        var pointers: [UInt32: Int] = [:]
        for pointer in 0..<index.count where !excluded.contains(where: { $0.contains(pointer) }) {
            let scalar = index.scalar(at: pointer)
            if scalar > 0, lasts.contains(scalar) || pointers[scalar] == nil { pointers[scalar] = pointer }
        }
        self.pointers = pointers
    }

    /// Without the user-defined area and what follows it, which have no code among the 94 × 94.
    static let jis0208 = ReverseIndex(.jis0208, excluding: [8836..<11_280])
    /// Without NEC's copies of IBM's additions and the user-defined area.
    static let shiftJIS = ReverseIndex(.jis0208, excluding: [8272..<8836, 8836..<10_716])
    static let eucKR = ReverseIndex(.eucKR, excluding: [])
    /// Without the additions of Hong Kong.
    static let big5 = ReverseIndex(
        .big5,
        excluding: [0..<(0xA1 - 0x81) * 157],
        lasts: [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345]
    )
    static let gb18030 = ReverseIndex(.gb18030, excluding: [])
}
