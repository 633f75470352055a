import Basics

/// The lines that a plugin writes to its standard error, up to a limit.
struct PluginLog {
    private var lastLineBytes: [UInt8] = []
    private var isLastLineOld = false

    private let limit: Int
    private let write: @Sendable (String) -> Void
    private var size = 0
    private var isFull = false
    private var line: [UInt8] = []
    private var lineSize = 0

    /// The length to which a line at the limit is truncated.
    private static let keptSize = 1 << 10
    private static let fullNotice = "further log lines are left out"

    /// A log that passes at most `limit` bytes to `write`.
    init(limit: Int, write: @escaping @Sendable (String) -> Void) {
        self.limit = max(0, limit)
        self.write = write
    }

    /// The last line since the request before the last one; `nil` without one.
    var lastLine: String? {
        let text = TerminalText.printable(lastLineBytes.prefix(PluginLog.keptSize))
        return PluginLog.isBlank(text.utf8) ? nil : text
    }

    /// Adds the next bytes; a line ends with a line feed or a carriage return.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            add(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        add(rest)
    }

    /// Ends the last line.
    mutating func finish() {
        endLine()
    }

    /// Marks the start of a request. A line from before the previous request cannot explain a failure; one written
    /// later can, since a program may write its reason before it ends.
    mutating func beginRequest() {
        if isLastLineOld { lastLineBytes = [] }
        isLastLineOld = true
    }

    private mutating func add(_ part: Slice<UnsafeRawBufferPointer>) {
        lineSize += part.count
        let space = max(isFull ? 0 : limit - size, PluginLog.keptSize)
        line += part.prefix(max(0, space - line.count))
    }

    private mutating func endLine() {
        if !isFull { writeLine() }
        if !PluginLog.isBlank(line) {
            swap(&lastLineBytes, &line)
            isLastLineOld = false
        }
        line.removeAll(keepingCapacity: true)
        lineSize = 0
    }

    private mutating func writeLine() {
        let left = limit - size
        size += lineSize
        guard lineSize > left else {
            let text = TerminalText.printable(line)
            if !PluginLog.isBlank(text.utf8) { write(text) }
            return
        }
        isFull = true
        if left > 0 { write(TerminalText.printable(line.prefix(left)) + "…") }
        write(PluginLog.fullNotice)
    }

    private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
        line.allSatisfy { $0 <= 0x20 }
    }
}
