import DOM
import Language
import Records

/// The values of a script that should be JSON, read as far as it is plain what was meant.
struct JSONScript {
    private(set) var values: [JSON] = []
    private(set) var problems: [SourceProblem] = []
    /// The page's line of each line of the text.
    private let firstLine: Int
    private let lineStarts: [Int]

    /// Reads a script's text.
    ///
    /// - Parameter line: the page's line that it begins on.
    static func read(_ text: [UInt8], line: Int) -> JSONScript {
        let isEscaped = startsEscaped(text)
        let unwrapped = unwrap(isEscaped ? CharacterReferences.decode(text) : text)
        var script = JSONScript(text: unwrapped.text, firstLine: line)
        if isEscaped { script.tell("the script is escaped as if it were HTML", at: 0) }
        if let offset = unwrapped.wrapping {
            script.tell("the script is wrapped in a comment or CDATA section", at: offset)
        }
        script.readValues(unwrapped.text)
        return script
    }

    private init(text: [UInt8], firstLine: Int) {
        self.firstLine = firstLine
        lineStarts = [0] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The page's line of an offset. Complexity: logarithmic in the number of lines.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return firstLine + low - 1
    }

    private mutating func readValues(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { buffer in
            var offset = JSONScript.skipSpace(in: buffer, from: 0)
            while offset < buffer.count {
                let result = JSON.readValue(in: buffer, from: offset, dialect: .repaired)
                guard let json = result.json, let end = result.end else {
                    if let error = result.errors.last {
                        tell("\(error.message): left out", at: error.range.lowerBound)
                    }
                    return
                }
                tellRepairs(result.errors)
                values.append(json)
                guard let next = following(in: buffer, from: end) else { return }
                offset = next
            }
        }
    }

    /// Where behind a value another one begins; `nil` at the end, also behind what plainly means nothing.
    private mutating func following(in text: UnsafeBufferPointer<UInt8>, from end: Int) -> Int? {
        let start = JSONScript.skipSpace(in: text, from: end)
        let offset = text[start...].firstIndex { byte in
            !JSONScript.isSpace(byte)
                && ![UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(
                    byte
                )
        }
        guard let offset else {
            if start < text.count { tell("what follows the JSON means nothing", at: start) }
            return nil
        }
        if text[offset] == UInt8(ascii: "{") || text[offset] == UInt8(ascii: "[") {
            tell("a second value follows the first", at: offset)
            return offset
        }
        tell("what follows the JSON is left out", at: offset)
        return nil
    }

    // MARK: - What is told

    /// Each kind of repair once, with the number of times.
    private mutating func tellRepairs(_ errors: [JSONError]) {
        var told: [String: Int] = [:]
        for error in errors { told[error.message, default: 0] += 1 }
        for error in errors {
            guard let count = told.removeValue(forKey: error.message) else { continue }
            let times = count > 1 ? " (\(count) times)" : ""
            tell("\(error.message)\(times): read as it was meant", at: error.range.lowerBound)
        }
    }

    private mutating func tell(_ message: String, at offset: Int) {
        problems.append(
            SourceProblem(line: line(at: offset), severity: .warning, message: "JSON-LD: \(message)")
        )
    }

    // MARK: - Cleaning

    /// What pages wrap scripts in, so that programs from before scripts pass over them.
    private static let wrappings = ["<!--", "-->", "<![CDATA[", "]]>"]

    /// The text with what it is wrapped in made blank, and where that stood.
    private static func unwrap(_ text: [UInt8]) -> (text: [UInt8], wrapping: Int?) {
        var text = text
        var wrapping: Int?
        var start = skipBlank(in: text, from: 0)
        while let mark = wrappings.first(where: { text[start...].starts(with: $0.utf8) }) {
            wrapping = wrapping ?? start
            blank(&text, start..<start + mark.utf8.count)
            start = skipBlank(in: text, from: start)
        }
        while true {
            let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
            guard
                let mark = wrappings.first(where: {
                    text[..<end].suffix($0.utf8.count).elementsEqual($0.utf8)
                })
            else { break }
            wrapping = wrapping ?? end - mark.utf8.count
            blank(&text, end - mark.utf8.count..<end)
            // A comment of JavaScript that hid the mark.
            let rest = text[..<(end - mark.utf8.count)].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
            if text[..<rest].suffix(2).elementsEqual("//".utf8) { blank(&text, rest - 2..<rest) }
        }
        return (text, wrapping)
    }

    private static func blank(_ text: inout [UInt8], _ range: Range<Int>) {
        for index in range where text[index] != 0x0A { text[index] = 0x20 }
    }

    /// Behind white space, and a byte order mark or zero-width space that nobody sees.
    private static func skipBlank(in text: [UInt8], from start: Int) -> Int {
        text.withUnsafeBufferPointer { skipSpace(in: $0, from: start) }
    }

    private static func startsEscaped(_ text: [UInt8]) -> Bool {
        let start = skipBlank(in: text, from: 0)
        guard start < text.count, text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") else {
            return false
        }
        let rest = text[(start + 1)...].drop { isSpace($0) || $0 == UInt8(ascii: "{") }
        return rest.starts(with: "&quot;".utf8) || rest.starts(with: "&#34;".utf8)
    }

    private static func skipSpace(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < text.count {
            if isSpace(text[offset]) {
                offset += 1
            } else if text[offset...].starts(with: [0xEF, 0xBB, 0xBF])
                || text[offset...].starts(with: [0xE2, 0x80, 0x8B])
            {
                offset += 3
            } else {
                break
            }
        }
        return offset
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
