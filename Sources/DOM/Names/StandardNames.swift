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
    static let count = shared.count
    private let count: Int

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

    /// The name of the given spelling.
    func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Name? {
        guard let start = bytes.baseAddress else { return nil }
        return find(NameKey(start, bytes.count, isPadded: false)) { start[$0] }
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
        var buckets = [[(key: NameKey, name: Name)]](repeating: [], count: Self.bucketCount)
        var number: UInt32 = 0
        for text in [Tag.names, Self.others] {
            forEachName(in: text) { bytes in
                number += 1
                let name = Name.make(count: bytes.count, number: number, in: &arena) { bytes[$0] }
                let key = NameKey(name.bytes, bytes.count, isPadded: false)
                buckets[Int(truncatingIfNeeded: key.hash) & (Self.bucketCount - 1)].append((key, name))
            }
        }
        count = Int(number) + 1
        let free = Slot(key: NameKey.empty, name: nil)
        let displacements = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.bucketCount)
        displacements.initialize(repeating: 0, count: Self.bucketCount)
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Self.slotCount)
        slots.initialize(repeating: free, count: Self.slotCount)
        let fullest = buckets.indices.sorted { buckets[$0].count > buckets[$1].count }
        for bucket in fullest where !buckets[bucket].isEmpty {
            let entries = buckets[bucket]
            let displacement = (0..<UInt16(Self.slotCount)).first { displacement in
                Self.isFree(displacement, for: entries, slots)
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

    /// Whether a displacement moves all entries of a bucket to slots that are free and differ.
    private static func isFree(
        _ displacement: UInt16,
        for entries: [(key: NameKey, name: Name)],
        _ slots: UnsafeMutablePointer<Slot>
    ) -> Bool {
        for (index, entry) in entries.enumerated() {
            let wanted = slot(entry.key.hash, displacement)
            if slots[wanted].name != nil { return false }
            for other in entries[..<index] where slot(other.key.hash, displacement) == wanted { return false }
        }
        return true
    }
}
