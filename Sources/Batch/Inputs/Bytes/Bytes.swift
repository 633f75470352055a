/// A piece of memory that a stream reads into, without the clearing and the checks of an array.
final class Bytes {
    private let memory: UnsafeMutableRawBufferPointer

    init(_ count: Int) {
        memory = .allocate(byteCount: count, alignment: 16)
    }

    deinit { memory.deallocate() }

    var count: Int { memory.count }

    subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[range])
    }

    func room(from offset: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[offset...])
    }

    /// Moves bytes to the front.
    func move(_ range: Range<Int>) { copy(self[range], to: 0) }

    /// Copies bytes, which may overlap, to an offset from which there is room for them.
    func copy(_ bytes: UnsafeRawBufferPointer, to offset: Int) { room(from: offset).copyMemory(from: bytes) }
}
