import Basics

/// Writes values as JSON text: keys in order, numbers with their digits, text as UTF-8.
public enum JSONWriter {
    /// Returns the value on one line without spaces.
    public static func compact(_ value: Value) -> String {
        JSONText(value).string
    }

    /// Returns the value indented by two spaces per level, without a final newline.
    ///
    /// - `depth`: the level of the value in the text around it.
    public static func pretty(_ value: Value, depth: Int = 0) -> String {
        JSONText(value, indentedAt: depth).string
    }

    /// Appends the value on one line without spaces, as UTF-8.
    public static func append(_ value: Value, to bytes: inout [UInt8]) {
        JSONText(value).append(to: &bytes)
    }

    /// Appends records, each of which is ``Record/value``, on lines without spaces.
    static func appendLines(_ records: [Record], to bytes: inout [UInt8]) {
        if !records.isEmpty { JSONText(lines: records).append(to: &bytes) }
    }

    /// Appends the records of rows in the same way.
    static func appendLines(_ rows: RecordRows, to bytes: inout [UInt8]) {
        JSONText(rows, indentedAt: nil, around: RowSeparators(end: "\n")).append(to: &bytes)
    }

    /// Appends the records of rows, indented.
    static func appendPretty(
        _ rows: RecordRows,
        depth: Int,
        around separators: RowSeparators,
        to bytes: inout [UInt8]
    ) {
        JSONText(rows, indentedAt: depth, around: separators).append(to: &bytes)
    }

    /// The texts around the records of rows.
    struct RowSeparators {
        /// The text before the first record.
        var first = ""
        /// The text before each other record.
        var next = ""
        /// The text after each record.
        var end = ""
    }

    /// Appends a record, which is ``Record/value``, indented.
    static func appendPretty(_ record: Record, depth: Int, to bytes: inout [UInt8]) {
        JSONText(record, indentedAt: depth).append(to: &bytes)
    }
}

extension Value {
    /// The value as text: a string unchanged, any other value as compact JSON.
    public var text: String {
        string ?? JSONWriter.compact(self)
    }
}

// MARK: - Values

/// The JSON text of one value, in its own memory: an `Array` would check its bounds and capacity at each of the many
/// short appends.
private struct JSONText: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int
    private let isPretty: Bool

    /// The number of bytes that may be written beyond the reserved ones: text is copied in whole blocks.
    private static let slack = 16

    private init(isPretty: Bool) {
        capacity = 256
        start = .allocate(capacity: capacity)
        self.isPretty = isPretty
    }

    /// Writes a value, on one line if `depth` is `nil`.
    init(_ value: Value, indentedAt depth: Int? = nil) {
        self.init(isPretty: depth != nil)
        write(value, depth: depth ?? 0)
    }

    /// Writes a record, indented.
    init(_ record: Record, indentedAt depth: Int) {
        self.init(isPretty: true)
        write(record, depth: depth)
    }

    /// Writes records, each on a line.
    init(lines records: [Record]) {
        self.init(isPretty: false)
        // Records are written in place: copying one retains its parts.
        records.withUnsafeBufferPointer { records in
            for index in records.indices {
                write(records[index], depth: 0)
                append(0x0A)
            }
        }
    }

    /// Writes rows, each as the record that it is, on one line if `depth` is `nil`.
    init(_ rows: RecordRows, indentedAt depth: Int?, around separators: JSONWriter.RowSeparators) {
        self.init(isPretty: depth != nil)
        // What all rows have in common is written once: their beginning, then the name of each column, then their end.
        var common = JSONText(isPretty: isPretty)
        var isFirst = true
        common.append(UInt8(ascii: "{"))
        common.write(Record.typeKey, &isFirst, depth ?? 0)
        common.appendString(rows.layout.type)
        var ends = [common.count]
        for name in rows.layout.names {
            common.write(name, &isFirst, depth ?? 0)
            ends.append(common.count)
        }
        common.newline(depth ?? 0)
        common.append(UInt8(ascii: "}"))
        common.append(separators.end)
        ends.append(common.count)
        // Enough for all, unless many characters need escapes.
        let around = max(separators.first.utf8.count, separators.next.utf8.count)
        reserve(rows.bytes.count &+ rows.count &* (common.count &+ 2 &* rows.layout.names.count &+ around))
        write(rows, common, ends, separators)
    }

    private mutating func write(
        _ rows: RecordRows,
        _ common: borrowing JSONText,
        _ ends: [Int],
        _ separators: JSONWriter.RowSeparators
    ) {
        let width = rows.layout.names.count
        var start = 0
        for row in 0..<rows.count {
            append(row == 0 ? separators.first : separators.next)
            append(common.part(0..<ends[0]))
            for column in 0..<width {
                let cell = rows.cells[row &* width &+ column]
                defer { start = cell.end }
                let kind = cell.kind
                if kind == .absent { continue }
                append(common.part(ends[column]..<ends[column &+ 1]))
                rows.bytes.withUnsafeBufferPointer { bytes in
                    let text = UnsafeBufferPointer(rebasing: bytes[start..<cell.end])
                    switch kind {
                    case .absent: break
                    case .null: appendLiteral("null")
                    case .string:
                        append(UInt8(ascii: "\""))
                        appendEscaped(text)
                        append(UInt8(ascii: "\""))
                    case .number, .boolean: append(text)
                    }
                }
            }
            append(common.part(ends[width]..<ends[width &+ 1]))
        }
    }

    @inline(__always)
    private func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    deinit {
        start.deallocate()
    }

    var string: String {
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    private mutating func write(_ value: Value, depth: Int) {
        switch value {
        case .null: appendLiteral("null")
        case .boolean(let boolean): appendLiteral(boolean ? "true" : "false")
        case .number(let number): append(number.digits)
        case .string(let string): appendString(string)
        case .list(let elements):
            append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                separate(&isFirst, depth)
                write(element, depth: depth + 1)
            }
            if !isFirst { newline(depth) }
            append(UInt8(ascii: "]"))
        case .object(let members):
            append(UInt8(ascii: "{"))
            var isFirst = true
            for member in members {
                write(member.name, &isFirst, depth)
                write(member.value, depth: depth + 1)
            }
            if !isFirst { newline(depth) }
            append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ record: Record, depth: Int) {
        append(UInt8(ascii: "{"))
        var isFirst = true
        write(Record.typeKey, &isFirst, depth)
        appendString(record.type)
        record.fields.withUnsafeBufferPointer { fields in
            for index in fields.indices {
                write(fields[index].name, &isFirst, depth)
                write(fields[index].value, depth: depth + 1)
            }
        }
        newline(depth)
        append(UInt8(ascii: "}"))
    }

    private mutating func write(_ name: String, _ isFirst: inout Bool, _ depth: Int) {
        separate(&isFirst, depth)
        appendString(name)
        append(UInt8(ascii: ":"))
        if isPretty { append(0x20) }
    }

    @inline(__always)
    private mutating func separate(_ isFirst: inout Bool, _ depth: Int) {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        newline(depth + 1)
    }

    @inline(__always)
    private mutating func newline(_ depth: Int) {
        guard isPretty else { return }
        append(0x0A)
        for _ in 0..<2 * depth { append(0x20) }
    }
}

// MARK: - Bytes

extension JSONText {
    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count &+= 1
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    @inline(__always)
    private mutating func appendLiteral(_ literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a text unchanged.
    private mutating func append(_ text: String) {
        text.withBytes { append($0) }
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity &- count < more &+ JSONText.slack { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more + JSONText.slack)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}

// MARK: - Strings

extension JSONText {
    /// Appends a string in quotes, with the escapes that JSON requires. DEL is escaped too, since terminals act on it.
    private mutating func appendString(_ string: String) {
        append(UInt8(ascii: "\""))
        string.withBytes { appendEscaped($0) }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while true {
            index &+= appendPlain(utf8, from: index)
            if index == utf8.count { return }
            appendEscape(of: utf8[index])
            index &+= 1
        }
    }

    /// Appends the bytes from `first` up to the next one that needs an escape.
    ///
    /// - Returns: the number of these bytes.
    @inline(__always)
    private mutating func appendPlain(_ utf8: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
        guard let base = utf8.baseAddress else { return 0 }
        reserve(utf8.count &- first)
        let target = UnsafeMutableRawPointer(start + count)
        let source = UnsafeRawPointer(base + first)
        let length = utf8.count &- first
        var index = 0
        // Sixteen bytes at a time, all of them within the string.
        while index &+ 16 <= length {
            let block = source.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            target.storeBytes(of: block, toByteOffset: index, as: SIMD16<UInt8>.self)
            let words = unsafeBitCast(JSONText.needEscape(block), to: SIMD2<UInt64>.self)
            if words[0] | words[1] != 0 { break }
            index &+= 16
        }
        // The rest eight and four bytes at a time.
        if index &+ 8 <= length {
            let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if !JSONText.needsEscape(word) {
                target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
                index &+= 8
            }
        }
        if index &+ 4 <= length {
            let word = source.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            if !JSONText.needsEscape(UInt64(word) | 0x2020_2020 << 32) {
                target.storeBytes(of: word, toByteOffset: index, as: UInt32.self)
                index &+= 4
            }
        }
        while index < length, !JSONText.needsEscape(utf8[first &+ index]) {
            target.storeBytes(of: utf8[first &+ index], toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
        count &+= index
        return index
    }

    /// The bytes of a block that need an escape. (The declared types keep the compiler from choosing comparisons that
    /// go byte by byte.)
    @inline(__always)
    private static func needEscape(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        let isControl: SIMDMask<SIMD16<Int8>> = block .< SIMD16(repeating: 0x20)
        let isQuote: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: UInt8(ascii: "\""))
        let isBackslash: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: UInt8(ascii: "\\"))
        let isDelete: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: 0x7F)
        return isControl .| isQuote .| isBackslash .| isDelete
    }

    /// Whether one of eight bytes may need an escape; true also for some bytes beyond ASCII.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> Bool {
        word.controls | word.bytes(equalTo: UInt8(ascii: "\"")) | word.bytes(equalTo: UInt8(ascii: "\\"))
            | word.bytes(equalTo: 0x7F) != 0
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        case ..<0x20, 0x7F:
            append(byte < 0x10 ? "u000" : "u00")
            append(String(byte, radix: 16))
        default: append(byte)
        }
    }
}
