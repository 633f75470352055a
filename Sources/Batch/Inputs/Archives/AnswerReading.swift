import DOM
import Records
import Scraping

/// Makes the page of a web server's answer, as an archive holds it.
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
        guard let answer = HTTPAnswer(record.block) else {
            return failed("the record is no answer of HTTP")
        }
        guard (200..<300).contains(answer.status) else { return .leftOut("status \(answer.status)") }
        let type = answer.header["content-type"].map(MediaType.init)
        let isTyped = type?.name.contains("/") == true
        if let type, isTyped, !type.isReadable { return .leftOut(AnswerReading.known(type.name)) }
        let body: HTTPBody
        do throws(HTTPBody.Failure) {
            body = try HTTPBody(answer, limit: facts.limits.bytes, isCut: record.cut != nil)
        } catch {
            return failed(error.message, help: error.help)
        }
        if body.bytes.isEmpty { return .leftOut("an empty body") }
        if !isTyped, MediaType.isBinary(body.bytes) {
            return .leftOut("no content type, and no text")
        }
        return .page(page(body, type), notes: [record.cut, body.note].compactMap { $0 }.map(note))
    }

    private func page(_ body: HTTPBody, _ type: MediaType?) -> Page {
        Page(
            name: name,
            bytes: body.bytes,
            url: record.url ?? facts.url,
            encoding: type?.charset.flatMap { Encoding(label: $0) } ?? facts.encoding,
            clock: record.date ?? facts.clock
        )
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
