/// A growing list of plain values in memory of its own: an `Array` without copies and without checks.
///
/// Whoever uses it keeps indices within ``count``.
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

    /// Drops all values from `count` on.
    @inline(__always)
    mutating func removeAll(from count: Int = 0) {
        self.count = count
    }

    /// Drops the last value, which there must be.
    @inline(__always)
    mutating func removeLast() {
        count &-= 1
    }

    /// Complexity: linear in the number of values behind the index.
    mutating func remove(at index: Int) {
        count -= 1
        (start + index).update(from: start + index + 1, count: count - index)
    }

    /// Complexity: linear in the number of values behind the index.
    mutating func insert(_ value: Value, at index: Int) {
        append(value)
        (start + index + 1).update(from: start + index, count: count - 1 - index)
        start[index] = value
    }
}
