/// Finds a page's encoding and decodes it, by the rules that ``DecodedText`` states.
struct PageDecoder {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let format: DecodedText.Format
    private lazy var evidence = UTF8Evidence(bytes)
    /// What was claimed about the encoding, but is not true.
    private var disbelieved: [EncodingClaim] = []
    private var unknown: EncodingDeclaration?

    init(_ bytes: UnsafeBufferPointer<UInt8>, format: DecodedText.Format) {
        self.bytes = bytes
        self.format = format
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

    private func decode(given: Encoding, mark: ByteOrderMark?) -> DecodedText {
        guard let mark else { return finish(RawText(bytes, in: given), source: .given) }
        // "utf-16" leaves the byte order to the mark.
        if mark.encoding == given || (mark.encoding.isUTF16 && given.isUTF16) {
            return finish(RawText(bytes.dropFirst(mark.length), in: mark.encoding), source: .given)
        }
        let text = RawText(bytes, in: given)
        return finish(text, source: .given, notes: [.byteOrderMarkIgnored(mark.encoding)])
    }

    private mutating func decode(marked mark: ByteOrderMark) -> DecodedText {
        // Whether the page says otherwise is worth no look at the whole of it.
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(MetaPrescan.window))
        let declaration = DeclarationSearch(start, format: format).found
        if let claim = declaration.flatMap({ claim($0) }), claim.encoding != mark.encoding {
            disbelieved.append(claim)
        }
        return finish(RawText(bytes.dropFirst(mark.length), in: mark.encoding), source: .byteOrderMark)
    }

    private mutating func decodeUndeclared(isSilent: Bool) -> DecodedText {
        let firstBeyondASCII = bytes.firstIndex { $0 >= 0x80 }
        let isUTF8 = firstBeyondASCII == nil || evidence.isUTF8
        let encoding: Encoding = isUTF8 ? .utf8 : .windows1252
        var notes: [DecodingNote] = []
        if isSilent, let firstBeyondASCII {
            notes.append(.undeclared(used: encoding, firstLine: bytes.line(at: firstBeyondASCII)))
        }
        return finish(RawText(bytes, in: encoding), source: isUTF8 ? .validUTF8 : .fallback, notes: notes)
    }

    private func claim(_ declaration: EncodingDeclaration) -> EncodingClaim? {
        declaration.encoding.map {
            EncodingClaim(encoding: $0, label: declaration.label, line: bytes.line(at: declaration.offset))
        }
    }

    private func finish(
        _ text: RawText,
        source: DecodedText.Source,
        notes: [DecodingNote] = []
    ) -> DecodedText {
        let used = text.encoding
        var all: [DecodingNote] = disbelieved.map { claim in
            if !claim.encoding.isAvailable { return .converterMissing(claim.encoding) }
            return .contradicted(label: claim.label, line: claim.line, used: used)
        }
        if let unknown {
            all.append(.unknownLabel(unknown.label, line: bytes.line(at: unknown.offset), used: used))
        }
        all += notes + text.notes
        return DecodedText(utf8: text.utf8, encoding: used, source: source, notes: all)
    }
}

// MARK: - Belief

extension PageDecoder {
    /// The text as a claim has it; `nil` where the bytes contradict the claim.
    private mutating func textIfBelieved(_ claim: EncodingClaim) -> RawText? {
        switch claim.encoding.scheme {
        case .utf8:
            let text = RawText(bytes, in: claim.encoding)
            return text.undecodable.count > 0 && evidence.contradictsUTF8 ? nil : text
        case .utf16:
            let mayBeUTF8 = evidence.isUTF8 || bytes.allSatisfy { $0 < 0x80 }
            return mayBeUTF8 && !bytes.contains(0) ? nil : RawText(bytes, in: claim.encoding)
        case .singleByte, .windows1252, .userDefined, .replacement:
            return evidence.isUTF8 || !claim.encoding.isAvailable ? nil : RawText(bytes, in: claim.encoding)
        case .multiByte:
            // A pair of bytes has UTF-8's form by chance about once in seven.
            if evidence.isUTF8, evidence.wellFormed >= 4 { return nil }
            let text = RawText(bytes, in: claim.encoding)
            guard text.undecodable.count > 0 else { return text }
            let decoded = text.decodedBeyondASCII
            if text.undecodable.count > 9 * decoded { return nil }
            return evidence.isUTF8 && 9 * text.undecodable.count > decoded ? nil : text
        }
    }
}
