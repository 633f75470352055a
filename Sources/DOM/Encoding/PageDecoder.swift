/// Finds a page's encoding and decodes it, by the rules that ``DecodedText`` states.
struct PageDecoder {
    private let page: [UInt8]
    /// The page's own bytes.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the page was cut off, if it was.
    private let limit: Int?
    private let format: DecodedText.Format
    private lazy var evidence = UTF8Evidence(bytes)
    /// What was claimed about the encoding, but is not true.
    private var disbelieved: [EncodingClaim] = []
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
            if let text = textIfBelieved(claim) { return finish(text, source: claim.source) }
            disbelieved.append(claim)
        }
        return decodeUndeclared(isSilent: claims.isEmpty && unknown == nil)
    }

    private mutating func decode(given: Encoding, mark: ByteOrderMark?) -> DecodedText {
        guard let mark else { return finish(text(in: given), source: .given) }
        // "utf-16" leaves the byte order to the mark.
        if mark.encoding == given || (mark.encoding.isUTF16 && given.isUTF16) {
            return finish(text(behind: mark), source: .given, base: mark.length)
        }
        return finish(text(in: given), source: .given, notes: [.byteOrderMarkIgnored(mark.encoding)])
    }

    /// The text as an encoding has it.
    private mutating func text(in encoding: Encoding) -> RawText {
        RawText(bytes, in: encoding, form, evidence: encoding == .utf8 ? evidence : nil, isCut: limit != nil)
    }

    private func text(behind mark: ByteOrderMark) -> RawText {
        let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst(mark.length))
        return RawText(rest, in: mark.encoding, form, isCut: limit != nil)
    }

    private var form: TextForm { format.isHTML ? .unchanged : .normalized }

    private mutating func decode(marked mark: ByteOrderMark) -> DecodedText {
        // Whether the page says otherwise is worth no look at the whole of it.
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(MetaPrescan.window))
        let declaration = DeclarationSearch(start, format: format).found
        if let claim = declaration.flatMap({ claim($0) }), claim.encoding != mark.encoding {
            disbelieved.append(claim)
        }
        return finish(text(behind: mark), source: .byteOrderMark, base: mark.length)
    }

    private mutating func decodeUndeclared(isSilent: Bool) -> DecodedText {
        // Where we cut the page off says nothing of it.
        let isOnlyCut = limit != nil && !evidence.hasErrors
        let isUTF8 = evidence.firstBeyondASCII == nil || evidence.isUTF8 || isOnlyCut
        let encoding: Encoding = isUTF8 ? .utf8 : .windows1252
        var notes: [DecodingNote] = []
        // All but HTML is expected to be UTF-8.
        if isSilent, let first = evidence.firstBeyondASCII, !isUTF8 || format == .html {
            notes.append(.undeclared(used: encoding, firstLine: bytes.line(at: first)))
        }
        return finish(text(in: encoding), source: isUTF8 ? .validUTF8 : .fallback, notes: notes)
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
        all += disbelieved.map { claim in
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

// MARK: - Belief

extension PageDecoder {
    /// The text as a claim has it; `nil` where the bytes contradict the claim.
    private mutating func textIfBelieved(_ claim: EncodingClaim) -> RawText? {
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
