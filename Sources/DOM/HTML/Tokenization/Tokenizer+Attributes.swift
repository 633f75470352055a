import Basics

// The attributes of a tag (HTML standard, 13.2.5.32 to 13.2.5.40).
extension Tokenizer {
    /// The text that follows an attribute.
    private enum AttributeEnd {
        /// The rest of the tag.
        case tag
        /// The content after the tag: its `>` is the zero that ends the value.
        case content
        case endOfFile
    }

    /// Reads the rest of a tag after its name, including its `>` (13.2.5.32, Before attribute name state; 13.2.5.39, After
    /// attribute value (quoted) state; 13.2.5.40, Self-closing start tag state).
    ///
    /// - Returns: false if the page ends before.
    @inline(__always)
    mutating func readAttributes() -> Bool {
        attributes.removeAll()
        token.isSelfClosing = false
        if cursor.pointee == UInt8(ascii: ">") {
            cursor += 1
            return true
        }
        return readSomeAttributes()
    }

    @inline(never)
    private mutating func readSomeAttributes() -> Bool {
        stamps.removeAll()
        while true {
            skipSpace()
            switch cursor.pointee {
            case UInt8(ascii: ">"):
                cursor += 1
                return true
            case UInt8(ascii: "/"):
                cursor += 1
                token.isSelfClosing = cursor.pointee == UInt8(ascii: ">")
            default:
                guard mayHaveAttribute() else { return false }
                switch readAttribute() {
                case .tag: break
                case .content: return true
                case .endOfFile: return false
                }
            }
        }
    }

    /// 13.2.5.33 Attribute name state, 13.2.5.34 After attribute name state, 13.2.5.35 Before attribute value state
    @inline(__always)
    private mutating func readAttribute() -> AttributeEnd {
        guard let name = readName(endingBefore: .attributeNameEnd) else { return .endOfFile }
        skipSpace()
        guard cursor.pointee == UInt8(ascii: "=") else {
            append(name, emptyText)
            return .tag
        }
        cursor += 1
        skipSpace()
        let quote = cursor.pointee
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return readQuotedValue(of: name) }
        if quote == UInt8(ascii: ">") {
            append(name, emptyText)
            return .tag
        }
        return readUnquotedValue(of: name)
    }

    /// Adds an attribute. If several attributes have the same name, the first is used.
    @inline(__always)
    private mutating func append(_ name: Name, _ value: TextRun) {
        if stamps.insert(name) { attributes.append(TokenAttribute(name: name, value: value)) }
    }

    /// 13.2.5.36 Attribute value (double-quoted) state, 13.2.5.37 Attribute value (single-quoted) state
    @inline(__always)
    private mutating func readQuotedValue(of name: Name) -> AttributeEnd {
        let start = cursor + 1
        var needsDecoding = false
        let stop = find(
            cursor.pointee,
            from: start,
            readsReferences: true,
            needsDecoding: &needsDecoding
        )
        if stop == end {
            noteUnfinished(.attribute)
            return .endOfFile
        }
        stop.pointee = 0
        cursor = stop + 1
        let value = TextRun(start: start, count: start.distance(to: stop))
        append(name, needsDecoding ? decode(value, .attribute) : value)
        return .tag
    }

    /// 13.2.5.38 Attribute value (unquoted) state
    @inline(never)
    private mutating func readUnquotedValue(of name: Name) -> AttributeEnd {
        let start = cursor
        var stop = start
        var needsDecoding = false
        while true {
            let byte = stop.pointee
            if LowBytes.unquotedValueEnd.contains(byte) {
                guard byte == 0 else { break }
                if stop >= end { return .endOfFile }
            }
            if byte == 0 || byte == UInt8(ascii: "&") { needsDecoding = true }
            stop += 1
        }
        cursor = stop + 1
        let byte = stop.pointee
        var value = TextRun(start: start, count: start.distance(to: stop))
        if byte == 0x0A || byte == 0x0D {
            // Lines are counted later.
            value = needsDecoding ? decode(value, .attribute) : value
            if value.start == start { value.start = arena.copy(start, value.count) }
        } else {
            stop.pointee = 0
            if needsDecoding { value = decode(value, .attribute) }
        }
        append(name, value)
        return byte == UInt8(ascii: ">") ? .content : .tag
    }
}

/// The names of the current tag's attributes: for each name's number, the serial number of the last tag with such an
/// attribute. Nothing is cleared between tags, and each attribute costs one look-up.
struct NameStamps: ~Copyable {
    private var serials = Table<UInt32>(repeating: 0, count: StandardNames.count)
    private var serial: UInt32 = 0

    /// Removes all names, at the start of a tag.
    @inline(__always)
    mutating func removeAll() {
        serial &+= 1
        if serial == 0 { restart() }
    }

    /// Inserts a name; returns whether it is new in the tag.
    @inline(__always)
    mutating func insert(_ name: Name) -> Bool {
        let number = name.number
        if number >= serials.count { grow(toHold: number) }
        if serials[number] == serial { return false }
        serials[number] = serial
        return true
    }

    /// Restarts the serial numbers after 2³² tags.
    @inline(never)
    private mutating func restart() {
        serials.fill(with: 0)
        serial = 1
    }

    @inline(never)
    private mutating func grow(toHold number: Int) {
        serials = serials.enlarged(to: max(2 * serials.count, number + 1), filling: 0)
    }
}
