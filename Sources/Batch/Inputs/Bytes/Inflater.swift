/// Unpacks what was packed with deflate, whatever stands around it.
final class Inflater: Unpacker {
    private let zlib: Zlib
    // On the heap since zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<Zlib.Stream>

    /// An inflater; `nil` for what is not packed with deflate, and where the system has no zlib, or no memory.
    init?(_ packing: Packing) {
        guard let zlib = Zlib.shared, let windowBits = Inflater.windowBits(packing) else { return nil }
        self.zlib = zlib
        stream = .allocate(capacity: 1)
        stream.initialize(to: Zlib.Stream())
        let size = Int32(MemoryLayout<Zlib.Stream>.size)
        guard zlib.begin(stream, windowBits, "1", size) == Zlib.Code.ok else { return nil }
    }

    /// What zlib takes for the bytes around those of deflate, `nil` for what it cannot unpack.
    static func windowBits(_ packing: Packing) -> Int32? {
        switch packing {
        case .gzip: 31
        case .zlib: 15
        case .deflate: -15
        case .brotli, .zstandard: nil
        }
    }

    deinit {
        _ = zlib.end(stream)
        stream.deallocate()
    }

    func reset() { _ = zlib.reset(stream) }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep {
        let inputCount = min(input.count, Int(UInt32.max))
        let outputCount = min(output.count, Int(UInt32.max))
        // zlib wants an address even where there are no bytes.
        var nothing: UInt8 = 0
        return withUnsafeMutablePointer(to: &nothing) { nothing in
            stream.pointee.nextIn = input.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? .init(nothing)
            stream.pointee.availableIn = UInt32(inputCount)
            stream.pointee.nextOut = output.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing
            stream.pointee.availableOut = UInt32(outputCount)
            let code = zlib.inflate(stream, 0)
            let taken = inputCount - Int(stream.pointee.availableIn)
            let given = outputCount - Int(stream.pointee.availableOut)
            return UnpackingStep(taken: taken, given: given, status: status(of: code))
        }
    }

    private func status(of code: Int32) -> UnpackingStep.Status {
        switch code {
        case Zlib.Code.ok, Zlib.Code.bufferError: .more
        case Zlib.Code.streamEnd: .end
        default: .damaged(stream.pointee.message.map { String(cString: $0) } ?? "zlib's error \(code)")
        }
    }
}
