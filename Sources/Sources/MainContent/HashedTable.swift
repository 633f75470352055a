/// A table of values by hashes that never changes: open addressing with at most half of the slots used.
///
/// A page's words, classes and elements are looked up in small tables of this program. `Dictionary` hashes each key
/// with SipHash, which took a tenth of the time of a page with main content.
///
/// - Complexity: constant for each look-up.
struct HashedTable<Value: BitwiseCopyable & Sendable>: Sendable {
    private struct Slot: Sendable {
        var key: UInt64
        var value: Value?
    }

    private let slots: [Slot]
    private let shift: UInt64

    init(_ values: [UInt64: Value]) {
        var bits: UInt64 = 4
        while 1 << bits < 2 * values.count { bits += 1 }
        shift = 64 - bits
        var slots = [Slot](repeating: Slot(key: 0, value: nil), count: 1 << bits)
        for (key, value) in values {
            var index = HashedTable.index(of: key, shift)
            while slots[index].value != nil { index = (index + 1) & (slots.count - 1) }
            slots[index] = Slot(key: key, value: value)
        }
        self.slots = slots
    }

    /// The value for a hash; `nil` if there is none.
    subscript(key: UInt64) -> Value? {
        var index = HashedTable.index(of: key, shift)
        while let value = slots[index].value {
            if slots[index].key == key { return value }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Multiplied, since the low bits of addresses are equal.
    private static func index(of key: UInt64, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }
}
