import Basics
import Records

extension Transform {
    /// Replaces a value by what a table holds for it. A value that the table lacks is an error unless there is a
    /// default: an unknown id must never pass for a name.
    static let map = Transform(
        name: "map",
        about:
            "looks the value up in a table; a value that the table lacks is an error unless there is a default",
        input: .any,
        output: .any,
        arguments: .either([
            .object([
                Argument("table", "what each value becomes", .table(.scalar), isRequired: true),
                Argument(
                    "default",
                    "what a value becomes that the table lacks",
                    .either([.scalar, .none]),
                    isRequired: true
                ),
            ]),
            .table(.scalar),
        ]),
        typing: { _, arguments in
            let types = Set(MapTable(arguments).values.map(ValueType.init(of:)))
            return types.count == 1 ? types.first ?? .any : .any
        }
    ) { arguments throws(StepError) in
        let table = MapTable(arguments.value)
        return { value, _ throws(StepError) in
            if let found = table[value.text] { return found }
            throw StepError("the table of map has no \(value.quoted)")
        }
    }
}

/// The table of a `map`: the argument itself, or its `table` beside a `default`.
private struct MapTable {
    private let table: [String: Value]
    private let fallback: Value?

    init(_ arguments: Value) {
        let isLong = arguments["table"]?.object != nil
        let members = (isLong ? arguments["table"] : arguments)?.object ?? []
        table = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        fallback = isLong ? arguments["default"] : nil
    }

    /// What the table holds for a text as it is, else for the text with its white space collapsed, as people see it.
    subscript(text: String) -> Value? { table[text] ?? table[WhiteSpace.collapse(text)] ?? fallback }

    var values: [Value] { Array(table.values) + (fallback.map { [$0] } ?? []) }
}
