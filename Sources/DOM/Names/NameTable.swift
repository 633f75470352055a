import Basics
import Platform

/// The names of a document's elements and attributes, each stored once, so that equal names have equal addresses.
///
/// Text that is parsed into a document uses the document's table. Names of the standards are in ``StandardNames``; the
/// others are in a hash table with open addressing and seeded hashes.
///
/// Complexity: a look-up takes time linear in the name's length.
final class NameTable {
    @exclusivity(unchecked) private var arena = Arena()
    private let standard = StandardNames.shared
    @exclusivity(unchecked) private var slots = Table(repeating: NameTable.free, count: 64)
    @exclusivity(unchecked) private var used = 0
    /// The number of the next name.
    @exclusivity(unchecked) private var nextNumber = UInt32(StandardNames.count)

    private struct Slot {
        var key: NameKey
        var hash: UInt64
        var name: Name?
    }

    private static var free: Slot { Slot(key: NameKey.empty, hash: 0, name: nil) }
    private static let seed = UInt64.random(in: .min ... .max)

    /// The number of bytes of memory of the names that no standard has.
    var size: Int { arena.total + slots.count * MemoryLayout<Slot>.stride }

    /// The highest number of a name, plus one.
    var numberEnd: Int { Int(nextNumber) }

    /// The name of the given spelling; `nil` if neither the document nor a standard has it.
    func existing(_ bytes: UnsafeBufferPointer<UInt8>) -> Name? {
        guard let start = bytes.baseAddress else { return nil }
        let key = NameKey(start, bytes.count, isPadded: false)
        return standard.find(key) { start[$0] }
            ?? slots[slot(key, hash(key) { start[$0] }) { start[$0] }].name
    }

    /// The name of the given spelling, added if it is new.
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

    /// The name of the given spelling with `A`–`Z` in lower case, added if it is new.
    ///
    /// - Parameter start: a text after which eight bytes are readable.
    @inline(__always)
    func internLowercased(_ start: UnsafePointer<UInt8>, _ count: Int) -> Name {
        let key = NameKey(start, count, isPadded: true).lowercased
        return standard.find(key) { start[$0].asciiLowercased } ?? internLowercasedOther(start, key)
    }

    @inline(never)
    private func internLowercasedOther(_ start: UnsafePointer<UInt8>, _ key: NameKey) -> Name {
        internOther(key) { start[$0].asciiLowercased }
    }
}

/// Interns names that mostly come in the same order, such as the keys of an array's objects: the name after each name
/// is known from the last time.
package struct NameSequence {
    private let names: NameTable
    /// The name that came after each name, by its number.
    private var followers: [(name: Name?, count: Int)] = []
    private var last = 0

    package init(_ document: Document) {
        names = document.names
    }

    /// The interned form of the next name.
    package mutating func next(_ utf8: UnsafeBufferPointer<UInt8>) -> Name {
        if last < followers.count, followers[last].count == utf8.count, let name = followers[last].name,
            let start = utf8.baseAddress, memcmp(name.bytes, start, utf8.count) == 0
        {
            last = name.number
            return name
        }
        let name = names.intern(utf8)
        let missing = last + 1 - followers.count
        if missing > 0 { followers += repeatElement((name: nil, count: 0), count: missing) }
        followers[last] = (name, utf8.count)
        last = name.number
        return name
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

    /// The slot of a name, or the free slot for it.
    @inline(__always)
    private func slot(_ key: NameKey, _ hash: UInt64, _ byte: (Int) -> UInt8) -> Int {
        var index = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        while let name = slots[index].name {
            if slots[index].hash == hash, slots[index].key == key, isEqual(name, key.count, byte) { break }
            index = (index &+ 1) & (slots.count &- 1)
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
        if 2 * used > slots.count { grow() }
        return name
    }

    @inline(never)
    private func grow() {
        let enlarged = Table(repeating: NameTable.free, count: 4 * slots.count)
        for index in 0..<slots.count where slots[index].name != nil {
            var target = Int(truncatingIfNeeded: slots[index].hash) & (enlarged.count - 1)
            while enlarged[target].name != nil { target = (target + 1) & (enlarged.count - 1) }
            enlarged[target] = slots[index]
        }
        slots = enlarged
    }
}

/// Calls a function with each name in a text of names separated by spaces and line feeds.
///
/// Names are split as bytes, since splitting by `Character` would dominate the time of start-up.
func forEachName(in text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var text = text
    text.withUTF8 { bytes in
        var start = 0
        for index in 0...bytes.count {
            let isEnd = index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x0A
            guard isEnd else { continue }
            if index > start { body(UnsafeBufferPointer(rebasing: bytes[start..<index])) }
            start = index + 1
        }
    }
}

/// Calls `body` with the collection's bytes and a non-null base address, even if there are none.
@inline(__always)
func withContiguousBytes<Result>(
    of bytes: some Collection<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    let inPlace = bytes.withContiguousStorageIfAvailable { buffer in
        buffer.baseAddress == nil ? nil : Optional(body(buffer))
    }
    if let result = inPlace ?? nil { return result }
    let copy = Array(bytes) + [0]
    return copy.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
}
