package import Engine

/// The status and header of an HTTP response.
package struct ResponseHead: Sendable {
    package let status: Int
    private let header: HeaderFields
    /// The number of bytes before the body.
    package let length: Int

    /// Parses the start of a response; `nil` if the bytes do not start with a status line.
    package init?(_ bytes: [UInt8]) {
        guard let response = HTTPResponse(bytes) else { return nil }
        status = response.status
        header = response.header
        length = bytes.count - response.body.count
    }

    /// The value of the first field with a name in lower case; `nil` if there is none or it is empty.
    package subscript(name: String) -> String? { header[name] }

    /// All fields in order, with names in lower case.
    package var fields: [(name: String, value: String)] { header.fields }

    /// The usual words for the status, in parentheses after a space; empty for others.
    package var reasonText: String {
        let words = [
            400: "bad request", 401: "login required", 403: "forbidden", 404: "not found",
            405: "method not allowed", 408: "time-out", 410: "gone", 429: "too many requests",
            451: "unavailable for legal reasons", 500: "internal error", 502: "bad gateway",
            503: "unavailable", 504: "gateway time-out",
        ]
        return words[status].map { " (\($0))" } ?? ""
    }
}

extension ReadPage {
    /// The page of an HTTP response as it was received: its chunks joined, decompressed, with the encoding of its header.
    ///
    /// - Parameters:
    ///   - name: the page's name in messages.
    ///   - facts: its address and time, and the limits for reading it.
    package init(response bytes: [UInt8], name: String, _ facts: PageFacts) {
        var header = HeaderFields()
        header.add(line: Array("WARC-Type: response".utf8))
        var record = WARCRecord(ordinal: 1, header: header, length: bytes.count)
        record.block = bytes
        self = RecordReader(name: name, record: record, response: record.response, facts: facts).read()
    }
}

/// The content codings that this machine can decode, in the order in which requests name them.
package enum ContentCodings {
    package static let accepted: [String] = {
        let all: [(String, Compression)] = [
            ("gzip", .gzip), ("deflate", .zlib), ("br", .brotli), ("zstd", .zstandard),
        ]
        return all.filter { $0.1.decompressor != nil }.map(\.0)
    }()
}

/// A record of a web archive with its block.
package struct ArchivedRecord: Sendable {
    /// The type, such as `response`.
    package let type: String
    /// The address as browsers write it.
    package let url: String?
    package let block: [UInt8]
    private let header: HeaderFields

    init(_ record: WARCRecord) {
        type = record.type
        url = record.url
        block = record.block
        header = record.header
    }

    /// The value of the first field with a name in lower case; `nil` if there is none or it is empty.
    package subscript(name: String) -> String? { header[name] }
}

/// Reads all records of an archive, including those without a page.
package struct ArchiveRecords {
    /// The next item.
    package enum Found {
        case record(ArchivedRecord)
        /// Data that cannot be read, with the reason.
        case damaged(String)
    }

    private var reader: WARCReader

    /// Opens an archive, compressed or not.
    package init(_ path: String, limits: Limits) throws(File.Failure) {
        reader = WARCReader(try ByteStream(path), limits)
        reader.keepsAll = true
    }

    /// The number of bytes of an archive before its first damage; all bytes if there is none.
    ///
    /// - Throws: for a file that is not an archive, and for an archive whose frames need its dictionary, since records without it
    ///   cannot follow.
    /// - Complexity: O(bytes of the archive).
    package static func wholeLength(of path: String) throws(File.Failure) -> Int {
        let stream = try ByteStream(path)
        if stream.isCompressed { return try wholeMembers(try File.read(path), path) }
        // A few bytes may be the beginning of a compressed record.
        if stream.buffered.count >= 5, !stream.buffered.starts(with: "WARC/".utf8) {
            throw File.Failure(path: path, description: "the file is not a web archive; name another one")
        }
        var reader = WARCReader(stream, Limits())
        var end = 0
        while let found = reader.next() {
            guard case .record = found else { break }
            end = stream.position
        }
        return end
    }

    /// The number of bytes of the complete members at the start; each member is a record.
    private static func wholeMembers(_ bytes: [UInt8], _ path: String) throws(File.Failure) -> Int {
        guard let decompressor = Compression.of(bytes)?.decompressor else { return 0 }
        if bytes.withUnsafeBytes({ ZstandardDictionary.isStart($0) }) {
            throw File.Failure(
                path: path,
                description: "its records need the dictionary at its start; name a new file for others"
            )
        }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        var (whole, place) = (0, 0)
        while place < bytes.count {
            let step = bytes[place...].withUnsafeBytes { input in
                room.withUnsafeMutableBytes { decompressor.step(input, into: $0) }
            }
            place += step.consumed
            switch step.status {
            case .end:
                whole = place
                decompressor.reset()
            case .more where step.consumed > 0 || step.written > 0: continue
            case .more, .damaged: return whole
            }
        }
        return whole
    }

    /// The next record; `nil` at the archive's end.
    package mutating func next() -> Found? {
        switch reader.next() {
        case .record(let record): .record(ArchivedRecord(record))
        case .damaged(_, let message, _): .damaged(message)
        case nil: nil
        }
    }
}

/// The body of a response as it was received, decoded.
package enum ReceivedBody {
    /// The bytes of the body with its chunks joined, decompressed; `nil` if that fails.
    ///
    /// - Parameter limit: the maximum number of bytes; one more shows that there are more.
    package static func decoded(_ response: [UInt8], limit: Int) -> [UInt8]? {
        guard let parsed = HTTPResponse(response) else { return nil }
        return try? HTTPBody(parsed, limit: limit, isTruncated: true).bytes
    }

    /// The bytes of a file that may be compressed with gzip: `nil` if it cannot be decompressed, and the problem with
    /// it. If the file is truncated, its first part is unpacked.
    package static func unpacked(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8]?, problem: String?) {
        guard Compression.gzip.isStart(bytes) else { return (bytes, nil) }
        let data = DecompressedData(bytes[...], .gzip, limit: limit)
        guard let failure = data.failure else {
            if data.bytes.count <= limit { return (data.bytes, nil) }
            return (nil, "it has more than \(limit) bytes when it is unpacked")
        }
        let problem = "it cannot be unpacked: \(failure)"
        return failure.reason == .endsEarly ? (data.bytes, problem) : (nil, problem)
    }

    /// A response whose body is a file compressed with gzip, as that of the uncompressed page; `nil` for any other.
    ///
    /// Sites serve such files with types that only say that they are compressed.
    package static func unpacked(response: [UInt8], limit: Int) -> [UInt8]? {
        guard let head = ResponseHead(response) else { return nil }
        let body = response[head.length...]
        let type = head["content-type"]?.lowercased() ?? ""
        let mayBePacked =
            Compression.gzip.isStart(body) && head["content-encoding"] == nil || type.contains("gzip")
            || type.contains("octet-stream")
        guard mayBePacked, let decoded = decoded(response, limit: limit), Compression.gzip.isStart(decoded),
            let plain = unpacked(decoded, limit: limit).bytes, !MediaType.isBinary(plain)
        else { return nil }
        let header = "HTTP/1.1 \(head.status) OK\r\nContent-Length: \(plain.count)\r\n\r\n"
        return Array(header.utf8) + plain
    }
}
