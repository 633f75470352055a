import Basics

/// What a plugin writes to its standard error, told line by line up to a limit.
struct PluginLog {
    private var lastLineBytes: [UInt8] = []
    private var isLastLineOld = false

    private let limit: Int
    private let tell: @Sendable (String) -> Void
    private var told = 0
    private var isFull = false
    private var line: [UInt8] = []
    private var lineSize = 0

    /// How much of a line is kept that is not told.
    private static let keptSize = 1 << 10
    private static let fullNotice = "further log lines are left out"

    /// A log of which at most `limit` bytes are told.
    init(limit: Int, tell: @escaping @Sendable (String) -> Void) {
        self.limit = max(0, limit)
        self.tell = tell
    }

    /// The last line since the question before the last one; `nil` where there was none.
    var lastLine: String? {
        let text = TerminalText.printable(lastLineBytes.prefix(PluginLog.keptSize))
        return PluginLog.isBlank(text.utf8) ? nil : text
    }

    /// Takes the next bytes; a line ends with a line feed or a carriage return.
    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            add(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        add(rest)
    }

    /// Tells the line that has no end.
    mutating func finish() {
        endLine()
    }

    /// Tells that a question follows. What was written before the last one says nothing about what comes; what was
    /// written since may be the last words of a program that has not ended yet.
    mutating func markQuestion() {
        if isLastLineOld { lastLineBytes = [] }
        isLastLineOld = true
    }

    private mutating func add(_ part: Slice<UnsafeRawBufferPointer>) {
        lineSize += part.count
        let space = max(isFull ? 0 : limit - told, PluginLog.keptSize)
        line += part.prefix(max(0, space - line.count))
    }

    private mutating func endLine() {
        if !isFull { tellLine() }
        if !PluginLog.isBlank(line) {
            swap(&lastLineBytes, &line)
            isLastLineOld = false
        }
        line.removeAll(keepingCapacity: true)
        lineSize = 0
    }

    private mutating func tellLine() {
        let left = limit - told
        told += lineSize
        guard lineSize > left else {
            let text = TerminalText.printable(line)
            if !PluginLog.isBlank(text.utf8) { tell(text) }
            return
        }
        isFull = true
        if left > 0 { tell(TerminalText.printable(line.prefix(left)) + "…") }
        tell(PluginLog.fullNotice)
    }

    private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
        line.allSatisfy { $0 <= 0x20 }
    }
}
