/// The names of the standards, found by a perfect hash: one look at two small tables and one comparison.
///
/// They are made once and never freed, and so have the same address in every document.
struct StandardNames: @unchecked Sendable {
    /// Maps the lower bits of a hash to what moves its bucket to free slots.
    private let displacements: UnsafePointer<UInt16>
    private let slots: UnsafePointer<Slot>

    private struct Slot {
        let key: NameKey
        /// `nil` for a free slot.
        let name: Name?
    }

    /// The names of the process.
    static let shared = StandardNames()

    /// How many numbers the standard's names take, 0 included.
    static let count = Tag.count + others.split(whereSeparator: \.isWhitespace).count

    private static let slotCount = 2048
    private static let bucketCount = 512

    /// The name of the given key. Names of more than 16 bytes need their bytes compared: `bytes` is called for the
    /// byte at an index.
    @inline(__always)
    func find(_ key: NameKey, _ byte: (Int) -> UInt8) -> Name? {
        let hash = key.hash
        let displacement = displacements[Int(truncatingIfNeeded: hash) & (StandardNames.bucketCount - 1)]
        let slot = StandardNames.slot(hash, displacement)
        guard let name = slots[slot].name, slots[slot].key == key else { return nil }
        if key.count > 16 {
            for index in 8..<(key.count &- 8) where name.bytes[index] != byte(index) { return nil }
        }
        return name
    }

    @inline(__always)
    private static func slot(_ hash: UInt64, _ displacement: UInt16) -> Int {
        let step = Int(truncatingIfNeeded: hash >> 20) | 1
        return (Int(truncatingIfNeeded: hash >> 44) &+ Int(displacement) &* step) & (slotCount - 1)
    }
}

// MARK: - Making

extension StandardNames {
    /// Makes the tables: buckets of names, the fullest first, are each moved to slots that are free.
    private init() {
        var arena = Arena()
        let texts =
            Tag.names.split(whereSeparator: \.isWhitespace)
            + Self.others.split(whereSeparator: \.isWhitespace)
        var buckets = [[(key: NameKey, name: Name)]](repeating: [], count: Self.bucketCount)
        for (index, text) in texts.enumerated() {
            let utf8 = Array(text.utf8)
            let name = Name.make(count: utf8.count, number: UInt32(index + 1), in: &arena) { utf8[$0] }
            let key = NameKey(name.bytes, utf8.count, isPadded: false)
            buckets[Int(truncatingIfNeeded: key.hash) & (Self.bucketCount - 1)].append((key, name))
        }
        let free = Slot(key: NameKey.empty, name: nil)
        let displacements = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.bucketCount)
        displacements.initialize(repeating: 0, count: Self.bucketCount)
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Self.slotCount)
        slots.initialize(repeating: free, count: Self.slotCount)
        for (bucket, entries) in buckets.enumerated().sorted(by: { $0.element.count > $1.element.count }) {
            let displacement = (0..<UInt16(Self.slotCount)).first { displacement in
                let wanted = Set(entries.map { Self.slot($0.key.hash, displacement) })
                return wanted.count == entries.count && wanted.allSatisfy { slots[$0].name == nil }
            }
            // A bucket that fits nowhere would lose its names: they are then kept like names of no standard.
            guard let displacement else { continue }
            displacements[bucket] = displacement
            for entry in entries {
                slots[Self.slot(entry.key.hash, displacement)] = Slot(key: entry.key, name: entry.name)
            }
        }
        self.displacements = UnsafePointer(displacements)
        self.slots = UnsafePointer(slots)
        arena.keepForEver()
    }
}
