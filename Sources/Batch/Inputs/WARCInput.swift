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
    /// Where the archive has its last answers; `nil` until the first answer after which a request was to be repeated.
    private var lastAnswers: LastAnswers?
    /// Hashes of the addresses of the pages so far.
    private var addresses: Set<Int> = []
    /// Hashes of the addresses of the records so far that repeat the answer of another address, with that answer.
    private var repetitions: Set<Int> = []

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
        let url = record.url
        digest.add((url ?? "").utf8)
        digest.add((record.date ?? "").utf8)
        digest.add(record.block)
        var record = record
        let repetition = record.repetition
        if repetition == nil, let reason = record.reasonToLeaveOut { return leftOut(record, reason) }
        if WARCRecord.isRobotsText(url) { return leftOut(record, "robots.txt") }
        if record.isRetried, hasLaterAnswer(record, at: url) {
            return leftOut(record, "an answer whose request was repeated")
        }
        if let repetition {
            guard let original = original(of: repetition) else { return leftOut(record, record.type) }
            // A page that has not changed is not a second page.
            if isCopy(record, at: url, original) {
                return leftOut(record, "revisit of a page that the archive has")
            }
            guard restore(&record, repetition, original) else { return leftOut(record, record.type) }
        } else if let reason = reasonToLeaveOut(record) {
            return leftOut(record, reason)
        } else if record.block.count < record.length {
            let message = "the record has \(record.length) bytes, more than \(facts.limits.bytes)"
            return failed(record.ordinal, message, help: "--max-bytes raises the limit")
        }
        let name = name(record.ordinal)
        let response = record.response
        let page = RecordReader(
            name: name,
            record: record,
            response: response,
            facts: facts,
            isLater: isLater(record, response, at: url)
        )
        return PendingPage(
            reader.stream,
            record.ordinal,
            name: name,
            heldBytes: record.block.count,
            digest: digest
        ) {
            page.read()
        }
    }

    private func leftOut(_ record: WARCRecord, _ reason: String) -> PendingPage {
        PendingPage(reader.stream, record.ordinal, digest: digest) { .leftOut(reason) }
    }

    /// Whether the archive has an earlier page of the same address. Answers to other methods than GET depend on their requests.
    private mutating func isLater(_ record: WARCRecord, _ response: HTTPResponse?, at url: String?) -> Bool {
        guard let url, record.isOfAddress, response?.isSuccess ?? !record.holdsResponse else { return false }
        return !addresses.insert(url.hashValue).inserted
    }

    /// Whether the archive has another answer to the request of a record after it. A repetition may have got none.
    private mutating func hasLaterAnswer(_ record: WARCRecord, at url: String?) -> Bool {
        guard let url, record.isOfAddress else { return false }
        let answers = lastAnswers ?? LastAnswers(reader.stream.name, facts.limits)
        lastAnswers = answers
        return answers[url].map { $0 > record.ordinal } ?? false
    }

    /// Whether a record repeats a page of the archive under the address of that page, or as an earlier record has done.
    private mutating func isCopy(
        _ record: WARCRecord,
        at url: String?,
        _ original: RepeatedAnswers.Answer
    ) -> Bool {
        guard record.isOfAddress else { return false }
        if original.isPage, original.url == url { return true }
        var hasher = Hasher()
        hasher.combine(url)
        hasher.combine(original.place)
        return !repetitions.insert(hasher.finalize()).inserted
    }

    /// The answer that a record repeats; `nil` if the archive does not have it.
    private mutating func original(of repetition: WARCRecord.Repetition) -> RepeatedAnswers.Answer? {
        let answers = repeated ?? RepeatedAnswers(reader.stream.name, facts.limits)
        repeated = answers
        return answers[repetition]
    }

    /// Completes a record by the answer that it repeats; false if one of them is not an answer.
    private func restore(
        _ record: inout WARCRecord,
        _ repetition: WARCRecord.Repetition,
        _ original: RepeatedAnswers.Answer
    ) -> Bool {
        guard let response = HTTPResponse(original.block) else { return false }
        if repetition.isWhole {
            record.block = original.block
            return true
        }
        guard let head = HTTPResponse(record.block) else { return false }
        record.block.removeLast(head.body.count)
        record.block += response.body
        return true
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

    private func name(_ ordinal: Int) -> String { reader.stream.itemName(ordinal) }
}

/// The answers of an archive that other records of it repeat.
private struct RepeatedAnswers {
    struct Answer {
        let url: String?
        let block: [UInt8]
        /// Whether it is read as a page.
        let isPage: Bool
        /// Its number among the answers.
        let place: Int
    }

    private var answers: [Answer] = []
    /// The places in ``answers``, by the keys of records.
    private var places: [String: Int] = [:]

    /// Reads the archive twice: first for the references, then for the answers that they repeat. Standard input cannot
    /// be read again.
    init(_ path: String, _ limits: Limits) {
        guard path != InputFile.standardInput else { return }
        var wanted: Set<String> = []
        WARCReader.read(path, limits) { record in
            if let repetition = record.repetition { wanted.formUnion(repetition.keys) }
        }
        WARCReader.read(path, limits) { record in
            guard record.type == "response" else { return }
            let keys = record.keys.filter { wanted.contains($0) && places[$0] == nil }
            if keys.isEmpty { return }
            for key in keys { places[key] = answers.count }
            let url = record.url
            let isPage = !WARCRecord.isRobotsText(url) && !record.isRetried && record.isSuccess
            answers.append(Answer(url: url, block: record.block, isPage: isPage, place: answers.count))
        }
    }

    subscript(repetition: WARCRecord.Repetition) -> Answer? {
        repetition.keys.lazy.compactMap { places[$0] }.first.map { answers[$0] }
    }

}

/// The last successful answer of an archive for each address.
private struct LastAnswers {
    /// The ordinals of their records, by hashes of their addresses.
    private var ordinals: [Int: Int] = [:]

    /// Reads the archive. Standard input cannot be read again.
    init(_ path: String, _ limits: Limits) {
        guard path != InputFile.standardInput else { return }
        WARCReader.read(path, limits) { record in
            guard record.type == "response", record.isOfAddress, let url = record.url, record.isSuccess else {
                return
            }
            ordinals[url.hashValue] = record.ordinal
        }
    }

    subscript(url: String) -> Int? { ordinals[url.hashValue] }
}

extension WARCReader {
    /// Passes on the records of an archive that can be read.
    static func read(_ path: String, _ limits: Limits, _ body: (WARCRecord) -> Void) {
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
    /// The record's ``WARCRecord/response``.
    let response: HTTPResponse?
    let facts: PageFacts
    /// Whether the archive has an earlier page of the same address.
    var isLater = false

    func read() -> ReadPage {
        guard record.holdsResponse else {
            let type = record.header["content-type"].map(MediaType.init)
            return read(HTTPBody(record.block), type, truncation: record.truncation)
        }
        guard let response else {
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
        var warnings = [truncation, body.warning].compactMap { $0 }.map { message in
            Diagnostic(.input, message, severity: .warning, at: Location(file: name))
        }
        if isLater {
            warnings.append(
                // Many pages share the message.
                Diagnostic(
                    .page,
                    "the archive has an earlier answer for this address, and both are read",
                    severity: .warning,
                    at: Location(file: name),
                    help:
                        "crawl --replay and fetch --replay read the last run of an archive that scrape has written"
                )
            )
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
