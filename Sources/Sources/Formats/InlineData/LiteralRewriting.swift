import Basics
import Records
import Values

/// Rewrites a literal of a script in which values are written as calls: `new Date(1700000000000)`, `new Set([1])`,
/// `new Map([["a",1]])`, and functions that only return a literal. SvelteKit writes the data of pages with such calls
/// (devalue). Nothing is run.
struct LiteralRewriting {
    private let text: [UInt8]
    private let depth: Int
    private var offset: Int
    private var result: [UInt8] = []

    /// The maximum nesting depth of such calls.
    static let depthLimit = 16

    /// The literal at an offset without calls, and the offset after it; `nil` if it contains other code.
    ///
    /// Complexity: linear in the literal's length, for each level of nested calls.
    static func rewritten(_ text: [UInt8], at start: Int, depth: Int) -> (literal: [UInt8], end: Int)? {
        guard depth < depthLimit else { return nil }
        var rewriting = LiteralRewriting(text: text, depth: depth, offset: start)
        return rewriting.rewrite() ? (rewriting.result, rewriting.offset) : nil
    }

    private init(text: [UInt8], depth: Int, offset: Int) {
        self.text = text
        self.depth = depth
        self.offset = offset
    }

    /// Rewrites one value; returns whether it is one.
    private mutating func rewrite() -> Bool {
        var open = 0
        repeat {
            guard offset < text.count else { return false }
            let byte = text[offset]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open += 1
                copy()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                open -= 1
                copy()
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                let end = ScriptData.end(ofString: byte, at: offset, in: text)
                result += text[offset..<end]
                offset = end
            case UInt8(ascii: "("):
                guard rewriteStreamed() || rewriteFunction() else { return false }
            case UInt8(ascii: "/"):
                let end = JavaScript.endOfComment(from: offset, in: text)
                guard let end else { return false }
                // A comment separates tokens.
                result.append(0x20)
                offset = end
            case UInt8(ascii: "="), UInt8(ascii: ";"): return false
            default:
                let end = ScriptData.end(ofNameAt: offset, in: text)
                if end > offset {
                    guard rewriteWord(endingAt: end) else { return false }
                } else {
                    copy()
                }
            }
        } while open > 0
        return true
    }

    private mutating func copy() {
        result.append(text[offset])
        offset += 1
    }

    /// Rewrites `__sveltekit_x.defer(1)`, whose value is sent later.
    private mutating func rewriteStreamed() -> Bool {
        let call = Array(".defer".utf8)
        guard result.suffix(call.count).elementsEqual(call) else { return false }
        var scanner = CalledFunction.Scanner(text: text, offset: offset + 1)
        guard let word = scanner.name(), let id = Int(word), scanner.skip(")") else { return false }
        result.removeLast(call.count)
        while let last = result.last, ScriptData.isNameByte(last) { result.removeLast() }
        result += StreamedValues.place(of: id).utf8
        offset = scanner.offset
        return true
    }

    private mutating func rewriteFunction() -> Bool {
        guard let function = CalledFunction(text, at: offset, depth: depth), let value = function.value else {
            return false
        }
        result += JSONWriter.compact(value.value).utf8
        offset = function.end
        return true
    }

    private mutating func rewriteWord(endingAt end: Int) -> Bool {
        let word = text[offset..<end]
        offset = end
        if word.elementsEqual("new".utf8) {
            let next = JavaScript.endOfSpace(from: end, in: text)
            // As a key it is a name.
            if next == text.count || text[next] != UInt8(ascii: ":") { return rewriteObject() }
        }
        result += word
        return true
    }

    /// Rewrites what follows `new`.
    private mutating func rewriteObject() -> Bool {
        var scanner = CalledFunction.Scanner(text: text, offset: offset)
        guard let kind = scanner.name() else { return false }
        var arguments: [JSON] = []
        if scanner.skip("(") {
            guard let parts = scanner.parts() else { return false }
            for (index, part) in parts.enumerated() {
                if index == parts.count - 1, CalledFunction.Scanner(text: Array(part), offset: 0).isAtEnd {
                    break
                }
                guard let json = ScriptData.wholeLiteral(Array(part), depth: depth + 1) else { return false }
                arguments.append(json)
            }
        }
        offset = scanner.offset
        guard let value = LiteralRewriting.value(of: kind, arguments.map(\.value)) else { return false }
        result += JSONWriter.compact(value).utf8
        return true
    }

    /// The value of an object of a type that JSON lacks; `nil` for other types, and for other arguments: `new Date(2020,0,15)`
    /// depends on the time zone.
    private static func value(of kind: String, _ arguments: [Value]) -> Value? {
        // The flags of a regular expression are left out.
        let isUnderstood = arguments.count <= 1 || kind == "RegExp" && arguments.count == 2
        guard isUnderstood else { return nil }
        switch (kind, arguments.first) {
        case ("Date", .number(let number)?):
            // Minified scripts write 17e11.
            guard let time = number.integer ?? Double(number.description).flatMap(Int.init(exactly:)),
                time.magnitude <= 8_640_000_000_000_000
            else { return nil }
            return date(time).map(Value.string)
        case ("Date", .null?): return .null
        case ("Date", .string?), ("URL", .string?), ("RegExp", .string?): return arguments.first
        case ("Set", nil): return .list([])
        case ("Set", .list?): return arguments.first
        case ("Map", nil): return .object([])
        case ("Map", .list(let pairs)?):
            var members: [Value.Member] = []
            for pair in pairs {
                guard let pair = pair.list, pair.count == 2 else { return nil }
                members.append(Value.Member(pair[0].text, pair[1]))
            }
            return .object(members)
        default: return nil
        }
    }

    /// A time in milliseconds since 1970 as JavaScript writes it in JSON; `nil` outside of the years 1 to 9999.
    private static func date(_ time: Int) -> String? {
        let seconds = Int((Double(time) / 1000).rounded(.down))
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        var moment = Moment(instant: seconds, offset: 0)
        let fraction = String(time - seconds * 1000)
        moment.time?.fraction = String(repeating: "0", count: max(0, 3 - fraction.count)) + fraction
        return moment.text
    }
}
