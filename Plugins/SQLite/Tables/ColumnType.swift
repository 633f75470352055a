import Records

/// The type of a column.
///
/// No digit and no letter of a value may be lost, and SQLite converts what it stores by the type that a column is
/// declared with. So decimals are text unless the user wants numbers; whole numbers beyond 64 bits, which no column of
/// numbers can hold, are stored as a blob of their digits.
enum ColumnType: Hashable {
    case text
    /// Any value as JSON.
    case json
    case boolean
    /// Whole numbers.
    case integer
    /// Numbers as far as binary ones go.
    case number

    /// The declared type in SQL.
    var declaration: String {
        switch self {
        case .text, .json: "TEXT"
        case .boolean, .integer: "INTEGER"
        case .number: "NUMERIC"
        }
    }

    init(_ type: Schema.FieldType, _ options: SQLiteOptions) {
        switch type {
        case .scalar(let scalar): self = ColumnType(scalar, options)
        case .enumeration: self = .text
        case .list, .object, .enclosing: self = .json
        case .alternatives(let types): self = .union(types.map { ColumnType($0, options) })
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

    /// Returns the type that holds values of all of these types.
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

// MARK: - Values

extension ColumnType {
    /// Appends the representation of a value in a column of this type.
    func append(_ value: Value?, to arguments: inout StatementArguments) {
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
        case .number(let number)?: append(number, to: &arguments)
        case .list?, .object?: arguments.append(value.map(JSONWriter.compact) ?? "")
        }
    }

    private func append(_ number: Number, to arguments: inout StatementArguments) {
        switch self {
        case .text, .json: arguments.append(number.digits)
        case .boolean, .integer, .number:
            if let integer = Int64(number.digits) {
                arguments.append(.integer(integer))
            } else if self == .number, number.double.isFinite {
                arguments.append(.double(number.double))
            } else {
                // As text it would be made a binary number.
                arguments.appendBlob(number.digits)
            }
        }
    }
}
