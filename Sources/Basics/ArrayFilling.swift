// In this version of Swift, `init(repeating:count:)` and `init(unsafeUninitializedCapacity:initializingWith:)` are calls of
// generic code, which looks up the array's type in a table that all threads share: eight such arrays for a tiny page took a
// twentieth of its time, and twice that with two threads.
extension Array {
    /// Several equal elements.
    @inlinable package init(times count: Int, _ element: Element) {
        self.init()
        reserveCapacity(count)
        for _ in 0..<count { append(element) }
    }

    /// The elements that a function writes into uninitialized memory.
    ///
    /// - Parameter fill: writes up to `capacity` elements from the start, and sets their number.
    @inlinable package init<Failure: Error>(
        capacity: Int,
        _ fill: (UnsafeMutableBufferPointer<Element>, inout Int) throws(Failure) -> Void
    ) throws(Failure) {
        self.init()
        try append(addingCapacity: capacity) { (span: inout OutputSpan<Element>) throws(Failure) in
            try span.withUnsafeMutableBufferPointer { room, count throws(Failure) in try fill(room, &count) }
        }
    }
}
