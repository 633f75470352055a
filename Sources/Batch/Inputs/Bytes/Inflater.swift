/// Unpacks what was packed with deflate, piece by piece.
///
/// Specification: [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950) (zlib),
/// [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951) (deflate), [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)
/// (gzip).
final class Inflater {
    /// What stands around the packed bytes, by the window bits that zlib takes for it.
    enum Format: Int32, Sendable {
        case gzip = 31
        case zlib = 15
        case raw = -15

        /// How the format begins where bytes are packed in it, as far as that can be told.
        static func of(_ bytes: some Collection<UInt8>) -> Format? {
            let head = Array(bytes.prefix(3))
            guard head.count >= 2 else { return nil }
            if head[0] == 0x1F, head[1] == 0x8B { return .gzip }
            // Method 8, a window of at most 32 KB, and a check over both bytes.
            let isZlib = head[0] & 0x0F == 8 && head[0] >> 4 <= 7
            return isZlib && (Int(head[0]) << 8 + Int(head[1])) % 31 == 0 ? .zlib : nil
        }
    }

    /// What a step came to.
    enum Status: Equatable {
        /// More bytes or more room are needed.
        case more
        /// The packed bytes end, and their check sum holds.
        case end
        /// They are damaged; in zlib's words.
        case damaged(String)
    }

    private let zlib: Zlib
    // On the heap since zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<Zlib.Stream>

    /// An inflater; `nil` where the system has no zlib, or no memory.
    init?(_ format: Format) {
        guard let zlib = Zlib.shared else { return nil }
        self.zlib = zlib
        stream = .allocate(capacity: 1)
        stream.initialize(to: Zlib.Stream())
        let size = Int32(MemoryLayout<Zlib.Stream>.size)
        guard zlib.begin(stream, format.rawValue, "1", size) == Zlib.Code.ok else { return nil }
    }

    deinit {
        _ = zlib.end(stream)
        stream.deallocate()
    }

    /// Makes it ready for what is packed anew.
    func reset() { _ = zlib.reset(stream) }

    /// Unpacks as much as fits.
    ///
    /// - Returns: how many bytes were taken, how many were given, and what that came to.
    func step(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> (taken: Int, given: Int, status: Status) {
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
            return (taken, given, status(of: code))
        }
    }

    private func status(of code: Int32) -> Status {
        switch code {
        case Zlib.Code.ok, Zlib.Code.bufferError: .more
        case Zlib.Code.streamEnd: .end
        default: .damaged(stream.pointee.message.map { String(cString: $0) } ?? "zlib's error \(code)")
        }
    }
}
