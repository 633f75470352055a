import Platform

/// Ends the building of a tree before it exhausts the memory, which would end the process.
///
/// A tree of less than ``firstCheck`` bytes costs a comparison now and then. From there on the system is asked how much is
/// free each time when the tree has grown by a part of it, so that what other threads use meanwhile counts.
struct MemoryWatch {
    /// The size from which on a tree is watched.
    static let firstCheck = 32 << 20
    private let limit: Int?
    private let free: @Sendable () -> Int?
    private var next: Int

    /// - Parameters:
    ///   - limit: the bytes that the tree may take; `nil`: what is free.
    ///   - free: how many bytes are free, if that is known.
    init(limit: Int?, free: @escaping @Sendable () -> Int? = SystemCalls.freeMemory) {
        self.limit = limit
        self.free = free
        next = min(MemoryWatch.firstCheck, limit ?? .max)
    }

    /// Why a tree must not grow further, if so.
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
