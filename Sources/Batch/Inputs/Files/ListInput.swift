import Records
import Scraping

/// The pages whose paths stand in a list, one a line: a file, or standard input.
struct ListInput: PageInput {
    private let stream: ByteStream
    private let facts: PageFacts
    private var line = 0
    private var isFailureTold = false

    /// No path that a system takes is longer.
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
                // Windows begins a text with a mark of its encoding.
                let hasMark = line == 1 && all.starts(with: [0xEF, 0xBB, 0xBF])
                let bytes = hasMark ? Array(all.dropFirst(3)) : all
                // A path may end in a space, though not in a carriage return.
                let path = PathText.text(ofWritten: bytes.last == 0x0D ? bytes.dropLast() : bytes[...])
                if path.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                return page(path)
            case .tooLong(let length):
                return failed("a line of \(length) bytes is no path", line: line)
            }
        }
        guard let failure = stream.failure, !isFailureTold else { return nil }
        isFailureTold = true
        return failed("the list cannot be read further: \(failure.message)", help: failure.help)
    }

    private func page(_ path: String) -> PendingPage {
        if path.utf8.count > ListInput.longestPath || path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return failed("the line is no path", line: line, help: "write the name of a file on each line")
        }
        if InputKind.of(file: path) == .warc {
            return failed(
                "\(path) is an archive",
                line: line,
                help: "give it as an operand: a list names pages"
            )
        }
        if path == "-" {
            return failed("- is no file", line: line, help: "write ./- for a file of that name")
        }
        let facts = facts
        // Not by its line: a list that is written anew names new pages anywhere.
        return pending(path, InputPlace(file: path)) { SavedPage.read(path, facts) }
    }

    private func failed(_ message: String, line: Int? = nil, help: String? = nil) -> PendingPage {
        let diagnostic = Diagnostic(
            .input,
            message,
            at: Location(file: stream.name, line: line),
            help: help
        )
        return pending(line.map { "\(stream.name):\($0)" } ?? stream.name) { .failed(diagnostic) }
    }

    private func pending(
        _ name: String,
        _ place: InputPlace? = nil,
        _ read: @escaping @Sendable () -> ReadPage
    ) -> PendingPage {
        let place = place ?? InputPlace(file: stream.name, index: line)
        return PendingPage(name: name, place: place, bytesBehind: stream.consumed, read: read)
    }
}
