import Glibc

/// How the C library's allocator keeps memory between pages.
enum PageMemory {
    /// Keeps what a page's tree needed for the next page, up to so much a thread, instead of giving it back and
    /// asking for it anew at each page: the system hands memory out zeroed, page frame by page frame, which takes
    /// about a twentieth of the time that a page does.
    private static let kept: Int32 = 32 << 20
    /// What is larger than this is the system's at once, and goes back to it at once.
    private static let largest: Int32 = 8 << 20

    // As `malloc.h` has them, which Swift's module of the C library leaves out.
    private static let trimThreshold: Int32 = -1
    private static let mapThreshold: Int32 = -3

    /// To be called before anything large is allocated.
    static func keep() {
        typealias Setter = @convention(c) (Int32, Int32) -> Int32
        // A C library without it has nothing to be set.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: Setter.self)
        _ = set(trimThreshold, kept)
        _ = set(mapThreshold, largest)
    }
}
