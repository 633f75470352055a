/// Bytes that were decoded by an encoding, be it the right one or not.
struct RawText {
    let encoding: Encoding
    let form: TextForm
    /// The text; `nil` where it is the bytes as they are.
    private(set) var decoded: [UInt8]?
    /// Where the text's parts stand among the bytes; empty where all is in its place.
    private(set) var checkpoints: [DecodingCheckpoint] = []
    private(set) var undecodable = Occurrences()
    private(set) var nul = Occurrences()

    /// - Parameters:
    ///   - evidence: what is known of the bytes already.
    ///   - isCut: whether the bytes end where someone stopped reading, perhaps within a character, which is left out.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>,
        in encoding: Encoding,
        _ form: TextForm,
        evidence: UTF8Evidence? = nil,
        isCut: Bool = false
    ) {
        self.encoding = encoding
        self.form = form
        if case .utf8 = encoding.scheme {
            let evidence = evidence ?? UTF8Evidence(bytes)
            let isClean = evidence.nul.count == 0 && !evidence.hasCR
            if evidence.isWellFormed, form == .unchanged || isClean {
                nul = evidence.nul
                return
            }
        }
        var sink = TextSink(reserving: encoding.estimate(bytes), form)
        let escape = isCut && encoding.id == .iso2022JP ? ISO2022JPDecoder.cutEscape(of: bytes) : 0
        encoding.decode(UnsafeBufferPointer(rebasing: bytes.dropLast(escape)), into: &sink)
        if isCut { sink.dropReplacementAtEnd() }
        undecodable = sink.undecodable
        nul = sink.nul
        checkpoints = sink.checkpoints
        decoded = sink.finish()
    }

    /// How many characters beyond ASCII were decoded. Complexity: linear.
    var decodedBeyondASCII: Int {
        let all = decoded?.reduce(0) { $0 + ($1 >= 0xC0 ? 1 : 0) } ?? 0
        return all - undecodable.count - (form == .normalized ? nul.count : 0)
    }

    /// What decoding came upon.
    ///
    /// - Parameter bytes: those that were decoded.
    func notes(_ bytes: UnsafeBufferPointer<UInt8>) -> [DecodingNote] {
        let missing: [DecodingNote] = encoding.isAvailable ? [] : [.converterMissing(encoding)]
        guard let decoded else { return missing + notes(lines: bytes) }
        return missing + decoded.withUnsafeBufferPointer { notes(lines: $0) }
    }

    private func notes(lines text: UnsafeBufferPointer<UInt8>) -> [DecodingNote] {
        var notes: [DecodingNote] = []
        if undecodable.count > 0 {
            notes.append(.replaced(count: undecodable.count, firstLine: text.line(at: undecodable.first)))
        }
        if nul.count > 0 {
            let line = text.line(at: nul.first)
            notes.append(
                form == .normalized
                    ? .replacedNUL(count: nul.count, firstLine: line)
                    : .nul(count: nul.count, firstLine: line)
            )
        }
        return notes
    }
}
