/// Unpacks what was packed with Zstandard, one frame after the other. The library takes no window of more than 128 MB.
final class ZstandardDecoder: Unpacker {
    private let zstandard: Zstandard
    private let stream: OpaquePointer

    /// A decoder; `nil` where the system has no library for it, or no memory, or the dictionary is none.
    ///
    /// - Parameter dictionary: what all frames are packed with.
    init?(dictionary: [UInt8]? = nil) {
        guard let zstandard = Zstandard.shared, let stream = zstandard.create() else { return nil }
        self.zstandard = zstandard
        self.stream = stream
        guard let dictionary else { return }
        let code = dictionary.withUnsafeBytes { zstandard.load(stream, $0.baseAddress, $0.count) }
        if zstandard.isError(code) != 0 { return nil }
    }

    deinit { _ = zstandard.free(stream) }

    func reset() { _ = zstandard.reset(stream, Zstandard.session) }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep {
        var source = Zstandard.Input(bytes: input.baseAddress, count: input.count)
        var target = Zstandard.Output(bytes: output.baseAddress, count: output.count)
        let code = zstandard.step(stream, &target, &source)
        return UnpackingStep(taken: source.position, given: target.position, status: status(of: code))
    }

    /// What a step returns is an error, or how much it expects further: nothing at a frame's end.
    private func status(of code: Int) -> UnpackingStep.Status {
        if code == 0 { return .end }
        if zstandard.isError(code) == 0 { return .more }
        return .damaged(zstandard.errorText(code).map { String(cString: $0) } ?? "Zstandard's error \(code)")
    }
}
