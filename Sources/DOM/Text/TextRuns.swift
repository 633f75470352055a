extension WhiteSpace {
    /// Copies a text that begins with a visible character as far as collapsing its white space leaves it as it is:
    /// up to its end, or to white space that is more than one space between two other characters. A space at its end may
    /// be copied or not.
    ///
    /// - Parameter target: where there is room for the text and ``TextBuffer/slack`` bytes more.
    /// - Returns: how many bytes have been copied.
    @inline(__always)
    static func copyRun(
        _ text: UnsafeBufferPointer<UInt8>,
        from first: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let base = text.baseAddress else { return 0 }
        let start = base + first
        let count = text.count &- first
        var index = 0
        // A block and the byte behind it.
        while index &+ 17 <= count {
            let block = UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt8>.self)
            let next = UnsafeRawPointer(start + index + 1).loadUnaligned(as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(target + index).storeBytes(of: block, as: SIMD16<UInt8>.self)
            let odd = ByteSet(mayEndRun(block, next))
            if odd.isEmpty {
                index &+= 16
                continue
            }
            index &+= odd.first
            if endsRun(text, at: first &+ index) { return index }
            target[index] = start[index]
            index &+= 1
        }
        while index < count {
            let byte = start[index]
            // Nearly every byte is greater than all white space.
            if byte <= 0x20 || byte >= 0xC2, endsRun(text, at: first &+ index) { return index }
            target[index] = byte
            index &+= 1
        }
        return index
    }

    /// Where a closer look is needed: a control character, a space with another behind it, or what long white space
    /// begins with.
    @inline(__always)
    private static func mayEndRun(_ block: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }
        let short = (block .< all(0x20)) .| ((block .== all(0x20)) .& (next .<= all(0x20)))
        let latin = (block .== all(0xC2)) .& ((next .== all(0x85)) .| (next .== all(0xA0)))
        let general = (block .== all(0xE2)) .& ((next & all(0xFE)) .== all(0x80))
        let others =
            ((block .== all(0xE1)) .& (next .== all(0x9A)))
            .| ((block .== all(0xE3)) .& (next .== all(0x80)))
        return short .| latin .| general .| others
    }

    /// Whether there is white space at an index that is not a single space between two other characters of ASCII.
    @inline(__always)
    private static func endsRun(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        if text[index] == 0x20, index &+ 1 < text.count, text[index &+ 1] > 0x20 { return false }
        return length(at: index, in: text) > 0
    }
}
