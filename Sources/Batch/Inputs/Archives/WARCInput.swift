import DOM
import Records
import Scraping

/// The pages of a WARC archive: the answers that a crawler was given, and pages that were put into it. What else it holds
/// is left out.
struct WARCInput: PageInput {
    private var reader: WARCReader
    private let facts: PageFacts
    /// Whether the archive has pages as they came, of which conversions are what they were made into.
    private var hasPages = false

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
        if let reason = record.reasonToLeaveOut ?? reasonToLeaveOut(record) {
            return pending(record.ordinal) { .leftOut(reason) }
        }
        if record.block.count < record.length {
            let message = "the record has \(record.length) bytes, more than \(facts.limits.bytes)"
            return failed(record.ordinal, message, help: "--max-bytes raises the limit")
        }
        let facts = facts
        let name = name(record.ordinal)
        return pending(record.ordinal, held: record.length) { AnswerReading(name, record, facts).page() }
    }

    /// Pages come once: where they are in the archive themselves, and else as what they were made into.
    private mutating func reasonToLeaveOut(_ record: WARCRecord) -> String? {
        if record.type == "conversion" { return hasPages ? record.type : nil }
        hasPages = true
        return nil
    }

    private func failed(_ ordinal: Int, _ message: String, help: String?) -> PendingPage {
        let location = Location(file: name(ordinal))
        let diagnostic = Diagnostic(.input, message, at: location, help: help)
        return pending(ordinal) { .failed(diagnostic) }
    }

    private func pending(
        _ ordinal: Int,
        held: Int = 0,
        _ read: @escaping @Sendable () -> ReadPage
    ) -> PendingPage {
        PendingPage(
            name: name(ordinal),
            place: InputPlace(file: reader.stream.name, index: ordinal),
            heldBytes: held,
            bytesBehind: reader.stream.consumed,
            read: read
        )
    }

    private func name(_ ordinal: Int) -> String { "\(reader.stream.name):\(ordinal)" }
}
