import DOM
import Records
import Scraping

/// Makes the page of a record: of a web server's answer, or of a page that an archive holds by itself.
struct AnswerReading {
    private let name: String
    private let record: WARCRecord
    private let facts: PageFacts

    init(_ name: String, _ record: WARCRecord, _ facts: PageFacts) {
        self.name = name
        self.record = record
        self.facts = facts
    }

    /// The page, or why there is none.
    func page() -> ReadPage {
        guard record.holdsAnswer else {
            return read(HTTPBody(record.block), record.header["content-type"].map(MediaType.init))
        }
        guard let answer = HTTPAnswer(record.block) else {
            return failed("the record is no answer of HTTP")
        }
        guard (200..<300).contains(answer.status) else { return .leftOut("status \(answer.status)") }
        let type = answer.header["content-type"].map(MediaType.init)
        // What is left out need not be unpacked.
        if let type, !type.mayBeReadable { return .leftOut(AnswerReading.known(type.name)) }
        do throws(HTTPBody.Failure) {
            return read(try HTTPBody(answer, limit: facts.limits.bytes, isCut: record.cut != nil), type)
        } catch {
            return failed(error.message, help: error.help)
        }
    }

    private func read(_ body: HTTPBody, _ type: MediaType?) -> ReadPage {
        if let type, !type.mayBeReadable { return .leftOut(AnswerReading.known(type.name)) }
        if body.bytes.isEmpty { return .leftOut("an empty body") }
        if type?.isTold != true, MediaType.isBinary(body.bytes) {
            return .leftOut("no content type, and no text")
        }
        return .page(page(body, type), notes: [record.cut, body.note].compactMap { $0 }.map(note))
    }

    private func page(_ body: HTTPBody, _ type: MediaType?) -> Page {
        Page(
            name: name,
            bytes: body.bytes,
            url: record.url ?? facts.url,
            encoding: AnswerReading.encoding(body.bytes, type) ?? facts.encoding,
            clock: record.date ?? facts.clock
        )
    }

    /// What the header says of the encoding, unless the page itself begins with a mark that tells it: to browsers that
    /// goes before.
    ///
    /// Specification: [Encoding, § 6](https://encoding.spec.whatwg.org/#decode).
    private static func encoding(_ bytes: [UInt8], _ type: MediaType?) -> Encoding? {
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        if marks.contains(where: { bytes.starts(with: $0) }) { return nil }
        return type?.charset.flatMap { Encoding(label: $0) }
    }

    private func note(_ message: String) -> Diagnostic {
        Diagnostic(.input, message, severity: .warning, at: Location(file: name))
    }

    private func failed(_ message: String, help: String? = nil) -> ReadPage {
        .failed(Diagnostic(.input, message, at: Location(file: name), help: help))
    }

    /// A type in words that do not grow with what servers come to think of.
    private static func known(_ type: String) -> String {
        let isPlain = type.utf8.count <= 80 && type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPlain ? type : "an unknown content type"
    }
}
