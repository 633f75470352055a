/// The first two bytes of a few words: a value that has none of these pairs has none of the words, which is seen sixteen
/// bytes at a time.
struct Beginnings {
    /// How many words are looked for at most.
    private static let limit = 4

    /// Two bytes that stand beside each other, in lower case, each as often as a block has bytes.
    private struct Pair {
        var first = SIMD16<UInt8>()
        var second = SIMD16<UInt8>()
    }

    private var pairs = (Pair(), Pair(), Pair(), Pair())
    /// How many of the pairs are looked for; 0 where the words are too many or too short.
    private var count = 0

    init(_ words: [UnsafeBufferPointer<UInt8>]) {
        guard words.count <= Beginnings.limit, words.allSatisfy({ $0.count > 1 }) else { return }
        var pairs = words.map { word in
            Pair(first: SIMD16(repeating: word[0] | 0x20), second: SIMD16(repeating: word[1] | 0x20))
        }
        count = pairs.count
        while pairs.count < Beginnings.limit { pairs.append(Pair()) }
        self.pairs = (pairs[0], pairs[1], pairs[2], pairs[3])
    }

    /// Whether one of the words may stand in a value; whoever gets no for an answer may believe it.
    ///
    /// - Parameter value: bytes behind which as many more can be read as two blocks have.
    @inline(__always)
    func mayOccur(in value: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        if count == 0 { return true }
        var offset = 0
        while offset < length {
            let raw = UnsafeRawPointer(value + offset)
            // The bit that tells the cases of a letter apart is set in both.
            let block = raw.loadUnaligned(as: SIMD16<UInt8>.self) | SIMD16(repeating: 0x20)
            let next =
                raw.loadUnaligned(fromByteOffset: 1, as: SIMD16<UInt8>.self) | SIMD16(repeating: 0x20)
            if isAny(pairs.0, block, next) { return true }
            if count > 1, isAny(pairs.1, block, next) { return true }
            if count > 2, isAny(pairs.2, block, next) || isAny(pairs.3, block, next) { return true }
            offset &+= 16
        }
        return false
    }

    @inline(__always)
    private func isAny(_ pair: Pair, _ block: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> Bool {
        let isFirst: SIMDMask<SIMD16<Int8>> = block .== pair.first
        let isSecond: SIMDMask<SIMD16<Int8>> = next .== pair.second
        let words = unsafeBitCast(isFirst .& isSecond, to: SIMD2<UInt64>.self)
        return words[0] | words[1] != 0
    }
}
