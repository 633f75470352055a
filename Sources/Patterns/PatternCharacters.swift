// Reads escapes and classes in brackets.
extension PatternParser {
    // MARK: Escapes

    /// The set that an escape outside brackets matches, read from after the backslash.
    mutating func escape() throws(PatternError) -> PatternNode {
        let start = offset - 1
        guard let scalar = nextScalar() else { throw endsWithinEscape(start) }
        switch scalar {
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.not(.wordBoundary))
        case "A": return .assertion(.start)
        case "Z": return .assertion(.endOrFinalTerminator)
        case "z": return .assertion(.end)
        case "R": return .lineBreak
        case "1"..."9", "k", "g":
            throw PatternError(
                "the regular expression has a back-reference, which is not supported: match what the group finds, and "
                    + "compare or remove it in a separate step",
                at: start..<offset
            )
        case "X":
            throw PatternError(
                "the regular expression has \"\\\\X\", which is not supported: for a character with its marks write "
                    + "\"\\\\P{M}\\\\p{M}*\"",
                at: start..<offset
            )
        case "G":
            throw PatternError(
                "the regular expression has \"\\\\G\", which is not supported: for the beginning of the text write \"^\"",
                at: start..<offset
            )
        default: break
        }
        if let set = try namedSet(scalar, start) { return .character(set) }
        return literal(try character(scalar, start))
    }

    /// The class of an escape; `nil` if it is a character.
    private mutating func namedSet(
        _ scalar: Unicode.Scalar,
        _ start: Int
    ) throws(PatternError) -> CharacterSet? {
        switch scalar {
        case "d": .property(.digit)
        case "D": .complement(.property(.digit))
        case "w": .property(.word)
        case "W": .complement(.property(.word))
        case "s": .property(.whiteSpace)
        case "S": .complement(.property(.whiteSpace))
        case "h": .horizontalSpaces
        case "H": .complement(.horizontalSpaces)
        case "v": .lineTerminators
        case "V": .complement(.lineTerminators)
        case "p": cased(try property(start))
        case "P": .complement(cased(try property(start)))
        default: nil
        }
    }

    private mutating func property(_ start: Int) throws(PatternError) -> CharacterSet {
        guard skip("{"), let end = text[offset...].firstIndex(of: UInt8(ascii: "}")) else {
            throw PatternError(
                "the regular expression has \"\\\\p\" without a name in braces: write \"\\\\p{L}\"",
                at: start..<offset
            )
        }
        let name = String(decoding: text[offset..<end], as: UTF8.self)
        offset = end + 1
        guard let set = CharacterSet(named: name) else { throw unknownProperty(name, start) }
        return set
    }

    private func unknownProperty(_ name: String, _ start: Int) -> PatternError {
        PatternError(
            "\"\(name)\" in the regular expression is not a known class of characters: known are general categories "
                + "such as \"L\" and \"Lu\", scripts such as \"Greek\", and properties such as \"Alphabetic\"",
            at: start..<offset
        )
    }

    /// The character of an escape.
    private mutating func character(_ scalar: Unicode.Scalar, _ start: Int) throws(PatternError) -> UInt32 {
        switch scalar {
        case "n": return 0x0A
        case "t": return 0x09
        case "r": return 0x0D
        case "f": return 0x0C
        case "a": return 0x07
        case "e": return 0x1B
        case "0": return try octal(start)
        case "x": return try skip("{") ? hexadecimal(1...6, closing: true, start) : hexadecimal(1...2, start)
        case "u": return try surrogatesJoined(try hexadecimal(4...4, start), start)
        case "U": return try hexadecimal(8...8, start)
        case "c":
            guard let byte = peek(), byte.isASCIILetter else { throw number(start) }
            offset += 1
            return UInt32(byte & 0x1F)
        default:
            guard scalar.value < 0x80, UInt8(ascii: scalar).isASCIILetter || UInt8(ascii: scalar).isASCIIDigit
            else { return scalar.value }
            throw unknownEscape(scalar, start)
        }
    }

    private func unknownEscape(_ scalar: Unicode.Scalar, _ start: Int) -> PatternError {
        let help =
            scalar == "N"
            ? "for a character by its name write the character, or its number as in \"\\\\x{E9}\""
            : scalar == "E"
                ? "there is no \"\\\\Q\" before it" : "for the character write \"\(scalar)\""
        return PatternError(
            "\"\\\\\(scalar)\" in the regular expression is not a known escape: \(help)",
            at: start..<offset
        )
    }

    private func endsWithinEscape(_ start: Int) -> PatternError {
        PatternError("the regular expression ends within an escape", at: start..<start + 1)
    }

    private func number(_ start: Int) -> PatternError {
        PatternError(
            "the escape in the regular expression is not a character's number: write \"\\\\x{E9}\", \"\\\\xE9\" or "
                + "\"\\\\u00E9\"",
            at: start..<min(max(offset, start + 2), text.count)
        )
    }

    /// Up to three octal digits.
    private mutating func octal(_ start: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < 3, let byte = peek(), byte >= 0x30, byte <= 0x37,
            value * 8 + UInt32(byte - 0x30) <= 0xFF
        {
            value = value * 8 + UInt32(byte - 0x30)
            count += 1
            offset += 1
        }
        if count == 0 { throw number(start) }
        return value
    }

    private mutating func hexadecimal(
        _ digits: ClosedRange<Int>,
        closing: Bool = false,
        _ start: Int
    ) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < digits.upperBound, let digit = peek()?.hexDigitValue {
            value = value &* 16 &+ digit
            count += 1
            offset += 1
        }
        let isSurrogate = value & 0xFFFF_F800 == 0xD800
        guard count >= digits.lowerBound, value <= 0x10FFFF, !closing || skip("}"),
            !isSurrogate || digits == 4...4
        else { throw number(start) }
        return value
    }

    /// The character of a number of four digits, which may be the first of a surrogate pair.
    private mutating func surrogatesJoined(_ value: UInt32, _ start: Int) throws(PatternError) -> UInt32 {
        guard value & 0xFFFF_F800 == 0xD800 else { return value }
        guard value < 0xDC00, skip("\\u") else { throw number(start) }
        let other = try hexadecimal(4...4, start)
        guard other & 0xFFFF_FC00 == 0xDC00 else { throw number(start) }
        return 0x10000 + (value - 0xD800) << 10 + (other - 0xDC00)
    }

    // MARK: Brackets

    /// A member of a class in brackets.
    private enum Member {
        case character(UInt32)
        case set(CharacterSet)
        /// A class that an operator may follow: one in its own brackets, or of a property.
        case nested(CharacterSet)
    }

    /// An operator that joins two parts of a class.
    private enum Operation {
        case union, intersection, difference

        func joined(_ set: CharacterSet?, _ other: CharacterSet) -> CharacterSet {
            guard let set else { return other }
            return switch self {
            case .union: .union([set, other])
            case .intersection: .intersection(set, other)
            case .difference: .difference(set, other)
            }
        }
    }

    /// `[…]` from after the opening bracket.
    mutating func bracketed(_ start: Int) throws(PatternError) -> CharacterSet {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.depthLimit else {
            throw PatternError(
                "the regular expression nests more than \(PatternParser.depthLimit) classes",
                at: start..<offset
            )
        }
        let isNegated = skip("^")
        var result: CharacterSet?
        var operation = Operation.union
        var members: [CharacterSet] = []
        var isFirst = true
        while true {
            if flags.isExtended, !isQuoted { skipSpaces() }
            if !isQuoted, !isFirst, skip("]") { break }
            isFirst = false
            if let next = setOperation() {
                result = operation.joined(result, try union(members, start))
                members = []
                operation = next
                continue
            }
            try member(into: &members, start)
        }
        let set = cased(operation.joined(result, try union(members, start)))
        return isNegated ? .complement(set) : set
    }

    private mutating func setOperation() -> Operation? {
        if isQuoted { return nil }
        if skip("&&") { return .intersection }
        return skip("--") ? .difference : nil
    }

    private func union(_ members: [CharacterSet], _ start: Int) throws(PatternError) -> CharacterSet {
        if members.isEmpty {
            throw PatternError(
                "the operator in the class of the regular expression has nothing on one side; for the characters write "
                    + "\"\\\\&\" and \"\\\\-\"",
                at: start..<offset
            )
        }
        return members.count == 1 ? members[0] : .union(members)
    }

    /// Reads a member, a range, or an operand that is joined to the previous members by `-` or `&` between classes.
    private mutating func member(into members: inout [CharacterSet], _ start: Int) throws(PatternError) {
        guard let member = try self.member(start) else { return }
        switch member {
        case .set(let set): members.append(set)
        case .nested(let set):
            members.append(set)
            while isExtendedSkipped(), let operation = classOperation() {
                let open = offset - 1
                members = [operation.joined(.union(members), try bracketed(open))]
            }
        case .character(let first):
            if flags.isExtended, !isQuoted { skipSpaces() }
            let place = offset
            guard !isQuoted, skip("-") else { return members.append(.scalar(first)) }
            if flags.isExtended { skipSpaces() }
            guard let next = peek(), next != UInt8(ascii: "]"), next != UInt8(ascii: "-"),
                next != UInt8(ascii: "[")
            else {
                offset = place
                members.append(.scalar(first))
                // A hyphen before the closing bracket or a nested class is a character; two are an operator.
                if peek() == UInt8(ascii: "-"), !isOperator(at: place) {
                    offset = place + 1
                    members.append(.scalar(0x2D))
                }
                return
            }
            guard case .character(let last) = try self.member(start), last >= first else {
                throw PatternError(
                    "the range in the regular expression must end with a character that follows its first one",
                    at: place..<offset
                )
            }
            members.append(.range(first, last))
            // A hyphen after a range is a character.
            if peek() == UInt8(ascii: "-"), !isOperator(at: offset) {
                offset += 1
                members.append(.scalar(0x2D))
            }
        }
    }

    private func isOperator(at offset: Int) -> Bool { text[offset...].starts(with: [0x2D, 0x2D]) }

    private mutating func isExtendedSkipped() -> Bool {
        if flags.isExtended, !isQuoted { skipSpaces() }
        return true
    }

    /// `-` or `&` between two classes, with the second's bracket.
    private mutating func classOperation() -> Operation? {
        if skip("-[") { return .difference }
        return skip("&[") ? .intersection : nil
    }

    /// The next member; `nil` for an end of a literal part.
    private mutating func member(_ open: Int) throws(PatternError) -> Member? {
        if isQuoted, skip("\\E") {
            isQuoted = false
            return nil
        }
        let start = offset
        guard let scalar = nextScalar() else {
            throw PatternError("the \"[\" in the regular expression does not end", at: open..<open + 1)
        }
        if isQuoted {
            if skip("\\E") { isQuoted = false }
            return .character(scalar.value)
        }
        switch scalar {
        case "[":
            if let set = try posix(start) { return .nested(set) }
            return .nested(try bracketed(open))
        case "\\":
            if skip("Q") {
                isQuoted = true
                return nil
            }
            return try memberEscape(start)
        default: return .character(scalar.value)
        }
    }

    private mutating func memberEscape(_ start: Int) throws(PatternError) -> Member {
        guard let scalar = nextScalar() else { throw endsWithinEscape(start) }
        if let set = try namedSet(scalar, start) {
            return scalar == "p" || scalar == "P" ? .nested(set) : .set(set)
        }
        if scalar == "b" {
            throw PatternError(
                "\"\\\\b\" in brackets of the regular expression is not a known escape: for the letter write \"b\", for "
                    + "a backspace \"\\\\x08\"",
                at: start..<offset
            )
        }
        return .character(try character(scalar, start))
    }

    /// `[:name:]`, also `[:^name:]`; `nil` if that is a nested class.
    mutating func posix(_ start: Int) throws(PatternError) -> CharacterSet? {
        guard peek() == UInt8(ascii: ":") else { return nil }
        guard let end = text[(offset + 1)...].firstIndex(of: UInt8(ascii: "]")), end > offset + 1,
            text[end - 1] == UInt8(ascii: ":")
        else { return nil }
        let isNegated = text[offset + 1] == UInt8(ascii: "^")
        let name = String(decoding: text[(offset + (isNegated ? 2 : 1))..<(end - 1)], as: UTF8.self)
        offset = end + 1
        guard let set = CharacterSet(named: name) else { throw unknownProperty(name, start) }
        return isNegated ? .complement(set) : set
    }
}
