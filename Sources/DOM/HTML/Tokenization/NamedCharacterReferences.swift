import Basics

/// The standard's named character references, found by a hash of their names.
///
/// The table is created from ``list`` on first use, which takes a tenth of a millisecond.
struct NamedCharacterReferences: @unchecked Sendable {
    /// The table of the process; never freed.
    static let shared = NamedCharacterReferences()

    /// The length of the longest name, without its semicolon.
    static let longest = 31
    /// The length of the longest name whose semicolon may be omitted.
    static let longestIncomplete = 6

    private static let slotCount = 4096

    /// For each name, its offset in ``list`` plus one, and 16 bits of its hash above that; 0 for a free slot.
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

    /// The code points of a name.
    ///
    /// - Parameters:
    ///   - name: letters and digits.
    ///   - isComplete: whether a semicolon follows.
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

/// HTML's and XML's references to characters: `&amp;`, `&#65;`, `&nbsp;`.
package enum CharacterReferences {
    /// The maximum length of a reference, which bounds the search for its semicolon.
    static let longest = 64

    /// The text with each known reference replaced by its character.
    ///
    /// Complexity: linear in the text's length.
    package static func decode(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var offset = 0
        while offset < text.count {
            let end = text[offset...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
            result.append(contentsOf: text[offset..<end])
            offset = end
            guard offset < text.count else { break }
            let searched = text[(offset + 1)...].prefix(longest)
            if let semicolon = searched.firstIndex(of: UInt8(ascii: ";")),
                let character = character(named: text[(offset + 1)..<semicolon])
            {
                result.append(contentsOf: character)
                offset = semicolon + 1
            } else {
                result.append(text[offset])
                offset += 1
            }
        }
        return result
    }

    /// The character of a reference as UTF-8, given the name between `&` and `;`.
    static func character(named name: some Collection<UInt8>) -> [UInt8]? {
        if name.first == UInt8(ascii: "#") { return character(numbered: name.dropFirst()) }
        let bytes = Array(name)
        let found = bytes.withUnsafeBufferPointer { name in
            name.baseAddress.flatMap {
                NamedCharacterReferences.shared.find($0, name.count, isComplete: true)
            }
        }
        guard let found else { return nil }
        return [found.first, found.second].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
            .flatMap { Array(String(Character($0)).utf8) }
    }

    private static func character(numbered digits: some Collection<UInt8>) -> [UInt8]? {
        let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits.dropFirst(0), as: UTF8.self)
        guard text.first?.isHexDigit == true, let number = UInt32(text, radix: isHexadecimal ? 16 : 10),
            number != 0, let scalar = Unicode.Scalar(number)
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }
}
