import Foundation
import TestSupport

@testable import DOM

/// A token in the notation of the html5lib tests.
enum TestToken: Equatable {
    case character(String)
    case startTag(String, [String: String], isSelfClosing: Bool)
    case endTag(String)
    case comment(String)
    case doctype(String?, String?, String?, forcesQuirks: Bool)

    /// Compares byte by byte: strings also treat some different characters as equal (U+212B and U+00C5).
    static func == (left: TestToken, right: TestToken) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    private var text: String {
        guard case .startTag(let name, let attributes, let isSelfClosing) = self else { return "\(self)" }
        let pairs = attributes.map { "\($0.key.debugDescription)=\($0.value.debugDescription)" }
        return "<\(name.debugDescription) \(pairs.sorted()) \(isSelfClosing)>"
    }
}

/// Reads a page's tokens.
final class TokenReader {
    struct Result {
        let value: TestToken
        let offset: Int
        /// Whether the text, or the value of the first attribute, is in the page's memory.
        let isInPlace: Bool
    }

    var tokenizer: Tokenizer
    private let buffer: PageBuffer

    convenience init(_ page: String, state: TokenizerState = .data, lastStartTag: String? = nil) {
        self.init(bytes: Array(page.utf8), state: state, lastStartTag: lastStartTag)
    }

    init(bytes: [UInt8], state: TokenizerState, lastStartTag: String?) {
        var arena = Arena()
        let names = NameTable()
        buffer = bytes.withUnsafeBufferPointer { PageBuffer(copying: $0, in: &arena) }
        tokenizer = Tokenizer(buffer, arena: arena, names: names)
        tokenizer.state = state
        tokenizer.lastStartTag = lastStartTag.map { Array($0.utf8).withUnsafeBufferPointer(names.intern) }
    }

    /// The unread rest of the page.
    var page: UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(start: buffer.start, count: buffer.count)
    }

    /// The tokens that are still to come.
    var rest: [TestToken] {
        var tokens: [TestToken] = []
        while let token = next() { tokens.append(token.value) }
        return tokens
    }

    static func all(_ page: String) -> [Result] {
        let reader = TokenReader(page)
        var tokens: [Result] = []
        while let token = reader.next() { tokens.append(token) }
        return tokens
    }

    /// The tokens, with consecutive characters joined.
    static func tokens(_ page: String, state: TokenizerState, lastStartTag: String?) -> [TestToken] {
        TokenReader(page, state: state, lastStartTag: lastStartTag).rest.reduce(into: [], TestToken.append)
    }

    func next() -> Result? {
        tokenizer.readToken()
        guard let value else { return nil }
        let text = tokenizer.attributes.isEmpty ? tokenizer.token.text : tokenizer.attributes[0].value
        let isInPlace = text.start >= buffer.start && text.start <= buffer.start + buffer.count
        return Result(value: value, offset: tokenizer.token.offset, isInPlace: isInPlace)
    }

    private var value: TestToken? {
        switch tokenizer.token.kind {
        case .characters: .character(string(tokenizer.token.text))
        case .startTag: .startTag(name, attributes, isSelfClosing: tokenizer.token.isSelfClosing)
        case .endTag: .endTag(name)
        case .comment: .comment(string(tokenizer.token.text))
        case .doctype:
            .doctype(
                tokenizer.token.hasName ? name : nil,
                tokenizer.token.publicID.map(string),
                tokenizer.token.systemID.map(string),
                forcesQuirks: tokenizer.token.forcesQuirks
            )
        case .endOfFile: nil
        }
    }

    private var name: String { tokenizer.token.name.string }

    private var attributes: [String: String] {
        var result: [String: String] = [:]
        for index in 0..<tokenizer.attributes.count {
            let attribute = tokenizer.attributes[index]
            result[attribute.name.string] = string(attribute.value)
        }
        return result
    }

    /// A text; a missing zero at its end is reported.
    private func string(_ text: TextRun) -> String {
        let bytes = UnsafeBufferPointer(start: text.start, count: text.count)
        return String(decoding: bytes, as: UTF8.self) + (text.start[text.count] == 0 ? "" : "(not ended)")
    }
}

extension TestToken {
    static func append(_ tokens: inout [TestToken], _ token: TestToken) {
        if case .character(let text) = token, case .character(let before) = tokens.last {
            tokens[tokens.count - 1] = .character(before + text)
        } else {
            tokens.append(token)
        }
    }
}

// MARK: - Files

/// A file of the html5lib tokenizer tests.
enum TokenizerFile {
    static let names = [
        "contentModelFlags", "domjs", "entities", "escapeFlag", "namedEntities", "numericEntities",
        "pendingSpecChanges", "test1", "test2", "test3", "test4", "unicodeChars", "unicodeCharsProblematic",
    ]

    static let folder = "html5/tokenizer"

    /// Tests whose input has an unpaired surrogate, which UTF-8 cannot represent: decoding never yields one.
    static let cannotBeUTF8: Set = [
        "Invalid Unicode character U+DFFF",
        "Invalid Unicode character U+D800 with valid following character",
    ]

    static func tests(_ name: String) throws -> [TokenizerCase] {
        let data = Data(try SharedCases.bytes("\(folder)/\(name).test"))
        let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (file?["tests"] as? [[String: Any]] ?? []).map(TokenizerCase.init)
    }
}

/// One test of such a file.
struct TokenizerCase {
    let description: String
    let text: String
    let states: [TokenizerState]
    let lastStartTag: String?
    let expected: [TestToken]

    init(_ json: [String: Any]) {
        let isDoubleEscaped = json["doubleEscaped"] as? Bool ?? false
        func unescaped(_ value: Any?) -> String? {
            (value as? String).map { isDoubleEscaped ? TokenizerCase.unescaped($0) : $0 }
        }
        description = json["description"] as? String ?? ""
        text = unescaped(json["input"]) ?? ""
        lastStartTag = json["lastStartTag"] as? String
        states = (json["initialStates"] as? [String] ?? ["Data state"]).compactMap(TokenizerState.init)
        expected = (json["output"] as? [[Any]] ?? []).compactMap { token in
            switch token.first as? String {
            case "Character": unescaped(token[1]).map(TestToken.character)
            case "Comment": unescaped(token[1]).map(TestToken.comment)
            case "EndTag": unescaped(token[1]).map(TestToken.endTag)
            case "StartTag":
                .startTag(
                    unescaped(token[1]) ?? "",
                    Dictionary(
                        uniqueKeysWithValues: (token[2] as? [String: String] ?? [:]).map {
                            (unescaped($0.key) ?? "", unescaped($0.value) ?? "")
                        }
                    ),
                    isSelfClosing: token.count > 3 && token[3] as? Bool == true
                )
            case "DOCTYPE":
                .doctype(
                    unescaped(token[1]),
                    unescaped(token[2]),
                    unescaped(token[3]),
                    forcesQuirks: token[4] as? Bool == false
                )
            default: nil
            }
        }.reduce(into: [], TestToken.append)
    }

    /// The text with each `\uXXXX` replaced by its UTF-16 code unit.
    private static func unescaped(_ text: String) -> String {
        var units: [UInt16] = []
        var rest = Substring(text)
        while let character = rest.first {
            if rest.hasPrefix("\\u"), let unit = UInt16(rest.dropFirst(2).prefix(4), radix: 16) {
                units.append(unit)
                rest = rest.dropFirst(6)
            } else {
                units.append(contentsOf: character.utf16)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
