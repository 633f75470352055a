/// Constant values at a fixed address.
///
/// An `Array` would be checked, retained and released at each of the many millions of look-ups that matching a
/// page takes. Indexes come from the compiler alone, which makes tables and indexes together; a ``Program`` owns
/// the memory and outlives every use.
struct Table<Element: BitwiseCopyable>: @unchecked Sendable {
    // Never written after `init`, so that sharing it between threads is safe.
    let base: UnsafePointer<Element>
    let count: Int32

    init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        for (offset, element) in elements.enumerated() { (memory + offset).initialize(to: element) }
        base = UnsafePointer(memory)
        count = Int32(elements.count)
    }

    @inline(__always)
    subscript(index: Int32) -> Element { base[Int(index)] }

    func free() {
        base.deallocate()
    }
}

/// Consecutive entries of a ``Table``.
struct Span32: BitwiseCopyable, Hashable {
    var start: Int32
    var count: Int32

    @inline(__always) var end: Int32 { start + count }
}
