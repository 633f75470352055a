/// The standard's named character references, found by a hash of their names.
///
/// The table is made of ``list`` when a page first needs it: that takes a tenth of a millisecond, which pages without
/// such references do not pay.
struct NamedCharacterReferences: @unchecked Sendable {
    /// The table of the process; never freed.
    static let shared = NamedCharacterReferences()

    /// The length of the longest name, without its semicolon.
    static let longest = 31
    /// That of the longest name that is known without a semicolon.
    static let longestIncomplete = 6

    private static let slotCount = 4096

    /// For each name where it stands in ``list``, and above that 16 bits of its hash; 0 for a free slot.
    private let slots: UnsafePointer<UInt32>
    private let list = NamedCharacterReferences.list.utf8Start

    private init() {
        let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.slotCount)
        slots.initialize(repeating: 0, count: Self.slotCount)
        let count = Self.list.utf8CodeUnitCount
        var start = 0
        while start < count {
            var end = start
            while list[end].isASCIIAlphanumeric { end += 1 }
            let hash = NameKey(list + start, end - start, isPadded: false).hash
            var slot = Self.slot(hash)
            while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = UInt32(start + 1) | Self.mark(hash)
            while end < count, list[end] > 0x20 { end += 1 }
            start = end + 1
        }
        self.slots = UnsafePointer(slots)
    }

    @inline(__always)
    private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slotCount - 1) }

    @inline(__always)
    private static func mark(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32) & 0xFFFF_0000
    }

    /// What a name means.
    ///
    /// - Parameters:
    ///   - name: letters and digits.
    ///   - isComplete: whether a semicolon follows, without which few are known.
    /// - Returns: one or two code points; the second is 0 for none.
    func find(
        _ name: UnsafePointer<UInt8>,
        _ count: Int,
        isComplete: Bool
    ) -> (first: UInt32, second: UInt32)? {
        guard count > 0, count <= Self.longest else { return nil }
        let hash = NameKey(name, count, isPadded: false).hash
        var slot = Self.slot(hash)
        while slots[slot] != 0 {
            let start = list + Int(slots[slot] & 0xFFFF) - 1
            if slots[slot] & 0xFFFF_0000 == Self.mark(hash), isEqual(start, name, count) {
                guard isComplete || start[count] == UInt8(ascii: "!") else { return nil }
                return codePoints(at: start + count + 1)
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    private func isEqual(_ entry: UnsafePointer<UInt8>, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        for index in 0..<count where entry[index] != name[index] { return false }
        return !entry[count].isASCIIAlphanumeric
    }

    /// Reads the code points of an entry: `226A+20D2`.
    private func codePoints(at start: UnsafePointer<UInt8>) -> (first: UInt32, second: UInt32) {
        var position = start
        var first: UInt32 = 0
        var code: UInt32 = 0
        while position.pointee > 0x20 {
            if position.pointee == UInt8(ascii: "+") {
                first = code
                code = 0
            } else {
                let byte = UInt32(position.pointee)
                code = code << 4 | (byte < 0x41 ? byte - 0x30 : byte - 0x37)
            }
            position += 1
        }
        return first == 0 ? (code, 0) : (first, code)
    }
}
