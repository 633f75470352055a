import Basics
import DOM
import Encoding
import Engine
import Platform
import Records

/// The pages of a JSON Lines file: each line is an object with a page and facts about it.
///
/// The input splits the lines; ``PendingPage/read`` parses them.
struct JSONLinesInput: PageInput {
    private let stream: ByteStream
    private let pages: LinePages
    private let limit: Int
    private var line = 0
    private var digest = InputDigest()
    private var isFailureReported = false

    /// - Parameters:
    ///   - root: the folder of the files that lines name; `nil` for the input's own.
    ///   - allowsAnyFile: whether lines may name files outside it.
    init(_ stream: ByteStream, _ facts: PageFacts, root: String? = nil, allowsAnyFile: Bool = false) {
        self.stream = stream
        limit = facts.limits.bytes
        let own = stream.name.lastIndex(of: "/").map { String(stream.name[...$0]) } ?? ""
        let folder = root.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? own
        let files = LineFiles(folder: folder, allowsAny: allowsAnyFile)
        pages = LinePages(file: stream.name, files: files, facts: facts)
    }

    mutating func next() -> PendingPage? {
        while let read = stream.line(limit: limit) {
            line += 1
            switch read {
            case .line(let bytes):
                digest.add(bytes)
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
                return page(bytes)
            case .tooLong(let length):
                let message = "the line has \(length) bytes, more than \(limit)"
                return failed(message, help: "--max-bytes raises the limit")
            }
        }
        guard let failure = stream.failure, !isFailureReported else { return nil }
        isFailureReported = true
        line += 1
        return failed("cannot read the rest of the lines: \(failure.message)", help: failure.help)
    }

    private func page(_ bytes: [UInt8]) -> PendingPage {
        let name = stream.itemName(line)
        let reader = LinePageReader(pages: pages, name: name, line: line)
        return PendingPage(
            stream,
            line,
            name: name,
            heldBytes: bytes.count,
            digest: digest,
            isFollowed: stream.hasLine,
            isTiny: JSONLinesInput.isTiny(bytes)
        ) {
            reader.page(bytes)
        }
    }

    /// The number of bytes of a tiny page: the markup of all of its elements, one by one, may take a thousand times as much.
    private static let tinySize = 1 << 14

    /// Whether a line is short, and holds the page itself instead of a file's name.
    private static func isTiny(_ line: [UInt8]) -> Bool {
        let key: StaticString = "\"file\""
        guard line.count < tinySize else { return false }
        return line.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            var offset = 0
            while offset + key.utf8CodeUnitCount <= bytes.count,
                let quote = memchr(start + offset, Int32(UInt8(ascii: "\"")), bytes.count - offset)
            {
                offset = UnsafeRawPointer(quote) - start
                if offset + key.utf8CodeUnitCount <= bytes.count,
                    memcmp(quote, key.utf8Start, key.utf8CodeUnitCount) == 0
                {
                    return false
                }
                offset += 1
            }
            return true
        }
    }

    private func failed(_ message: String, help: String?) -> PendingPage {
        let place = Location(file: stream.name, line: line)
        let diagnostic = Diagnostic(.input, message, at: place, help: help)
        return PendingPage(stream, line, digest: digest.damaged) { .failed(diagnostic) }
    }
}

/// The files that lines may name: those in a folder, so that a list from an untrusted source cannot read other files.
struct LineFiles: Sendable {
    /// The folder against which relative paths are resolved, with a slash at its end; empty for the current one.
    var folder = ""
    /// Whether files outside it are read too.
    var allowsAny = false

    /// The path of a file.
    ///
    /// - Throws: the reason why it is not read.
    func path(_ name: String, in file: String, line: Int) throws(Diagnostic) -> String {
        let path = name.hasPrefix("/") ? name : folder + name
        let reason: String
        var help: String?
        if !allowsAny, !File.isInside(path, folder) {
            reason = "it is not in \(folder.isEmpty ? "the current folder" : folder)"
            help = "--root names another folder, --allow-any-file is for lists that you trust"
        } else if File.isDevice(path) {
            reason = "it is a device, a pipe or a socket"
        } else {
            return path
        }
        throw Diagnostic(
            .input,
            "the file \(name.quoted) is not read: \(reason)",
            at: Location(file: file, line: line),
            help: help
        )
    }
}

/// What the pages of a file of lines have in common.
///
/// A class: threads that copied each part for each line would contend for the counts of references.
final class LinePages: Sendable {
    let file: String
    let files: LineFiles
    let facts: PageFacts

    init(file: String, files: LineFiles, facts: PageFacts) {
        self.file = file
        self.files = files
        self.facts = facts
    }
}

/// Makes the page of a line.
struct LinePageReader: Sendable {
    let pages: LinePages
    /// The page's name in messages.
    let name: String
    let line: Int

    /// The keys of the page itself. A line has exactly one of them.
    private enum Content: String {
        case html
        case body
        case file
        case base64

        /// Faster than `init(rawValue:)`, which makes an array of all values.
        init?(key: String) {
            switch key {
            case "html": self = .html
            case "body": self = .body
            case "file": self = .file
            case "base64": self = .base64
            default: return nil
            }
        }
    }

    /// The keys of facts about the page.
    private enum Fact: String {
        case url
        case encoding
        case clock

        init?(key: String) {
            switch key {
            case "url": self = .url
            case "encoding": self = .encoding
            case "clock": self = .clock
            default: return nil
            }
        }
    }

    /// Why a line has no page.
    private struct Problem: Error {
        let message: String
        let range: Range<Int>
        var help: String?

        init(_ message: String, _ range: Range<Int>, help: String? = nil) {
            self.message = message
            self.range = range
            self.help = help
        }
    }

    private static let contents = "\"html\", \"body\", \"base64\" or \"file\""

    /// The page.
    func page(_ bytes: [UInt8]) -> ReadPage {
        do throws(Problem) {
            return try bytes.withUnsafeBufferPointer { bytes throws(Problem) in
                let text = UnsafeRawBufferPointer(bytes)
                guard let members = JSONMembers.of(text) else { throw syntaxError(Array(bytes)) }
                return try page(members, text)
            }
        } catch {
            return .failed(diagnostic(error, in: bytes))
        }
    }

    private func page(
        _ members: [JSONMembers.Member],
        _ text: UnsafeRawBufferPointer
    ) throws(Problem) -> ReadPage {
        var facts = pages.facts
        var content: (kind: Content, member: JSONMembers.Member)?
        var known: [Fact] = []
        for member in members where member.kind != .null {
            let key = string(text, member.key)
            if let kind = Content(key: key) {
                if let content {
                    let message =
                        content.kind == kind
                        ? "\"\(key)\" appears twice"
                        : "\"\(key)\" and \"\(content.kind.rawValue)\" cannot be combined"
                    throw Problem(message, member.key, help: "give the page once")
                }
                content = (kind, member)
            } else if let fact = Fact(key: key) {
                guard !known.contains(fact) else {
                    throw Problem("\"\(key)\" appears twice", member.key, help: "keep one of the two")
                }
                known.append(fact)
                try set(fact, member, text, &facts)
            }
        }
        guard let content else {
            throw Problem("the line has no page", 0..<1, help: "give the page as \(LinePageReader.contents)")
        }
        return try page(content.kind, content.member, text, &facts)
    }

    private func set(
        _ fact: Fact,
        _ member: JSONMembers.Member,
        _ text: UnsafeRawBufferPointer,
        _ facts: inout PageFacts
    ) throws(Problem) {
        let value = try string(member, fact.rawValue, text)
        switch fact {
        case .url: facts.url = WebAddress.normalized(value)
        case .clock: facts.clock = value
        case .encoding:
            guard let encoding = Encoding(label: value) else {
                let help = Encoding.suggestion(for: value).map { "did you mean \"\($0)\"?" }
                throw Problem("unknown encoding \"\(value)\"", member.value, help: help)
            }
            facts.encoding = encoding
        }
    }

    private func page(
        _ kind: Content,
        _ member: JSONMembers.Member,
        _ text: UnsafeRawBufferPointer,
        _ facts: inout PageFacts
    ) throws(Problem) -> ReadPage {
        let bytes: [UInt8]
        switch kind {
        case .body where member.kind == .object || member.kind == .array:
            bytes = Array(text[member.value])
            facts.encoding = .utf8
        case .html, .body:
            bytes = try unescaped(member, kind.rawValue, text)
            // A JSON string is decoded already, whatever encoding the page declares.
            facts.encoding = .utf8
        case .base64:
            let (decoded, wrong) = Base64.decoded(try unescaped(member, kind.rawValue, text))
            if let wrong {
                let place = min(member.value.lowerBound + wrong, max(0, member.value.upperBound - 1))
                throw Problem("invalid base64 in \"base64\"", place..<place + 1)
            }
            bytes = decoded
        case .file:
            let path = try string(member, kind.rawValue, text)
            return ReadPage { [facts] () throws(Diagnostic) in
                let path = try pages.files.path(path, in: pages.file, line: line)
                return try SavedPage.read(path, name: name, facts)
            }
        }
        return .page(
            Page(name: name, bytes: bytes, url: facts.url, encoding: facts.encoding, clock: facts.clock)
        )
    }

    /// The bytes of a member's value, which must be a string.
    private func unescaped(
        _ member: JSONMembers.Member,
        _ key: String,
        _ text: UnsafeRawBufferPointer
    ) throws(Problem) -> [UInt8] {
        guard member.kind == .string else {
            let expected = key == Content.body.rawValue ? "a string, an object or an array" : "a string"
            throw Problem("\"\(key)\" is not \(expected)", member.value)
        }
        let (bytes, wrong) = JSONStringBytes.unescaped(UnsafeRawBufferPointer(rebasing: text[member.value]))
        if let wrong {
            let place = member.value.lowerBound + wrong
            throw Problem(
                "invalid escape sequence",
                place..<place + 1,
                help: "write \\\\ for a backslash"
            )
        }
        return bytes
    }

    private func string(
        _ member: JSONMembers.Member,
        _ key: String,
        _ text: UnsafeRawBufferPointer
    ) throws(Problem) -> String {
        String(decoding: try unescaped(member, key, text), as: UTF8.self)
    }

    private func string(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        let written = UnsafeRawBufferPointer(rebasing: text[range])
        // Keys rarely have escape sequences.
        if written.offset(of: 0x5C) == nil { return String(decoding: written, as: UTF8.self) }
        return String(decoding: JSONStringBytes.unescaped(written).bytes, as: UTF8.self)
    }

    /// Why a line is not a JSON object, as the JSON parser reports it.
    private func syntaxError(_ bytes: [UInt8]) -> Problem {
        let (json, errors) = JSON.read(bytes, dialect: .strict)
        if let error = errors.first { return Problem(error.message, error.range, help: error.help) }
        if let json, case .object = json.content { return Problem("the line is not valid JSON", 0..<1) }
        let found = json.map { ", found \($0.kind)" } ?? ""
        return Problem("expected a JSON object\(found)", 0..<1, help: "write {\"url\": …, \"html\": …}")
    }

    private func diagnostic(_ problem: Problem, in bytes: [UInt8]) -> Diagnostic {
        var location = SourceText(name: pages.file, bytes: bytes).location(of: problem.range)
        location.line = line
        return Diagnostic(.input, problem.message, at: location, help: problem.help)
    }
}
