import Addresses
import Basics
import Language
import Platform
import Records

/// Finds the data in one script: JSON, and the literals that code assigns. No code is run.
struct ScriptData {
    private let text: [UInt8]
    /// The line of the page that the script begins on.
    private let line: Int
    private(set) var chunks: [InlineChunk] = []
    private(set) var problems: [SourceProblem] = []
    private var offset = 0
    /// The number of line ends before an offset.
    private var lines = (before: 0, count: 0)

    init(_ text: [UInt8], line: Int) {
        self.text = text
        self.line = line
    }

    // MARK: - JSON

    /// Reads a script that is JSON.
    ///
    /// - Parameters:
    ///   - isReferences: whether it is a list in which numbers are indices of the list.
    ///   - budget: for the values that references add.
    mutating func readJSON(named name: String, isReferences: Bool, _ budget: inout ReferenceBudget) {
        if text.allSatisfy(\.isWhiteSpace) { return }
        let (json, errors) = JSON.read(ScriptData.withoutComment(text), dialect: .strict)
        guard let json, errors.isEmpty else {
            let reason = errors.first?.message ?? "no value"
            problems.append(
                SourceProblem(
                    line: line,
                    severity: .warning,
                    message: "\(name) is not JSON and is left out: \(reason)"
                )
            )
            return
        }
        if isReferences, case .array(let elements) = json.content {
            do throws(References.Failure) {
                var references = References(elements)
                let value = try references.value(&budget)
                chunks.append(InlineChunk(name: name, value: value, line: line))
            } catch .tooLarge {
                problems.append(budget.problem("\(name) is left out", line: line))
            } catch {
                let message = "\(name) refers to itself, or is nested too deep, and is left out"
                problems.append(SourceProblem(line: line, severity: .warning, message: message))
            }
        } else {
            chunks.append(
                InlineChunk(name: name, value: json, line: line, text: SourceText(name: "", bytes: text))
            )
        }
    }

    /// The text, in which the marks of a comment around it are replaced by spaces: `<!--{…}-->` hides data from
    /// programs that do not support scripts.
    private static func withoutComment(_ text: [UInt8]) -> [UInt8] {
        let content = text.withUnsafeBufferPointer { WhiteSpace.trimmed($0) }
        guard text[content].starts(with: "<!--".utf8), text[content].suffix(3).elementsEqual("-->".utf8),
            content.count >= 7
        else { return text }
        var result = text
        for index in content.prefix(4) + content.suffix(3) { result[index] = 0x20 }
        return result
    }

    // MARK: - Code

    /// Reads the values that code assigns to variables, or adds to lists of `window`.
    mutating func readCode() {
        var braces = Braces()
        var names: [String] = []
        // The last name that something is assigned to.
        var assigned: [String] = []
        // The last byte that is neither white space nor in a comment.
        var last: UInt8?
        // For each open bracket: the name of the list that a call adds its arguments to.
        var lists: [String?] = []
        while offset < text.count {
            let byte = text[offset]
            if byte >= 0x80, case let space = spaceLength, space > 0 {
                offset += space
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): skipString(byte)
            case UInt8(ascii: "/"):
                skipComment()
                continue
            case UInt8(ascii: "{"):
                braces.open(after: last)
                lists.append(nil)
                offset += 1
            case UInt8(ascii: "}"):
                braces.close()
                _ = lists.popLast()
                offset += 1
            case UInt8(ascii: "="):
                readAssignment(names, braces.functions)
                if !names.isEmpty { assigned = names }
                names = []
            case UInt8(ascii: "("):
                if names.suffix(2) == ["kit", "start"] { braces.startsKit() }
                if names.last == "resolve", names.dropLast().last?.hasPrefix("__sveltekit") == true {
                    readStreamed()
                }
                offset += 1
                lists.append(ScriptData.list(ofCall: names))
                names = []
                if let list = lists.last ?? nil { readValue(named: list) }
            case UInt8(ascii: ","):
                offset += 1
                names = []
                if let list = lists.last ?? nil { readValue(named: list) }
            case UInt8(ascii: ")"):
                // (window.X = window.X || []).push({…})
                names = isListByDefault ? assigned : []
                _ = lists.popLast()
                offset += 1
            case UInt8(ascii: "]"):
                names = []
                _ = lists.popLast()
                offset += 1
            case UInt8(ascii: ":"):
                offset += 1
                if names == ["data"], braces.isInKit { readValue(named: "data", isSure: true) }
                names = []
            case UInt8(ascii: "["):
                // window["X"] is window.X.
                if !names.isEmpty, let name = readKey() {
                    names.append(name)
                } else {
                    lists.append(nil)
                    offset += 1
                }
            default:
                if let name = readName() {
                    names = ScriptData.declarations.contains(name) ? [name] : names + [name]
                } else {
                    // A name's parts are joined by points; white space is between a keyword and a name.
                    if byte != UInt8(ascii: "."), !byte.isWhiteSpace { names = [] }
                    offset += 1
                }
            }
            if !byte.isWhiteSpace { last = text[offset - 1] }
            if names.count > 8 { names.removeFirst(names.count - 8) }
        }
    }

    /// Whether `|| []` is before the offset.
    private var isListByDefault: Bool {
        let tokens = text[..<offset].suffix(8).filter { !$0.isWhiteSpace }
        return tokens.suffix(4).elementsEqual("||[]".utf8)
    }

    /// The open braces of code.
    private struct Braces {
        /// Whether each is that of a block of its own, which is run like the code around it.
        private var areBlocks: [Bool] = []
        /// The number of open braces that are not those of blocks.
        private(set) var functions = 0
        /// The number of open braces in the object that SvelteKit's `kit.start(app, element, {…})` gets, with its own.
        private var kit: Int?

        /// Whether the innermost brace is that of the object with a page's data.
        var isInKit: Bool { kit == areBlocks.count }

        mutating func open(after last: UInt8?) {
            let isBlock = last.map { ";{}".utf8.contains($0) } ?? true
            areBlocks.append(isBlock)
            functions += isBlock ? 0 : 1
        }

        mutating func close() {
            if areBlocks.popLast() == false { functions -= 1 }
            if let kit, areBlocks.count < kit { self.kit = nil }
        }

        mutating func startsKit() { kit = areBlocks.count + 1 }
    }

    private static let roots: Set<String> = ["window", "self", "globalThis"]
    private static let declarations: Set<String> = ["var", "let", "const"]

    /// Reads the text after `=`, if it is data and the text before it is a name.
    private mutating func readAssignment(_ names: [String], _ functions: Int) {
        offset += 1
        let previous = offset >= 2 ? text[offset - 2] : 0
        guard let name = names.last, !"=!<>+-*/%&|^?".utf8.contains(previous), offset < text.count,
            text[offset] != UInt8(ascii: "="), text[offset] != UInt8(ascii: ">")
        else { return }
        let isGlobal = names.first.map(ScriptData.roots.contains) ?? false
        // A variable within a function is local to its code.
        guard isGlobal || functions == 0, !ScriptData.roots.contains(name), Preparation.canBeName(name) else {
            return
        }
        readValue(named: name)
    }

    /// The name of the list that a call adds its arguments to: `window.X.push({…},{…})`; `nil` for other calls.
    private static func list(ofCall names: [String]) -> String? {
        guard names.last == "push", let name = names.dropLast().last, Preparation.canBeName(name),
            !roots.contains(name)
        else { return nil }
        return name
    }

    /// Reads a value that SvelteKit sends later: `({id:1,data:…})`, or `(1, () => […])`.
    private mutating func readStreamed() {
        var scanner = CalledFunction.Scanner(text: text, offset: offset + 1)
        guard let parts = scanner.parts(), let first = parts.first else { return }
        let start = first.drop(while: \.isWhiteSpace).startIndex
        if parts.count == 1, let (json, _) = literal(at: start) {
            chunks.append(InlineChunk(name: StreamedValues.name, value: json, line: line))
        } else if parts.count == 2,
            let id = Int(String(decoding: first.filter { !$0.isWhiteSpace }, as: UTF8.self)),
            let list = parts[1].firstIndex(of: UInt8(ascii: "[")), let (json, _) = literal(at: list),
            case .array(let elements) = json.content, let data = elements.first
        {
            let number = JSON(content: .number(Number(id)), range: 0..<0)
            let members = [("id", number), ("data", data)].map {
                JSON.Member(key: $0.0, keyRange: 0..<0, value: $0.1)
            }
            let value = JSON(content: .object(members), range: 0..<0)
            chunks.append(InlineChunk(name: StreamedValues.name, value: value, line: line))
        }
    }

    /// Reads a value at the offset, and skips it; anything that is not data is left unread.
    ///
    /// - Parameter isSure: whether it would be data of the page.
    private mutating func readValue(named name: String, isSure: Bool = false) {
        // Brackets that never end are searched for their end from each place that may begin a value.
        if Deadline.isProbablyPast { offset = text.count }
        skipSpace()
        guard offset < text.count else { return }
        let start = offset
        lines.count += text[lines.before..<start].count { $0 == 0x0A }
        lines.before = start
        let position = line + lines.count
        switch text[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let (json, end) = literal(at: start), isWhole(before: end) else {
                return leaveOut(name, position, isSure: isSure)
            }
            if ScriptData.isEmpty(json) { return }
            offset = end
            chunks.append(InlineChunk(name: name, value: json, line: position))
        case UInt8(ascii: "("), UInt8(ascii: "f"):
            guard let called = CalledFunction(text, at: start) else { return }
            offset = called.end
            guard let value = called.value else { return leaveOut(name, position, isSure: true) }
            chunks.append(InlineChunk(name: name, value: value, line: position))
        case UInt8(ascii: "J"):
            guard let (inner, end) = parsedText(at: start) else { return leaveOut(name, position) }
            let (value, errors) = JSON.read(Array(inner.utf8), dialect: .strict)
            guard let value, errors.isEmpty else { return leaveOut(name, position) }
            if ScriptData.isEmpty(value) { return }
            offset = end
            chunks.append(InlineChunk(name: name, value: value, line: position))
        default: return
        }
    }

    /// Reports a value that contains code, but only if a name such as `__STATE__` shows that it is a page's data:
    /// scripts assign many other objects that contain code.
    private mutating func leaveOut(_ name: String, _ position: Int, isSure: Bool = false) {
        guard isSure || name.hasPrefix("__") && name.hasSuffix("__") else { return }
        let message = "\(name) is computed by code, which is not run; it is left out"
        problems.append(SourceProblem(line: position, severity: .warning, message: message))
    }

    /// Whether a literal that ends at an offset is all that is assigned: `{…}.x` is not.
    private func isWhole(before end: Int) -> Bool {
        let rest = text[end...].drop { $0.isWhiteSpace && $0 != 0x0A }
        guard let next = rest.first, ".[(+-*/%?<>=^".utf8.contains(next) else { return true }
        return rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8)
    }

    /// The text that `JSON.parse("…")` reads, which may be percent-encoded or base64 (`decodeURIComponent`, `atob`), and the
    /// offset after it.
    private func parsedText(at start: Int) -> (String, end: Int)? {
        var place = start
        func skip(_ word: String) -> Bool {
            guard text[place...].starts(with: word.utf8) else { return false }
            place += word.utf8.count
            return true
        }
        guard skip("JSON.parse(") else { return nil }
        var isEncoded: [Bool] = []
        while true {
            _ = skip("window.")
            if skip("decodeURIComponent(") {
                isEncoded.append(true)
            } else if skip("atob(") {
                isEncoded.append(false)
            } else {
                break
            }
        }
        guard let (json, end) = literal(at: place), case .string(var inner) = json.content else { return nil }
        for isPercent in isEncoded.reversed() {
            if isPercent {
                guard let decoded = String(validating: PercentEncoding.decoded(inner.utf8), as: UTF8.self)
                else { return nil }
                inner = decoded
            } else {
                // Each byte is a character of its own.
                guard let bytes = Base64.bytes(inner.utf8) else { return nil }
                inner = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            }
        }
        return (inner, end)
    }

    private func literal(at start: Int) -> (JSON, end: Int)? { ScriptData.literal(in: text, at: start) }

    /// The literal at an offset, and the offset after it; `nil` if it contains code.
    ///
    /// - Parameter depth: the number of values that are written as code around it.
    static func literal(in text: [UInt8], at start: Int, depth: Int = 0) -> (JSON, end: Int)? {
        let (json, end, errors) = text.withUnsafeBufferPointer {
            JSON.readValue(in: $0, from: start, dialect: .script)
        }
        if let json, let end, errors.isEmpty { return (json, end) }
        guard let (literal, end) = LiteralRewriting.rewritten(text, at: start, depth: depth) else {
            return nil
        }
        let (rewritten, mistakes) = JSON.read(literal, dialect: .script)
        guard let rewritten, mistakes.isEmpty else { return nil }
        return (rewritten, end)
    }

    /// The literal that a text consists of; `nil` if it contains code.
    static func wholeLiteral(_ text: [UInt8], depth: Int) -> JSON? {
        var scanner = CalledFunction.Scanner(text: text, offset: 0)
        scanner.skipSpace()
        guard let (json, end) = literal(in: text, at: scanner.offset, depth: depth) else { return nil }
        scanner.offset = end
        return scanner.isAtEnd ? json : nil
    }

    private static func isEmpty(_ json: JSON) -> Bool {
        switch json.content {
        case .array(let elements): elements.allSatisfy { $0.value == .null }
        case .object(let members): members.isEmpty
        case .null, .boolean, .number, .string: true
        }
    }

    // MARK: - Tokens

    static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    }

    /// The offset after the name that begins at an offset; the same offset if none does.
    static func end(ofNameAt start: Int, in text: [UInt8]) -> Int {
        var offset = start
        while offset < text.count {
            if text[offset] < 0x80 {
                guard isNameByte(text[offset]) else { break }
                offset += 1
            } else {
                let length = text.withUnsafeBufferPointer { JavaScript.nameLength(at: offset, in: $0) }
                if length == 0 { break }
                offset += length
            }
        }
        return offset
    }

    private mutating func readName() -> String? {
        let start = offset
        offset = ScriptData.end(ofNameAt: start, in: text)
        return start < offset ? String(decoding: text[start..<offset], as: UTF8.self) : nil
    }

    /// The name in `["X"]`, which is skipped.
    private mutating func readKey() -> String? {
        guard offset + 1 < text.count, "\"'".utf8.contains(text[offset + 1]),
            let (json, end) = literal(at: offset + 1), case .string(let name) = json.content,
            end < text.count, text[end] == UInt8(ascii: "]")
        else { return nil }
        offset = end + 1
        return name
    }

    /// The length of the white space at the offset.
    private var spaceLength: Int {
        text.withUnsafeBufferPointer { JavaScript.spaceLength(at: offset, in: $0) }
    }

    /// Skips white space and comments.
    private mutating func skipSpace() {
        offset = JavaScript.endOfSpace(from: offset, in: text)
    }

    private mutating func skipString(_ quote: UInt8) {
        offset = ScriptData.end(ofString: quote, at: offset, in: text)
    }

    /// The offset after a string that begins at one. A string of one line ends with it.
    static func end(ofString quote: UInt8, at start: Int, in text: [UInt8]) -> Int {
        var offset = start + 1
        while offset < text.count, text[offset] != quote {
            if text[offset] == 0x0A, quote != UInt8(ascii: "`") { return offset }
            if text[offset] == UInt8(ascii: "\\") {
                offset += text[(offset + 1)...].starts(with: [0x0D, 0x0A]) ? 3 : 2
            } else {
                offset += 1
            }
        }
        return min(offset + 1, text.count)
    }

    private mutating func skipComment() {
        let end = JavaScript.endOfComment(from: offset, in: text)
        offset = end ?? endOfPattern ?? offset + 1
    }

    /// The end of the regular expression that begins at the offset; `nil` where the slash divides.
    private var endOfPattern: Int? {
        var before = offset - 1
        while before >= 0, text[before].isWhiteSpace { before -= 1 }
        if before >= 0, ScriptData.isNameByte(text[before]) {
            var start = before
            while start > 0, before - start < 10, ScriptData.isNameByte(text[start - 1]) { start -= 1 }
            let word = String(decoding: text[start...before], as: UTF8.self)
            guard ScriptData.wordsBeforePattern.contains(word) else { return nil }
        } else if before >= 0, ")].\"'`".utf8.contains(text[before]) {
            return nil
        }
        var isInClass = false
        var index = offset + 1
        while index < min(text.count, offset + ScriptData.patternLimit), text[index] != 0x0A {
            switch text[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    private static let wordsBeforePattern: Set<String> = [
        "return", "typeof", "case", "in", "of", "else", "do", "void",
    ]
    /// The greatest length of a regular expression, in bytes.
    private static let patternLimit = 4096
}
