/// Memory that is handed out piece by piece and freed all at once: a document's nodes, their names and texts.
///
/// **Who frees what.** Every node, attribute, text and name of a ``Document`` is in its arena, whatever it was made
/// from; only the `xmlDoc` itself and its list of namespaces are libxml2's. libxml2's functions that free or replace
/// nodes (`xmlFreeNode`, `xmlSetNsProp`, `xmlNodeSetContent`, `xmlAddChild` and the like, which merge text) are
/// therefore never called on a document's tree: what changes a tree is written out in `Nodes`, and before the
/// document gives its `xmlDoc` to `xmlFreeDoc` it cuts the tree off. Nothing else in this package calls libxml2 on a
/// document's nodes but to read.
///
/// Allocation costs an addition and a comparison. As with all of Swift's own memory, exhausting the machine's ends
/// the process; ``Limits`` keep a page from getting there.
struct Arena: ~Copyable {
    private var cursor: UnsafeMutableRawPointer
    private var limit: UnsafeMutableRawPointer
    /// The block taken last; each begins with the address of the one before it.
    private var blocks: UnsafeMutableRawPointer?
    /// The size of the next block: they grow with the arena, so that a small page stays small.
    private var blockSize = Arena.firstBlockSize

    private static let firstBlockSize = 16 << 10
    /// Below what the allocator asks the system for anew each time.
    private static let largestBlockSize = 1 << 20
    private static let headerSize = 16
    /// How many bytes may be read behind whatever is in an arena: texts are looked at in whole blocks.
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

    /// Takes `size` bytes, aligned to 8; what they hold is undefined.
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
        // Something large that has a block of its own keeps its size.
        if start + ((size &+ 7) & ~7) == cursor { cursor = start + ((newSize &+ 7) & ~7) }
    }

    @inline(never)
    private mutating func allocateBlock(_ size: Int) -> UnsafeMutableRawPointer {
        // Something large gets a block of its own; what is left of the current one stays in use.
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
        block.storeBytes(of: blocks, as: UnsafeMutableRawPointer?.self)
        blocks = block
        return block + Arena.headerSize
    }

    /// Leaves all memory to the process: what was allocated is never freed.
    consuming func keepForEver() {
        blocks = nil
    }
}

// MARK: - Strings

extension Arena {
    /// Room for `count` bytes of a string and the zero that ends it, which is set.
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
