import Basics

/// The hosts of addresses.
///
/// Specification: [URL, § 3.5](https://url.spec.whatwg.org/#host-parsing).
enum Host {
    /// The host as it is written in an address.
    ///
    /// - Parameter isSpecial: whether it is a domain name, not a text with a meaning that depends on the scheme.
    static func parse(
        _ text: Slice<UnsafeBufferPointer<UInt8>>,
        isSpecial: Bool
    ) throws(AddressError) -> [UInt8] {
        if text.first == UInt8(ascii: "[") {
            guard text.last == UInt8(ascii: "]"), let address = IPv6Address(text.dropFirst().dropLast())
            else {
                throw .invalidIPv6(String(decoding: text, as: UTF8.self))
            }
            return Array("[\(address)]".utf8)
        }
        return isSpecial ? try domain(text) : try opaque(text)
    }

    private static func opaque(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(AddressError) -> [UInt8] {
        let table = ByteTraits.table
        if text.contains(where: { table[$0] & ByteTraits.forbiddenInHost != 0 }) {
            throw .invalidHost(String(decoding: text, as: UTF8.self))
        }
        var output: [UInt8] = []
        PercentEncoding.append(text, .control, to: &output)
        return output
    }

    private static func domain(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(AddressError) -> [UInt8] {
        let written = text.contains(UInt8(ascii: "%")) ? PercentEncoding.decoded(text) : Array(text)
        let table = ByteTraits.table
        guard let name = written.withUnsafeBufferPointer(HostName.ascii), !name.isEmpty,
            !name.contains(where: { byte in
                table[byte] & (ByteTraits.forbiddenInHost | PercentEncodeSet.control.bit) != 0
                    || byte == UInt8(ascii: "%")
            })
        else { throw .invalidHost(String(decoding: text, as: UTF8.self)) }
        guard IPv4Address.isMeant(by: name) else { return name }
        guard let address = IPv4Address(name) else {
            throw .invalidIPv4(String(decoding: text, as: UTF8.self))
        }
        return Array("\(address)".utf8)
    }
}

/// An IPv4 address, which may be written in one to four numbers: decimal, octal or hexadecimal.
struct IPv4Address: CustomStringConvertible {
    private let value: UInt32

    /// Whether a name ends in a number, so that it must be an IPv4 address.
    static func isMeant(by name: [UInt8]) -> Bool {
        var name = name[...]
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        let last = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? name
        guard let first = last.first, first.isASCIIDigit else { return false }
        return last.allSatisfy(\.isASCIIDigit) || number(last) != nil
    }

    init?(_ name: [UInt8]) {
        var texts = name.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        if texts.count > 1, texts.last?.isEmpty == true { texts.removeLast() }
        guard texts.count <= 4 else { return nil }
        var value: UInt64 = 0
        for (index, text) in texts.enumerated() {
            guard let number = IPv4Address.number(text) else { return nil }
            let isLast = index == texts.count - 1
            // The last number has all bits that are left.
            let bits = UInt64(isLast ? 8 * (5 - texts.count) : 8)
            guard number < 1 << bits else { return nil }
            value = value << bits | number
        }
        self.value = UInt32(truncatingIfNeeded: value)
    }

    /// A number; the largest possible one for a number that is too large.
    private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var digits = text
        var base: UInt64 = 10
        if text.count > 1, text.first == UInt8(ascii: "0") {
            let isHexadecimal = text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x")
            base = isHexadecimal ? 16 : 8
            digits = digits.dropFirst(isHexadecimal ? 2 : 1)
        }
        var value: UInt64 = 0
        for digit in digits {
            guard let digit = digit.hexDigitValue.map(UInt64.init), digit < base else { return nil }
            value = min(value * base + digit, 1 << 40)
        }
        return value
    }

    var description: String {
        [24, 16, 8, 0].map { "\(value >> $0 & 255)" }.joined(separator: ".")
    }
}

/// An IPv6 address.
struct IPv6Address: CustomStringConvertible {
    private let groups: [UInt16]

    /// Parses an address without its brackets.
    init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        var rest = text
        var groups: [UInt16] = []
        /// The number of groups before the omitted ones.
        var gap: Int?
        if rest.first == UInt8(ascii: ":") {
            guard rest.dropFirst().first == UInt8(ascii: ":") else { return nil }
            rest = rest.dropFirst(2)
            gap = 0
        }
        while let first = rest.first {
            if first == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                rest.removeFirst()
                gap = groups.count
                continue
            }
            let digits = rest.prefix(4).prefix { $0.hexDigitValue != nil }
            let after = rest.dropFirst(digits.count)
            if after.first == UInt8(ascii: ".") {
                guard !digits.isEmpty, groups.count <= 6, let tail = IPv6Address.decimal(rest) else {
                    return nil
                }
                groups += tail
                break
            }
            groups.append(digits.reduce(0) { $0 << 4 | UInt16(truncatingIfNeeded: $1.hexDigitValue ?? 0) })
            rest = after
            if rest.first == UInt8(ascii: ":") {
                rest.removeFirst()
                if rest.isEmpty { return nil }
            } else if !rest.isEmpty {
                return nil
            }
        }
        if let gap {
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: Array(repeating: 0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        self.groups = groups
    }

    /// The last two groups, written as an IPv4 address.
    private static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt16]? {
        let texts = text.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
        guard texts.count == 4 else { return nil }
        var numbers: [UInt16] = []
        for text in texts {
            guard (1...3).contains(text.count), text.allSatisfy(\.isASCIIDigit),
                text.count == 1 || text.first != UInt8(ascii: "0")
            else { return nil }
            let number = text.reduce(0) { $0 * 10 + UInt16($1 &- 0x30) }
            guard number < 256 else { return nil }
            numbers.append(number)
        }
        return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
    }

    /// The groups in hexadecimal digits; the first longest run of zeros is omitted.
    var description: String {
        var gap = 0..<0
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > max(gap.count, 1) { gap = start..<end }
            start = max(end, start + 1)
        }
        func text(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        return gap.isEmpty
            ? text(groups[...]) : text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
    }
}
