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
    /// The maximum number of significant digits that every binary number keeps.
    static let digitLimit = 15

    /// Appends the representation of a value in a column of this type.
    ///
    /// - Parameter affinity: the column's effect on numbers.
    /// - Returns: whether it is a number that is stored as text, since a binary number would lose some of its digits.
    @discardableResult
    func append(
        _ value: Value?,
        to arguments: inout StatementArguments,
        _ affinity: ColumnAffinity = .none
    ) -> Bool {
        switch value {
        case nil, .null?: arguments.append(.null)
        case .string(let string)?:
            arguments.append(self == .json ? JSONWriter.compact(.string(string)) : string)
        case .boolean(let boolean)?:
            if declaration == "TEXT" {
                arguments.append(boolean ? "true" : "false")
            } else {
                arguments.append(.integer(boolean ? 1 : 0))
            }
        case .number(let number)?: return append(number, to: &arguments, affinity)
        case .list?, .object?: arguments.append(value.map(JSONWriter.compact) ?? "")
        }
        return false
    }

    private func append(
        _ number: Number,
        to arguments: inout StatementArguments,
        _ affinity: ColumnAffinity
    ) -> Bool {
        switch self {
        case .text, .json: arguments.append(number.digits)
        case .boolean, .integer, .number:
            if affinity == .text {
                arguments.append(number.digits)
            } else if let integer = Int64(number.digits) {
                arguments.append(.integer(integer))
            } else if self == .number, let double = ColumnType.exact(number) {
                arguments.append(.double(double))
            } else {
                // As text, such a column would make it a binary number.
                if self == .number, affinity == .none {
                    arguments.append(number.digits)
                } else {
                    arguments.appendBlob(number.digits)
                }
                return self == .number
            }
        }
        return false
    }

    /// The binary number that keeps all digits of a number; `nil` if there is none.
    private static func exact(_ number: Number) -> Double? {
        let isShort = number.digits.utf8.count <= digitLimit
        guard isShort || number.significantDigits <= digitLimit else { return nil }
        let double = number.double
        return double.isFinite ? double : nil
    }
}

extension Number {
    /// The number of digits without the zeros at both ends.
    fileprivate var significantDigits: Int {
        var count = 0
        // Zeros that are between digits, if another one follows.
        var zeros = 0
        for byte in digits.utf8 {
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
