import Basics
import Records

/// A function that is called where it is written and only returns a literal that contains its parameters, as Nuxt 2 and
/// SvelteKit write data: `(function(a,b){return {x:a}}(1,"y"))`. Before it returns, it may fill its parameters:
/// `a.name="Oak";`.
struct CalledFunction {
    /// The literal with the arguments in place of the parameters; `nil` if the function does more than that.
    let value: JSON?
    /// The offset after the call.
    let end: Int

    /// - Parameters:
    ///   - start: where the function or the bracket around it begins.
    ///   - depth: the number of values that are written as code around it.
    init?(_ text: [UInt8], at start: Int, depth: Int = 0) {
        var scanner = Scanner(text: text, offset: start)
        let hasBracket = scanner.skip("(")
        guard scanner.skip("function"), scanner.skip("("), let parameters = scanner.names() else {
            return nil
        }
        guard scanner.skip("{"), var statements = scanner.parts(separator: UInt8(ascii: ";")) else {
            return nil
        }
        let isClosed = scanner.skip(")")
        guard scanner.skip("("), let arguments = scanner.parts() else { return nil }
        if hasBracket, !isClosed { _ = scanner.skip(")") }
        end = scanner.offset
        if let last = statements.last, Scanner(text: Array(last), offset: 0).isAtEnd {
            statements.removeLast()
        }
        guard let last = statements.popLast(), depth < LiteralRewriting.depthLimit else {
            value = nil
            return
        }
        var values = Parameters(parameters, arguments)
        for statement in statements where !values.add(statement) {
            value = nil
            return
        }
        var result = Scanner(text: Array(last), offset: 0)
        guard result.skip("return"), let literal = values.replaced(result.text[result.offset...]) else {
            value = nil
            return
        }
        value = ScriptData.wholeLiteral(literal, depth: depth + 1)
    }

    /// The parameters of a function with their values.
    private struct Parameters {
        private var arguments: [String: ArraySlice<UInt8>] = [:]
        /// What statements put into parameters: keys and values.
        private var members: [String: [(key: [UInt8], value: ArraySlice<UInt8>)]] = [:]
        private var texts: [String: [UInt8]] = [:]
        private var open: Set<String> = []
        /// The maximum length of the literal, in bytes: a value may occur in many places.
        private static let limit = 64 << 20

        init(_ names: [String], _ arguments: [ArraySlice<UInt8>]) {
            for (name, argument) in zip(names, arguments) { self.arguments[name] = argument }
        }

        /// Adds a statement that puts a value into a parameter: `a.name="Oak"`, `a["x-y"]=1`, `a[0]=b`. Returns whether it
        /// is one.
        mutating func add(_ statement: ArraySlice<UInt8>) -> Bool {
            var scanner = Scanner(text: Array(statement), offset: 0)
            guard let name = scanner.name(), arguments[name] != nil else { return false }
            let key: [UInt8]
            if scanner.skip(".") {
                guard let word = scanner.name() else { return false }
                key = [UInt8(ascii: "\"")] + Array(word.utf8) + [UInt8(ascii: "\"")]
            } else {
                guard scanner.skip("["), let parts = scanner.parts(), parts.count == 1 else { return false }
                key = Array(parts[0])
            }
            guard scanner.skip("=") else { return false }
            members[name, default: []].append((key, scanner.text[scanner.offset...]))
            return true
        }

        /// The text of a parameter's value; `nil` if it contains itself, or is too long.
        private mutating func text(of name: String) -> [UInt8]? {
            if let known = texts[name] { return known }
            guard let argument = arguments[name] else { return nil }
            let kind = argument.drop(while: \.isWhiteSpace)
            let isList = kind.starts(with: "Array(".utf8) || kind.starts(with: "[".utf8)
            guard let members = members[name] else {
                return kind.starts(with: "Array(".utf8) ? Array("[]".utf8) : Array(argument)
            }
            // What an argument already has would be lost.
            let bare = kind.filter { !$0.isWhiteSpace }
            guard
                bare.elementsEqual("{}".utf8) || bare.elementsEqual("[]".utf8)
                    || kind.starts(with: "Array(".utf8) || kind.starts(with: "Object.create(null)".utf8),
                open.insert(name).inserted
            else { return nil }
            defer { open.remove(name) }
            var text: [UInt8] = [UInt8(ascii: isList ? "[" : "{")]
            for (index, member) in members.enumerated() {
                guard let value = replaced(member.value) else { return nil }
                if index > 0 { text.append(UInt8(ascii: ",")) }
                if !isList { text += member.key + [UInt8(ascii: ":")] }
                text += value
            }
            text.append(UInt8(ascii: isList ? "]" : "}"))
            texts[name] = text
            return text
        }

        /// A literal with names replaced by their values, except for keys of objects and text in strings; `nil` if it is too
        /// long.
        mutating func replaced(_ body: ArraySlice<UInt8>) -> [UInt8]? {
            let text = Array(body)
            var result: [UInt8] = []
            result.reserveCapacity(text.count)
            var last: UInt8 = 0
            var offset = 0
            while offset < text.count {
                let byte = text[offset]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
                    let end = ScriptData.end(ofString: byte, at: offset, in: text)
                    result += text[offset..<end]
                    offset = end
                    last = byte
                    continue
                }
                let space = JavaScript.endOfSpace(from: offset, in: text)
                if space > offset {
                    result += text[offset..<space]
                    offset = space
                    continue
                }
                let end = ScriptData.end(ofNameAt: offset, in: text)
                guard end > offset else {
                    result.append(byte)
                    last = byte
                    offset += 1
                    continue
                }
                let word = text[offset..<end]
                let following = JavaScript.endOfSpace(from: end, in: text)
                let isKey =
                    following < text.count && text[following] == UInt8(ascii: ":")
                    && (last == UInt8(ascii: "{") || last == UInt8(ascii: ","))
                let name = String(decoding: word, as: UTF8.self)
                if !isKey, arguments[name] != nil {
                    guard let value = self.text(of: name) else { return nil }
                    result += value
                } else {
                    result += word
                }
                if result.count > Parameters.limit { return nil }
                last = byte
                offset = end
            }
            return result
        }
    }

    struct Scanner {
        let text: [UInt8]
        var offset: Int

        init(text: [UInt8], offset: Int) {
            self.text = text
            self.offset = offset
        }

        /// Whether only white space and comments follow.
        var isAtEnd: Bool {
            JavaScript.endOfSpace(from: offset, in: text) == text.count
        }

        mutating func skipSpace() {
            offset = JavaScript.endOfSpace(from: offset, in: text)
        }

        mutating func skip(_ word: StaticString) -> Bool {
            skipSpace()
            let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            guard text[min(offset, text.count)...].starts(with: bytes) else { return false }
            offset += bytes.count
            return true
        }

        /// A name at the offset, which is skipped.
        mutating func name() -> String? {
            skipSpace()
            let start = offset
            offset = ScriptData.end(ofNameAt: start, in: text)
            return start < offset ? String(decoding: text[start..<offset], as: UTF8.self) : nil
        }

        /// Names up to the closing bracket, which is skipped.
        mutating func names() -> [String]? {
            guard let end = text[offset...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
            let names = text[offset..<end].split(separator: UInt8(ascii: ","))
                .map { WhiteSpace.collapse(String(decoding: $0, as: UTF8.self)) }
            offset = end + 1
            return names
        }

        /// The parts between separators up to the closing bracket, which is skipped.
        mutating func parts(separator: UInt8 = UInt8(ascii: ",")) -> [ArraySlice<UInt8>]? {
            var parts: [ArraySlice<UInt8>] = []
            var depth = 0
            var start = offset
            while offset < text.count {
                let byte = text[offset]
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                    offset = ScriptData.end(ofString: byte, at: offset, in: text)
                    continue
                case UInt8(ascii: "/"):
                    let end = JavaScript.endOfComment(from: offset, in: text)
                    if let end {
                        offset = end
                        continue
                    }
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth -= 1
                    if depth < 0 {
                        parts.append(text[start..<offset])
                        offset += 1
                        return parts
                    }
                case separator where depth == 0:
                    parts.append(text[start..<offset])
                    start = offset + 1
                default: break
                }
                offset += 1
            }
            return nil
        }
    }
}
