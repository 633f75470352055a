import Records

/// The form of a run's records, which determines what is known of their types.
enum RunForm {
    /// Values of JSON or of rules, with their types.
    case values
    /// The cells of a database: texts and numbers. Lists, objects and all values of JSON fields are JSON texts.
    case database
    /// The cells of CSV or TSV, which are texts: of a string, its characters; of any other value, its JSON text.
    case table
}

/// The types of the fields of two runs: those that rules declare, or else those of a run with types, or else those inferred from
/// all cells.
struct CellTypes {
    private var kinds: [Place: CellKind] = [:]
    /// Whether one of the runs is a table, which distinguishes neither the text `1` from the number nor an empty text from a
    /// missing value.
    private let hasTable: Bool

    private struct Place: Hashable {
        let type: String
        let field: String

        init(_ type: String, _ field: String) { (self.type, self.field) = (type, field) }
    }

    init(_ runs: [(form: RunForm, records: [Value])], _ schema: Schema?) {
        hasTable = runs.contains { $0.form == .table }
        var known: [Place: CellKind] = [:]
        for (form, records) in runs {
            CellTypes.forEachValue(of: records) { place, value in
                if form == .values {
                    let kind = CellKind(exactly: value)
                    known[place] = known[place].map { $0 == kind ? kind : .mixed } ?? kind
                } else {
                    // The look of cells must be the same in both runs.
                    kinds[place] = CellKind.common(kinds[place], CellKind(of: value))
                }
            }
        }
        kinds.merge(known) { $1 }
        for place in CellTypes.placesOfJSON(runs) { kinds[place] = .json }
        for type in schema?.types ?? [] {
            for field in type.fields {
                let kind = CellKind(field.type)
                // A field may have several types, and a run values of only one.
                if kind != .mixed { kinds[Place(type.name, field.name)] = kind }
            }
        }
    }

    private static func forEachValue(of records: [Value], _ body: (Place, Value) -> Void) {
        for record in records {
            let type = record[Record.typeKey]?.string ?? "record"
            for member in record.object ?? [] where member.value != .null {
                body(Place(type, member.name), member.value)
            }
        }
    }

    /// The columns of databases that have JSON texts of strings, and no other texts, where no other run has a text in quotes.
    private static func placesOfJSON(_ runs: [(form: RunForm, records: [Value])]) -> Set<Place> {
        var (quoted, others): (Set<Place>, Set<Place>) = ([], [])
        for (form, records) in runs {
            forEachValue(of: records) { place, value in
                guard let text = value.string, !others.contains(place) else { return }
                let isQuoted = text.utf8.first == UInt8(ascii: "\"")
                if form != .database {
                    if isQuoted { others.insert(place) }
                } else if CellKind.json(text) == nil {
                    others.insert(place)
                } else if isQuoted {
                    quoted.insert(place)
                }
            }
        }
        return quoted.subtracting(others)
    }

    /// A record with the values of its cells.
    func typed(_ record: Value, _ form: RunForm) -> Value {
        let type = record[Record.typeKey]?.string ?? "record"
        return .object(
            (record.object ?? []).map { member in
                let kind = kinds[Place(type, member.name)] ?? .text
                return Value.Member(member.name, value(member.value, kind, form))
            }
        )
    }

    private func value(_ cell: Value, _ kind: CellKind, _ form: RunForm) -> Value {
        let value =
            switch kind {
            case .mixed: CellKind.apparent(cell)
            case .json: form == .database ? cell.string.flatMap(CellKind.json) ?? cell : cell
            case .number, .boolean, .data, .text: form == .values ? cell : kind.value(cell)
            }
        if !hasTable { return value }
        if value == .string("") { return .null }
        return kind == .json ? CellKind.apparent(value) : value
    }
}

/// The type of a cell.
private enum CellKind {
    case number, boolean, data, text
    /// Any value, which databases write as JSON.
    case json
    /// Values of several of these types.
    case mixed

    /// The apparent type of a cell.
    init(of value: Value) { self.init(exactly: CellKind.apparent(value)) }

    /// The type of a value.
    init(exactly value: Value) {
        switch value {
        case .number: self = .number
        case .boolean: self = .boolean
        case .list, .object: self = .data
        case .string, .null: self = .text
        }
    }

    init(_ type: Schema.FieldType) {
        switch type {
        case .scalar(let scalar):
            switch scalar {
            case .integer, .decimal, .size: self = .number
            case .boolean: self = .boolean
            case .json: self = .json
            case .string, .text, .html, .date, .dateTime, .duration, .url: self = .text
            }
        case .list, .object, .enclosing, .dictionary: self = .data
        case .nullable(let type): self.init(type)
        case .enumeration: self = .text
        case .alternatives(let types):
            let kinds = Set(types.map { CellKind($0) })
            self = kinds.count == 1 ? kinds.first ?? .mixed : .mixed
        }
    }

    static func common(_ one: CellKind?, _ other: CellKind) -> CellKind {
        guard let one else { return other }
        return one == other ? one : .text
    }

    /// The value of a JSON text; `nil` for any other text.
    static func json(_ text: String) -> Value? {
        guard case (let json?, let errors) = JSON.read(Array(text.utf8), dialect: .strict), errors.isEmpty
        else { return nil }
        return json.value
    }

    /// The value that a text looks like: a number, a boolean, a list or an object; any other value unchanged.
    static func apparent(_ value: Value) -> Value {
        guard let text = value.string else { return value }
        if let number = Number(text) { return .number(number) }
        if text == "true" || text == "false" { return .boolean(text == "true") }
        return data(text) ?? value
    }

    /// The list or object of a JSON text; `nil` for any other text.
    private static func data(_ text: String) -> Value? {
        text.hasPrefix("[") || text.hasPrefix("{") ? json(text) : nil
    }

    /// The value of a cell of this type.
    func value(_ cell: Value) -> Value {
        switch (self, cell) {
        case (.number, .string(let text)): Number(text).map(Value.number) ?? cell
        case (.boolean, .string(let text)):
            text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : cell
        case (.boolean, .number(let number)): .boolean(number.digits != "0")
        case (.data, .string(let text)): CellKind.data(text) ?? cell
        case (.text, .number(let number)): .string(number.digits)
        default: cell
        }
    }
}
