extension Document {
    /// The tree of an HTML page.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF: what ``DecodedText`` holds.
    package static func html(
        _ utf8: some Collection<UInt8>,
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try result(of: utf8) { bytes in
            Result { () throws(ParseError) in try HTMLParser.parse(bytes, limits: limits) }
        }
    }

    /// `withContiguousBytes` for a parser: its error goes through a `Result`, since the standard library's
    /// closures rethrow without a type.
    private static func result(
        of utf8: some Collection<UInt8>,
        _ parse: (UnsafeBufferPointer<UInt8>) -> Result<Document, ParseError>
    ) throws(ParseError) -> Document {
        try withContiguousBytes(of: utf8, parse).get()
    }
}
