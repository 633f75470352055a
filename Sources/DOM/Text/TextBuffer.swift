/// Bytes in memory of their own that grow at their end: an `Array` without checks, which a document keeps from one text
/// to the next.
struct TextBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>?
    private(set) var count = 0
    private var capacity = 0

    /// How many bytes beyond what was reserved may be written: copying goes by whole blocks.
    static let slack = 16

    /// What is kept for the next text: one that was larger gives its memory back.
    private static let keptCapacity = 1 << 20

    deinit {
        start?.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// What stands in it, until it changes.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// The end, where at least `more` bytes may be written and ``slack`` ones behind them.
    @inline(__always)
    mutating func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if let start, capacity &- count >= more &+ TextBuffer.slack { return start + count }
        return grow(more)
    }

    /// Takes over bytes that have been written behind the end, or drops some before it.
    @inline(__always)
    mutating func moveEnd(by offset: Int) {
        count &+= offset
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1).pointee = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    /// Forgets what stands in it.
    mutating func removeAll() {
        count = 0
        guard capacity > TextBuffer.keptCapacity else { return }
        start?.deallocate()
        start = nil
        capacity = 0
    }

    @inline(never)
    private mutating func grow(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        capacity = max(2 * capacity, count + more + TextBuffer.slack, 1024)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        if let start {
            grown.update(from: start, count: count)
            start.deallocate()
        }
        start = grown
        return grown + count
    }
}
