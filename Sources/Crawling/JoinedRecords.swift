import Engine
package import Language
package import Records
import Values

/// Joins records of several pages that have the same unique values (`across`), at the position of the first.
package struct JoinedRecords {
    private struct Key: Hashable {
        let type: String
        let values: [Value]
    }

    private let rules: [String: RecordRule]
    private let types: [String: [Schema.Field]]
    private var records: [Record] = []
    private var places: [Key: Int] = [:]
    private var diagnostics: [Diagnostic] = []

    /// - Parameters:
    ///   - rules: all record types of the crawl.
    ///   - schema: the fields of these types.
    package init(_ rules: [RecordRule], _ schema: Schema) {
        types = Dictionary(schema.types.map { ($0.name, $0.fields) }) { first, _ in first }
        self.rules = Dictionary(rules.filter(\.isAcross).map { ($0.name, $0) }) { first, _ in first }
    }

    /// Whether no type's records are joined, so that none need to wait.
    package var isEmpty: Bool { rules.isEmpty }

    /// The diagnostics of a page without those about missing parts of a record: the whole record may have them.
    package func remaining(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.filter { diagnostic in
            guard let type = diagnostic.record, rules[type] != nil else { return true }
            return !diagnostic.isOfPart
        }
    }

    package mutating func add(_ new: [Record]) {
        for record in new {
            guard let rule = rules[record.type] else {
                records.append(record)
                continue
            }
            let key = rule.uniqueValues(of: record).map { Key(type: record.type, values: $0) }
            guard let key, let place = places[key] else {
                if let key { places[key] = records.count }
                records.append(record)
                continue
            }
            join(record, into: place)
        }
    }

    private mutating func join(_ record: Record, into place: Int) {
        for member in record.fields {
            guard let index = records[place].fields.firstIndex(where: { $0.name == member.name }) else {
                records[place].fields.append(member)
                continue
            }
            let old = records[place].fields[index].value
            let type = types[record.type]?.first { $0.name == member.name }?.type
            if let list = old.list, let more = member.value.list {
                let known = Set(list.map { $0.compared(as: type?.element) })
                records[place].fields[index].value = .list(
                    list + more.filter { !known.contains($0.compared(as: type?.element)) }
                )
            } else if old.compared(as: type) != member.value.compared(as: type), !member.name.hasPrefix("@") {
                let keys = rules[record.type]?.uniqueText(of: record) ?? ""
                diagnostics.append(
                    Diagnostic(
                        .page,
                        "\(record.type).\(member.name) of \(keys) is \(old.quoted) on one page and \(member.value.quoted) on another; the first is kept",
                        severity: .warning,
                        record: record.type,
                        field: member.name
                    )
                )
            }
        }
    }

    /// The complete records, and the diagnostics of their missing parts.
    package mutating func finish() -> (records: [Record], diagnostics: [Diagnostic]) {
        for index in records.indices {
            guard let rule = rules[records[index].type] else { continue }
            let fields = types[rule.name] ?? []
            var order: [String: Int] = [:]
            for (place, field) in fields.enumerated() { order[field.name] = place }
            records[index].fields.sort { (order[$0.name] ?? .max) < (order[$1.name] ?? .max) }
            for field in fields where field.isRequired && records[index][field.name] == nil {
                let keys = rule.uniqueText(of: records[index])
                diagnostics.append(
                    Diagnostic(
                        .page,
                        "\(rule.name).\(field.name) is required, and no page has it for \(keys)",
                        record: rule.name,
                        field: field.name
                    )
                )
            }
        }
        return (records, diagnostics)
    }
}

extension Diagnostic {
    /// Whether it is about a missing part of a record that another page may supply if records come from several pages.
    var isOfPart: Bool { message.contains(" is required") }
}
