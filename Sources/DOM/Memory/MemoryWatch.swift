import Platform

/// Ends the building of a tree before it exhausts the memory, which would end the process.
///
/// A tree of less than ``firstCheck`` bytes costs an occasional comparison. From there on, the system is asked how much
/// memory is free whenever the tree has grown by a fraction of it, so that memory used by other threads is taken into
/// account.
struct MemoryWatch {
    /// The size from which a tree is watched.
    static let firstCheck = 32 << 20
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
