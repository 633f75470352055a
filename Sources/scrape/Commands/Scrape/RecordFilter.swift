import Addresses
import Engine
import Records

/// A condition on records, as written by the user: `field=value`.
struct FieldFilter {
    /// The field's name, and those of fields within it: the parts of ``field``.
    let path: [String]
    /// The field as written.
    let field: String
    let value: String

    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        field = parts[0]
        path = parts[0].split(separator: ".").map(String.init)
        value = parts[1]
    }
}

/// The conditions that a record must meet to be printed, with the types of their fields.
struct RecordFilter {
    /// A condition on the records of one type.
    private struct Condition {
        let path: [String]
        let value: String
        let number: Number?
        /// For a field of dates, the wanted date.
        let date: DateQuery?
        /// For a field of durations, the wanted one in the form in which values are compared.
        let duration: Value?
        /// For a field of addresses, the wanted one as browsers write it.
        let address: String?
    }

    /// The conditions by record type; types that lack one of the fields are missing.
    private var conditions: [String: [[Condition]]] = [:]
    /// Whether there are no conditions.
    let isEmpty: Bool

    /// Refuses fields that no record has, and values that a field cannot have.
    init(_ filters: [FieldFilter], _ schema: Schema) throws(Diagnostic) {
        isEmpty = filters.isEmpty
        for filter in filters { try filter.check(schema) }
        for type in schema.types {
            let resolved = filters.compactMap { filter -> Condition? in
                guard let (path, found) = filter.resolved(in: type) else { return nil }
                return Condition(
                    path: path,
                    value: filter.value,
                    number: Number(filter.value),
                    date: found.contains(where: \.isDate) ? DateQuery(filter.value) : nil,
                    duration: found.contains(.scalar(.duration)) ? Value.comparedDuration(filter.value) : nil,
                    address: found.contains(where: \.isAddress) ? WebAddress.normalized(filter.value) : nil
                )
            }
            // Two rules files may have types of one name.
            if resolved.count == filters.count { conditions[type.name, default: []].append(resolved) }
        }
    }

    func matches(_ record: Record) -> Bool {
        if isEmpty { return true }
        return conditions[record.type]?.contains { all in
            all.allSatisfy { RecordFilter.matches(record.value, $0.path[...], $0) }
        } ?? false
    }

    private static func matches(
        _ found: Value,
        _ path: ArraySlice<String>,
        _ condition: Condition
    ) -> Bool {
        if case .list(let elements) = found { return elements.contains { matches($0, path, condition) } }
        if let name = path.first {
            return found[name].map { matches($0, path.dropFirst(), condition) } ?? false
        }
        if case .number(let number) = found, let wanted = condition.number {
            return number.compared == wanted.compared
        }
        if let date = condition.date, let text = found.string { return date.matches(text) }
        if let duration = condition.duration, found.compared(as: .scalar(.duration)) == duration {
            return true
        }
        let text = found.text
        if let address = condition.address, text.hasSameBytes(as: address) { return true }
        return text.hasSameBytes(as: condition.value)
    }
}

// MARK: - Fields

extension FieldFilter {
    /// The path of the field in a record type, which may have aliases, and the types of its values; `nil` if the type
    /// has no such field.
    fileprivate func resolved(
        in type: Schema.RecordType
    ) -> (path: [String], types: [Schema.FieldType])? {
        // A field's name may itself have a point.
        for path in [[field], path] {
            guard let name = path.first else { continue }
            let own = type.aliases.first { $0.name == name }?.field ?? name
            let path = [own] + path.dropFirst()
            let types = FieldFilter.types(at: path[...], in: type.fields)
            if !types.isEmpty { return (path, types) }
        }
        return nil
    }

    private static func types(at path: ArraySlice<String>, in fields: [Schema.Field]) -> [Schema.FieldType] {
        guard let name = path.first, let field = fields.first(where: { $0.name == name }) else { return [] }
        return types(at: path.dropFirst(), in: field.type)
    }

    /// The types within lists and alternatives, since an element of a list matches.
    private static func types(at path: ArraySlice<String>, in type: Schema.FieldType) -> [Schema.FieldType] {
        switch type {
        case .list(let element): types(at: path, in: element)
        case .alternatives(let all): all.flatMap { types(at: path, in: $0) }
        case .nullable(let type): types(at: path, in: type)
        case .object(let fields): path.isEmpty ? [type] : types(at: path, in: fields)
        // The fields of JSON are unknown, and an enclosing field has the wanted one at any depth.
        case .scalar(.json), .enclosing: [type]
        case .dictionary(let values): path.isEmpty ? [type] : types(at: path.dropFirst(), in: values)
        case .scalar, .enumeration: path.isEmpty ? [type] : []
        }
    }

    fileprivate func check(_ schema: Schema) throws(Diagnostic) {
        let found = schema.types.flatMap { resolved(in: $0)?.types ?? [] }
        if found.isEmpty {
            let names = schema.columns + schema.types.flatMap(\.aliases).map(\.name)
            throw Diagnostic(
                .rules,
                "no record has a field \"\(field)\" (--where)",
                help: path.first.flatMap { Suggestion.help(for: $0, among: names) }
            )
        }
        if found.contains(where: { $0.mayHold(value) }) { return }
        let kinds = Set(found.map(\.description)).sorted().joined(separator: " or ")
        throw Diagnostic(
            .rules,
            "\"\(value)\" is not a value of the field \"\(field)\" of type \(kinds) (--where)",
            help: found.lazy.compactMap { $0.help(for: value) }.first
        )
    }
}

extension Schema.FieldType {
    fileprivate var isDate: Bool { self == .scalar(.date) || self == .scalar(.dateTime) }
    fileprivate var isAddress: Bool { self == .scalar(.url) }

    /// Whether a value of the type can equal the wanted one.
    fileprivate func mayHold(_ value: String) -> Bool {
        switch self {
        case .scalar(.date): DateQuery(value)?.hasTime == false
        case .scalar(.dateTime): DateQuery(value) != nil
        case .scalar(.integer), .scalar(.decimal), .scalar(.size): Number(value) != nil
        case .scalar(.duration): Value.comparedDuration(value) != nil
        case .scalar(.boolean): ["true", "false"].contains(value)
        case .scalar(.url): (try? WebAddress.href(of: value)) != nil
        case .enumeration(let words): words.contains(where: value.hasSameBytes)
        case .nullable(let type): type.mayHold(value)
        case .scalar, .list, .object, .enclosing, .alternatives, .dictionary: true
        }
    }

    /// The format of a value of the type.
    fileprivate func help(for value: String) -> String? {
        switch self {
        case .scalar(.date): "write a day like 2018-05-28"
        case .scalar(.dateTime): "write a day like 2018-05-28, or a time like 2018-05-28T05:45:00-05:00"
        case .scalar(.integer), .scalar(.decimal), .scalar(.size): "write a number"
        case .scalar(.duration): "write a duration like PT1H30M"
        case .scalar(.boolean): "write true or false"
        case .scalar(.url): "write a whole address like https://plants.example/list"
        case .enumeration(let words):
            Suggestion.help(for: value, among: words) ?? "it is one of \(words.joined(separator: ", "))"
        case .nullable(let type): type.help(for: value)
        case .scalar, .list, .object, .enclosing, .alternatives, .dictionary: nil
        }
    }
}
