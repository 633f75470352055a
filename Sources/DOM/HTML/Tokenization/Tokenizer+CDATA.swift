// CDATA sections (HTML standard, 13.2.5.69 to 13.2.5.71).
extension Tokenizer {
    /// Reads the rest of a CDATA section. It is a token of its own; an empty one is none.
    @inline(never)
    mutating func readCDATASection() -> Bool {
        state = .data
        let start = cursor
        var needsDecoding = false
        var stop = start
        while true {
            stop = find(
                UInt8(ascii: ">"),
                from: stop,
                readsReferences: false,
                needsDecoding: &needsDecoding
            )
            if stop == end { return emitCharacters(endingAt: end, needsDecoding ? .cdata : nil) }
            if start.distance(to: stop) >= 2, stop[-1] == UInt8(ascii: "]"), stop[-2] == UInt8(ascii: "]") {
                break
            }
            stop += 1
        }
        let isEmpty = stop - 2 == start
        let hasToken = !isEmpty && emitCharacters(endingAt: stop - 2, needsDecoding ? .cdata : nil)
        cursor = stop + 1
        return hasToken
    }
}
