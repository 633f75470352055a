import Platform

/// Ends the building of a tree, or the reading of values, before it exhausts the memory, which would end the process.
///
/// A tree of less than ``firstCheck`` bytes costs an occasional comparison. From there on, the system is asked how much
/// memory is free whenever the tree has grown by a fraction of it, so that memory used by other threads is taken into
/// account.
struct MemoryWatch {
    /// The size from which a tree is watched.
    static let firstCheck = 8 << 20
    private let limit: Int?
    private let free: @Sendable () -> Int?
    private var next: Int

    /// - Parameters:
    ///   - limit: the maximum number of bytes of the tree; `nil` for the free memory.
    ///   - free: the number of free bytes, if it is known.
    init(limit: Int?, free: @escaping @Sendable () -> Int? = SystemCalls.freeMemory) {
        self.limit = limit
        self.free = free
        next = min(MemoryWatch.firstCheck, limit ?? .max)
    }

    /// Checks whether a page can be copied, if only the free memory limits it: its tree takes at least as much again.
    static func checkCopy(of bytes: Int, _ limits: Limits) throws(ParseError) {
        guard limits.memory == nil else { return }
        var watch = MemoryWatch(limit: nil)
        if let error = watch.error(2 &* bytes) { throw error }
    }

    /// Why a tree must not grow further, or `nil`.
    mutating func error(_ bytes: Int) -> ParseError? {
        if bytes <= next { return nil }
        if let limit {
            if bytes > limit { return .tooMuchMemory(limit: limit) }
            next = limit
            return nil
        }
        guard let free = free() else {
            next = .max
            return nil
        }
        // The lists of matches and the records can take as much as the tree.
        if free < bytes { return .tooLittleMemory(used: bytes, free: free) }
        next = bytes + max(1 << 20, (free - bytes) / 4)
        return nil
    }
}

/// The memory that the values of a page take in addition to its tree, which they can exceed by far: the markup of a
/// thousand nested elements has a thousand texts.
///
/// One extraction uses it, in one thread.
package final class ValueMemory {
    /// The estimate for a value and its place in a list or a record, without its text.
    package static let sizeOfValue = 64
    /// The size of values that is not worth a question.
    private static let portion = 1 << 18
    /// How often the values are in memory while they are written: as values, and as text that grows by doubling.
    private static let copies = 3

    private let isLimited: Bool
    private let unused: MemoryWatch
    private var watch: MemoryWatch
    /// Watches what is kept from tree to tree, if anything is.
    private var keptWatch: MemoryWatch?
    private var tree = 0
    private var values = 0
    /// The size of the values at which memory is asked for.
    private var next = ValueMemory.portion
    private var failure: ParseError?
    /// Why no more values may be read; `nil` if they may.
    package var error: ParseError? { failure }
    /// Whether no more values may be read: asked for each field. A stored property that other modules can see would be
    /// checked for exclusive access, which takes a hundred instructions.
    package var isFull: Bool { failure != nil }

    /// - Parameter limit: the maximum number of bytes of a tree and its values; `nil` for the free memory.
    package convenience init(limit: Int?) {
        self.init(MemoryWatch(limit: limit), isLimited: limit != nil)
    }

    init(_ watch: MemoryWatch, isLimited: Bool) {
        unused = watch
        self.watch = watch
        self.isLimited = isLimited
    }

    /// Begins with the values of a tree; those of the tree before it are no longer needed.
    ///
    /// A tree that takes too much memory itself has no values, unless it has been cut at that limit.
    package func begin(_ document: Document) {
        begin(tree: document.size)
        if document.limitReached == nil, failure == nil { failure = watch.error(tree) }
    }

    /// Why an entry that gets no tree takes too much memory by itself; `nil` if it does not.
    package func error(entry bytes: Int) -> ParseError? {
        if !isLimited, bytes <= MemoryWatch.firstCheck { return nil }
        var watch = unused
        return watch.error(bytes)
    }

    func begin(tree: Int) {
        self.tree = tree
        watch = unused
        values = 0
        next = ValueMemory.portion
    }

    /// Checks the size of what is kept from tree to tree, such as the records that no later one may repeat.
    package func check(kept: Int) {
        if kept == 0 { return }
        var watch = keptWatch ?? unused
        if failure == nil { failure = watch.error(kept) }
        keptWatch = watch
    }

    /// Adds a value with a text.
    @inline(__always)
    package func add(_ text: String) { add(bytes: text.utf8.count &+ ValueMemory.sizeOfValue) }

    /// Adds values without texts of their own, such as constants and objects.
    @inline(__always)
    package func add(values count: Int) { add(bytes: count &* ValueMemory.sizeOfValue) }

    /// Adds memory of values, or subtracts that of values that are no longer needed.
    @inline(__always)
    package func add(bytes: Int) {
        values &+= bytes
        if values > next { check() }
    }

    private func check() {
        next = values &+ ValueMemory.portion
        if failure != nil { return }
        // A limit is for what there is, and free memory is for what there will be.
        failure = watch.error(tree &+ values &* (isLimited ? 1 : ValueMemory.copies))
    }
}
