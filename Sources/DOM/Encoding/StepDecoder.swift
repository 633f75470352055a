/// A decoder that takes a text in steps and can begin at each of them again.
protocol StepDecoder {
    /// What the decoder keeps in mind from one step to the next, in one byte.
    var state: UInt8 { get set }

    /// Decodes a run of ASCII, which becomes as many bytes, or one sequence of bytes, and returns the index behind
    /// it, which is greater.
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
}

extension StepDecoder {
    var state: UInt8 {
        get { 0 }
        set {}
    }

    /// Decodes a whole text. Complexity: linear.
    @inline(__always)
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        var index = 0
        while index < bytes.count {
            if index >= sink.nextCheckpoint { sink.addCheckpoint(at: index, state) }
            index = step(at: index, in: bytes, into: &sink)
        }
    }
}
