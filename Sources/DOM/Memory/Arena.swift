import Platform

/// Memory that is allocated in small parts and freed as a whole: a document's nodes, their names and texts.
///
/// **Ownership.** Every node, attribute, text and name of a ``Document`` is in its arena; only the `xmlDoc` itself and
/// its list of namespaces are allocated apart from it. libxml2's functions that free or replace documents and nodes
/// (`xmlFreeDoc`, `xmlFreeNode`, `xmlSetNsProp`, `xmlNodeSetContent`, and `xmlAddChild` and others that merge text) are therefore
/// never called on a document's tree: the folder `Nodes` has its own. This package calls libxml2 on a document's nodes only
/// to read.
///
/// Allocation costs an addition and a comparison. As everywhere in Swift, exhausting the machine's memory ends the
/// process; ``MemoryWatch`` prevents that.
struct Arena: ~Copyable {
    private var cursor: UnsafeMutableRawPointer
    private var limit: UnsafeMutableRawPointer
    /// The last block; each block begins with the address of the one before it.
    private var blocks: UnsafeMutableRawPointer?
    /// The size of the next block. Sizes grow with the arena, so that a small page needs little memory.
    private var blockSize = Arena.firstBlockSize
    /// The size of all blocks.
    private var reserved = 0
    /// The number of bytes that are in use.
    var total: Int { reserved - cursor.distance(to: limit) }

    private static let firstBlockSize = 16 << 10
    /// Less than the size from which the allocator maps each block separately.
    private static let largestBlockSize = (8 << 20) - (64 << 10)
    /// The size from which a block is likely to contain whole pages of the larger size.
    private static let smallestSizeOfLargePages = 3 << 20
    private static let headerSize = 16
    /// The number of bytes that may be read after any allocation: texts are read in whole blocks.
    private static let padding = 32

    init() {
        cursor = UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped
        limit = cursor
    }

    deinit {
        Arena.free(blocks)
    }

    private static func free(_ blocks: UnsafeMutableRawPointer?) {
        var next = blocks
        while let block = next {
            next = block.load(as: UnsafeMutableRawPointer?.self)
            block.deallocate()
        }
    }

    /// Allocates `size` uninitialised bytes, aligned to 8.
    @inline(__always)
    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let rounded = (size &+ 7) & ~7
        let start = cursor
        if rounded <= start.distance(to: limit) {
            cursor = start + rounded
            return start
        }
        return allocateBlock(rounded)
    }

    /// Gives back the end of what was allocated last, for a result that turned out shorter than it might have.
    @inline(__always)
    mutating func shrink(_ start: UnsafeMutableRawPointer, from size: Int, to newSize: Int) {
        // An allocation with a block of its own keeps its size.
        if start + ((size &+ 7) & ~7) == cursor { cursor = start + ((newSize &+ 7) & ~7) }
    }

    @inline(never)
    private mutating func allocateBlock(_ size: Int) -> UnsafeMutableRawPointer {
        // A large allocation gets a block of its own; the rest of the current block remains in use.
        if size > blockSize / 4 { return newBlock(size) }
        let capacity = blockSize - Arena.headerSize
        let start = newBlock(capacity)
        cursor = start + size
        limit = start + capacity
        blockSize = min(2 * blockSize, Arena.largestBlockSize)
        return start
    }

    private mutating func newBlock(_ size: Int) -> UnsafeMutableRawPointer {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: Arena.headerSize + size + Arena.padding,
            alignment: 16
        )
        if size >= Arena.smallestSizeOfLargePages { SystemCalls.preferLargePages(block, size) }
        block.storeBytes(of: blocks, as: UnsafeMutableRawPointer?.self)
        blocks = block
        reserved += size
        return block + Arena.headerSize
    }

    /// A mark of the arena's fill level.
    struct Mark {
        fileprivate let cursor: UnsafeMutableRawPointer
        fileprivate let limit: UnsafeMutableRawPointer
        fileprivate let blocks: UnsafeMutableRawPointer?
        fileprivate let blockSize: Int
        fileprivate let reserved: Int

        fileprivate var total: Int { reserved - cursor.distance(to: limit) }
    }

    /// The present fill level of the arena.
    var mark: Mark {
        Mark(cursor: cursor, limit: limit, blocks: blocks, blockSize: blockSize, reserved: reserved)
    }

    /// The maximum number of bytes that have been allocated since a mark.
    func bytes(since mark: Mark) -> Int { total - mark.total }

    /// Frees everything that was allocated after a mark, which must not be used any more.
    mutating func rewind(to mark: Mark) {
        while let block = blocks, block != mark.blocks {
            blocks = block.load(as: UnsafeMutableRawPointer?.self)
            block.deallocate()
        }
        cursor = mark.cursor
        limit = mark.limit
        blockSize = mark.blockSize
        reserved = mark.reserved
    }

    /// Ends the arena without freeing its memory.
    consuming func leak() {
        blocks = nil
    }
}

// MARK: - Strings

extension Arena {
    /// Allocates a string of `count` bytes and the zero that ends it, which is set.
    @inline(__always)
    mutating func allocateString(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        let start = allocate(count &+ 1).assumingMemoryBound(to: UInt8.self)
        start[count] = 0
        return start
    }

    /// A copy of `bytes`, ended by a zero.
    @inline(__always)
    mutating func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
        let copy = allocateString(count)
        copy.update(from: bytes, count: count)
        return copy
    }
}
