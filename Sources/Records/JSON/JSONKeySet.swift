/// The keys of an object: for a few keys a list, which is faster than a set and has no start-up cost.
///
/// Objects mostly have the same keys in the same order as the one before them: these keys are kept, and are those of
/// the object as far as it repeats them.
struct JSONKeySet {
    /// The bytes of a few keys, one after the other, and where each ends.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The number of keys of this object, as long as they are those of the one before it.
    private var repeated = 0
    private var many: Set<[UInt8]> = []

    private static let few = 12

    /// Adds a key; false if it is there already.
    mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        if !many.isEmpty { return many.insert(Array(key)).inserted }
        var start = 0
        if repeated < ends.count {
            start = repeated == 0 ? 0 : ends[repeated - 1]
            if ends[repeated] - start == key.count, has(key, at: start) {
                repeated += 1
                return true
            }
            bytes.removeLast(bytes.count - start)
            ends.removeLast(ends.count - repeated)
            start = 0
        }
        for index in ends.indices {
            if ends[index] - start == key.count, has(key, at: start) { return false }
            start = ends[index]
        }
        bytes.append(contentsOf: key)
        ends.append(bytes.count)
        repeated = ends.count
        if ends.count == JSONKeySet.few {
            start = 0
            for end in ends {
                many.insert(Array(bytes[start..<end]))
                start = end
            }
        }
        return true
    }

    @inline(__always)
    private func has(_ key: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for index in 0..<key.count where bytes[start &+ index] != key[index] { return false }
        return true
    }

    /// Begins another object.
    mutating func removeAll() {
        repeated = 0
        if many.isEmpty { return }
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        many = []
    }
}
