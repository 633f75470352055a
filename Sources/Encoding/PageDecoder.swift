/// Determines a page's encoding and decodes the page, by the rules of ``DecodedText``.
struct PageDecoder {
    private let page: [UInt8]
    /// The bytes of `page`.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the page is truncated; `nil` if it is not.
    private let limit: Int?
    private let format: DecodedText.Format
    private lazy var evidence = UTF8Evidence(bytes)
    /// The claims that the bytes contradict.
    private var rejected: [EncodingClaim] = []
    private var unknown: EncodingDeclaration?

    init(_ page: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, format: DecodedText.Format, limit: Int?) {
        self.page = page
        self.bytes = bytes
        self.format = format
        self.limit = limit
    }

    mutating func decode(given: Encoding?, hint: Encoding?) -> DecodedText {
        let mark = ByteOrderMark(bytes)
        if let given { return decode(given: given, mark: mark) }
        if let mark { return decode(marked: mark) }
        let search = DeclarationSearch(bytes, format: format)
        unknown = search.unknown
        let claims = [hint.map(EncodingClaim.init(hint:)), search.found.flatMap { claim($0) }].compactMap(
            \.self
        )
        for claim in claims {
            if let text = textIfConfirmed(claim) { return finish(text, source: claim.source) }
            rejected.append(claim)
        }
        return decodeUndeclared(isSilent: claims.isEmpty && unknown == nil)
    }

    private mutating func decode(given: Encoding, mark: ByteOrderMark?) -> DecodedText {
        guard let mark else { return finish(text(in: given), source: .given) }
        // "utf-16" leaves the byte order to the mark.
        if mark.encoding == given || (mark.encoding.isUTF16 && given.isUTF16) {
            return finish(text(after: mark), source: .given, base: mark.length)
        }
        return finish(text(in: given), source: .given, notes: [.byteOrderMarkIgnored(mark.encoding)])
    }

    /// The text decoded with an encoding.
    private mutating func text(in encoding: Encoding) -> RawText {
        RawText(
            bytes,
            in: encoding,
            form,
            evidence: encoding == .utf8 ? evidence : nil,
            isTruncated: limit != nil
        )
    }

    private func text(after mark: ByteOrderMark) -> RawText {
        let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst(mark.length))
        return RawText(rest, in: mark.encoding, form, isTruncated: limit != nil)
    }

    private var form: TextForm { format.isHTML ? .unchanged : .normalized }

    private mutating func decode(marked mark: ByteOrderMark) -> DecodedText {
        // A contradicting declaration is only reported, so the start of the page is enough.
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(MetaPrescan.window))
        let declaration = DeclarationSearch(start, format: format).found
        var notes: [DecodingNote] = []
        if let declaration, let encoding = declaration.encoding, encoding != mark.encoding {
            let line = bytes.line(at: declaration.offset)
            notes.append(.declarationIgnored(label: declaration.label, line: line, used: mark.encoding))
        }
        return finish(text(after: mark), source: .byteOrderMark, notes: notes, base: mark.length)
    }

    private mutating func decodeUndeclared(isSilent: Bool) -> DecodedText {
        // A character that the limit truncates is not evidence.
        let isOnlyTruncated = limit != nil && !evidence.hasErrors
        let isUTF8 = evidence.firstBeyondASCII == nil || evidence.isUTF8 || isOnlyTruncated
        let encoding = isUTF8 ? .utf8 : guessedEncoding
        var notes: [DecodingNote] = []
        // Formats other than HTML are expected to be UTF-8.
        if isSilent, let first = evidence.firstBeyondASCII, !isUTF8 || format == .html {
            notes.append(.undeclared(used: encoding, firstLine: bytes.line(at: first)))
        }
        return finish(text(in: encoding), source: isUTF8 ? .validUTF8 : .fallback, notes: notes)
    }

    /// The most likely encoding of text that is not UTF-8; windows-1252 if there is no evidence for another.
    private var guessedEncoding: Encoding {
        // A few bytes say nothing.
        if bytes.count(where: { $0 >= 0x80 }) < 6 { return .windows1252 }
        return EncodingGuess(bytes)?.encoding ?? LatinGuess.encoding(of: bytes)
    }

    private func claim(_ declaration: EncodingDeclaration) -> EncodingClaim? {
        declaration.encoding.map {
            EncodingClaim(encoding: $0, label: declaration.label, line: bytes.line(at: declaration.offset))
        }
    }

    private func finish(
        _ text: RawText,
        source: DecodedText.Source,
        notes: [DecodingNote] = [],
        base: Int = 0
    ) -> DecodedText {
        let used = text.encoding
        let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst(base))
        var all: [DecodingNote] = limit.map { [.cutOff(limit: $0)] } ?? []
        all += rejected.map { claim in
            if !claim.encoding.isAvailable { return .converterMissing(claim.encoding) }
            return .contradicted(label: claim.label, line: claim.line, used: used)
        }
        if let unknown {
            all.append(.unknownLabel(unknown.label, line: bytes.line(at: unknown.offset), used: used))
        }
        all += notes + text.notes(rest)
        return DecodedText(
            utf8: text.decoded ?? (base > 0 ? Array(rest) : page),
            encoding: used,
            source: source,
            notes: all,
            sourceOffsets: SourceOffsets(of: text, in: page, base: base)
        )
    }
}

// MARK: - Checking claims

extension PageDecoder {
    /// The text decoded with the claimed encoding; `nil` if the bytes contradict the claim.
    private mutating func textIfConfirmed(_ claim: EncodingClaim) -> RawText? {
        switch claim.encoding.scheme {
        case .utf8:
            return evidence.contradictsUTF8 ? nil : text(in: claim.encoding)
        case .utf16:
            let mayBeUTF8 = evidence.isUTF8 || evidence.firstBeyondASCII == nil
            return mayBeUTF8 && evidence.nul.count == 0 ? nil : text(in: claim.encoding)
        case .singleByte, .windows1252, .userDefined, .replacement:
            return evidence.isUTF8 || !claim.encoding.isAvailable ? nil : text(in: claim.encoding)
        case .multiByte:
            // A pair of bytes has UTF-8's form by chance about once in seven.
            if evidence.isUTF8, evidence.wellFormed >= 4 { return nil }
            let text = text(in: claim.encoding)
            guard text.undecodable.count > 0 else { return text }
            let decoded = text.decodedBeyondASCII
            if text.undecodable.count > 9 * decoded { return nil }
            return evidence.isUTF8 && 9 * text.undecodable.count > decoded ? nil : text
        }
    }
}

/// The encoding that the transport or the page itself declares.
struct EncodingClaim {
    let encoding: Encoding
    let label: String
    /// The line of the page that declares it; `nil` for the transport.
    let line: Int?

    var source: DecodedText.Source {
        line.map { .declared(line: $0) } ?? .transportHint
    }

    init(encoding: Encoding, label: String, line: Int) {
        self.encoding = encoding
        self.label = label
        self.line = line
    }

    init(hint: Encoding) {
        encoding = hint
        label = hint.name
        line = nil
    }
}

/// The character U+FEFF at a page's start, whose bytes identify the encoding.
///
/// Specification: [Encoding, § 6.1](https://encoding.spec.whatwg.org/#bom-sniff).
struct ByteOrderMark {
    let encoding: Encoding
    let length: Int

    /// The mark at the start of a page; `nil` if there is none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            (encoding, length) = (.utf8, 3)
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            (encoding, length) = (.utf16BE, 2)
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            (encoding, length) = (.utf16LE, 2)
        } else {
            return nil
        }
    }
}

/// Bytes that were decoded with an encoding, which need not be the right one.
struct RawText {
    let encoding: Encoding
    let form: TextForm
    /// The text; `nil` if the bytes need no change.
    private(set) var decoded: [UInt8]?
    /// Places where decoding can start again; empty if `decoded` is `nil`.
    private(set) var checkpoints: [DecodingCheckpoint] = []
    private(set) var undecodable = Occurrences()
    private(set) var nul = Occurrences()

    /// - Parameters:
    ///   - evidence: the evidence for UTF-8 in these bytes, if it is already known.
    ///   - isTruncated: whether the bytes may end within a character, which is then left out.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>,
        in encoding: Encoding,
        _ form: TextForm,
        evidence: UTF8Evidence? = nil,
        isTruncated: Bool = false
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
        let escape =
            isTruncated && encoding.id == .iso2022JP ? ISO2022JPDecoder.truncatedEscape(of: bytes) : 0
        encoding.decode(UnsafeBufferPointer(rebasing: bytes.dropLast(escape)), into: &sink)
        if isTruncated { sink.dropReplacementAtEnd() }
        undecodable = sink.undecodable
        nul = sink.nul
        checkpoints = sink.checkpoints
        decoded = sink.finish()
    }

    /// The number of non-ASCII characters that were decoded. Complexity: linear.
    var decodedBeyondASCII: Int {
        let all = decoded?.reduce(0) { $0 + ($1 >= 0xC0 ? 1 : 0) } ?? 0
        return all - undecodable.count - (form == .normalized ? nul.count : 0)
    }

    /// The notes of decoding.
    ///
    /// - Parameter bytes: the bytes that were decoded.
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

extension UnsafeBufferPointer<UInt8> {
    /// The line of a byte, from 1. Lines end in LF, CR LF or CR. Complexity: linear in the offset.
    func line(at offset: Int) -> Int {
        var line = 1
        var previous: UInt8 = 0
        for byte in prefix(offset) {
            if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r")) {
                line += 1
            }
            previous = byte
        }
        return line
    }
}
