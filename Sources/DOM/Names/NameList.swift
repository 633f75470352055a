/// Calls a function with each name of a text that parts names by white space of ASCII.
///
/// Names are found as bytes: what a `Character` is takes longer to ask than all else that is done at start-up.
func forEachName(in text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var text = text
    text.withUTF8 { bytes in
        var start = 0
        for index in 0...bytes.count {
            let isEnd = index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x0A
            guard isEnd else { continue }
            if index > start { body(UnsafeBufferPointer(rebasing: bytes[start..<index])) }
            start = index + 1
        }
    }
}
