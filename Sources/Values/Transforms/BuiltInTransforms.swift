import Basics
import Records

extension Transform {
    /// The transforms that every rules file can use, by family, except those that read a text as a page.
    package static let builtIn: [Transform] =
        texts + patterns + repetitions + lists + aggregates + numbers + arithmetic + addresses + tables
        + requests

    /// Those that change a text.
    static let texts: [Transform] = [
        .append, .prepend, .trim, .collapse, .lowercase, .uppercase, .stripDiacritics,
    ]
    /// Those that search a text.
    static let patterns: [Transform] = [.replace, .match, .split]
    /// Those that compare texts that repeat each other.
    static let repetitions: [Transform] = [.ifRepeated, .withoutLast, .withoutSite, .dropRepeated]
    /// Those that choose from a list or order it.
    static let lists: [Transform] = [
        .join, .first, .last, .item, .slice, .largest, .filter, .unique, .sort, .reverse,
    ]
    /// Those that reduce a list to one value.
    static let aggregates: [Transform] = [.count, .sum, .min, .max, .average]
    /// Those that read a number from a text.
    static let numbers: [Transform] = [.number, .percent, .money, .size]
    /// Those that calculate.
    static let arithmetic: [Transform] = [.add, .subtract, .multiply, .divide, .round]
    /// Those that work on addresses.
    static let addresses: [Transform] = [.query, .resolve, .urlDecode, .urlEncode]
    /// Those that look up a value.
    static let tables: [Transform] = [.map, .key]
    /// Those that compute values of requests.
    static let requests: [Transform] = [.date, .base64]
}

extension Transform {
    /// Replaces a value with its entry in a table. A value that the table lacks is an error unless there is a default:
    /// an unknown id must not be taken for a name.
    private static let entry = ArgumentShape.either([.scalar, .list(.scalar), .none])

    static let map = Transform(
        name: "map",
        about:
            "looks the value up in a table; a value that the table lacks is an error unless there is a default",
        input: .any,
        output: .any,
        arguments: .either([
            .object([
                Argument("table", "the result for each value", .table(entry), isRequired: true),
                Argument(
                    "default",
                    "the result for a value that the table lacks",
                    entry,
                    isRequired: true
                ),
            ]),
            .table(entry),
        ]),
        typing: { _, arguments in
            // What is not a value has no type.
            let types = Set(MapTable(arguments).values.filter { $0 != .null }.map(ValueType.init(of:)))
            return types.count == 1 ? types.first ?? .any : .any
        }
    ) { arguments throws(StepError) in
        let table = MapTable(arguments.value)
        return { value, _ throws(StepError) in
            if let found = table[value.text] { return found }
            let spelling = value.text.spelling(unlike: table.texts)
            throw StepError("the table of map has no \(value.quoted)\(spelling)")
        }
    }
}

/// The table of a `map`: the argument itself, or its `table` next to a `default`.
private struct MapTable {
    private let table: [Value: Value]
    private let fallback: Value?

    init(_ arguments: Value) {
        let isLong = arguments["table"]?.object != nil
        let members = (isLong ? arguments["table"] : arguments)?.object ?? []
        table = Dictionary(members.map { (.string($0.name), $0.value) }) { first, _ in first }
        fallback = isLong ? arguments["default"] : nil
    }

    /// The table's value for a text, or else for the text with its white space collapsed.
    subscript(text: String) -> Value? {
        table[.string(text)] ?? table[.string(WhiteSpace.collapse(text))] ?? fallback
    }

    var texts: [String] { table.keys.compactMap(\.string) }

    var values: [Value] { Array(table.values) + (fallback.map { [$0] } ?? []) }
}
