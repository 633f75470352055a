import Basics
import DOM

/// Keys by the addresses of interned names: a hash table with open addressing, a quarter full.
struct AddressTable: ~Copyable, Sendable {
    // Not private: Swift 6.3 cannot emit the destruction of a `ConstantTable` of a private type in another file.
    struct Slot {
        var address: UInt
        var key: Int32
    }

    private let slots: ConstantTable<Slot>
    private let mask: Int
    /// A bit for each name; several may share one.
    private let bits: UInt64
    let isEmpty: Bool
    /// The bits of the names in a ``ParseIndexEntry``.
    let noteBits: UInt64

    /// The keys of a kind, by the addresses of names.
    init(_ kind: Key.Kind, _ keys: [Key], _ addresses: [UInt]) {
        let entries: [(address: UInt, key: Int32)] = keys.enumerated().compactMap { index, key in
            guard key.kind == kind, addresses[Int(key.name)] != 0 else { return nil }
            return (addresses[Int(key.name)], Int32(index))
        }
        let capacity = hashCapacity(entries.count)
        slots = ConstantTable(repeating: Slot(address: 0, key: -1), count: capacity) { slots in
            for entry in entries {
                var index = AddressTable.home(entry.address) & (capacity - 1)
                while slots[index].address != 0 { index = (index + 1) & (capacity - 1) }
                slots[index] = Slot(address: entry.address, key: entry.key)
            }
        }
        mask = capacity - 1
        isEmpty = entries.isEmpty
        bits = entries.reduce(0) { $0 | NameBits.element($1.address) }
        noteBits = kind == .tag ? bits : entries.reduce(0) { $0 | NameBits.attribute($1.address) }
    }

    /// The key of a name, -1 if it has none.
    @inline(__always)
    func find(_ address: UInt) -> Int32 {
        // The bits rule most other names out without a look-up in memory.
        if bits & NameBits.element(address) == 0 { return -1 }
        var index = AddressTable.home(address) & mask
        while true {
            let slot = slots.base[index]
            if slot.address == address { return slot.key }
            if slot.address == 0 { return -1 }
            index = (index + 1) & mask
        }
    }

    @inline(__always)
    private static func home(_ address: UInt) -> Int {
        Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

/// Keys by text: the classes and ids that selectors name.
///
/// The hash uses only a text's length and three of its bytes: a page has many classes, and few share these with one
/// that a selector names.
struct TextTable: ~Copyable, Sendable {
    // Not private, for the same reason as that of ``AddressTable``.
    struct Slot {
        var text: UnsafeBufferPointer<UInt8>
        var key: Int32
    }

    private let slots: ConstantTable<Slot>
    private let mask: Int
    private let foldsCase: Bool
    let isEmpty: Bool
    /// Rules out values that contain none of the texts.
    let prefixFilter: PrefixFilter

    /// - Parameter foldsCase: whether `A`–`Z` and `a`–`z` are the same, as in quirks mode.
    init(_ entries: [(text: UnsafeBufferPointer<UInt8>, key: Int32)], foldsCase: Bool) {
        let capacity = hashCapacity(entries.count)
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        slots = ConstantTable(repeating: Slot(text: empty, key: -1), count: capacity) { slots in
            for entry in entries {
                guard let start = entry.text.baseAddress else { continue }
                var index = TextTable.home(start, entry.text.count) & (capacity - 1)
                while slots[index].key >= 0 { index = (index + 1) & (capacity - 1) }
                slots[index] = Slot(text: entry.text, key: entry.key)
            }
        }
        mask = capacity - 1
        isEmpty = entries.isEmpty
        self.foldsCase = foldsCase
        prefixFilter = PrefixFilter(entries.map(\.text))
    }

    /// Calls `body` with each key of a text: several if they differ only in case and case is folded.
    @inline(__always)
    func find(_ start: UnsafePointer<UInt8>, _ count: Int, _ body: (Int32) -> Void) {
        var index = TextTable.home(start, count) & mask
        while true {
            let slot = slots.base[index]
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
    private static func home(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        // The bit that distinguishes the cases of a letter is set; where case matters this only adds collisions.
        let first = UInt(start[0] | 0x20)
        let middle = UInt(start[count >> 1] | 0x20)
        let last = UInt(start[count - 1] | 0x20)
        let sum = UInt(truncatingIfNeeded: count) | first << 8 | middle << 16 | last << 24
        return Int(truncatingIfNeeded: (sum &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

extension UnsafePointer<UInt8> {
    /// Where the word that contains an offset ends, in a text that ends by a zero.
    @inline(__always)
    func endOfWord(from offset: Int) -> Int {
        var end = offset
        // Nearly every byte of a word is above all white space, so that one comparison is enough.
        while self[end] > 0x20 || self[end] != 0 && !self[end].isASCIIWhiteSpace { end += 1 }
        return end
    }
}

/// The capacity of a hash table for a number of entries: a power of two, a quarter full.
private func hashCapacity(_ count: Int) -> Int {
    var capacity = 4
    while capacity < count * 4 { capacity *= 2 }
    return capacity
}

/// The first two bytes of a few words. A value that contains none of these pairs contains none of the words, which is
/// checked sixteen bytes at a time.
struct PrefixFilter: Sendable {
    /// The maximum number of words.
    private static let limit = 4

    /// Two neighbouring bytes in lower case, each repeated over a block.
    private struct Pair: Sendable {
        var first = SIMD16<UInt8>()
        var second = SIMD16<UInt8>()
    }

    private var pairs = (Pair(), Pair(), Pair(), Pair())
    /// The number of pairs; 0 if the words are too many or too short.
    private var count = 0

    init(_ words: [UnsafeBufferPointer<UInt8>]) {
        guard words.count <= PrefixFilter.limit, words.allSatisfy({ $0.count > 1 }) else { return }
        var pairs = words.map { word in
            Pair(first: SIMD16(repeating: word[0] | 0x20), second: SIMD16(repeating: word[1] | 0x20))
        }
        count = pairs.count
        while pairs.count < PrefixFilter.limit { pairs.append(Pair()) }
        self.pairs = (pairs[0], pairs[1], pairs[2], pairs[3])
    }

    /// Whether one of the words may occur in a value. A false result is certain.
    ///
    /// - Parameter value: bytes after which two more blocks can be read.
    @inline(__always)
    func mayOccur(in value: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        if count == 0 { return true }
        var offset = 0
        while offset < length {
            let raw = UnsafeRawPointer(value + offset)
            // The bit that distinguishes the cases of a letter is set in both.
            let block = raw.loadUnaligned(as: SIMD16<UInt8>.self) | SIMD16(repeating: 0x20)
            let next =
                raw.loadUnaligned(fromByteOffset: 1, as: SIMD16<UInt8>.self) | SIMD16(repeating: 0x20)
            if isAny(pairs.0, block, next) { return true }
            if count > 1, isAny(pairs.1, block, next) { return true }
            if count > 2, isAny(pairs.2, block, next) || isAny(pairs.3, block, next) { return true }
            offset &+= 16
        }
        return false
    }

    @inline(__always)
    private func isAny(_ pair: Pair, _ block: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> Bool {
        let isFirst: SIMDMask<SIMD16<Int8>> = block .== pair.first
        let isSecond: SIMDMask<SIMD16<Int8>> = next .== pair.second
        let words = unsafeBitCast(isFirst .& isSecond, to: SIMD2<UInt64>.self)
        return words[0] | words[1] != 0
    }
}
