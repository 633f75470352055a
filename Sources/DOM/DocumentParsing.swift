import CLibXML2

extension Document {
    /// The tree of an HTML page.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF: what ``DecodedText`` holds.
    package static func html(
        _ utf8: some Collection<UInt8>,
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try html(utf8, limits: limits, dictionary: nil)
    }

    static func html(
        _ utf8: some Collection<UInt8>,
        limits: Limits,
        dictionary: xmlDictPtr?
    ) throws(ParseError) -> Document {
        try result(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try HTMLParser.parse(bytes, limits: limits, dictionary: dictionary)
            }
        }
    }

    /// The tree of a page whose body holds the given part of one: what a plugin reads a text of HTML with.
    ///
    /// - Throws: ``ParseError`` when the text exceeds `limits` or memory is exhausted.
    public static func htmlFragment(
        _ html: String,
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try htmlFragment(html.utf8, limits: limits)
    }

    /// The tree of a page whose body holds the given part of one.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes become U+FFFD, CR LF and CR become LF.
    package static func htmlFragment(
        _ utf8: some Collection<UInt8>,
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try htmlFragment(utf8, limits: limits, dictionary: nil)
    }

    static func htmlFragment(
        _ utf8: some Collection<UInt8>,
        limits: Limits,
        dictionary: xmlDictPtr?
    ) throws(ParseError) -> Document {
        var page = Array("<!DOCTYPE html><html><head></head><body>".utf8)
        page.reserveCapacity(page.count + utf8.count)
        var previous: UInt8 = 0
        for byte in utf8 {
            switch byte {
            case 0: page.append(contentsOf: [0xEF, 0xBF, 0xBD])
            case 0x0D: page.append(0x0A)
            case 0x0A where previous == 0x0D: break
            default: page.append(byte)
            }
            previous = byte
        }
        return try result(of: page) { bytes in
            Result { () throws(ParseError) in
                try HTMLParser.parse(bytes, limits: limits, dictionary: dictionary)
            }
        }
    }

    /// The tree of a page of XML, with what was wrong with the page and read all the same.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF.
    /// - Throws: ``ParseError`` when there is no element at all, the page exceeds `limits` or memory is exhausted.
    package static func xml(
        _ utf8: some Collection<UInt8>,
        limits: Limits = Limits()
    ) throws(ParseError) -> (document: Document, problems: [XMLProblem]) {
        let document = try Document.empty(kind: .xml)
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try XMLParser.parse(bytes, in: document, origin: .following(1), limits: limits)
            }
        }
        let (root, problems) = try result.get()
        document.node.append(root)
        return (document, problems)
    }

    /// A document without a root element.
    static func empty(kind: Kind) throws(ParseError) -> Document {
        guard LibXML2.isReady, let tree = xmlNewDoc("1.0") else { throw ParseError.outOfMemory }
        guard let dictionary = xmlDictCreate() else {
            xmlFreeDoc(tree)
            throw ParseError.outOfMemory
        }
        xmlDictSetLimit(dictionary, 0)
        tree.pointee.dict = dictionary
        return Document(adopting: tree, kind: kind)
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
