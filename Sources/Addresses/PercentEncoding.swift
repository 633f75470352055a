import Basics

/// The characters of an address's parts that are percent-encoded, as bits.
///
/// Every non-ASCII byte is in all sets.
///
/// Specification: [URL, § 1.3](https://url.spec.whatwg.org/#percent-encoded-bytes).
struct PercentEncodeSet {
    /// The bit of the set in ``ByteTraits``.
    let bit: UInt8

    /// The control characters, for opaque hosts and paths.
    static let control = PercentEncodeSet(bit: 1)
    static let fragment = PercentEncodeSet(bit: 2)
    static let query = PercentEncodeSet(bit: 4)
    /// The query of an address with a special scheme.
    static let specialQuery = PercentEncodeSet(bit: 8)
    static let path = PercentEncodeSet(bit: 16)
    static let userInfo = PercentEncodeSet(bit: 32)

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool { ByteTraits.table[byte] & bit != 0 }
}

/// The properties of bytes that the parts of an address depend on: a byte of flags for each.
struct ByteTraits: @unchecked Sendable {
    /// 256 bytes, which are never written after the initialization and never freed: the process has one table.
    private let bits: UnsafePointer<UInt8>

    @inline(__always)
    subscript(byte: UInt8) -> UInt8 { bits[Int(byte)] }

    static let table = ByteTraits()

    /// The bit of characters that a host's name may not contain. Control characters and `%` have another bit: no domain
    /// may contain them.
    static let forbiddenInHost: UInt8 = 64

    private init() {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        table.initialize(repeating: 0, count: 256)
        // Sets of bytes would take most of the time: the table is made at the start of nearly every run.
        func add(_ sets: [PercentEncodeSet], _ members: StaticString) {
            let bits = sets.reduce(0) { $0 | $1.bit }
            for index in 0..<members.utf8CodeUnitCount { table[Int(members.utf8Start[index])] |= bits }
        }
        let queries: [PercentEncodeSet] = [.query, .specialQuery, .path, .userInfo]
        let all = ([.control, .fragment] + queries).reduce(0) { $0 | $1.bit }
        for byte in 0..<256 where byte < 0x20 || byte > 0x7E { table[byte] = all }
        add([.fragment], " \"<>`")
        add(queries, " \"#<>")
        add([.specialQuery], "'")
        add([.path, .userInfo], "?^`{}")
        add([.userInfo], "/:;=@[\\]|")
        add([PercentEncodeSet(bit: ByteTraits.forbiddenInHost)], "\0\t\n\r #/:<>?@[\\]^|")
        bits = UnsafePointer(table)
    }
}

/// Percent-encoding: bytes written as `%` and two hexadecimal digits.
package enum PercentEncoding {
    /// Appends a byte as `%XX`.
    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(digit(byte >> 4))
        output.append(digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "A")
    }

    /// Appends bytes, and percent-encodes those in a set.
    static func append(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>,
        _ set: PercentEncodeSet,
        to output: inout [UInt8]
    ) {
        let table = ByteTraits.table
        var start = bytes.startIndex
        for index in bytes.indices where table[bytes.base[index]] & set.bit != 0 {
            output += bytes[start..<index]
            append(bytes.base[index], to: &output)
            start = index + 1
        }
        output += bytes[start...]
    }

    /// The bytes with every `%XX` replaced by its byte; a `%` without two hexadecimal digits is unchanged.
    ///
    /// - Parameter plus: the replacement of a plus sign: a space in form queries.
    package static func decoded(_ bytes: some Collection<UInt8>, plus: UInt8 = UInt8(ascii: "+")) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            guard byte == UInt8(ascii: "%") else {
                result.append(byte == UInt8(ascii: "+") ? plus : byte)
                continue
            }
            let digits = bytes[index...].prefix(2).compactMap(\.hexDigitValue)
            if digits.count == 2 {
                result.append(UInt8(truncatingIfNeeded: digits[0] << 4 | digits[1]))
                index = bytes.index(index, offsetBy: 2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The text with `%XX` for every byte that is not kept.
    package static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isKept(byte) { output.append(byte) } else { append(byte, to: &output) }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
