import Records

/// What a column holds.
///
/// No digit and no letter of a value may be lost, and SQLite converts what it stores by the type that a column is
/// declared with. So decimals are text unless the user wants numbers; whole numbers beyond 64 bits, which no column of
/// numbers can hold, stand in theirs as a blob of their digits.
enum ColumnType: Hashable {
    case text
    /// Any value as JSON.
    case json
    case boolean
    /// Whole numbers.
    case integer
    /// Numbers as far as binary ones go.
    case number

    /// What a column is declared as.
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

    /// What holds values of any of these types.
    private static func union(_ types: [ColumnType]) -> ColumnType {
        let types = Set(types)
        if types.count == 1, let type = types.first { return type }
        return types == [.integer, .number] ? .number : .text
    }

    /// Whether a column that a database already has holds such values as they are, whatever it was declared as.
    ///
    /// The rules are those of SQLite's documentation ("Determination Of Column Affinity").
    func fits(declared: String) -> Bool {
        let declared = declared.uppercased()
        func has(_ parts: String...) -> Bool { parts.contains { declared.contains($0) } }
        if has("INT") { return declaration != "TEXT" }
        // Without a type, and as a blob, a column holds what it is given.
        if has("CHAR", "CLOB", "TEXT", "BLOB") || declared.isEmpty { return true }
        if has("REAL", "FLOA", "DOUB") { return self == .number }
        return declaration != "TEXT"
    }
}
