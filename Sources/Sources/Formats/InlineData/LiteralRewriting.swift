import Basics
import Records
import Values

/// Rewrites a literal of a script in which values are written as JSON cannot: `new Date(1700000000000)`, `new Set([1])`,
/// `new Map([["a",1]])`, `1n`, `.5`, `0x1F`, `NaN`, text between backticks, and functions that only return a literal.
/// Minified scripts have such numbers; SvelteKit writes the data of pages with such calls (devalue). Nothing is run.
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
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = ScriptData.end(ofString: byte, at: offset, in: text)
                result += text[offset..<end]
                offset = end
            case UInt8(ascii: "("):
                guard rewriteStreamed() || rewriteFunction() else { return false }
            case UInt8(ascii: "`"):
                guard rewriteTemplate() else { return false }
            case UInt8(ascii: "."): rewritePoint()
            case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ";"): return false
            default:
                if ScriptData.isNameByte(byte) {
                    guard rewriteWord() else { return false }
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

    /// Rewrites text between backticks that has no code in it.
    private mutating func rewriteTemplate() -> Bool {
        let end = ScriptData.end(ofString: UInt8(ascii: "`"), at: offset, in: text)
        guard end > offset + 1, text[end - 1] == UInt8(ascii: "`") else { return false }
        let content = text[offset + 1..<end - 1]
        var last: UInt8 = 0
        result.append(UInt8(ascii: "\""))
        for byte in content {
            // A value that code computes.
            if byte == UInt8(ascii: "{"), last == UInt8(ascii: "$") { return false }
            switch byte {
            case 0x0A: result += "\\n".utf8
            case 0x0D: break
            case 0x09: result += "\\t".utf8
            case UInt8(ascii: "\"") where last != UInt8(ascii: "\\"): result += "\\\"".utf8
            default: result.append(byte)
            }
            last = last == UInt8(ascii: "\\") && byte == last ? 0 : byte
        }
        result.append(UInt8(ascii: "\""))
        offset = end
        return true
    }

    /// Adds the digit before or after a point that JSON needs: `.5`, `5.`.
    private mutating func rewritePoint() {
        let isAfterDigit = result.last?.isASCIIDigit ?? false
        let next = offset + 1 < text.count ? text[offset + 1] : 0
        if isAfterDigit, !ScriptData.isNameByte(next) {
            offset += 1
        } else {
            if !isAfterDigit, next.isASCIIDigit { result.append(UInt8(ascii: "0")) }
            copy()
        }
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

    private mutating func rewriteWord() -> Bool {
        let start = offset
        while offset < text.count, ScriptData.isNameByte(text[offset]) { offset += 1 }
        let word = text[start..<offset]
        switch String(decoding: word, as: UTF8.self) {
        case "new": return rewriteObject()
        case "NaN", "Infinity":
            // JSON has no such numbers. As a key it is a name.
            if text[offset...].first(where: { !$0.isWhiteSpace }) == UInt8(ascii: ":") {
                result += word
            } else {
                if result.last == UInt8(ascii: "-") { result.removeLast() }
                result += "null".utf8
            }
        default:
            // An integer of any size: 12n.
            if word.starts(with: "0x".utf8),
                let number = UInt64(String(decoding: word.dropFirst(2), as: UTF8.self), radix: 16)
            {
                result += "\(number)".utf8
                return true
            }
            let isLarge =
                word.last == UInt8(ascii: "n") && word.count > 1 && word.dropLast().allSatisfy(\.isASCIIDigit)
            result += isLarge ? word.dropLast() : word
        }
        return true
    }

    /// Rewrites what follows `new`.
    private mutating func rewriteObject() -> Bool {
        var scanner = CalledFunction.Scanner(text: text, offset: offset)
        guard let kind = scanner.name() else { return false }
        var arguments: [JSON] = []
        if scanner.skip("(") {
            guard let parts = scanner.parts() else { return false }
            for part in parts where !part.allSatisfy(\.isWhiteSpace) {
                let argument = Array(part.drop(while: \.isWhiteSpace))
                guard let (json, _) = ScriptData.literal(in: argument, at: 0, depth: depth + 1) else {
                    return false
                }
                arguments.append(json)
            }
        }
        offset = scanner.offset
        guard let value = LiteralRewriting.value(of: kind, arguments.map(\.value)) else { return false }
        result += JSONWriter.compact(value).utf8
        return true
    }

    /// The value of an object of a type that JSON lacks; `nil` for other types.
    private static func value(of kind: String, _ arguments: [Value]) -> Value? {
        switch (kind, arguments.first) {
        case ("Date", .number(let number)?):
            guard let time = number.integer, abs(time) <= 8_640_000_000_000_000 else { return nil }
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
