/// What a parser writes down of an element while it has it at hand, so that whoever looks for elements need not go to
/// nearly all of them.
@usableFromInline package struct ElementNote: BitwiseCopyable {
    package let node: NodeRef
    /// ``NameBits`` of its name and of those of its attributes.
    package internal(set) var names: UInt64
    /// The value of its attribute `class`, which stands in the document's arena; `nil` where it has none.
    package internal(set) var classes: UnsafePointer<UInt8>?
    /// The number of bytes of that value.
    package internal(set) var classLength: Int32 = 0
    /// Greater than that of each element around it.
    package let depth: Int32
}

/// One of 64 bits for a name, which others may have too: a set of names in a word.
package enum NameBits {
    /// The bit of an element's name. The address is that of the interned name.
    @inlinable
    package static func element(_ address: UInt) -> UInt64 {
        1 &<< ((UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }

    /// The bit of an attribute's name.
    @inlinable
    package static func attribute(_ address: UInt) -> UInt64 {
        1 &<< ((UInt64(truncatingIfNeeded: address) &* 0xC2B2_AE3D_27D4_EB4F) &>> 58)
    }
}

/// The notes of all elements of a tree, in document order, as long as the tree is as the parser has made it. They live
/// in its arena.
///
/// They stand in chunks, so that none is ever moved and each can be found by its number.
@usableFromInline package struct ElementNotes {
    @usableFromInline typealias Chunk = UnsafeMutablePointer<ElementNote>

    @inlinable static var chunkBits: Int { 6 }
    @inlinable static var chunkMask: Int { 1 << chunkBits - 1 }

    @usableFromInline var chunks: UnsafeMutablePointer<Chunk>
    private var chunkCount = 0
    private var capacity = 0
    /// Behind the note made last.
    private var end: Chunk
    @usableFromInline package private(set) var count = 0

    init() {
        // Neither is looked at before there is a note.
        chunks = UnsafeMutablePointer(bitPattern: MemoryLayout<Chunk>.alignment).unsafelyUnwrapped
        end = UnsafeMutablePointer(bitPattern: MemoryLayout<ElementNote>.alignment).unsafelyUnwrapped
    }

    /// The note of an element by its number, which must be less than ``count``.
    @inlinable
    package subscript(index: Int) -> ElementNote {
        chunks[index >> ElementNotes.chunkBits][index & ElementNotes.chunkMask]
    }

    /// The note made last, which there must be.
    @inline(__always) var last: UnsafeMutablePointer<ElementNote> { end - 1 }

    @inline(__always)
    mutating func append(_ note: ElementNote, in arena: inout Arena) {
        if count & ElementNotes.chunkMask == 0 { addChunk(in: &arena) }
        end.initialize(to: note)
        end += 1
        count &+= 1
    }

    @inline(never)
    private mutating func addChunk(in arena: inout Arena) {
        if chunkCount == capacity { grow(in: &arena) }
        let size = MemoryLayout<ElementNote>.stride << ElementNotes.chunkBits
        end = arena.allocate(size).assumingMemoryBound(to: ElementNote.self)
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
