import DOM
import Records
import Scraping

/// Pages in JSON Lines: each line an object with the page, its address and what else is known of it.
///
/// Lines are parted here, and understood where the page is read.
struct JSONLinesInput: PageInput {
    private let stream: ByteStream
    private let facts: PageFacts
    /// What files that lines name are relative to.
    private let folder: String
    private var line = 0
    private var isFailureTold = false

    init(_ stream: ByteStream, _ facts: PageFacts) {
        self.stream = stream
        self.facts = facts
        let slash = stream.name.lastIndex(of: "/")
        folder = slash.map { String(stream.name[...$0]) } ?? ""
    }

    mutating func next() -> PendingPage? {
        while let read = stream.line(limit: facts.limits.bytes) {
            line += 1
            switch read {
            case .line(let bytes):
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
                return page(bytes)
            case .tooLong(let length):
                return failed(
                    "the line has \(length) bytes, more than \(facts.limits.bytes)",
                    line: line,
                    help: "--max-bytes raises the limit"
                )
            }
        }
        guard let failure = stream.failure, !isFailureTold else { return nil }
        isFailureTold = true
        line += 1
        return failed(
            "cannot read the lines from here on: \(failure.message)",
            line: line,
            help: failure.help
        )
    }

    private func page(_ bytes: [UInt8]) -> PendingPage {
        let reading = JSONLineReading(file: stream.name, line: line, folder: folder, facts: facts)
        return pending(held: bytes.count) { reading.page(bytes) }
    }

    private func failed(_ message: String, line: Int, help: String?) -> PendingPage {
        let diagnostic = Diagnostic(
            .input,
            message,
            at: Location(file: stream.name, line: line),
            help: help
        )
        return pending { .failed(diagnostic) }
    }

    private func pending(held: Int = 0, _ read: @escaping @Sendable () -> ReadPage) -> PendingPage {
        PendingPage(
            name: "\(stream.name):\(line)",
            place: InputPlace(file: stream.name, index: line),
            heldBytes: held,
            bytesBehind: stream.consumed,
            read: read
        )
    }
}
