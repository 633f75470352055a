import Basics

/// Internationalized host names in the form that the domain name system uses: `bücher.de` is `xn--bcher-kva.de`.
///
/// Implements Unicode Technical Standard 46 with the options of the URL Standard: nontransitional, with checks of
/// joiners and directions, without checks of hyphens and lengths. `Tests/TableGenerator/generate.sh` writes
/// ``HostTable``, and `ValuesTests` compares the names of all characters with the toolchain.
///
/// Specification: [URL, § 3.3](https://url.spec.whatwg.org/#idna).
enum HostName {
    /// The length in bytes from which a non-ASCII name is refused. The limit of the domain name system is 253; this
    /// bound keeps the time linear.
    static let maximalLength = 4096

    /// The name in ASCII and lower case; `nil` if it is not valid. Labels of a name that consists of ASCII are not
    /// checked.
    static func ascii(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if name.allSatisfy({ $0 < 0x80 }) { return name.asciiLowercased }
        guard name.count < maximalLength, let text = String(validating: name, as: UTF8.self),
            let mapped = mapped(text.unicodeScalars)
        else { return nil }
        var labels: [[Unicode.Scalar]] = []
        for label in mapped.split(separator: ".", omittingEmptySubsequences: false) {
            guard let label = decoded(Array(label)) else { return nil }
            labels.append(label)
        }
        let hasRightToLeft = labels.contains { $0.contains { HostTables.direction(of: $0).isRightToLeft } }
        guard !hasRightToLeft || labels.allSatisfy({ $0.isEmpty || HostDirection.isValid($0) }) else {
            return nil
        }
        var result: [UInt8] = []
        for (index, label) in labels.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ".")) }
            if label.allSatisfy(\.isASCII) {
                result += label.map { UInt8($0.value) }
            } else {
                guard let part = Punycode.encoded(label) else { return nil }
                result += "xn--".utf8
                result += part
            }
        }
        return result
    }

    /// The name in lower case and composed (sections 4 and 5); `nil` if it has a character that no name may have.
    private static func mapped(_ name: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar]? {
        var result: [Unicode.Scalar] = []
        for scalar in name {
            if scalar.isASCII {
                result.append(Unicode.Scalar(UInt8(scalar.value).asciiLowercased))
            } else if let mapped = HostTables.mapping(of: scalar) {
                result += mapped
            } else {
                return nil
            }
        }
        return Normalization.composed(result)
    }

    /// A valid label, one in Punycode decoded; `nil` if it is not valid (section 4.1).
    private static func decoded(_ label: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        var label = label
        if label.starts(with: "xn--".unicodeScalars) {
            guard let decoded = Punycode.decoded(label.dropFirst(4)), !decoded.allSatisfy(\.isASCII),
                // It is in the form that mapping makes.
                decoded.allSatisfy({ $0.isASCII || HostTables.mapping(of: $0) != nil }),
                mapped(decoded) == decoded, !decoded.contains(".")
            else { return nil }
            label = decoded
            if label.starts(with: "xn--".unicodeScalars) { return nil }
        }
        guard let first = label.first else { return label }
        guard !isMark(first), HostJoiners.areValid(label) else { return nil }
        return label
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        // The standard library's Unicode may be older than the tables.
        case .unassigned: HostTables.direction(of: scalar) == .mark
        default: false
        }
    }
}

// MARK: - Joiners and directions

/// The places of joiners (RFC 5892, appendix A).
private enum HostJoiners {
    private static let nonJoiner: Unicode.Scalar = "\u{200C}"
    private static let joiner: Unicode.Scalar = "\u{200D}"

    static func areValid(_ label: [Unicode.Scalar]) -> Bool {
        label.indices.allSatisfy { index in
            guard label[index] == joiner || label[index] == nonJoiner else { return true }
            if index > 0, label[index - 1].properties.canonicalCombiningClass == .virama { return true }
            guard label[index] == nonJoiner else { return false }
            let before = label[..<index].last { HostTables.joining(of: $0) != .transparent }
            let after = label[(index + 1)...].first { HostTables.joining(of: $0) != .transparent }
            guard let before, let after else { return false }
            return [.dual, .left].contains(HostTables.joining(of: before))
                && [.dual, .right].contains(HostTables.joining(of: after))
        }
    }
}

/// The order of characters in names with letters from right to left (RFC 5893, section 2).
private enum HostDirection {
    static func isValid(_ label: [Unicode.Scalar]) -> Bool {
        let directions = label.map(HostTables.direction)
        let last = directions.last { $0 != .mark }
        guard let first = directions.first, let last else { return false }
        switch first {
        case .right, .arabic:
            let hasEuropean = directions.contains(.european)
            return last.isRightToLeftEnd && directions.allSatisfy(\.isInRightToLeft)
                && !(hasEuropean && directions.contains(.arabicNumber))
        case .left:
            return (last == .left || last == .european) && directions.allSatisfy(\.isInLeftToRight)
        default: return false
        }
    }
}
