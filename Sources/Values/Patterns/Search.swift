import Patterns
import Records

/// What a transform searches for: a regular expression or a literal text.
struct Search: Sendable {
    let pattern: Pattern
    /// Whether the expression was written as an object with `pattern`, so that a replacement may name its groups.
    let isPattern: Bool

    /// The meaning of a bare string.
    enum Bare {
        case pattern
        case text
    }

    /// Reads a string, `{"pattern": …}` or `{"text": …}`.
    ///
    /// - Parameter takesAny: whether the pattern `.` is allowed: if a character is extracted, not searched for.
    init(_ arguments: Value, bare: Bare, takesAny: Bool = false) throws(StepError) {
        let text = arguments["text"]?.string ?? (bare == .text ? arguments.string : nil)
        isPattern = text == nil
        if text?.isEmpty == true { throw StepError("expected a text to look for, found an empty one") }
        let written = text ?? arguments["pattern"]?.string ?? arguments.string ?? ""
        if text == nil, written != "." || !takesAny { try Search.refuseTrap(written, hasTexts: !takesAny) }
        do throws(PatternError) {
            pattern = text == nil ? try Pattern(written) : try Pattern(literal: written)
        } catch {
            throw StepError(error.message)
        }
    }

    /// Rejects patterns that are useless as patterns and plausible as texts.
    private static func refuseTrap(_ pattern: String, hasTexts: Bool) throws(StepError) {
        if pattern.isEmpty { throw StepError("\"\" is not a regular expression") }
        guard [".", "|", "^", "$"].contains(pattern) else { return }
        let help = hasTexts ? ": for the character itself write {\"text\": \"\(pattern)\"}" : ""
        throw StepError("the regular expression \"\(pattern)\" is useless: it matches any text\(help)")
    }

    /// Whether it matches anywhere in a text.
    func isMatch(in text: String) -> Bool { pattern.isMatch(in: text) }

    /// The shape of the arguments.
    static func shape(bare: Bare) -> ArgumentShape {
        let pattern = Argument("pattern", "a regular expression", .pattern, isRequired: true)
        let text = Argument("text", "a literal text", .string, isRequired: true)
        return .either([bare == .pattern ? .pattern : .string, .object([pattern]), .object([text])])
    }
}

/// The replacement of a match: text with the groups of the match, `$1`, `${name}`, `$0` for the whole match;
/// `$$` is a dollar sign.
struct Replacement: Sendable {
    private enum Part {
        case text([UInt8])
        case group(Int)
    }

    private let parts: [Part]

    /// Whether it refers to groups.
    var hasGroups: Bool {
        parts.contains { part in
            switch part {
            case .text: false
            case .group(let index): index > 0
            }
        }
    }

    /// A literal text.
    init(literal text: String) {
        parts = [.text(Array(text.utf8))]
    }

    /// Reads a replacement for an expression of the given groups.
    init(_ text: String, groups: [String?]) throws(StepError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "$", let next = rest.first else {
                literal.append(character)
                continue
            }
            if next == "$" {
                literal.append("$")
                rest.removeFirst()
            } else if let group = try Replacement.group(&rest, groups) {
                parts += [.text(Array(literal.utf8)), .group(group)]
                literal = ""
            } else {
                literal.append("$")
            }
        }
        self.parts = parts + [.text(Array(literal.utf8))]
    }

    /// Reads the group after a dollar sign; `nil` if there is none.
    private static func group(_ rest: inout Substring, _ groups: [String?]) throws(StepError) -> Int? {
        let known = groups.count == 1 ? "1 group" : "\(groups.count) groups"
        if rest.first == "{" {
            let name = String(rest.dropFirst().prefix { $0 != "}" })
            guard let index = groups.firstIndex(of: name) ?? Int(name).map({ $0 - 1 }), index < groups.count,
                index >= -1
            else {
                throw StepError("\"${\(name)}\" is not a group of the regular expression, which has \(known)")
            }
            rest = rest.dropFirst(name.count + 2)
            return index + 1
        }
        // In "$12", the longest number that is a group is used.
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if digits.isEmpty { return nil }
        for length in stride(from: min(digits.count, 3), to: 0, by: -1) {
            guard let index = Int(digits.prefix(length)), index <= groups.count else { continue }
            rest = rest.dropFirst(length)
            return index
        }
        throw StepError("\"$\(digits)\" is not a group of the regular expression, which has \(known)")
    }

    /// Appends the text for a match.
    func append(
        _ match: PatternMatches.Match,
        in text: UnsafeBufferPointer<UInt8>,
        to result: inout [UInt8]
    ) {
        for part in parts {
            switch part {
            case .text(let bytes): result += bytes
            case .group(let index): if let range = match[index] { result += text[range] }
            }
        }
    }
}
