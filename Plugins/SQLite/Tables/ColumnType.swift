import Records

/// The type of a column.
///
/// No digit and no letter of a value may be lost, and SQLite converts stored values according to a column's declared
/// type. A column of decimals therefore has no type: in it numbers are numbers, and a number with more digits than a
/// binary number has is stored as its text. Whole numbers beyond 64 bits, which no column of numbers can store, are
/// stored as a blob of their digits.
enum ColumnType: Hashable {
    case text
    /// Any value as JSON.
    case json
    case boolean
    /// Whole numbers.
    case integer
    /// Numbers, as far as binary numbers can represent them.
    case number

    /// The declared type in SQL; empty for a column without one, which converts nothing.
    var declaration: String {
        switch self {
        case .text, .json: "TEXT"
        case .boolean, .integer: "INTEGER"
        case .number: ""
        }
    }

    /// Whether values are numbers, to be compared as such.
    var isNumeric: Bool { self == .number || self == .integer }

    init(_ type: Schema.FieldType, _ options: SQLiteOptions) {
        switch type {
        case .scalar(let scalar): self = ColumnType(scalar, options)
        case .enumeration: self = .text
        case .list, .object, .enclosing, .dictionary: self = .json
        case .alternatives(let types): self = .union(types.map { ColumnType($0, options) })
        case .nullable(let type): self.init(type, options)
        }
    }

    private init(_ scalar: Schema.Scalar, _ options: SQLiteOptions) {
        switch scalar {
        case .string, .text, .html, .date, .dateTime, .duration, .url: self = .text
        case .integer, .size: self = .integer
        case .boolean: self = .boolean
        case .json: self = .json
        case .decimal:
            self =
                switch options.decimals {
                case .text: .text
                case .number: .number
                }
        }
    }

    /// Returns the type that can store values of all of these types.
    private static func union(_ types: [ColumnType]) -> ColumnType {
        let types = Set(types)
        if types.count == 1, let type = types.first { return type }
        return types == [.integer, .number] ? .number : .text
    }

    /// Whether an existing column with the given declared type stores such values unchanged.
    ///
    /// The rules are those of SQLite's documentation ("Determination Of Column Affinity").
    func fits(declared: String) -> Bool {
        let declared = declared.uppercased()
        func has(_ parts: String...) -> Bool { parts.contains { declared.contains($0) } }
        if has("INT") { return declaration != "TEXT" }
        // Without a type, or as a blob, a column converts nothing.
        if has("CHAR", "CLOB", "TEXT", "BLOB") || declared.isEmpty { return true }
        if has("REAL", "FLOA", "DOUB") { return self == .number }
        return declaration != "TEXT"
    }
}

/// The effect of an existing column on numbers.
enum ColumnAffinity {
    /// It stores values unchanged.
    case none
    /// It converts numbers to texts.
    case text
    /// It converts texts to numbers, if they look like numbers.
    case numeric

    /// The affinity of a declared type, according to the rules in SQLite's documentation.
    init(declared: String) {
        let declared = declared.uppercased()
        func has(_ parts: String...) -> Bool { parts.contains { declared.contains($0) } }
        if has("INT") {
            self = .numeric
        } else if has("CHAR", "CLOB", "TEXT") {
            self = .text
        } else if declared.isEmpty || has("BLOB") {
            self = .none
        } else {
            self = .numeric
        }
    }
}

// MARK: - Values

extension ColumnType {
    /// Adds the cell of a value in a column of this type to a row. Lists and objects are JSON texts.
    func append(_ value: Value?, to row: inout RecordRows) {
        guard let value else { return row.appendEmpty(.absent) }
        if value.string == nil || self != .json, row.append(value) { return }
        _ = row.append(.string(JSONWriter.compact(value)))
    }

    /// Whether a cell of rows is that of ``append(_:to:)`` for its value.
    func takes(_ kind: RecordRows.Kind) -> Bool { kind != .string || self != .json }

    /// The argument of a statement for a cell.
    ///
    /// - Parameter affinity: the column's effect on numbers.
    func argument(
        _ kind: RecordRows.Kind,
        _ text: UnsafeBufferPointer<UInt8>,
        _ affinity: ColumnAffinity
    ) -> Statement.Argument {
        switch kind {
        case .absent, .null: .null
        case .string: .text
        case .boolean: declaration == "TEXT" ? .text : .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
        case .number: argument(ofDigits: text, affinity)
        }
    }

    private func argument(
        ofDigits digits: UnsafeBufferPointer<UInt8>,
        _ affinity: ColumnAffinity
    ) -> Statement.Argument {
        switch self {
        case .text, .json: return .text
        case .boolean, .integer, .number:
            if affinity == .text { return .text }
            if let integer = ColumnType.integer(digits) { return .integer(integer) }
            if self == .number, let double = ColumnType.exact(digits) { return .double(double) }
            // As text, a column that converts texts to numbers would make it a binary number.
            return self == .number && affinity == .none ? .text : .blob
        }
    }

    /// Whether a number is stored as its digits, since a binary number would lose some of them.
    func isLong(_ argument: Statement.Argument, _ affinity: ColumnAffinity) -> Bool {
        guard self == .number, affinity != .text else { return false }
        switch argument {
        case .text, .blob: return true
        case .null, .integer, .double: return false
        }
    }

    /// The value of a whole number without an exponent; `nil` beyond 64 bits.
    private static func integer(_ digits: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = digits.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        var value: Int64 = 0
        for byte in digits[start...] {
            guard byte &- 0x30 < 10 else { return nil }
            let digit = Int64(byte &- 0x30)
            let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) =
                isNegative
                ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if isTooLong || overflows { return nil }
            value = sum
        }
        return start < digits.count ? value : nil
    }

    /// The maximum number of significant digits that every binary number keeps.
    static let digitLimit = 15

    /// The binary number that keeps all digits of a number; `nil` if there is none.
    private static func exact(_ digits: UnsafeBufferPointer<UInt8>) -> Double? {
        guard digits.count <= digitLimit || significantDigits(digits) <= digitLimit,
            let double = Double(String(decoding: digits, as: UTF8.self))
        else { return nil }
        // A number that is too small would become zero.
        return double.isNormal || significantDigits(digits) == 0 ? double : nil
    }

    /// The number of digits without the zeros at both ends.
    private static func significantDigits(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        // Zeros that are between digits, if another one follows.
        var zeros = 0
        for byte in digits {
            switch byte {
            case UInt8(ascii: "0"): if count > 0 { zeros += 1 }
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                count += zeros + 1
                zeros = 0
            case UInt8(ascii: "e"), UInt8(ascii: "E"): return count
            default: break
            }
        }
        return count
    }
}
