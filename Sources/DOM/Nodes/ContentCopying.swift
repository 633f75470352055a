import CLibXML2
import Glibc

extension Arena {
    /// A copy of `utf8`, ended by a zero. NUL bytes, which libxml2's strings cannot hold, become U+FFFD.
    mutating func copy(
        _ utf8: some Collection<UInt8>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        // As memory: byte by byte, through a collection's indexes, copying takes a hundred times longer.
        utf8.withContiguousStorageIfAvailable { copy(memory: $0) }
            ?? Array(utf8).withUnsafeBufferPointer { copy(memory: $0) }
    }

    private mutating func copy(
        memory utf8: UnsafeBufferPointer<UInt8>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        let hasNul = utf8.baseAddress.map { memchr($0, 0, utf8.count) != nil } ?? false
        let count = utf8.count + (hasNul ? 2 * utf8.count { $0 == 0 } : 0)
        let start = allocateString(count)
        if !hasNul {
            _ = UnsafeMutableBufferPointer(start: start, count: count).initialize(from: utf8)
            return (start, ContentSize(count))
        }
        var end = start
        for byte in utf8 {
            if byte == 0 {
                (end[0], end[1], end[2]) = (0xEF, 0xBF, 0xBD)
                end += 3
            } else {
                end.pointee = byte
                end += 1
            }
        }
        return (start, ContentSize(count))
    }

    /// A copy of a string of C, ended by a zero.
    mutating func copy(
        _ string: UnsafePointer<xmlChar>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        let count = Int(xmlStrlen(string))
        return (copy(string, count), ContentSize(count))
    }
}
