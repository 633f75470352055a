import Engine
import Records

/// The pages of a list: a file, or standard input, with a path on each line.
struct ListInput: PageInput {
    private let stream: ByteStream
    private let facts: PageFacts
    private var line = 0
    private var isFailureReported = false

    /// The longest path that a system accepts.
    private static let longestPath = 4096

    init(_ stream: ByteStream, _ facts: PageFacts) {
        self.stream = stream
        self.facts = facts
    }

    mutating func next() -> PendingPage? {
        while let read = stream.line(limit: ListInput.longestPath) {
            line += 1
            switch read {
            case .line(let all):
                // Programs for Windows write a byte order mark first.
                let hasMark = line == 1 && all.starts(with: [0xEF, 0xBB, 0xBF])
                let bytes = hasMark ? Array(all.dropFirst(3)) : all
                // A path may end in a space, though not in a carriage return.
                let path = PathText.text(ofWritten: bytes.last == 0x0D ? bytes.dropLast() : bytes[...])
                if path.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                return page(path)
            case .tooLong(let length): return failed("a line of \(length) bytes is not a path")
            }
        }
        guard let failure = stream.failure, !isFailureReported else { return nil }
        isFailureReported = true
        let message = "cannot read the rest of the list: \(failure.message)"
        let diagnostic = Diagnostic(.input, message, at: Location(file: stream.name), help: failure.help)
        let place = InputPlace(file: stream.name, index: line)
        return PendingPage(name: stream.name, place: place, bytesRead: stream.consumed) {
            .failed(diagnostic)
        }
    }

    private func page(_ path: String) -> PendingPage {
        if path.utf8.count > ListInput.longestPath || path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return failed("the line is not a path", help: "write one path per line")
        }
        if InputKind.of(file: path) == .warc {
            let help = "give the archive as an operand"
            return failed("\(path) is an archive; a list names pages", help: help)
        }
        if path == "-" {
            return failed("- is not a file", help: "write ./- for a file with that name")
        }
        let facts = facts
        // Identified by the path and not the line, since a new version of the list may name pages in another order.
        return PendingPage(
            name: path,
            place: InputPlace(file: path),
            bytesRead: stream.consumed,
            open: { OpenPage(named: path, facts) }
        ) {
            ReadPage(named: path, facts)
        }
    }

    private func failed(_ message: String, help: String? = nil) -> PendingPage {
        let place = Location(file: stream.name, line: line)
        let diagnostic = Diagnostic(.input, message, at: place, help: help)
        return PendingPage(stream, line) { .failed(diagnostic) }
    }
}
