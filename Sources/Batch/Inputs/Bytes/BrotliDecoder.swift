/// Unpacks what was packed with Brotli. Its window, and so what it takes of memory, has 16 MB at most.
final class BrotliDecoder: Unpacker {
    private let brotli: Brotli
    private var state: OpaquePointer?

    /// A decoder; `nil` where the system has no library for it, or no memory.
    init?() {
        guard let brotli = Brotli.shared, let state = brotli.create(nil, nil, nil) else { return nil }
        self.brotli = brotli
        self.state = state
    }

    deinit { brotli.destroy(state) }

    func reset() {
        // The library cannot use one twice.
        brotli.destroy(state)
        state = brotli.create(nil, nil, nil)
    }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep {
        guard let state else { return UnpackingStep(taken: 0, given: 0, status: .damaged("no memory")) }
        var (waiting, room) = (input.count, output.count)
        var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var place = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let code = brotli.step(state, &waiting, &next, &room, &place, nil)
        return UnpackingStep(
            taken: input.count - waiting,
            given: output.count - room,
            status: status(of: code, state)
        )
    }

    private func status(of code: Int32, _ state: OpaquePointer) -> UnpackingStep.Status {
        switch code {
        case Brotli.Code.success: return .end
        case Brotli.Code.failed:
            let error = brotli.errorCode(state)
            return .damaged(brotli.errorText(error).map { String(cString: $0) } ?? "Brotli's error \(error)")
        default: return .more
        }
    }
}
