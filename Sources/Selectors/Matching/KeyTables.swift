import DOM

/// Finds keys by the addresses of interned names: a hash table with open addressing, a quarter full.
struct AddressTable {
    private struct Slot {
        var address: UInt
        var key: Int32
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// A bit for each name, several of which may have the same.
    private let bits: UInt64
    let isEmpty: Bool
    /// Of a table of one kind, the bits of its names in an ``ElementNote``.
    private(set) var noteBits: UInt64 = 0

    init(_ entries: [(address: UInt, key: Int32)]) {
        var capacity = 4
        while capacity < entries.count * 4 { capacity *= 2 }
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(address: 0, key: -1), count: capacity)
        mask = capacity - 1
        isEmpty = entries.isEmpty
        bits = entries.reduce(0) { $0 | NameBits.element($1.address) }
        for entry in entries {
            var index = home(entry.address)
            while slots[index].address != 0 { index = (index + 1) & mask }
            slots[index] = Slot(address: entry.address, key: entry.key)
        }
    }

    /// The keys of a kind, by the addresses of names.
    init(_ kind: Key.Kind, _ keys: [Key], _ addresses: [UInt]) {
        let entries: [(address: UInt, key: Int32)] = keys.enumerated().compactMap { index, key in
            guard key.kind == kind, addresses[Int(key.name)] != 0 else { return nil }
            return (addresses[Int(key.name)], Int32(index))
        }
        self.init(entries)
        for entry in entries {
            noteBits |=
                kind == .tag ? NameBits.element(entry.address) : NameBits.attribute(entry.address)
        }
    }

    func free() {
        slots.deallocate()
    }

    /// The key of a name, -1 where it has none.
    @inline(__always)
    func find(_ address: UInt) -> Int32 {
        // Most names are seen to be none of these without a look at memory.
        if bits & NameBits.element(address) == 0 { return -1 }
        var index = home(address)
        while true {
            let slot = slots[index]
            if slot.address == address { return slot.key }
            if slot.address == 0 { return -1 }
            index = (index + 1) & mask
        }
    }

    @inline(__always)
    private func home(_ address: UInt) -> Int {
        Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    }
}

/// Finds keys by text: the classes and ids that selectors name.
///
/// The hash looks at a text's length and at three of its bytes only: a page's classes are many, and few share
/// these with one that a selector names.
struct TextTable {
    private struct Slot {
        var text: UnsafeBufferPointer<UInt8>
        var key: Int32
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    private let foldsCase: Bool
    let isEmpty: Bool
    /// What a value must hold for any of the texts to be in it.
    let beginnings: Beginnings

    /// - Parameter foldsCase: whether `A`–`Z` and `a`–`z` are the same, as in quirks mode.
    init(_ entries: [(text: UnsafeBufferPointer<UInt8>, key: Int32)], foldsCase: Bool) {
        var capacity = 4
        while capacity < entries.count * 4 { capacity *= 2 }
        slots = .allocate(capacity: capacity)
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        slots.initialize(repeating: Slot(text: empty, key: -1), count: capacity)
        mask = capacity - 1
        isEmpty = entries.isEmpty
        self.foldsCase = foldsCase
        beginnings = Beginnings(entries.map(\.text))
        for entry in entries {
            guard let start = entry.text.baseAddress else { continue }
            var index = home(start, entry.text.count)
            while slots[index].key >= 0 { index = (index + 1) & mask }
            slots[index] = Slot(text: entry.text, key: entry.key)
        }
    }

    func free() {
        slots.deallocate()
    }

    /// Calls `body` with each key of a text: several where they differ in case only and case is folded.
    @inline(__always)
    func find(_ start: UnsafePointer<UInt8>, _ count: Int, _ body: (Int32) -> Void) {
        var index = home(start, count)
        while true {
            let slot = slots[index]
            if slot.key < 0 { return }
            if slot.text.count == count, isEqual(start, slot.text) { body(slot.key) }
            index = (index + 1) & mask
        }
    }

    @inline(__always)
    private func isEqual(_ start: UnsafePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<text.count where start[index] != text[index] {
            guard foldsCase, start[index].asciiLowercased == text[index].asciiLowercased else { return false }
        }
        return true
    }

    @inline(__always)
    private func home(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        // Setting the bit that tells the cases of a letter apart does no harm where they are told apart.
        let first = UInt(start[0] | 0x20)
        let middle = UInt(start[count >> 1] | 0x20)
        let last = UInt(start[count - 1] | 0x20)
        let sum = UInt(truncatingIfNeeded: count) | first << 8 | middle << 16 | last << 24
        return Int(truncatingIfNeeded: (sum &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    }
}
