/// Constant values at a fixed address, freed with their owner.
///
/// An `Array` would be checked, retained and released at each of the many millions of look-ups that matching a page
/// needs. Look-ups here are unchecked: indexes come from the compiler alone, which makes tables and indexes together.
struct ConstantTable<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // Never written after `init`, so that threads can share it.
    let base: UnsafePointer<Element>
    let count: Int32

    init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        for (offset, element) in elements.enumerated() { (memory + offset).initialize(to: element) }
        base = UnsafePointer(memory)
        count = Int32(elements.count)
    }

    /// Values, some of them changed by `write`.
    init(repeating element: Element, count: Int, _ write: (UnsafeMutablePointer<Element>) -> Void) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
        memory.initialize(repeating: element, count: count)
        write(memory)
        base = UnsafePointer(memory)
        self.count = Int32(count)
    }

    deinit {
        base.deallocate()
    }

    @inline(__always)
    subscript(index: Int32) -> Element { base[Int(index)] }
}

/// Consecutive entries of a ``ConstantTable``.
struct Span32: BitwiseCopyable, Hashable {
    var start: Int32
    var count: Int32

    @inline(__always) var end: Int32 { start + count }
}

/// A growable list of values, freed with its owner. Look-ups are unchecked, as in a ``ConstantTable``.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
    /// `nil` until there is an element.
    private var memory: UnsafeMutablePointer<Element>?
    private(set) var count = 0
    private var capacity = 0
    /// The storage, allocated with the first element.
    private let minimumCapacity: Int

    init(minimumCapacity: Int = 16) {
        self.minimumCapacity = minimumCapacity
    }

    init(repeating element: Element, count: Int) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
        memory.initialize(repeating: element, count: count)
        self.memory = memory
        self.count = count
        capacity = max(count, 1)
        minimumCapacity = capacity
    }

    deinit {
        memory?.deallocate()
    }

    /// The first element, which must exist.
    @inline(__always) var base: UnsafeMutablePointer<Element> { memory.unsafelyUnwrapped }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { base[index] }
        nonmutating set { base[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    /// Removes all elements and keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Allocates memory for a number of elements.
    mutating func reserveCapacity(_ count: Int) {
        if count > capacity { grow(to: count) }
    }

    @inline(never)
    private mutating func grow() {
        grow(to: max(minimumCapacity, capacity * 2))
    }

    private mutating func grow(to newCapacity: Int) {
        capacity = newCapacity
        let enlarged = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        if let memory {
            enlarged.moveInitialize(from: memory, count: count)
            memory.deallocate()
        }
        memory = enlarged
    }
}
