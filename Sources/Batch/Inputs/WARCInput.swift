import DOM
import Encoding
import Engine
import Records

/// The pages of a WARC archive: the responses that a crawler received, and pages that were stored directly. All other
/// records are left out.
struct WARCInput: PageInput {
    private var reader: WARCReader
    private let facts: PageFacts
    /// Whether the archive contains original pages. If so, its conversions of them are left out.
    private var hasPages = false
    private var digest = InputDigest()
    /// The answers that records of the archive repeat; `nil` until the first of these records.
    private var repeated: RepeatedAnswers?

    init(_ stream: ByteStream, _ facts: PageFacts) {
        reader = WARCReader(stream, facts.limits)
        self.facts = facts
    }

    mutating func next() -> PendingPage? {
        switch reader.next() {
        case .record(let record): page(record)
        case .damaged(let ordinal, let message, let help): failed(ordinal, message, help: help)
        case nil: nil
        }
    }

    private mutating func page(_ record: WARCRecord) -> PendingPage {
        digest.add((record.url ?? "").utf8)
        digest.add((record.date ?? "").utf8)
        digest.add(record.block)
        if let repetition = record.repetition, let whole = restored(record, repetition) {
            let page = RecordReader(name: name(record.ordinal), record: whole, facts: facts)
            return PendingPage(reader.stream, record.ordinal, heldBytes: whole.block.count, digest: digest) {
                page.read()
            }
        }
        if let reason = record.reasonToLeaveOut ?? reasonToLeaveOut(record) {
            return PendingPage(reader.stream, record.ordinal, digest: digest) { .leftOut(reason) }
        }
        if record.block.count < record.length {
            let message = "the record has \(record.length) bytes, more than \(facts.limits.bytes)"
            return failed(record.ordinal, message, help: "--max-bytes raises the limit")
        }
        let page = RecordReader(name: name(record.ordinal), record: record, facts: facts)
        return PendingPage(reader.stream, record.ordinal, heldBytes: record.length, digest: digest) {
            page.read()
        }
    }

    /// A record with the answer that it repeats; `nil` if the archive does not have that.
    private mutating func restored(_ record: WARCRecord, _ repetition: WARCRecord.Repetition) -> WARCRecord? {
        let answers = repeated ?? RepeatedAnswers(reader.stream.name, facts.limits)
        repeated = answers
        guard let block = answers[repetition], let original = HTTPResponse(block) else { return nil }
        var whole = record
        if repetition.isWhole {
            whole.block = block
            return whole
        }
        guard let head = HTTPResponse(record.block) else { return nil }
        whole.block = Array(record.block.prefix(record.block.count - head.body.count)) + original.body
        return whole
    }

    /// A conversion repeats a page, unless the archive contains only conversions.
    private mutating func reasonToLeaveOut(_ record: WARCRecord) -> String? {
        if record.type == "conversion" { return hasPages ? record.type : nil }
        hasPages = true
        return nil
    }

    private func failed(_ ordinal: Int, _ message: String, help: String?) -> PendingPage {
        let diagnostic = Diagnostic(.input, message, at: Location(file: name(ordinal)), help: help)
        return PendingPage(reader.stream, ordinal, digest: digest.damaged) { .failed(diagnostic) }
    }

    private func name(_ ordinal: Int) -> String { "\(reader.stream.name):\(ordinal)" }
}

/// The answers of an archive that other records of it repeat.
private struct RepeatedAnswers {
    private var blocks: [[UInt8]] = []
    /// The places in ``blocks``, by the keys of records.
    private var places: [String: Int] = [:]

    /// Reads the archive twice: first for the references, then for the answers that they repeat. Standard input cannot
    /// be read again.
    init(_ path: String, _ limits: Limits) {
        guard path != InputFile.standardInput else { return }
        var wanted: Set<String> = []
        RepeatedAnswers.read(path, limits) { record in
            if let repetition = record.repetition { wanted.formUnion(repetition.keys) }
        }
        RepeatedAnswers.read(path, limits) { record in
            guard record.type == "response" else { return }
            let keys = record.keys.filter { wanted.contains($0) && places[$0] == nil }
            if keys.isEmpty { return }
            for key in keys { places[key] = blocks.count }
            blocks.append(record.block)
        }
    }

    subscript(repetition: WARCRecord.Repetition) -> [UInt8]? {
        repetition.keys.lazy.compactMap { places[$0] }.first.map { blocks[$0] }
    }

    private static func read(_ path: String, _ limits: Limits, _ body: (WARCRecord) -> Void) {
        guard let stream = try? ByteStream(path) else { return }
        var reader = WARCReader(stream, limits)
        while let found = reader.next() {
            if case .record(let record) = found { body(record) }
        }
    }
}

/// Makes the page of a record, which contains an HTTP response or the page itself.
struct RecordReader {
    let name: String
    let record: WARCRecord
    let facts: PageFacts

    func read() -> ReadPage {
        guard record.holdsResponse else {
            let type = record.header["content-type"].map(MediaType.init)
            return read(HTTPBody(record.block), type, truncation: record.truncation)
        }
        guard let response = HTTPResponse(record.block) else {
            return failed("the record is not an HTTP response")
        }
        guard (200..<300).contains(response.status) else { return .leftOut("status \(response.status)") }
        let type = response.header["content-type"].map(MediaType.init)
        // A body that is left out need not be decoded.
        if let type, !type.mayBeReadable { return .leftOut(RecordReader.reason(type.name)) }
        do throws(HTTPBody.Failure) {
            let truncation = record.truncation ?? response.partWarning
            let isTruncated = truncation != nil
            let body = try HTTPBody(response, limit: facts.limits.bytes, isTruncated: isTruncated)
            return read(body, type, truncation: truncation)
        } catch {
            return failed(error.message, help: error.help)
        }
    }

    private func read(_ body: HTTPBody, _ type: MediaType?, truncation: String?) -> ReadPage {
        if let type, !type.mayBeReadable { return .leftOut(RecordReader.reason(type.name)) }
        if body.bytes.isEmpty { return .leftOut("an empty body") }
        if type?.isKnown != true, MediaType.isBinary(body.bytes) {
            return .leftOut("binary content without a type")
        }
        let warnings = [truncation, body.warning].compactMap { $0 }.map { message in
            Diagnostic(.input, message, severity: .warning, at: Location(file: name))
        }
        let page = Page(
            name: name,
            bytes: body.bytes,
            url: record.url ?? facts.url,
            encoding: RecordReader.encoding(body.bytes, type) ?? facts.encoding,
            clock: record.date ?? facts.clock
        )
        return .page(page, warnings: warnings)
    }

    /// The encoding in the header; `nil` if the page starts with a byte order mark, which takes precedence in browsers.
    ///
    /// Specification: [Encoding, § 6](https://encoding.spec.whatwg.org/#decode).
    private static func encoding(_ bytes: [UInt8], _ type: MediaType?) -> Encoding? {
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        if marks.contains(where: { bytes.starts(with: $0) }) { return nil }
        return type?.charset.flatMap { Encoding(label: $0) }
    }

    private func failed(_ message: String, help: String? = nil) -> ReadPage {
        .failed(Diagnostic(.input, message, at: Location(file: name), help: help))
    }

    /// The type as a reason for leaving out a page; one text for all types that are long or not ASCII, since servers
    /// invent types.
    private static func reason(_ type: String) -> String {
        let isPlain = type.utf8.count <= 80 && type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPlain ? type : "an unknown content type"
    }
}
