extension SystemCalls {
    /// The number of bytes that this process may still use, as far as the system reports it: the minimum of the
    /// machine's free memory and of what the process's container and its limit on address space permit. `nil` if
    /// nothing is known.
    ///
    /// Reads a few system files, which takes about 50 microseconds.
    package static func freeMemory() -> Int? {
        #if os(Linux)
            [machine(), container(), addressSpace()].compactMap { $0 }.min()
        #else
            nil
        #endif
    }

    /// Keeps the memory of a page's tree for the next page, up to 32 MB per thread.
    ///
    /// By default the C library returns it to the system, which provides it again, zeroed, page frame by page frame.
    /// That takes up to a tenth of the time of a page. Must run before anything large is allocated.
    package static func keepFreedMemory() {
        typealias Setter = @convention(c) (Int32, Int32) -> Int32
        // A C library without `mallopt` has nothing to set.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: Setter.self)
        // The numbers of `malloc.h`, which Swift's module of the C library leaves out.
        let (trimThreshold, mapThreshold) = (Int32(-1), Int32(-3))
        _ = set(trimThreshold, 32 << 20)
        // Larger blocks are the system's own, and return to it immediately.
        _ = set(mapThreshold, 8 << 20)
    }

    /// Asks for pages of the larger size (2 MB) where a block of memory that has not been written contains whole ones.
    ///
    /// The system provides each page when it is first written, which takes a fifth of the time of reading a large tree; one
    /// large page takes the place of 512. It may decline.
    package static func preferLargePages(_ start: UnsafeMutableRawPointer, _ size: Int) {
        #if os(Linux)
            let page = sysconf(Int32(_SC_PAGESIZE))
            let first = start.alignedUp(toMultipleOf: page)
            let end = (start + size).alignedDown(toMultipleOf: page)
            if first < end { _ = madvise(first, first.distance(to: end), MADV_HUGEPAGE) }
        #endif
    }

    #if os(Linux)
        /// The memory that programs can use without swapping, as estimated by the kernel.
        private static func machine() -> Int? {
            guard let text = text(of: "/proc/meminfo"), let range = text.firstRange(of: "MemAvailable:")
            else {
                return nil
            }
            return number(text[range.upperBound...]).map { $0 << 10 }
        }

        /// The memory that the limit of the control group permits, in both versions of control groups.
        private static func container() -> Int? {
            let folders = [
                ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
                (
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
                    "/sys/fs/cgroup/memory/memory.usage_in_bytes"
                ),
            ]
            for (limit, use) in folders {
                guard let limit = text(of: limit).flatMap({ number($0[...]) }),
                    let use = text(of: use).flatMap({ number($0[...]) })
                else { continue }
                return max(0, limit - use)
            }
            return nil
        }

        /// The memory that `ulimit -v` permits.
        private static func addressSpace() -> Int? {
            var limit = rlimit()
            // RLIMIT_AS, which headers declare as an enumeration for C and not for Swift.
            guard getrlimit(__rlimit_resource_t(9), &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else {
                return nil
            }
            guard let pages = text(of: "/proc/self/statm").flatMap({ number($0[...]) }) else { return nil }
            return max(0, Int(limit.rlim_cur) - pages * sysconf(Int32(_SC_PAGESIZE)))
        }

        /// The first bytes of a system file.
        private static func text(of path: String) -> String? {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(descriptor, &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
        }

        /// The number at the start of a text, after spaces; `nil` if there is none, such as for `max`.
        private static func number(_ text: Substring) -> Int? {
            Int(text.drop { $0 == " " }.prefix { $0.isNumber })
        }
    #endif
}
