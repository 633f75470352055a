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
        let encodings = answer.header.list("transfer-encoding") + answer.header.list("content-encoding")
        // A list of any length would make work of any length.
        for encoding in encodings.reversed().filter({ $0 != "chunked" && $0 != "identity" }).prefix(3) {
            body = try HTTPBody.unpacked(body, encoding, limit: limit, isCut: isCut)
        }
        bytes = Array(body)
    }

    private static func unpacked(
        _ body: ArraySlice<UInt8>,
        _ encoding: String,
        limit: Int,
        isCut: Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        switch encoding {
        case "gzip", "x-gzip":
            guard Inflater.Format.of(body.prefix(2)) == .gzip else { return body }
            return try inflated(body, .gzip, limit: limit, isCut: isCut)
        case "deflate":
            // It should be zlib's format, and often is the bare one.
            if Inflater.Format.of(body.prefix(2)) == .zlib {
                return try inflated(body, .zlib, limit: limit, isCut: isCut)
            }
            let (bytes, failure) = Unpacking.unpack(body, .raw, limit: limit)
            if failure == nil { return bytes[...] }
            guard MediaType.isBinary(body) else { return body }
            return try inflated(body, .raw, limit: limit, isCut: isCut)
        default:
            guard MediaType.isBinary(body) else { return body }
            let name = encoding.prefix(20)
            throw Failure(message: "the page is packed with \(name), which cannot be unpacked here")
        }
    }

    private static func inflated(
        _ body: ArraySlice<UInt8>,
        _ format: Inflater.Format,
        limit: Int,
        isCut: Bool
    ) throws(Failure) -> ArraySlice<UInt8> {
        let (bytes, failure) = Unpacking.unpack(body, format, limit: limit)
        guard let failure else { return bytes[...] }
        // The begin of a page that is known to be cut is what there is of it.
        if isCut, failure.reason == .endsEarly { return bytes[...] }
        throw Failure(message: "the page's body cannot be unpacked: \(failure)", help: failure.help)
    }
}
