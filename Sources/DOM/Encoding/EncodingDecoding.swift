extension Encoding {
    /// Decodes a whole text. Complexity: linear.
    ///
    /// - Parameter bytes: the text without a byte order mark.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        // Each decoder's loop is compiled for itself.
        switch scheme {
        case .utf8: decode(by: UTF8Decoder(), bytes, &sink)
        case .utf16(let isBigEndian): decode(by: UTF16Decoder(isBigEndian: isBigEndian), bytes, &sink)
        case .singleByte(let encoding):
            decode(by: SingleByteDecoder(table: .table(of: encoding)), bytes, &sink)
        case .windows1252: decode(by: SingleByteDecoder(table: .windows1252), bytes, &sink)
        case .userDefined: decode(by: UserDefinedDecoder(), bytes, &sink)
        case .multiByte(.gb18030): decode(by: GB18030Decoder(), bytes, &sink)
        case .multiByte(.big5): decode(by: Big5Decoder(), bytes, &sink)
        case .multiByte(.eucJP): decode(by: EUCJPDecoder(), bytes, &sink)
        case .multiByte(.shiftJIS): decode(by: ShiftJISDecoder(), bytes, &sink)
        case .multiByte(.eucKR): decode(by: EUCKRDecoder(), bytes, &sink)
        case .multiByte(.iso2022JP): decode(by: ISO2022JPDecoder(), bytes, &sink)
        case .replacement: decode(by: ReplacementDecoder(), bytes, &sink)
        }
    }

    @inline(__always)
    private func decode(
        by decoder: consuming some StepDecoder,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ sink: inout TextSink
    ) {
        decoder.decode(bytes, into: &sink)
    }

    /// The encoding's decoder, for a part of a text.
    func makeDecoder() -> any StepDecoder {
        switch scheme {
        case .utf8: UTF8Decoder()
        case .utf16(let isBigEndian): UTF16Decoder(isBigEndian: isBigEndian)
        case .singleByte(let encoding): SingleByteDecoder(table: .table(of: encoding))
        case .windows1252: SingleByteDecoder(table: .windows1252)
        case .userDefined: UserDefinedDecoder()
        case .multiByte(.gb18030): GB18030Decoder()
        case .multiByte(.big5): Big5Decoder()
        case .multiByte(.eucJP): EUCJPDecoder()
        case .multiByte(.shiftJIS): ShiftJISDecoder()
        case .multiByte(.eucKR): EUCKRDecoder()
        case .multiByte(.iso2022JP): ISO2022JPDecoder()
        case .replacement: ReplacementDecoder()
        }
    }

    /// About how many bytes a text has in UTF-8, so that the memory for it is asked for once.
    func estimate(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        switch scheme {
        case .utf8, .replacement: bytes.count
        case .utf16: bytes.count / 2 + bytes.count / 4
        case .singleByte, .windows1252, .userDefined, .multiByte: bytes.count + bytes.count / 4
        }
    }
}
