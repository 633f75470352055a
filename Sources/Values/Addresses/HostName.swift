import Basics

/// Internationalized host names in the form that the domain name system knows: `bücher.de` is `xn--bcher-kva.de`.
///
/// By Unicode Technical Standard 46 for Unicode 16, without its transitional processing, with the checks of hyphens,
/// joiners and directions. `Tests/TableGenerator/generate.sh` writes ``HostTable``, and `ValuesTests` compares the names
/// of all characters with the toolchain.
enum HostName {
    /// The name in ASCII; `nil` where it is not valid. A name in ASCII is returned unchanged.
    static func ascii(_ name: String) -> String? {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
        guard let mapped = mapped(name) else { return nil }
        var labels: [[Unicode.Scalar]] = []
        for label in mapped.split(separator: ".", omittingEmptySubsequences: false) {
            guard let label = decoded(Array(label)) else { return nil }
            labels.append(label)
        }
        // The last label may be empty: a point ends the name.
        guard labels.indices.allSatisfy({ !labels[$0].isEmpty || ($0 > 0 && $0 == labels.count - 1) }) else {
            return nil
        }
        let hasRightToLeft = labels.contains { $0.contains { HostTables.direction(of: $0).isRightToLeft } }
        guard !hasRightToLeft || labels.allSatisfy({ $0.isEmpty || HostDirection.isValid($0) }) else {
            return nil
        }
        var parts: [String] = []
        for label in labels {
            let text = String(String.UnicodeScalarView(label))
            let part = text.utf8.allSatisfy { $0 < 0x80 } ? text : Punycode.encoded(label).map { "xn--" + $0 }
            guard let part, part.utf8.count <= 63 else { return nil }
            parts.append(part)
        }
        let name = parts.joined(separator: ".")
        // Such as those of "℅", which becomes "c/o".
        guard !name.utf8.contains(where: { "/?#@:[]".utf8.contains($0) }) else { return nil }
        return name.utf8.count > (parts.last == "" ? 254 : 253) ? nil : name
    }

    /// The name in lower case and composed (sections 4 and 5); `nil` where it has a character that no name may have.
    private static func mapped(_ name: String) -> [Unicode.Scalar]? {
        var result: [Unicode.Scalar] = []
        for scalar in name.unicodeScalars {
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

    /// A valid label, one in Punycode decoded; `nil` where it is not valid (section 4.1).
    private static func decoded(_ label: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        var label = label
        if label.starts(with: "xn--".unicodeScalars) {
            guard let decoded = Punycode.decoded(label.dropFirst(4)), !decoded.allSatisfy(\.isASCII),
                // It is in the form that mapping makes.
                decoded.allSatisfy({ $0.isASCII || HostTables.mapping(of: $0) != nil }),
                mapped(String(String.UnicodeScalarView(decoded))) == decoded, !decoded.contains(".")
            else { return nil }
            label = decoded
        }
        if label.isEmpty { return label }
        let hasHyphens = label.count > 3 && label[2] == "-" && label[3] == "-"
        guard label.first != "-", label.last != "-", !hasHyphens else { return nil }
        guard let first = label.first, !isMark(first), HostJoiners.areValid(label) else { return nil }
        return label
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
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
            let before = label[..<index].reversed().first { HostTables.joining(of: $0) != .transparent }
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

/// The tables of host names, decoded when the first name beyond ASCII is read.
private enum HostTables {
    /// Unicode's bidirectional classes, with those as one that no name may have.
    enum Direction: Int {
        case left
        case right
        case european
        case europeanSeparator
        case europeanTerminator
        case arabicNumber
        case commonSeparator
        case neutral = 10
        case arabic = 13
        case mark = 17
        case boundaryNeutral
        case other = 31

        var isRightToLeft: Bool { self == .right || self == .arabic || self == .arabicNumber }

        var isRightToLeftEnd: Bool {
            [.right, .arabic, .european, .arabicNumber].contains(self)
        }

        private var isInBoth: Bool {
            [
                .european, .europeanSeparator, .commonSeparator, .europeanTerminator, .neutral,
                .boundaryNeutral, .mark,
            ].contains(self)
        }

        var isInRightToLeft: Bool { isInBoth || isRightToLeft }

        var isInLeftToRight: Bool { isInBoth || self == .left }
    }

    /// Unicode's joining types.
    enum Joining: Int {
        case none
        case causing
        case dual
        case left
        case right
        case transparent
    }

    private struct Runs: Sendable {
        private var starts: [UInt32] = []
        private var values: [Int] = []

        init(_ table: StaticString) {
            var reader = TableReader(table)
            var last: UInt32 = 0
            for _ in 0..<reader.number() {
                last += UInt32(reader.number())
                starts.append(last)
                values.append(reader.number())
            }
        }

        subscript(scalar: Unicode.Scalar) -> Int {
            values[HostTables.last(in: starts, notAfter: scalar.value)]
        }
    }

    /// The index of the last start that is not after a scalar, or 0.
    private static func last(in starts: [UInt32], notAfter scalar: UInt32) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= scalar { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    private static let directions = Runs(HostTable.directions)
    private static let joiningTypes = Runs(HostTable.joiningTypes)

    static func direction(of scalar: Unicode.Scalar) -> Direction {
        Direction(rawValue: directions[scalar]) ?? .other
    }

    static func joining(of scalar: Unicode.Scalar) -> Joining {
        Joining(rawValue: joiningTypes[scalar]) ?? .none
    }

    private enum Mapping: Sendable {
        /// Lower case and decomposed by compatibility.
        case usual
        case disallowed
        case mapped([Unicode.Scalar])
    }

    private static let mappings: (starts: [UInt32], mappings: [Mapping]) = {
        var reader = TableReader(HostTable.mappings)
        var starts: [UInt32] = []
        var mappings: [Mapping] = []
        var last: UInt32 = 0x80
        for _ in 0..<reader.number() {
            last += UInt32(reader.number())
            starts.append(last)
            let kind = reader.number()
            switch kind {
            case 0: mappings.append(.usual)
            case 1: mappings.append(.disallowed)
            default:
                let scalars = (2..<kind).compactMap { _ in Unicode.Scalar(UInt32(reader.number())) }
                mappings.append(.mapped(scalars))
            }
        }
        return (starts, mappings)
    }()

    /// What a scalar beyond ASCII becomes, decomposed; `nil` where no name may have it.
    static func mapping(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch mappings.mappings[last(in: mappings.starts, notAfter: scalar.value)] {
        case .disallowed: return nil
        case .mapped(let scalars): return scalars
        case .usual:
            let parts = Normalization.decomposed([scalar], .compatibility)
            return Normalization.decomposed(
                parts.flatMap { $0.properties.lowercaseMapping.unicodeScalars },
                .canonical
            )
        }
    }
}

// MARK: - Punycode

/// Labels beyond ASCII in letters, digits and hyphens (RFC 3492).
enum Punycode {
    private static let base: UInt32 = 36
    private static let smallest: UInt32 = 1
    private static let greatest: UInt32 = 26
    private static let firstScalar: UInt32 = 0x80
    private static let firstBias: UInt32 = 72
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// A label without the prefix `xn--`; `nil` where it is too long to count.
    static func encoded(_ label: [Unicode.Scalar]) -> String? {
        var result = label.filter(\.isASCII).map { UInt8($0.value) }
        let basic = UInt32(result.count)
        if basic > 0 { result.append(UInt8(ascii: "-")) }
        var (next, delta, bias, handled) = (firstScalar, UInt32(0), firstBias, basic)
        while handled < UInt32(label.count) {
            guard let least = label.lazy.map(\.value).filter({ $0 >= next }).min() else { return nil }
            let (step, overflow) = (least - next).multipliedReportingOverflow(by: handled + 1)
            let (sum, overflows) = delta.addingReportingOverflow(step)
            if overflow || overflows { return nil }
            delta = sum
            next = least
            for scalar in label {
                if scalar.value < next {
                    guard delta < UInt32.max else { return nil }
                    delta += 1
                }
                guard scalar.value == next else { continue }
                append(delta, bias, to: &result)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ delta: UInt32, _ bias: UInt32, to result: inout [UInt8]) {
        var rest = delta
        var place = base
        while true {
            let threshold = threshold(place, bias)
            if rest < threshold { break }
            result.append(digits[Int(threshold + (rest - threshold) % (base - threshold))])
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        result.append(digits[Int(rest)])
    }

    /// The label of a name without the prefix `xn--`; `nil` where it is not valid.
    static func decoded(_ label: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
        guard label.allSatisfy(\.isASCII) else { return nil }
        let hyphen = label.lastIndex(of: "-")
        var result = hyphen.map { Array(label[..<$0]) } ?? []
        var rest = hyphen.map { label[($0 + 1)...] } ?? label
        var (scalar, index, bias) = (firstScalar, UInt32(0), firstBias)
        while !rest.isEmpty {
            let before = index
            guard let next = number(&rest, from: index, bias) else { return nil }
            let count = UInt32(result.count) + 1
            bias = adapted(next - before, count: count, isFirst: before == 0)
            let (sum, overflows) = scalar.addingReportingOverflow(next / count)
            guard !overflows, let decoded = Unicode.Scalar(sum) else { return nil }
            scalar = sum
            index = next % count
            result.insert(decoded, at: Int(index))
            index += 1
        }
        return result
    }

    private static func number(
        _ rest: inout ArraySlice<Unicode.Scalar>,
        from start: UInt32,
        _ bias: UInt32
    ) -> UInt32? {
        var (number, weight, place) = (start, UInt32(1), base)
        while true {
            guard let first = rest.popFirst(),
                let digit = digits.firstIndex(of: UInt8(first.value).asciiLowercased).map(UInt32.init)
            else { return nil }
            let (step, overflow) = digit.multipliedReportingOverflow(by: weight)
            let (sum, overflows) = number.addingReportingOverflow(step)
            if overflow || overflows { return nil }
            number = sum
            let threshold = threshold(place, bias)
            if digit < threshold { return number }
            let (next, isTooLarge) = weight.multipliedReportingOverflow(by: base - threshold)
            if isTooLarge { return nil }
            weight = next
            place += base
        }
    }

    private static func threshold(_ place: UInt32, _ bias: UInt32) -> UInt32 {
        place <= bias ? smallest : min(place - bias, greatest)
    }

    private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var place: UInt32 = 0
        while delta > (base - smallest) * greatest / 2 {
            delta /= base - smallest
            place += base
        }
        return place + (base - smallest + 1) * delta / (delta + 38)
    }
}
