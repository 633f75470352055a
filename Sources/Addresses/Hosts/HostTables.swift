import Basics

/// The tables of host names, decoded when the first non-ASCII name is read.
enum HostTables {
    /// Unicode's bidirectional classes; those that no name may have are one case.
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

    /// The index of the last start that is not greater than a scalar, or 0.
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
        /// The name in lower case, and decomposed by compatibility.
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

    /// The mapping of a non-ASCII scalar, decomposed; `nil` if no name may have it.
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
