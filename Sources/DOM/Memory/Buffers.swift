/// A growable list of plain values in its own memory: like an `Array`, without copies and bounds checks.
///
/// The caller keeps indices within ``count``.
struct Stack<Value: BitwiseCopyable>: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Value>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 32) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    @inline(__always) var isEmpty: Bool { count == 0 }

    @inline(__always)
    subscript(index: Int) -> Value {
        get { start[index] }
        nonmutating set { start[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { grow() }
        (start + count).initialize(to: value)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let old = start
        capacity *= 2
        start = .allocate(capacity: capacity)
        start.update(from: old, count: count)
        old.deallocate()
    }

    /// Removes all values from `count` on.
    @inline(__always)
    mutating func removeAll(from count: Int = 0) {
        self.count = count
    }

    /// Removes the last value. The list must not be empty.
    @inline(__always)
    mutating func removeLast() {
        count &-= 1
    }

    /// Complexity: linear in the number of values after the index.
    mutating func remove(at index: Int) {
        count -= 1
        (start + index).update(from: start + index + 1, count: count - index)
    }
}

/// A fixed number of plain values in their own memory: like an `Array`, without copies and bounds checks.
///
/// The caller keeps indices within ``count``.
struct Table<Value: BitwiseCopyable>: ~Copyable {
    private let start: UnsafeMutablePointer<Value>
    let count: Int

    /// A table that has `value` at every index.
    init(repeating value: Value, count: Int) {
        self.count = count
        start = .allocate(capacity: count)
        start.initialize(repeating: value, count: count)
    }

    deinit {
        start.deallocate()
    }

    @inline(__always)
    subscript(index: Int) -> Value {
        get { start[index] }
        nonmutating set { start[index] = newValue }
    }

    /// A larger table with the same values, and with `value` at the new indices.
    func enlarged(to count: Int, filling value: Value) -> Table {
        let table = Table(repeating: value, count: count)
        table.start.update(from: start, count: min(self.count, count))
        return table
    }

    /// Sets the value at every index.
    func fill(with value: Value) {
        start.update(repeating: value, count: count)
    }
}

/// A growable list of bytes in its own memory: like an `Array`, without bounds checks. A document reuses it from one
/// text to the next.
struct TextBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>?
    private(set) var count = 0
    private var capacity = 0

    /// The number of bytes after the reserved ones that may be written, since texts are copied in blocks.
    static let slack = 16

    /// The capacity that is kept for the next text; a larger buffer is freed.
    private static let keptCapacity = 1 << 20

    deinit {
        start?.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// The content, valid until the buffer changes.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// The end of the content, where `more` bytes may be written, and ``slack`` bytes after them.
    @inline(__always)
    mutating func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if let start, capacity &- count >= more &+ TextBuffer.slack { return start + count }
        return grow(more)
    }

    /// Adds bytes that have been written after the end, or removes some before it.
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

    /// Removes the content.
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
        let enlarged = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        if let start {
            enlarged.update(from: start, count: count)
            start.deallocate()
        }
        start = enlarged
        return enlarged + count
    }
}
