import Records
import Values

/// The key of records whose unique fields may have equal values in several spellings: the time 10:00+02:00 is 08:00Z.
///
/// A column of its own stores it, as a JSON object of the unique fields in the form in which `unique` compares values.
struct ComparedKey {
    static let column = "scrape_key"

    /// The unique fields, in one order whatever that of the rules.
    private let fields: [(name: String, type: Schema.FieldType)]
    /// Whether equal values may differ in their columns. Otherwise different ones may be equal: the number 1 and the text.
    let hasSpellings: Bool

    /// `nil` if equal values of the unique fields, and no others, are equal in their columns.
    init?(_ type: Schema.RecordType, _ options: SQLiteOptions) throws(OutputError) {
        let unique = type.fields.filter { type.uniqueKeys.contains($0.name) }
        hasSpellings = unique.contains { ComparedKey.hasSpellings($0.type, options) }
        let losesTypes = unique.contains { ComparedKey.losesTypes($0.type, options) }
        if !hasSpellings, !losesTypes { return nil }
        if let field = type.fields.first(where: { SQLName.folded($0.name) == ComparedKey.column }) {
            throw SQLTable.mistake(
                "the field \"\(field.name)\" of \"\(type.name)\" has the name of the column for the compared unique fields",
                help: "rename the field"
            )
        }
        fields = unique.map { ($0.name, $0.type) }.sorted { $0.name < $1.name }
    }

    /// Whether equal values of a type may differ in their column.
    private static func hasSpellings(
        _ type: Schema.FieldType,
        _ options: SQLiteOptions,
        inJSON: Bool = false
    ) -> Bool {
        switch type {
        case .scalar(let scalar):
            switch scalar {
            case .string, .text, .html, .url, .date, .integer, .size, .boolean: return false
            case .dateTime, .duration, .json: return true
            case .decimal: return inJSON || options.decimals == .text
            }
        case .enumeration: return false
        case .list(let type), .dictionary(let type): return hasSpellings(type, options, inJSON: true)
        case .object(let fields):
            return fields.contains { hasSpellings($0.type, options, inJSON: true) }
        case .enclosing: return true
        case .nullable(let type): return hasSpellings(type, options, inJSON: inJSON)
        case .alternatives(let types):
            return types.contains { hasSpellings($0, options, inJSON: inJSON) }
        }
    }

    /// Whether a column of texts contains values of other types too.
    private static func losesTypes(_ type: Schema.FieldType, _ options: SQLiteOptions) -> Bool {
        guard case .alternatives(let types) = type, ColumnType(type, options) == .text else { return false }
        return types.contains { ColumnType($0, options) != .text }
    }

    /// The key of a record; `nil` for a record without any of the fields, which equals no other.
    func text(of record: Record) -> String? {
        var hasValue = false
        let members = fields.map { field in
            let value = record[field.name] ?? .null
            if value != .null { hasValue = true }
            return Value.Member(field.name, value.compared(as: field.type))
        }
        return hasValue ? JSONWriter.compact(.object(members)) : nil
    }

    /// The unique fields of the keys in an existing table; empty if it has none.
    static func fields(of table: String, in database: Database) throws(OutputError) -> [String] {
        let (key, table) = (SQLName.quoted(column), SQLName.quoted(table))
        return try database.rows(
            "SELECT key FROM json_each((SELECT \(key) FROM \(table) WHERE \(key) IS NOT NULL LIMIT 1))"
        ).compactMap { $0.first ?? nil }
    }
}
