/// An element's entry in the index.
@usableFromInline package struct ParseIndexEntry: BitwiseCopyable {
    @usableFromInline package let node: NodeRef
    /// ``NameBits`` of its name and of its attributes' names.
    package internal(set) var names: UInt64
    /// The value of its attribute `class`, in the document's arena; `nil` if it has none.
    package internal(set) var classes: UnsafePointer<UInt8>?
    /// The number of bytes of that value.
    package internal(set) var classLength: Int32 = 0
    /// Greater than the depth of each of its ancestors.
    package let depth: Int32
}

/// A set of names in a word: each name has one of 64 bits, which other names may share.
package enum NameBits {
    /// The bit of an element's name, given by the address of the interned name.
    @inlinable @inline(__always)
    package static func element(_ address: UInt) -> UInt64 {
        1 &<< ((UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }

    /// The bit of an attribute's name.
    @inlinable @inline(__always)
    package static func attribute(_ address: UInt) -> UInt64 {
        1 &<< ((UInt64(truncatingIfNeeded: address) &* 0xC2B2_AE3D_27D4_EB4F) &>> 58)
    }
}

/// An index of all elements of a tree, in document order, which the parser builds with the tree.
///
/// Selectors read its entries instead of the nodes. It is valid until the tree is changed. Its memory is in the tree's
/// arena, in chunks, so that entries are never moved.
@usableFromInline package struct ParseIndex {
    @usableFromInline typealias Chunk = UnsafeMutablePointer<ParseIndexEntry>

    @inlinable static var chunkBits: Int { 6 }
    @inlinable static var chunkMask: Int { 1 << chunkBits - 1 }

    @usableFromInline var chunks: UnsafeMutablePointer<Chunk>
    private var chunkCount = 0
    private var capacity = 0
    /// The end of the last entry.
    private var end: Chunk
    @usableFromInline package private(set) var count = 0

    init() {
        // Neither is read before the first entry is added.
        chunks = UnsafeMutablePointer(bitPattern: MemoryLayout<Chunk>.alignment).unsafelyUnwrapped
        end = UnsafeMutablePointer(bitPattern: MemoryLayout<ParseIndexEntry>.alignment).unsafelyUnwrapped
    }

    /// The entry at an index, which must be less than ``count``.
    @inlinable
    package subscript(index: Int) -> ParseIndexEntry {
        chunks[index >> ParseIndex.chunkBits][index & ParseIndex.chunkMask]
    }

    /// The index of an element; `nil` if it has no entry, or a number of another index.
    @inlinable
    package func index(of element: NodeRef) -> Int? {
        let index = element.indexNumber - 1
        return index >= 0 && index < count && self[index].node == element ? index : nil
    }

    /// The last entry. The index must not be empty.
    @inline(__always) var last: UnsafeMutablePointer<ParseIndexEntry> { end - 1 }

    /// Adds an entry, and stores its number in the element.
    @inline(__always)
    mutating func append(_ entry: ParseIndexEntry, in arena: inout Arena) {
        if count & ParseIndex.chunkMask == 0 { addChunk(in: &arena) }
        end.initialize(to: entry)
        end += 1
        count &+= 1
        entry.node.indexNumber = count
    }

    @inline(never)
    private mutating func addChunk(in arena: inout Arena) {
        if chunkCount == capacity { grow(in: &arena) }
        let size = MemoryLayout<ParseIndexEntry>.stride << ParseIndex.chunkBits
        end = arena.allocate(size).assumingMemoryBound(to: ParseIndexEntry.self)
        (chunks + chunkCount).initialize(to: end)
        chunkCount += 1
    }

    private mutating func grow(in arena: inout Arena) {
        let old = chunks
        capacity = max(8, 2 * capacity)
        let size = MemoryLayout<Chunk>.stride * capacity
        chunks = arena.allocate(size).assumingMemoryBound(to: Chunk.self)
        if chunkCount > 0 { chunks.update(from: old, count: chunkCount) }
    }
}
