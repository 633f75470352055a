/// The names of a document's elements and attributes, each kept once, so that equal names have equal addresses.
///
/// A part that is grown into a document shares its table. Names of the standards are found in ``StandardNames``; the
/// others are in a hash table of open addressing whose hashes nobody outside can foresee.
///
/// Complexity: a look-up takes time linear in the name's length.
final class NameTable {
    private var arena = Arena()
    private let standard = StandardNames.shared
    private var slots: UnsafeMutablePointer<Slot>
    private var slotCount = 64
    private var used = 0
    /// The number of the name that is made next.
    private var nextNumber = UInt32(StandardNames.count)

    private struct Slot {
        var key: NameKey
        var hash: UInt64
        var name: Name?
    }

    private static var free: Slot { Slot(key: NameKey.empty, hash: 0, name: nil) }
    private static let seed = UInt64.random(in: .min ... .max)

    init() {
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: NameTable.free, count: slotCount)
    }

    deinit {
        slots.deallocate()
    }

    /// One more than the highest number of a name.
    var numberEnd: Int { Int(nextNumber) }

    /// The name of the given spelling, where the document or a standard has it.
    func existing(_ bytes: UnsafeBufferPointer<UInt8>) -> Name? {
        guard let start = bytes.baseAddress else { return nil }
        let key = NameKey(start, bytes.count, isPadded: false)
        return standard.find(key) { start[$0] }
            ?? slots[slot(key, hash(key) { start[$0] }) { start[$0] }].name
    }

    /// The name of the given spelling, added where there is none.
    func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
        var empty: UInt8 = 0
        guard let start = bytes.baseAddress else {
            return withUnsafePointer(to: &empty) { intern($0, NameKey.empty) }
        }
        return intern(start, NameKey(start, bytes.count, isPadded: false))
    }

    @inline(__always)
    private func intern(_ start: UnsafePointer<UInt8>, _ key: NameKey) -> Name {
        standard.find(key) { start[$0] } ?? internOther(key) { start[$0] }
    }

    /// The name of the given spelling with ASCII's capitals in lower case, added where there is none.
    ///
    /// - Parameter start: a text behind which eight bytes can be read.
    @inline(__always)
    func internLowercased(_ start: UnsafePointer<UInt8>, _ count: Int) -> Name {
        let key = NameKey(start, count, isPadded: true).lowercased
        return standard.find(key) { lowercased(start[$0]) } ?? internLowercasedOther(start, key)
    }

    @inline(never)
    private func internLowercasedOther(_ start: UnsafePointer<UInt8>, _ key: NameKey) -> Name {
        internOther(key) { lowercased(start[$0]) }
    }
}

// MARK: - The hash table

extension NameTable {
    @inline(__always)
    private func hash(_ key: NameKey, _ byte: (Int) -> UInt8) -> UInt64 {
        var hash = (key.hash ^ NameTable.seed) &* 0x9E37_79B9_7F4A_7C15
        if key.count > 16 {
            for index in 8..<(key.count &- 8) { hash = (hash ^ UInt64(byte(index))) &* 0x0000_0100_0000_01B3 }
        }
        return hash ^ hash >> 32
    }

    /// The slot that holds a name, or the free one where it belongs.
    @inline(__always)
    private func slot(_ key: NameKey, _ hash: UInt64, _ byte: (Int) -> UInt8) -> Int {
        var index = Int(truncatingIfNeeded: hash) & (slotCount &- 1)
        while let name = slots[index].name {
            if slots[index].hash == hash, slots[index].key == key, isEqual(name, key.count, byte) { break }
            index = (index &+ 1) & (slotCount &- 1)
        }
        return index
    }

    @inline(__always)
    private func isEqual(_ name: Name, _ count: Int, _ byte: (Int) -> UInt8) -> Bool {
        guard count > 16 else { return true }
        for index in 8..<(count &- 8) where name.bytes[index] != byte(index) { return false }
        return true
    }

    @inline(__always)
    private func internOther(_ key: NameKey, _ byte: (Int) -> UInt8) -> Name {
        let hash = hash(key, byte)
        let index = slot(key, hash, byte)
        if let name = slots[index].name { return name }
        let name = Name.make(count: key.count, number: nextNumber, in: &arena, byte)
        nextNumber += 1
        slots[index] = Slot(key: key, hash: hash, name: name)
        used += 1
        if 2 * used > slotCount { grow() }
        return name
    }

    @inline(never)
    private func grow() {
        let old = slots
        let oldCount = slotCount
        slotCount *= 4
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: NameTable.free, count: slotCount)
        for index in 0..<oldCount where old[index].name != nil {
            var target = Int(truncatingIfNeeded: old[index].hash) & (slotCount - 1)
            while slots[target].name != nil { target = (target + 1) & (slotCount - 1) }
            slots[target] = old[index]
        }
        old.deallocate()
    }
}

/// The byte in lower case if it is one of ASCII's capitals.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
}
