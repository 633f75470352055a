/// Parses a regular expression: what Java, Go, JavaScript and Python have in common, without what needs backtracking
/// (back-references, look-ahead and look-behind).
struct PatternParser {
    private struct Flags {
        var ignoresCase = false
        var dotMatchesNewline = false
        var isMultiline = false
    }

    private let text: [UInt8]
    private var offset = 0
    private var flags = Flags()
    private var depth = 0

    private static let depthLimit = 64

    init(_ utf8: [UInt8]) {
        text = utf8
    }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try choice()
        guard offset == text.count else { throw error("an opening parenthesis before", length: 1) }
        return node
    }

    // MARK: Structure

    private mutating func choice() throws(PatternError) -> PatternNode {
        let outer = flags
        // A flag set within parentheses applies up to their end.
        defer { flags = outer }
        var alternatives = [try sequence()]
        while skip("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let byte = peek(), byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let atom = try atom()
            nodes.append(try quantified(atom))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func quantified(_ atom: PatternNode) throws(PatternError) -> PatternNode {
        guard let (minimum, maximum) = try quantifier() else { return atom }
        if case .assertion = atom { throw error("something that can be repeated", back: 1) }
        let isLazy = skip("?")
        let end = offset
        guard try quantifier() == nil else {
            throw PatternError(expected: "no second quantifier", range: end..<offset)
        }
        return .repetition(.init(node: atom, minimum: minimum, maximum: maximum, isLazy: isLazy))
    }

    private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = offset
        guard skip("{"), let minimum = number() else {
            offset = start
            return nil
        }
        var maximum: Int? = minimum
        if skip(",") { maximum = number() }
        guard skip("}") else {
            offset = start
            return nil
        }
        let limit = 1000
        guard minimum <= limit, maximum ?? minimum <= limit, maximum ?? minimum >= minimum else {
            throw PatternError(expected: "a number of repetitions up to \(limit)", range: start..<offset)
        }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let byte = peek(), byte.isASCIIDigit {
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 1_000_000)
            offset += 1
        }
        return value
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        guard let scalar = nextScalar() else { return .empty }
        switch scalar {
        case "(": return try group()
        case "[": return .character(try bracketed())
        case ".":
            return .character(
                CharacterTest(items: flags.dotMatchesNewline ? [] : [.range(0x0A...0x0A)], isNegated: true)
            )
        case "^": return .assertion(flags.isMultiline ? .lineStart : .start)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .end)
        case "\\": return try escape()
        case "*", "+", "?": throw error("something to repeat before", back: 1)
        default: return .character(.scalar(scalar, ignoresCase: flags.ignoresCase))
        }
    }

    // MARK: Groups

    private mutating func group() throws(PatternError) -> PatternNode {
        let start = offset - 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.depthLimit else {
            throw PatternError(
                expected: "at most \(PatternParser.depthLimit) nested groups",
                range: start..<offset
            )
        }
        let outer = flags
        if skip("?") {
            if try prelude(start) { return .empty }
        }
        let node = try choice()
        flags = outer
        guard skip(")") else { throw PatternError(expected: "\")\"", range: text.count..<text.count) }
        return node
    }

    /// What follows `(?`. True where the group ends here: `(?i)` sets flags for what follows it.
    private mutating func prelude(_ start: Int) throws(PatternError) -> Bool {
        if skip(":") { return false }
        if skip("P") || peek() == UInt8(ascii: "<") {
            try groupName(start)
            return false
        }
        var isOn = true
        while let byte = peek() {
            offset += 1
            switch byte {
            case UInt8(ascii: "i"): flags.ignoresCase = isOn
            case UInt8(ascii: "s"): flags.dotMatchesNewline = isOn
            case UInt8(ascii: "m"): flags.isMultiline = isOn
            case UInt8(ascii: "u"), UInt8(ascii: "U"): break
            case UInt8(ascii: "-") where isOn: isOn = false
            case UInt8(ascii: ":"): return false
            case UInt8(ascii: ")"): return true
            default: throw PatternError(expected: "\"(?:\" or flags such as \"(?i)\"", range: start..<offset)
            }
        }
        throw PatternError(expected: "\")\"", range: text.count..<text.count)
    }

    private mutating func groupName(_ start: Int) throws(PatternError) {
        let expected = "a group without look-ahead or look-behind"
        guard skip("<"), let first = peek(), first.isASCIILetter || first == UInt8(ascii: "_") else {
            throw PatternError(expected: expected, range: start..<min(offset + 1, text.count))
        }
        while let byte = peek(), byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") {
            offset += 1
        }
        guard skip(">") else { throw error("\">\"", length: 1) }
    }

    // MARK: Characters

    private mutating func escape() throws(PatternError) -> PatternNode {
        guard let scalar = nextScalar() else { throw error("a character after \"\\\"", length: 0) }
        switch scalar {
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.noWordBoundary)
        case "A": return .assertion(.start)
        case "z", "Z": return .assertion(.end)
        case "1"..."9": throw error("a pattern without back-references", back: 2)
        case "k" where peek() == UInt8(ascii: "<"):
            throw error("a pattern without back-references", back: 2)
        default: break
        }
        var test = CharacterTest(items: [try item(escaped: scalar)])
        test.ignoresCase = flags.ignoresCase
        return .character(test)
    }

    /// The characters that an escape matches.
    private mutating func item(escaped scalar: Unicode.Scalar) throws(PatternError) -> CharacterTest.Item {
        switch scalar {
        case "d": return .digit
        case "D": return .notDigit
        case "w": return .word
        case "W": return .notWord
        case "s": return .space
        case "S": return .notSpace
        case "p", "P": return try category(isNegated: scalar == "P")
        default:
            let value = try literal(escaped: scalar)
            return .range(value...value)
        }
    }

    private mutating func literal(escaped scalar: Unicode.Scalar) throws(PatternError) -> UInt32 {
        switch scalar {
        case "n": return 0x0A
        case "t": return 0x09
        case "r": return 0x0D
        case "f": return 0x0C
        case "v": return 0x0B
        case "0": return 0
        case "x": return try hexadecimal(2)
        case "u": return try hexadecimal(4)
        default:
            if scalar.value < 0x80, UInt8(ascii: scalar).isASCIILetter {
                throw error("a known escape", back: 2)
            }
            return scalar.value
        }
    }

    private mutating func hexadecimal(_ digits: Int) throws(PatternError) -> UInt32 {
        let start = offset
        let isBraced = skip("{")
        var value: UInt32 = 0
        var count = 0
        while count < (isBraced ? 6 : digits), let digit = peek()?.hexDigitValue {
            value = value * 16 + digit
            count += 1
            offset += 1
        }
        guard isBraced ? count > 0 && skip("}") : count == digits, Unicode.Scalar(value) != nil else {
            throw PatternError(expected: "a character's number", range: start..<offset)
        }
        return value
    }

    private mutating func category(isNegated: Bool) throws(PatternError) -> CharacterTest.Item {
        let start = offset
        let isBraced = skip("{")
        var name = ""
        while let byte = peek(), byte.isASCIILetter, name.utf8.count < (isBraced ? 3 : 1) {
            name.unicodeScalars.append(Unicode.Scalar(byte))
            offset += 1
        }
        let groups = ["L", "M", "N", "P", "S", "Z", "C"]
        let isKnown = name.utf8.count <= 2 && groups.contains { name.hasPrefix($0) }
        guard isKnown, !isBraced || skip("}") else {
            throw PatternError(expected: "a general category such as \"\\p{L}\"", range: start..<offset)
        }
        return .category(name, isNegated: isNegated)
    }

    /// `[…]` from after the opening bracket.
    private mutating func bracketed() throws(PatternError) -> CharacterTest {
        let start = offset - 1
        var test = CharacterTest(items: [], isNegated: skip("^"), ignoresCase: flags.ignoresCase)
        var isFirst = true
        while true {
            guard let scalar = nextScalar() else {
                throw PatternError(expected: "\"]\"", range: start..<start + 1)
            }
            if scalar == "]", !isFirst { return test }
            isFirst = false
            let item = scalar == "\\" ? try bracketedEscape() : .range(scalar.value...scalar.value)
            guard case .range(let low) = item, peek() == UInt8(ascii: "-"), offset + 1 < text.count,
                text[offset + 1] != UInt8(ascii: "]")
            else {
                test.items.append(item)
                continue
            }
            offset += 1
            let end = nextScalar() ?? "-"
            let high = end == "\\" ? try bracketedEscape() : .range(end.value...end.value)
            guard case .range(let high) = high, high.lowerBound >= low.lowerBound else {
                throw error("a range from a lower character to a higher one", back: 1)
            }
            test.items.append(.range(low.lowerBound...high.lowerBound))
        }
    }

    private mutating func bracketedEscape() throws(PatternError) -> CharacterTest.Item {
        guard let scalar = nextScalar() else { throw error("a character after \"\\\"", length: 0) }
        return scalar == "b" ? .range(8...8) : try item(escaped: scalar)
    }

    // MARK: Reading

    private func peek() -> UInt8? { offset < text.count ? text[offset] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func nextScalar() -> Unicode.Scalar? {
        guard offset < text.count else { return nil }
        return text.withUnsafeBufferPointer { UTF8Reader.scalar(in: $0, at: &offset) }
    }

    private func error(_ expected: String, length: Int = 0, back: Int = 0) -> PatternError {
        PatternError(expected: expected, range: max(0, offset - back)..<min(text.count, offset + length))
    }
}
