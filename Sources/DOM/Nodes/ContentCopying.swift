import CLibXML2

extension Arena {
    /// A copy of `utf8`, ended by a zero. NUL bytes, which libxml2's strings cannot hold, become U+FFFD.
    mutating func copy(
        _ utf8: some Collection<UInt8>
    ) -> (start: UnsafeMutablePointer<UInt8>, size: ContentSize) {
        let nulCount = utf8.lazy.filter { $0 == 0 }.count
        let count = utf8.count + 2 * nulCount
        let start = allocateString(count)
        if nulCount == 0 {
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
