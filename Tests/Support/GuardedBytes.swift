import Foundation

/// Calls a closure with a copy of bytes after which no memory can be read: reading beyond the end ends the process. If
/// the system has no memory for that, the bytes themselves are used.
package func withGuard<Result>(
    _ bytes: [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let room = (bytes.count + page - 1) / page * page
    let start = mmap(nil, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let start, start != MAP_FAILED, mprotect(start + room, page, PROT_NONE) == 0 else {
        return try bytes.withUnsafeBufferPointer(body)
    }
    defer { munmap(start, room + page) }
    let copy = UnsafeMutableRawBufferPointer(start: start + (room - bytes.count), count: bytes.count)
    copy.copyBytes(from: bytes)
    return try body(UnsafeBufferPointer(copy.bindMemory(to: UInt8.self)))
}
