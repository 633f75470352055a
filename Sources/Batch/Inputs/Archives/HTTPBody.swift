/// The body of an answer as it was before it was sent: put together from chunks, and unpacked.
///
/// Archives keep the header that was sent even where they hold the body as it was before. So what the header says of
/// the body counts only as far as the body is so.
struct HTTPBody {
    /// Why there is no body.
    struct Failure: Error {
        let message: String
        var help: String?
    }

    private(set) var bytes: [UInt8]
    /// What is to be told of how it was come by.
    private(set) var note: String?

    /// A body that is as it was.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The body of an answer.
    ///
    /// - Parameters:
    ///   - limit: unpacking ends behind so many bytes, with one byte more that tells of it.
    ///   - isCut: whether it is known that the body is not whole.
    init(_ answer: HTTPAnswer, limit: Int, isCut: Bool) throws(Failure) {
        var body = answer.body
        if answer.header.list("transfer-encoding").contains("chunked"), let chunked = ChunkedBody(body) {
            body = chunked.bytes[...]
            if !chunked.isWhole, !isCut { note = "the page's last chunks are missing" }
        }
        let sent = answer.header.list("transfer-encoding") + answer.header.list("content-encoding")
        let codings = sent.reversed().filter { !HTTPBody.plain.contains($0) }
        for (index, coding) in codings.prefix(HTTPBody.mostCodings).enumerated() {
            if index > 0, body.count > limit { throw HTTPBody.tooLong(limit) }
            body = try HTTPBody.unpacked(body, coding, limit: limit, isCut: isCut)
        }
        // A list of any length would make work of any length.
        if codings.count > HTTPBody.mostCodings, MediaType.isBinary(body) {
            throw Failure(message: "the page is packed \(codings.count) times over")
        }
        bytes = Array(body)
    }

    /// The codings that leave a body as it is, and the one that has been undone.
    private static let plain: Set = ["chunked", "identity", "none"]
    private static let mostCodings = 4

    private static func unpacked(
        _ body: ArraySlice<UInt8>,
        _ coding: String,
        limit: Int,
        isCut: Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        switch coding {
        case "gzip", "x-gzip":
            return try told(.gzip, body, limit: limit, isCut: isCut)
        case "zstd", "x-zstd":
            return try told(.zstandard, body, limit: limit, isCut: isCut)
        case "deflate":
            // It should be zlib's format, and often is the bare one.
            if Packing.zlib.isStart(body) { return try unpacked(body, .zlib, limit: limit, isCut: isCut) }
            return try tried(.deflate, body, limit: limit, isCut: isCut)
        case "br":
            return try tried(.brotli, body, limit: limit, isCut: isCut)
        default:
            guard MediaType.isBinary(body) else { return body }
            throw Failure(
                message: "the page is packed with \(coding.prefix(20)), which cannot be unpacked here"
            )
        }
    }

    /// Unpacks a body whose begin tells whether it is packed.
    private static func told(
        _ packing: Packing,
        _ body: ArraySlice<UInt8>,
        limit: Int,
        isCut: Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        packing.isStart(body) ? try unpacked(body, packing, limit: limit, isCut: isCut) : body
    }

    /// Unpacks a body of which only unpacking tells whether it is packed: one that is text, and does not end as what is
    /// packed ends, is text.
    private static func tried(
        _ packing: Packing,
        _ body: ArraySlice<UInt8>,
        limit: Int,
        isCut: Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        if MediaType.isBinary(body) { return try unpacked(body, packing, limit: limit, isCut: isCut) }
        let unpacking = Unpacking(body, packing, limit: limit)
        let isPacked = unpacking.failure == nil && unpacking.taken == body.count
        return isPacked ? unpacking.bytes[...] : body
    }

    private static func unpacked(
        _ body: ArraySlice<UInt8>,
        _ packing: Packing,
        limit: Int,
        isCut: Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        let unpacking = Unpacking(body, packing, limit: limit)
        guard let failure = unpacking.failure else { return unpacking.bytes[...] }
        // The begin of a page that is known to be cut is what there is of it.
        if isCut, failure.reason == .endsEarly { return unpacking.bytes[...] }
        throw Failure(message: "the page's body cannot be unpacked: \(failure)", help: failure.help)
    }

    /// That what is packed twice is too long already when it is unpacked once: its end is not there.
    private static func tooLong(_ limit: Int) -> Failure {
        Failure(
            message: "the page has more than \(limit) bytes before it is unpacked further",
            help: "--max-bytes raises the limit"
        )
    }
}
