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
    private var head = Array("WARC/1.1\r\n".utf8)

    init(type: String) {
        head.reserveCapacity(1024)
        add("WARC-Type", type)
    }

    /// Adds a field. Line ends in the value, which may come from outside, become spaces.
    mutating func add(_ name: String, _ value: String) {
        head += name.utf8
        head += [0x3A, 0x20]
        if value.utf8.contains(where: { $0 < 0x20 }) {
            head += TerminalText.line(value).utf8
        } else {
            head += value.utf8
        }
        head += [0x0D, 0x0A]
    }

    /// Adds the record with its block to bytes.
    ///
    /// - Parameter rest: the end of the block.
    func append(_ block: some Collection<UInt8>, _ rest: [UInt8] = [], to bytes: inout [UInt8]) {
        let length = block.count + rest.count
        bytes.reserveCapacity(bytes.count + head.count + length + 48)
        bytes += head
        bytes += "Content-Length: \(length)\r\n\r\n".utf8
        bytes += block
        bytes += rest
        bytes += "\r\n\r\n".utf8
    }

    /// The record with its block.
    func bytes(_ block: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        append(block, to: &bytes)
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
    /// The rest of the response, if it has not been joined.
    var body: [UInt8] = []
    package var failure: FetchFailure?

    package init(id: Int, date: String) {
        self.id = id
        self.date = date
    }

    /// The records of an answer, as written by a transport.
    func records(url: String) -> [UInt8] {
        var bytes: [UInt8] = []
        if !request.isEmpty {
            record("request", url, "application/http;msgtype=request").append(request, to: &bytes)
        }
        if let response {
            var text = record("response", url, "application/http;msgtype=response")
            if failure != nil { text.add("WARC-Truncated", "unspecified") }
            text.append(response, body, to: &bytes)
        }
        if let failure {
            let value = Value.object([
                Value.Member("failure", .string(failure.cause.rawValue)),
                Value.Member("detail", .string(failure.detail)),
            ])
            record("metadata", url, "application/json").append(JSONWriter.compact(value).utf8, to: &bytes)
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
    /// The fields of records that are read, by their names in lower case.
    package enum Field: String, CaseIterable {
        case type = "warc-type"
        case request = "scrape-request"
        case date = "warc-date"
        case ip = "warc-ip-address"
        case version = "warc-protocol"
        case truncated = "warc-truncated"
        case length = "content-length"

        /// The field with a name in any case; `nil` for other names.
        init?(_ name: ArraySlice<UInt8>) {
            let found = Field.allCases.first { field in
                name.elementsEqual(field.rawValue.utf8) { $0 &- 0x41 < 26 ? $0 | 0x20 == $1 : $0 == $1 }
            }
            guard let found else { return nil }
            self = found
        }
    }

    /// A record of a transport.
    package struct Record {
        package let type: String
        package let id: Int
        package let fields: [Field: String]
        package let block: [UInt8]
        var isTruncated: Bool { fields[.truncated] != nil }
    }

    /// The received bytes, then room for more.
    private var bytes = [UInt8](repeating: 0, count: 2 * TransportReader.room)
    /// The offsets of the bytes that have not been processed, and of the room.
    private var (start, end) = (0, 0)
    /// The offset up to which the end of a header has been searched for.
    private var searched = 0
    /// The header that was read last, while its block is incomplete.
    private var head: (fields: [Field: String], block: Int, length: Int)?
    /// The maximum length of a record's header.
    private static let longestHeader = 1 << 16
    /// The minimum number of bytes for which there is room before each call of ``read(_:)``.
    private static let room = 1 << 18

    package init() {}

    package mutating func add(_ more: ArraySlice<UInt8>) {
        var rest = more
        while !rest.isEmpty {
            let count = read { room in
                let count = min(room.count, rest.count)
                rest.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                return count
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Adds the bytes that a closure writes into the room that it is given; returns their number, which the closure returns.
    mutating func read(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if bytes.count - end < TransportReader.room { makeRoom() }
        let count = bytes.withUnsafeMutableBytes {
            write(UnsafeMutableRawBufferPointer(rebasing: $0[end...]))
        }
        end += max(0, count)
        return count
    }

    /// Moves the unprocessed bytes to the beginning, and adds room if that is not enough.
    private mutating func makeRoom() {
        let waiting = end - start
        bytes.withUnsafeMutableBytes { all in
            all.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<end]))
        }
        searched -= start
        head?.block -= start
        (start, end) = (0, waiting)
        if bytes.count - end < TransportReader.room { bytes += [UInt8](repeating: 0, count: bytes.count) }
    }

    /// Whether all received bytes have been processed.
    var isEmpty: Bool { start == end }

    /// The next whole record; `nil` if more bytes must be received.
    ///
    /// - Throws: an error if the transport does not follow the protocol.
    package mutating func next(limit: Int) throws(FetchFailure) -> Record? {
        if head == nil { head = try header(limit: limit) }
        guard let head, end >= head.block + head.length + 4 else { return nil }
        let block = Array(bytes[head.block..<head.block + head.length])
        start = head.block + head.length + 4
        searched = start
        self.head = nil
        guard let type = head.fields[.type], let id = head.fields[.request].flatMap({ Int($0) })
        else { throw FetchFailure(.transport, "a record lacks WARC-Type or Scrape-Request") }
        return Record(type: type.lowercased(), id: id, fields: head.fields, block: block)
    }

    private mutating func header(
        limit: Int
    ) throws(FetchFailure) -> (fields: [Field: String], block: Int, length: Int)? {
        let version = Array("WARC/1.".utf8)
        let begin = bytes[start..<end].prefix(version.count)
        guard begin.elementsEqual(version.prefix(begin.count)) else {
            let shown = TerminalText.line(String(decoding: bytes[start..<end].prefix(40), as: UTF8.self))
            throw FetchFailure(.transport, "it wrote \"\(shown)\" in place of a record")
        }
        var place = max(start, searched - 3)
        while place + 3 < end {
            if bytes[place] == 0x0D, bytes[place + 1] == 0x0A, bytes[place + 2] == 0x0D,
                bytes[place + 3] == 0x0A
            {
                break
            }
            place += 1
        }
        searched = place
        guard place + 3 < end else {
            if end - start > TransportReader.longestHeader {
                throw FetchFailure(.transport, "the header of a record does not end")
            }
            return nil
        }
        var fields: [Field: String] = [:]
        for line in bytes[start..<place].split(separator: 0x0A).dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let field = Field(line[..<colon])
            else { continue }
            fields[field] = WhiteSpace.collapse(String(decoding: line[(colon + 1)...], as: UTF8.self))
        }
        guard let length = fields[.length].flatMap({ Int($0) }), length >= 0 else {
            throw FetchFailure(.transport, "a record has no length")
        }
        guard length <= limit else { throw FetchFailure(.transport, "a record has \(length) bytes") }
        return (fields, place + 4, length)
    }
}
