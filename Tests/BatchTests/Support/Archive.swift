@testable import Batch

/// WARC archives.
enum Archive {
    /// A record.
    static func record(
        _ type: String,
        _ block: [UInt8],
        uri: String? = "http://a/",
        contentType: String? = nil,
        length: String? = nil,
        more: [String] = [],
        version: String = "WARC/1.0",
        end: String = "\r\n\r\n"
    ) -> [UInt8] {
        var lines = [version, "WARC-Type: \(type)", "WARC-Date: 2024-05-01T10:20:30Z"]
        if let uri { lines.append("WARC-Target-URI: \(uri)") }
        if let contentType { lines.append("Content-Type: \(contentType)") }
        lines += more + ["Content-Length: \(length ?? String(block.count))", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + block + Array(end.utf8)
    }

    /// A record with an HTTP response.
    static func response(
        _ body: [UInt8],
        header: [String] = ["Content-Type: text/html"],
        status: String = "HTTP/1.1 200 OK",
        uri: String = "http://a/",
        length: String? = nil,
        more: [String] = [],
        version: String = "WARC/1.0",
        end: String = "\r\n\r\n"
    ) -> [UInt8] {
        let head = ([status] + header + ["", ""]).joined(separator: "\r\n")
        return record(
            "response",
            Array(head.utf8) + body,
            uri: uri,
            contentType: "application/http; msgtype=response",
            length: length,
            more: more,
            version: version,
            end: end
        )
    }

    static func response(_ body: String, header: [String] = ["Content-Type: text/html"]) -> [UInt8] {
        response(Array(body.utf8), header: header)
    }

    /// The length of the record's own header.
    static func headLength(of record: [UInt8]) -> Int {
        let end = Array("\r\n\r\n".utf8)
        return (record.indices.first { record[$0...].starts(with: end) } ?? 0) + end.count
    }

    /// A body in chunks of `size` bytes.
    static func chunked(_ body: [UInt8], by size: Int) -> [UInt8] {
        var chunks: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(size)
            chunks += Array(String(chunk.count, radix: 16).utf8) + [0x0D, 0x0A] + chunk + [0x0D, 0x0A]
            rest = rest.dropFirst(size)
        }
        return chunks + Array("0\r\n\r\n".utf8)
    }
}
