import Basics
import Records

/// A request in the form in which a transport receives it: a line of JSON.
package struct TransportRequest: Sendable {
    package var id = 0
    package var method = "GET"
    package var url = ""
    package var headers: [HeaderField] = []
    package var body: [UInt8] = []
    package var allowsPrivate = false
    var proxy: String?
    var authorities: String?
    var limits = FetchLimits()

    /// The line, with its end.
    var line: [UInt8] {
        var members = [
            Value.Member("id", .number(Number(id))), Value.Member("method", .string(method)),
            Value.Member("url", .string(url)),
            Value.Member(
                "headers",
                .list(headers.map { .list([.string($0.name), .string($0.value)]) })
            ),
        ]
        if !body.isEmpty { members.append(Value.Member("body", .string(Base64.text(of: body)))) }
        if allowsPrivate { members.append(Value.Member("allow-private", .boolean(true))) }
        if let proxy { members.append(Value.Member("proxy", .string(proxy))) }
        if let authorities { members.append(Value.Member("cacert", .string(authorities))) }
        members.append(
            Value.Member(
                "limits",
                .object([
                    Value.Member("bytes", .number(Number(limits.bytes))),
                    Value.Member("header-bytes", .number(Number(limits.headerBytes))),
                    Value.Member("header-count", .number(Number(limits.headerCount))),
                    Value.Member("milliseconds", .number(Number(Int(limits.time * 1000)))),
                    Value.Member("first-byte-milliseconds", .number(Number(Int(limits.firstByte * 1000)))),
                    Value.Member("slow-bytes", .number(Number(limits.slowBytes))),
                    Value.Member("slow-seconds", .number(Number(limits.slowTime))),
                ])
            )
        )
        var bytes: [UInt8] = []
        JSONWriter.append(.object(members), to: &bytes)
        return bytes + [0x0A]
    }

    init() {}

    /// Reads a line; `nil` if it is not a request.
    init?(line: [UInt8]) {
        let (json, errors) = JSON.read(line, dialect: .strict)
        guard let value = json?.value, errors.isEmpty, let id = TransportRequest.integer(value["id"]),
            let url = value["url"]?.string
        else { return nil }
        self.id = id
        self.url = url
        method = value["method"]?.string ?? "GET"
        if case .list(let fields)? = value["headers"] {
            headers = fields.compactMap { field in
                guard case .list(let pair) = field, pair.count == 2, let name = pair[0].string,
                    let value = pair[1].string
                else { return nil }
                return HeaderField(name, value)
            }
        }
        body = value["body"]?.string.flatMap { Base64.bytes($0.utf8) } ?? []
        allowsPrivate = value["allow-private"] == .boolean(true)
        proxy = value["proxy"]?.string
        authorities = value["cacert"]?.string
        guard let bounds = value["limits"] else { return }
        limits.bytes = TransportRequest.integer(bounds["bytes"]) ?? limits.bytes
        limits.headerBytes = TransportRequest.integer(bounds["header-bytes"]) ?? limits.headerBytes
        limits.headerCount = TransportRequest.integer(bounds["header-count"]) ?? limits.headerCount
        limits.time =
            TransportRequest.integer(bounds["milliseconds"]).map { Double($0) / 1000 } ?? limits.time
        limits.firstByte =
            TransportRequest.integer(bounds["first-byte-milliseconds"]).map { Double($0) / 1000 }
            ?? limits.firstByte
        limits.slowBytes = TransportRequest.integer(bounds["slow-bytes"]) ?? limits.slowBytes
        limits.slowTime = TransportRequest.integer(bounds["slow-seconds"]) ?? limits.slowTime
    }

    private static func integer(_ value: Value?) -> Int? {
        guard case .number(let number)? = value else { return nil }
        return Int(exactly: number.double)
    }
}

/// A record of WARC, as transports write it and archives hold it.
struct RecordText {
    private var head = "WARC/1.1\r\n"

    init(type: String) { add("WARC-Type", type) }

    /// Adds a field. Line ends in the value, which may come from outside, become spaces.
    mutating func add(_ name: String, _ value: String) {
        let line = value.utf8.contains { $0 < 0x20 } ? TerminalText.line(value) : value
        head += "\(name): \(line)\r\n"
    }

    /// The record with its block.
    func bytes(_ block: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.utf8.count + block.count + 48)
        bytes += head.utf8
        bytes += "Content-Length: \(block.count)\r\n\r\n".utf8
        bytes += block
        bytes += "\r\n\r\n".utf8
        return bytes
    }
}

/// An answer of a transport, composed of its records.
package struct TransportAnswer: Sendable {
    package let id: Int
    package var date: String
    package var ip: String?
    package var version: String?
    package var request: [UInt8] = []
    package var response: [UInt8]?
    package var failure: FetchFailure?

    package init(id: Int, date: String) {
        self.id = id
        self.date = date
    }

    /// The records of an answer, as written by a transport.
    func records(url: String) -> [UInt8] {
        var bytes: [UInt8] = []
        if !request.isEmpty {
            bytes += record("request", url, "application/http;msgtype=request").bytes(request)
        }
        if let response {
            var text = record("response", url, "application/http;msgtype=response")
            if failure != nil { text.add("WARC-Truncated", "unspecified") }
            bytes += text.bytes(response)
        }
        if let failure {
            let value = Value.object([
                Value.Member("failure", .string(failure.cause.rawValue)),
                Value.Member("detail", .string(failure.detail)),
            ])
            bytes += record("metadata", url, "application/json").bytes(Array(JSONWriter.compact(value).utf8))
        }
        return bytes
    }

    private func record(_ type: String, _ url: String, _ contentType: String) -> RecordText {
        var text = RecordText(type: type)
        text.add("Scrape-Request", "\(id)")
        text.add("WARC-Target-URI", url)
        text.add("WARC-Date", date)
        if let ip { text.add("WARC-IP-Address", ip) }
        if let version { text.add("WARC-Protocol", version) }
        text.add("Content-Type", contentType)
        return text
    }
}

/// Splits a transport's output into records.
package struct TransportReader {
    /// A record of a transport.
    package struct Record {
        let type: String
        let id: Int
        let fields: [String: String]
        let block: [UInt8]
        var isTruncated: Bool { fields["warc-truncated"] != nil }
    }

    private var bytes: [UInt8] = []
    private var start = 0
    /// The offset up to which the end of a header has been searched for.
    private var searched = 0
    /// The header that was read last, while its block is incomplete.
    private var head: (fields: [String: String], block: Int, length: Int)?
    /// The maximum length of a record's header.
    private static let longestHeader = 1 << 16

    package init() {}

    package mutating func add(_ more: ArraySlice<UInt8>) {
        if start > 1 << 20, start > bytes.count / 2 {
            bytes.removeFirst(start)
            searched -= start
            head?.block -= start
            start = 0
        }
        bytes += more
    }

    /// Whether all received bytes have been processed.
    var isEmpty: Bool { start == bytes.count }

    /// The next whole record; `nil` if more bytes must be received.
    ///
    /// - Throws: an error if the transport does not follow the protocol.
    package mutating func next(limit: Int) throws(FetchFailure) -> Record? {
        if head == nil { head = try header(limit: limit) }
        guard let head, bytes.count >= head.block + head.length + 4 else { return nil }
        let block = Array(bytes[head.block..<head.block + head.length])
        start = head.block + head.length + 4
        searched = start
        self.head = nil
        guard let type = head.fields["warc-type"], let id = head.fields["scrape-request"].flatMap({ Int($0) })
        else { throw FetchFailure(.transport, "a record lacks WARC-Type or Scrape-Request") }
        return Record(type: type.lowercased(), id: id, fields: head.fields, block: block)
    }

    private mutating func header(
        limit: Int
    ) throws(FetchFailure) -> (fields: [String: String], block: Int, length: Int)? {
        let version = Array("WARC/1.".utf8)
        let begin = bytes[start...].prefix(version.count)
        guard begin.elementsEqual(version.prefix(begin.count)) else {
            let shown = TerminalText.line(String(decoding: bytes[start...].prefix(40), as: UTF8.self))
            throw FetchFailure(.transport, "it wrote \"\(shown)\" in place of a record")
        }
        var place = max(start, searched - 3)
        while place + 3 < bytes.count {
            if bytes[place] == 0x0D, bytes[place + 1] == 0x0A, bytes[place + 2] == 0x0D,
                bytes[place + 3] == 0x0A
            {
                break
            }
            place += 1
        }
        searched = place
        guard place + 3 < bytes.count else {
            if bytes.count - start > TransportReader.longestHeader {
                throw FetchFailure(.transport, "the header of a record does not end")
            }
            return nil
        }
        var fields: [String: String] = [:]
        for line in bytes[start..<place].split(separator: 0x0A).dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
            fields[name] = WhiteSpace.collapse(value)
        }
        guard let length = fields["content-length"].flatMap({ Int($0) }), length >= 0 else {
            throw FetchFailure(.transport, "a record has no length")
        }
        guard length <= limit else { throw FetchFailure(.transport, "a record has \(length) bytes") }
        return (fields, place + 4, length)
    }
}
