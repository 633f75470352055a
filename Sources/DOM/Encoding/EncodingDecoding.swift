extension Encoding {
    /// Decodes a whole text. Complexity: linear.
    ///
    /// - Parameter bytes: the text without a byte order mark.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        switch scheme {
        case .utf8: UTF8Decoder.decode(bytes, into: &sink)
        case .utf16(let isBigEndian): UTF16Decoder(isBigEndian: isBigEndian).decode(bytes, into: &sink)
        case .singleByte(let encoding):
            SingleByteDecoder(table: .table(of: encoding)).decode(bytes, into: &sink)
        case .windows1252: SingleByteDecoder(table: .windows1252).decode(bytes, into: &sink)
        case .userDefined: UserDefinedDecoder().decode(bytes, into: &sink)
        case .multiByte(let encoding): encoding.decode(bytes, into: &sink)
        case .replacement:
            // One U+FFFD is the whole text.
            if !bytes.isEmpty { sink.appendReplacement() }
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

extension Encoding.MultiByteEncoding {
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        switch self {
        case .gb18030: GB18030Decoder().decode(bytes, into: &sink)
        case .big5: Big5Decoder().decode(bytes, into: &sink)
        case .eucJP: EUCJPDecoder().decode(bytes, into: &sink)
        case .shiftJIS: ShiftJISDecoder().decode(bytes, into: &sink)
        case .eucKR: EUCKRDecoder().decode(bytes, into: &sink)
        case .iso2022JP:
            var decoder = ISO2022JPDecoder()
            decoder.decode(bytes, into: &sink)
        }
    }
}
