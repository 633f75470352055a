import Basics

/// An HTTP response as it was sent: a status, a header, and the body that follows.
struct HTTPResponse: Sendable {
    let status: Int
    let header: HeaderFields
    /// The body, still chunked and compressed.
    let body: ArraySlice<UInt8>

    /// Parses a response; `nil` if the bytes do not start with a status line.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var head: (status: Int, header: HeaderFields)?
        // Interim responses (`100 Continue`, `103 Early Hints`) precede the final one.
        while head == nil || (100..<200).contains(head?.status ?? 0) && rest.starts(with: "HTTP/".utf8) {
            guard let status = HTTPResponse.line(&rest).flatMap(HTTPResponse.status) else { return nil }
            var header = HeaderFields()
            while let line = HTTPResponse.line(&rest), !line.isEmpty { header.add(line: line) }
            head = (status, header)
        }
        guard let head else { return nil }
        (status, header, body) = (head.status, head.header, rest)
    }

    /// Whether it has a status of success and a body that may be a page.
    var isSuccess: Bool {
        guard (200..<300).contains(status), !body.isEmpty else { return false }
        return header["content-type"].map { MediaType($0).mayBeReadable } ?? true
    }

    /// A warning if the body is only a part of the page, as after a request for a range; `nil` for a whole page.
    ///
    /// Specification: [RFC 9110, § 15.3.7](https://www.rfc-editor.org/rfc/rfc9110#section-15.3.7).
    var partWarning: String? {
        guard status == 206 else { return nil }
        let answer = "the answer is only a part of the page: its status is 206"
        guard let range = header["content-range"] else { return answer }
        if HTTPResponse.isWhole(range) { return nil }
        return "\(answer), and its Content-Range is \"\(range.prefix(80))\""
    }

    /// Whether the value of a `Content-Range` field covers the whole page, as `bytes 0-4999/5000` does.
    private static func isWhole(_ range: String) -> Bool {
        let words = range.split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "/" })
        guard words.count == 4, words[0].lowercased() == "bytes" else { return false }
        let numbers = words.dropFirst().compactMap { Int($0) }
        return numbers.count == 3 && numbers[0] == 0 && numbers[1] == numbers[2] - 1
    }

    /// Consumes a line and its end; returns the line, or `nil` at the end of the bytes.
    fileprivate static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if rest.isEmpty { return nil }
        let end = rest.withUnsafeBytes { $0.offset(of: 0x0A) } ?? rest.count
        var line = rest.prefix(end)
        rest = rest.dropFirst(end + 1)
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    /// The status of `HTTP/1.1 200 OK`.
    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        let words = line.split(separator: 0x20)
        guard words.count >= 2, words[0].starts(with: "HTTP".utf8) || words[0].elementsEqual("ICY".utf8)
        else { return nil }
        return Int(String(decoding: words[1].prefix(4), as: UTF8.self))
    }
}

/// The body of a response, decoded: its chunks joined and its content decompressed.
///
/// Archives keep the original header even if they store the decoded body. Each coding of the header is therefore
/// applied only if the body has it.
struct HTTPBody {
    /// Why a body cannot be decoded.
    struct Failure: Error {
        let message: String
        var help: String?
    }

    private(set) var bytes: [UInt8]
    /// A warning about the body.
    private(set) var warning: String?

    /// A body that needs no decoding.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Decodes the body of a response.
    ///
    /// - Parameters:
    ///   - limit: decompression ends one byte after this many bytes, which shows that there are more.
    ///   - isTruncated: whether the archive declares that the body is incomplete.
    init(_ response: HTTPResponse, limit: Int, isTruncated: Bool) throws(Failure) {
        var body = response.body
        let transferCodings = response.header.list("transfer-encoding")
        if transferCodings.contains("chunked"), let chunked = ChunkedBody(body) {
            body = chunked.bytes[...]
            if !chunked.isComplete, !isTruncated { warning = "the page's last chunks are missing" }
        }
        // Servers repeat the field, or send two that differ.
        let declared = response.header.list("content-length").compactMap(HTTPBody.length).max {
            $0.bytes < $1.bytes
        }
        let stored = body.count
        let sent = transferCodings + response.header.list("content-encoding")
        let codings = sent.reversed().filter { !HTTPBody.identities.contains($0) }
        var decoder = ContentDecoder(limit: limit, isTruncated: isTruncated)
        for (index, coding) in codings.prefix(HTTPBody.mostCodings).enumerated() {
            if index > 0, body.count > limit { throw HTTPBody.tooLong(limit) }
            body = try decoder.decoded(body, coding)
        }
        // Browsers leave them out as well.
        if decoder.excess > 0, warning == nil {
            let bytes = decoder.excess == 1 ? "1 byte is" : "\(decoder.excess) bytes are"
            warning = "\(bytes) left out after the end of the compressed page"
        }
        // A longer list would make the work unlimited.
        if codings.count > HTTPBody.mostCodings, MediaType.isBinary(body) {
            throw Failure(message: "the page is compressed \(codings.count) times")
        }
        bytes = Array(body)
        // A body that an archive has stored decoded cannot be compared: its header is that of the coded body.
        let isComparable = codings.isEmpty || bytes.count != stored
        if let declared, declared.bytes > stored, isComparable, !isTruncated, warning == nil,
            !transferCodings.contains("chunked")
        {
            warning =
                "the page looks cut off: the record has \(stored) of the \(declared.written) bytes that its Content-Length declares"
        }
    }

    /// The number of bytes that a header declares, the greatest one for a number beyond it; `nil` if it is not a number.
    private static func length(_ text: String) -> (bytes: Int, written: String)? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
        return isNumber ? (Int(text) ?? .max, text) : nil
    }

    /// The codings that need no decoding, and `chunked`, which has been decoded before the others.
    private static let identities: Set = ["chunked", "identity", "none"]
    private static let mostCodings = 4

    /// The failure for a body that reaches the limit before its last coding: its end is lost.
    private static func tooLong(_ limit: Int) -> Failure {
        Failure(
            message: "the page has more than \(limit) bytes before it is fully decompressed",
            help: "--max-bytes raises the limit"
        )
    }
}

/// Decodes the content codings of a body.
private struct ContentDecoder {
    let limit: Int
    /// Whether the body is known to be incomplete.
    let isTruncated: Bool
    /// The number of bytes after the end of the compressed data, which are left out.
    private(set) var excess = 0

    init(limit: Int, isTruncated: Bool) {
        self.limit = limit
        self.isTruncated = isTruncated
    }

    mutating func decoded(
        _ body: ArraySlice<UInt8>,
        _ coding: String
    ) throws(HTTPBody.Failure) -> ArraySlice<UInt8> {
        switch coding {
        case "gzip", "x-gzip": return try decompressedIfSigned(body, .gzip)
        case "zstd", "x-zstd": return try decompressedIfSigned(body, .zstandard)
        case "deflate":
            // The coding is zlib's format; some servers send raw deflate data.
            if Compression.zlib.isStart(body) { return try decompressed(body, .zlib) }
            return try decompressedIfPossible(body, .deflate)
        case "br": return try decompressedIfPossible(body, .brotli)
        default:
            guard MediaType.isBinary(body) else { return body }
            throw HTTPBody.Failure(
                message: "cannot decompress the page: unknown content encoding \(coding.prefix(20))"
            )
        }
    }

    /// Decompresses a body that starts with the format's signature; returns any other unchanged.
    private mutating func decompressedIfSigned(
        _ body: ArraySlice<UInt8>,
        _ format: Compression
    ) throws(HTTPBody.Failure) -> ArraySlice<UInt8> {
        format.isStart(body) ? try decompressed(body, format) : body
    }

    /// Decompresses a body in a format without a signature. A body that looks like text and does not decompress to its
    /// last byte is returned unchanged.
    private mutating func decompressedIfPossible(
        _ body: ArraySlice<UInt8>,
        _ format: Compression
    ) throws(HTTPBody.Failure) -> ArraySlice<UInt8> {
        if MediaType.isBinary(body) { return try decompressed(body, format) }
        let data = DecompressedData(body, format, limit: limit)
        return data.failure == nil && data.consumed == body.count ? data.bytes[...] : body
    }

    private mutating func decompressed(
        _ body: ArraySlice<UInt8>,
        _ format: Compression
    ) throws(HTTPBody.Failure) -> ArraySlice<UInt8> {
        let data = DecompressedData(body, format, limit: limit)
        guard let failure = data.failure else {
            excess += data.excess
            return data.bytes[...]
        }
        // Only the first part of a truncated page exists.
        if isTruncated, failure.reason == .endsEarly { return data.bytes[...] }
        throw HTTPBody.Failure(message: "cannot decompress the page: \(failure)", help: failure.help)
    }
}

/// A body that was sent in chunks, each after its length.
///
/// Specification: [RFC 9112, § 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
private struct ChunkedBody {
    /// The chunks, joined.
    private(set) var bytes: [UInt8] = []
    /// Whether the last, empty chunk is present.
    private(set) var isComplete = false

    /// Joins the chunks of a body; `nil` if the body is not chunked.
    init?(_ body: ArraySlice<UInt8>) {
        var rest = body
        var chunks = 0
        bytes.reserveCapacity(body.count)
        while !rest.isEmpty {
            guard let line = HTTPResponse.line(&rest), let size = ChunkedBody.size(line) else {
                // After complete chunks, the body is more likely damaged than not chunked.
                if chunks == 0 { return nil }
                return
            }
            if size == 0 {
                isComplete = true
                return
            }
            let chunk = rest.prefix(size)
            bytes.append(contentsOf: chunk)
            if chunk.count < size {
                // Where markup or JSON follows the length, it is the beginning of a chunk that is cut off.
                let first = chunk.first { $0 > 0x20 } ?? 0
                if chunks == 0, !"<{[".utf8.contains(first) { return nil }
                return
            }
            rest = rest.dropFirst(size)
            if let end = HTTPResponse.line(&rest), !end.isEmpty {
                if chunks == 0 { return nil }
                return
            }
            chunks += 1
        }
    }

    /// The length in a chunk's first line, before its extensions.
    private static func size(_ line: ArraySlice<UInt8>) -> Int? {
        let written = line.prefix { $0 != UInt8(ascii: ";") }
        let digits = written.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0x09 }
        // Some servers pad the length with zeros.
        let significant = digits.drop { $0 == 0x30 }
        guard !digits.isEmpty, significant.count <= 12 else { return nil }
        var size = 0
        for byte in significant {
            guard let digit = byte.hexDigitValue else { return nil }
            size = size << 4 | Int(digit)
        }
        return size
    }
}
