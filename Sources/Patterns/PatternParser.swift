/// Parses a regular expression: its alternatives, groups and quantifiers.
///
/// The syntax is that of ICU, without constructs that cannot be matched in linear time. The page "Regular expressions"
/// of the documentation describes it.
struct PatternParser {
    struct Flags {
        var ignoresCase = false
        var dotMatchesAll = false
        var isMultiline = false
        /// Whether white space and comments after `#` are left out.
        var isExtended = false
    }

    let text: [UInt8]
    var offset = 0
    var flags = Flags()
    /// The names of the groups so far.
    private(set) var groups: [String?] = []
    /// Whether a literal part is read, from `\Q` to `\E`.
    var isQuoted = false
    var depth = 0
    /// Whether a condition on the text before a place is being read, within which there are no groups.
    private var isWithinBehind = false

    static let depthLimit = 100
    /// The maximum number of repetitions that may be written.
    private static let repetitionLimit = 10_000

    init(_ utf8: [UInt8]) {
        text = utf8
    }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try choice()
        if offset < text.count {
            throw PatternError(
                "the \")\" in the regular expression has no \"(\" before it; for the character write \"\\\\)\"",
                at: offset..<offset + 1
            )
        }
        return node
    }

    // MARK: Structure

    private mutating func choice() throws(PatternError) -> PatternNode {
        let outer = flags
        // Flags that are set within a group apply up to its end.
        defer { flags = outer }
        var alternatives = [try sequence()]
        while skip("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while true {
            if isQuoted {
                if try quoted(&nodes) { continue }
                break
            }
            try skipIgnored()
            guard let byte = peek(), byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") else { break }
            if skip("\\Q") {
                isQuoted = true
                continue
            }
            let start = offset
            if let atom = try atom() { nodes.append(try quantified(atom, from: start)) }
        }
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
    }

    /// Reads a character of a literal part, or its end; false at the end of the text. A quantifier after the
    /// end applies to the last character.
    private mutating func quoted(_ nodes: inout [PatternNode]) throws(PatternError) -> Bool {
        if skip("\\E") {
            isQuoted = false
            return true
        }
        let start = offset
        guard let scalar = nextScalar() else { return false }
        let node = literal(scalar.value)
        if skip("\\E") {
            isQuoted = false
            nodes.append(try quantified(node, from: start))
        } else {
            nodes.append(node)
        }
        return true
    }

    /// Something that can be repeated; `nil` for flags, which match nothing.
    private mutating func atom() throws(PatternError) -> PatternNode? {
        guard let scalar = nextScalar() else { return nil }
        switch scalar {
        case "(": return try group()
        case "[":
            if let set = try posix(offset - 1) { return .character(set) }
            return .character(try bracketed(offset - 1))
        case ".": return flags.dotMatchesAll ? .anyOrPair : .character(.complement(.lineTerminators))
        case "^": return .assertion(flags.isMultiline ? .lineStart : .start)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .endOrFinalTerminator)
        case "\\": return try escape()
        case "*", "+", "?": throw nothingToRepeat(scalar, offset - 1)
        case "{", "}":
            throw PatternError(
                "the \"\(scalar)\" in the regular expression is not part of a repetition such as \"{2}\" or \"{2,3}\"; "
                    + "for the character write \"\\\\\(scalar)\"",
                at: offset - 1..<offset
            )
        default: return literal(scalar.value)
        }
    }

    func literal(_ value: UInt32) -> PatternNode { .character(cased(.scalar(value))) }

    /// A set with the characters that differ in case, if the flag is set.
    func cased(_ set: CharacterSet) -> CharacterSet {
        guard flags.ignoresCase else { return set }
        if let value = set.single, CaseFolding.variants(of: value).count == 1 { return set }
        return .ignoringCase(set)
    }

    private func nothingToRepeat(_ scalar: Unicode.Scalar, _ offset: Int) -> PatternError {
        PatternError(
            "the \"\(scalar)\" in the regular expression has nothing to repeat; "
                + "for the character write \"\\\\\(scalar)\"",
            at: offset..<offset + 1
        )
    }

    // MARK: Quantifiers

    private mutating func quantified(_ atom: PatternNode, from first: Int) throws(PatternError) -> PatternNode
    {
        try skipIgnored()
        let start = offset
        guard let (minimum, maximum) = try quantifier() else { return atom }
        if isCondition(at: first) {
            throw PatternError(
                "the quantifier in the regular expression repeats a condition, which matches no text: remove it",
                at: start..<offset
            )
        }
        try skipIgnored()
        let isLazy = skip("?")
        if !isLazy, peek() == UInt8(ascii: "+") {
            let written = String(decoding: text[start..<offset], as: UTF8.self)
            throw PatternError(
                "the regular expression has a possessive quantifier, which is not supported: write \"\(written)\" "
                    + "in place of \"\(written)+\"; no search takes long",
                at: start..<offset + 1
            )
        }
        try skipIgnored()
        if let byte = peek(), [UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?")].contains(byte) {
            throw nothingToRepeat(Unicode.Scalar(byte), offset)
        }
        let end = offset
        if peek() == UInt8(ascii: "{"), try quantifier() != nil {
            throw PatternError(
                "the quantifier in the regular expression follows another: put what it repeats into \"(?:…)\"",
                at: end..<offset
            )
        }
        return .repetition(.init(node: atom, minimum: minimum, maximum: maximum, isLazy: isLazy))
    }

    /// Whether an atom that begins at an offset is an escape or a group that matches no text.
    private func isCondition(at start: Int) -> Bool {
        let atom = text[start...]
        return ["\\b", "\\B", "\\A", "\\Z", "\\z", "(?=", "(?!", "(?<=", "(?<!"].contains {
            atom.starts(with: $0.utf8)
        }
            && !isQuoted
    }

    private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = offset
        guard skip("{") else { return nil }
        guard let minimum = number() else {
            offset = start
            return nil
        }
        var maximum: Int? = minimum
        if skip(",") { maximum = number() }
        guard skip("}") else {
            offset = start
            return nil
        }
        let written = String(decoding: text[start..<offset], as: UTF8.self)
        if let maximum, maximum < minimum {
            throw PatternError(
                "the repetition \"\(written)\" in the regular expression has a maximum below its minimum",
                at: start..<offset
            )
        }
        let limit = PatternParser.repetitionLimit
        if minimum > limit || maximum ?? 0 > limit {
            throw PatternError(
                "the repetition \"\(written)\" in the regular expression is too large: at most \(limit) are possible",
                at: start..<offset
            )
        }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        if flags.isExtended { skipSpaces() }
        var value: Int?
        while let byte = peek(), byte.isASCIIDigit {
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 1_000_000)
            offset += 1
        }
        if flags.isExtended { skipSpaces() }
        return value
    }

    // MARK: Groups

    private mutating func group() throws(PatternError) -> PatternNode? {
        let start = offset - 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.depthLimit else {
            throw PatternError(
                "the regular expression nests more than \(PatternParser.depthLimit) groups",
                at: start..<offset
            )
        }
        guard skip("?") else { return try capturing(nil, start) }
        if skip(":") { return try closed(start) }
        if skip("=") { return try look(isBehind: false, isNegated: false, start) }
        if skip("!") { return try look(isBehind: false, isNegated: true, start) }
        if skip("<=") { return try look(isBehind: true, isNegated: false, start) }
        if skip("<!") { return try look(isBehind: true, isNegated: true, start) }
        if skip("<") { return try capturing(try groupName(start), start) }
        return try flagged(start)
    }

    /// The rest of a group that captures.
    private mutating func capturing(_ name: String?, _ start: Int) throws(PatternError) -> PatternNode {
        if isWithinBehind {
            throw PatternError(
                "the regular expression has a group within \"(?<=…)\" or \"(?<!…)\", which cannot capture: write \"(?:…)\"",
                at: start..<offset
            )
        }
        groups.append(name)
        let number = groups.count
        return .group(number, try closed(start))
    }

    private mutating func look(
        isBehind: Bool,
        isNegated: Bool,
        _ start: Int
    ) throws(PatternError) -> PatternNode {
        let outer = isWithinBehind
        isWithinBehind = outer || isBehind
        defer { isWithinBehind = outer }
        let first = groups.count
        let node = try closed(start)
        return Looks.node(
            PatternNode.Look(
                node: node,
                isBehind: isBehind,
                isNegated: isNegated,
                groups: first + 1..<groups.count + 1
            )
        )
    }

    /// The alternatives of a group and its closing parenthesis.
    private mutating func closed(_ start: Int) throws(PatternError) -> PatternNode {
        let node = try choice()
        guard skip(")") else {
            throw PatternError("the \"(\" in the regular expression does not end", at: start..<start + 1)
        }
        return node
    }

    /// `(?i)`, which applies up to the end of the group around it, and `(?i:…)`.
    private mutating func flagged(_ start: Int) throws(PatternError) -> PatternNode? {
        let outer = flags
        var isOn = true
        let first = offset
        while let byte = peek() {
            offset += 1
            switch byte {
            case UInt8(ascii: "i"): flags.ignoresCase = isOn
            case UInt8(ascii: "s"): flags.dotMatchesAll = isOn
            case UInt8(ascii: "m"): flags.isMultiline = isOn
            case UInt8(ascii: "x"): flags.isExtended = isOn
            case UInt8(ascii: "u"): break
            case UInt8(ascii: "-") where isOn: isOn = false
            case UInt8(ascii: ":"):
                let node = try closed(start)
                flags = outer
                return node
            case UInt8(ascii: ")") where offset > first + 1:
                // What follows is not to be repeated: flags match nothing.
                if let byte = peek(), [0x2A, 0x2B, 0x3F].contains(byte) {
                    throw nothingToRepeat(Unicode.Scalar(byte), offset)
                }
                return nil
            default: throw refused(start, byte)
            }
        }
        throw PatternError("the \"(\" in the regular expression does not end", at: start..<start + 1)
    }

    /// A group of a kind that this dialect does not have.
    private func refused(_ start: Int, _ byte: UInt8) -> PatternError {
        let message: String
        switch byte {
        case UInt8(ascii: ">"):
            message = "has an atomic group, which is not supported: write \"(?:…)\"; no search takes long"
        case UInt8(ascii: "P"): message = "names a group with \"(?P\": write \"(?<name>…)\""
        case UInt8(ascii: "'"): message = "names a group in quotes: write \"(?<name>…)\""
        case UInt8(ascii: "("):
            message =
                "has a condition on a group, which is not supported: write the cases as alternatives, \"(?:…|…)\""
        case UInt8(ascii: "|"):
            message = "numbers the groups of alternatives alike, which is not supported: write \"(?:…|…)\""
        case UInt8(ascii: "R"), UInt8(ascii: "&"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            message = "contains itself or a group again, which is not supported: write out the nested part"
        case UInt8(ascii: "C"): message = "has a call-out, which is not supported: remove it"
        case UInt8(ascii: "w"):
            message =
                "has the flag \"w\", which is not supported: write what is around a word in place of \"\\\\b\""
        case UInt8(ascii: "d"):
            message = "has the flag \"d\", which is not supported: write \"[^\\\\n]\" in place of \".\""
        default:
            message =
                "has a group of an unknown kind: known are \"(?:\", \"(?=\", \"(?!\", \"(?<=\", \"(?<!\", "
                + "\"(?<name>\" and the flags i, m, s and x as in \"(?i)\""
        }
        return PatternError("the regular expression \(message)", at: start..<min(offset, text.count))
    }

    private mutating func groupName(_ start: Int) throws(PatternError) -> String {
        let first = offset
        while let byte = peek(), byte.isASCIILetter || byte.isASCIIDigit { offset += 1 }
        let name = String(decoding: text[first..<offset], as: UTF8.self)
        guard first < offset, text[first].isASCIILetter, skip(">") else {
            let end = min(offset + 1, text.count)
            throw PatternError(
                "a group's name in the regular expression must begin with a letter and have only ASCII letters and digits",
                at: start..<end
            )
        }
        if groups.contains(name) {
            throw PatternError(
                "two groups of the regular expression have the name \"\(name)\"",
                at: start..<offset
            )
        }
        return name
    }

    // MARK: Reading

    func peek() -> UInt8? { offset < text.count ? text[offset] : nil }

    /// Skips an ASCII text that comes next.
    mutating func skip(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard offset + count <= text.count else { return false }
        let matches = expected.withUTF8Buffer { expected in
            (0..<count).allSatisfy { text[offset + $0] == expected[$0] }
        }
        if matches { offset += count }
        return matches
    }

    mutating func nextScalar() -> Unicode.Scalar? {
        guard offset < text.count else { return nil }
        if text[offset] < 0x80 {
            offset += 1
            return Unicode.Scalar(text[offset - 1])
        }
        return text.withUnsafeBufferPointer { text in
            let (scalar, length) = UTF8Reader.scalar(in: text, at: offset, limit: text.count)
            offset += length
            return Unicode.Scalar(scalar)
        }
    }

    /// Skips comments, and white space if it is ignored.
    mutating func skipIgnored() throws(PatternError) {
        while true {
            if flags.isExtended { skipSpaces() }
            let start = offset
            guard skip("(?#") else { return }
            guard let end = text[offset...].firstIndex(of: UInt8(ascii: ")")) else {
                throw PatternError("the \"(\" in the regular expression does not end", at: start..<start + 1)
            }
            offset = end + 1
        }
    }

    /// Skips white space, and comments from `#` to the end of the line.
    mutating func skipSpaces() {
        var isComment = false
        while offset < text.count {
            let start = offset
            guard let scalar = nextScalar() else { return }
            if isComment {
                if CharacterSet.lineTerminators.contains(scalar.value) { isComment = false }
            } else if scalar == "#" {
                isComment = true
            } else if !scalar.properties.isPatternWhitespace {
                offset = start
                return
            }
        }
    }
}

// The classes of bytes that the parser distinguishes.
extension UInt8 {
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    var hexDigitValue: UInt32? {
        if isASCIIDigit { return UInt32(self - 0x30) }
        let lowered = self | 0x20
        return lowered >= 0x61 && lowered <= 0x66 ? UInt32(lowered - 0x61 + 10) : nil
    }
}
