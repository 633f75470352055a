import Basics
import Batch
import DOM
import Engine
import Platform
package import Records

/// Writes exchanges to a web archive: each record is one gzip member if the file's name ends with `.gz`, and one
/// Zstandard frame if it ends with `.zst`.
///
/// All records of an exchange are written with one call. An archive whose writer was killed therefore contains whole
/// exchanges and at most one damaged end, which ``init(_:resuming:known:mask:limit:information:)`` removes.
///
/// Specification: [WARC 1.1](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
package final class ArchiveWriter {
    private let path: String
    private let descriptor: Int32
    /// Compresses records; `nil` where the archive is not compressed.
    private let compressed: (any MemberWriter)?
    /// Writes members that are not compressed further, for bodies that the server has compressed.
    private let stored: (any MemberWriter)?
    private let mask: SecretMask
    /// The secrets of the run so far.
    private var secrets: Secrets { mask.secrets }
    /// Exchanges that are not written yet, since secrets may be found in them.
    private var held: [Exchange]?
    private let limit: Int
    /// The answers that are in the archive, by the digests of their bodies.
    private var known: [String: RecordPlace] = [:]
    private var informationID = ""
    /// A body with fewer bytes is stored again, since a reference would be as long.
    private static let shortestReference = 512

    /// Opens an archive, which must not exist unless a run is continued.
    ///
    /// - Parameters:
    ///   - isResuming: whether records are added to an existing archive, after its last whole record.
    ///   - known: the answers in it, by the digests of their bodies.
    ///   - information: information about the run in the archive, such as its clock.
    package init(
        _ path: String,
        resuming isResuming: Bool = false,
        known: [String: RecordPlace] = [:],
        mask: SecretMask = SecretMask(),
        limit: Int = Limits().bytes,
        information: [(name: String, value: String)] = []
    ) throws(Diagnostic) {
        self.path = path
        self.mask = mask
        self.limit = limit
        self.known = known
        (compressed, stored) = try ArchiveWriter.writers(for: path)
        let exists = File.kind(of: path) != .nothing && !File.isSpecial(path)
        if exists, !isResuming {
            throw Diagnostic(
                .rules,
                "\(path) already exists",
                help: "--resume adds what it lacks, --revalidate what has changed; or name another file"
            )
        }
        do throws(File.Failure) { try File.makeFolders(for: path) } catch {
            throw ArchiveWriter.failure(path, error.description)
        }
        descriptor = PathText.withSystemPath(path) { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw ArchiveWriter.failure(path, SystemError.last.description) }
        if exists { try cutOffDamage() }
        try writeInformation(information)
    }

    deinit { close(descriptor) }

    /// The writers of an archive's records, and of those whose content is already compressed.
    ///
    /// At level 1, libdeflate takes 0.4 times as long as zlib, and its members are smaller. zlib's level 6 takes twice
    /// as long as its level 1, and saves a tenth of the size. A body that the server has compressed does not get
    /// smaller by another compression; Zstandard notices that by itself.
    private static func writers(
        for path: String
    ) throws(Diagnostic) -> ((any MemberWriter)?, (any MemberWriter)?) {
        if path.hasSuffix(".gz") {
            if let writer = DeflateWriter(level: 1), let stored = DeflateWriter(level: 0) {
                return (writer, stored)
            }
            if let writer = GzipWriter(level: 1), let stored = GzipWriter(level: 0) {
                return (writer, stored)
            }
            throw missing("zlib", "zlib1g", path)
        }
        if path.hasSuffix(".zst") {
            if let writer = ZstandardWriter(level: 1) { return (writer, writer) }
            throw missing("Zstandard", "libzstd1", path)
        }
        return (nil, nil)
    }

    private static func missing(_ library: String, _ package: String, _ path: String) -> Diagnostic {
        Diagnostic(
            .input,
            "the system has no \(library) to compress \(path)",
            help: "install \(library) (\(package)), or name a file that ends with .warc"
        )
    }

    private static func failure(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(.input, "cannot write the archive: \(reason)", at: Location(file: path))
    }

    /// Removes the data after the last whole record, which a killed writer has left.
    private func cutOffDamage() throws(Diagnostic) {
        let end: Int
        do throws(File.Failure) { end = try ArchiveRecords.wholeLength(of: path) } catch {
            throw ArchiveWriter.failure(path, error.description)
        }
        guard ftruncate(descriptor, off_t(end)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw ArchiveWriter.failure(path, SystemError.last.description)
        }
    }

    private func writeInformation(_ information: [(name: String, value: String)]) throws(Diagnostic) {
        informationID = ArchiveWriter.newID()
        var text = RecordText(type: "warcinfo")
        text.add("WARC-Record-ID", informationID)
        text.add("WARC-Date", PageClock.text(ofInstant: Int(time(nil))))
        text.add("WARC-Filename", String(path.split(separator: "/").last ?? ""))
        text.add("Content-Type", "application/warc-fields")
        let fields = [("software", "scrape"), ("format", "WARC File Format 1.1")] + information
        let block = fields.map { "\($0.0): \(secrets.masked($0.1))\r\n" }.joined()
        let bytes = Array(block.utf8)
        text.add("WARC-Block-Digest", SHA1.label(bytes[...]))
        try write(packed(text.bytes(bytes)))
    }

    /// Holds back exchanges while an answer may contain a secret that is not known until the answer is read.
    package func hold() { if held == nil { held = [] } }

    /// Writes the exchanges that were held back.
    package func release() throws(Diagnostic) {
        let exchanges = held ?? []
        held = nil
        for exchange in exchanges { try write(exchange) }
    }

    /// Adds a request, its answer, and the reason if the answer is incomplete.
    package func write(_ exchange: Exchange) throws(Diagnostic) {
        if held != nil {
            held?.append(exchange)
            return
        }
        let secrets = secrets
        var bytes: [UInt8] = []
        let requestID = ArchiveWriter.newID()
        let responseID = ArchiveWriter.newID()
        if !exchange.request.isEmpty {
            let header = secrets.masked(request: HTTP1.requestHeader(exchange.request))
            let block = header + secrets.masked(exchange.requestBody).bytes
            var text = record("request", exchange, requestID)
            if exchange.response != nil { text.add("WARC-Concurrent-To", responseID) }
            text.add("Content-Type", "application/http;msgtype=request")
            text.add("WARC-Block-Digest", SHA1.label(block[...]))
            bytes += packed(text.bytes(block))
        }
        if let response = exchange.response {
            let record = responseRecord(exchange, response, requestID, responseID)
            let coding = exchange.head?["content-encoding"]
            bytes += packed(record, isPacked: coding.map { $0 != "identity" } ?? false)
        }
        if let failure = exchange.failure {
            let value = Value.object([
                Value.Member("failure", .string(failure.cause.rawValue)),
                Value.Member("detail", .string(secrets.masked(failure.detail))),
            ])
            let block = Array(JSONWriter.compact(value).utf8)
            var text = record("metadata", exchange, ArchiveWriter.newID())
            text.add("Content-Type", "application/json")
            text.add("WARC-Block-Digest", SHA1.label(block[...]))
            bytes += packed(text.bytes(block))
        }
        try write(bytes)
    }

    private func responseRecord(
        _ exchange: Exchange,
        _ response: [UInt8],
        _ requestID: String,
        _ id: String
    ) -> [UInt8] {
        let masked = secrets.masked(response: response, limit: limit)
        let block = masked.bytes
        let length = ResponseHead(block)?.length ?? 0
        if exchange.unchanged != nil, let original = exchange.original {
            return unchangedRecord(exchange, block, original, requestID, id)
        }
        let digest = SHA1.label(block[length...])
        let isLong = block.count - length >= ArchiveWriter.shortestReference
        let original = isLong && exchange.failure == nil ? known[digest] : nil
        var text = record(original == nil ? "response" : "revisit", exchange, id)
        if !exchange.request.isEmpty { text.add("WARC-Concurrent-To", requestID) }
        text.add("Content-Type", "application/http;msgtype=response")
        text.add("WARC-Payload-Digest", digest)
        if masked.isChanged { text.add("Scrape-Masked", "true") }
        if let failure = exchange.failure {
            text.add("WARC-Truncated", ArchiveWriter.truncation(failure.cause))
        }
        guard let original else {
            if exchange.failure == nil {
                known[digest] = RecordPlace(url: secrets.masked(exchange.url), date: exchange.date)
            }
            text.add("WARC-Block-Digest", SHA1.label(block[...]))
            return text.bytes(block)
        }
        text.add("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest")
        text.add("WARC-Refers-To-Target-URI", original.url)
        text.add("WARC-Refers-To-Date", original.date)
        text.add("WARC-Block-Digest", SHA1.label(block[..<length]))
        return text.bytes(block[..<length])
    }

    /// The record of an answer with status 304: only the header, and the place of the unchanged body in the archive.
    private func unchangedRecord(
        _ exchange: Exchange,
        _ block: [UInt8],
        _ original: RecordPlace,
        _ requestID: String,
        _ id: String
    ) -> [UInt8] {
        var text = record("revisit", exchange, id)
        if !exchange.request.isEmpty { text.add("WARC-Concurrent-To", requestID) }
        text.add("Content-Type", "application/http;msgtype=response")
        text.add("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/server-not-modified")
        text.add("WARC-Refers-To-Target-URI", original.url)
        text.add("WARC-Refers-To-Date", original.date)
        text.add("WARC-Block-Digest", SHA1.label(block[...]))
        return text.bytes(block)
    }

    private static func truncation(_ cause: FetchFailure.Cause) -> String {
        switch cause {
        case .tooLarge, .headerTooLarge: "length"
        case .timeout, .slow: "time"
        case .cut: "disconnect"
        default: "unspecified"
        }
    }

    private func record(_ type: String, _ exchange: Exchange, _ id: String) -> RecordText {
        var text = RecordText(type: type)
        text.add("WARC-Record-ID", id)
        text.add("WARC-Warcinfo-ID", informationID)
        text.add("WARC-Date", exchange.date)
        text.add("WARC-Target-URI", secrets.masked(exchange.url))
        if let ip = exchange.ip { text.add("WARC-IP-Address", ip) }
        if let version = exchange.version { text.add("WARC-Protocol", version) }
        if exchange.method != "GET" { text.add("Scrape-Method", exchange.method) }
        if exchange.replaces { text.add("Scrape-Replaces", "true") }
        if exchange.isRetried { text.add("Scrape-Retried", "true") }
        return text
    }

    /// A record as the file holds it.
    ///
    /// - Parameter isPacked: whether its content is already compressed.
    private func packed(_ record: [UInt8], isPacked: Bool = false) -> [UInt8] {
        // An uncompressed record would not fit the file's name. No record is larger than 4 GB.
        (isPacked ? stored : compressed).map { $0.member(record) ?? [] } ?? record
    }

    private func write(_ bytes: [UInt8]) throws(Diagnostic) {
        let error = File.write(bytes, to: descriptor)
        guard error == 0 else {
            errno = error
            throw ArchiveWriter.failure(path, SystemError.last.description)
        }
    }

    private static func newID() -> String {
        // Version 4 and the variant of RFC 9562.
        let first = UInt64.random(in: 0...UInt64.max) & ~0xF000 | 0x4000
        let second = UInt64.random(in: 0...UInt64.max) & ~(3 << 62) | 2 << 62
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("<urn:uuid:".utf8)
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { text.append(0x2D) }
            let half = index < 16 ? first : second
            text.append(digits[Int(half >> UInt64(60 - index % 16 * 4) & 15)])
        }
        text.append(0x3E)
        return String(decoding: text, as: UTF8.self)
    }
}

extension HTTP1 {
    /// An HTTP/2 request in the form of HTTP/1.1.
    static func requestHeader(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(of: 0x0D) else { return bytes }
        let line = bytes[..<end]
        guard line.count > 7, line.suffix(7).starts(with: " HTTP/2".utf8) else { return bytes }
        return Array(line.dropLast(1)) + Array("1.1".utf8) + bytes[end...]
    }
}
