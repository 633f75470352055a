import Language
import Records
import Values

extension GroupRule {
    /// The fields of each group of records. Groups are in the rule's order, or else in the order of their first
    /// records. Keys that are the same value are one, as the first is written. A record without the key belongs to no
    /// group.
    ///
    /// Complexity: linear in the number of records times the number of fields, plus sorting the groups.
    ///
    /// - Parameter failures: receives a message for each field without a value.
    func groups(_ records: [Record], failures: inout [String]) -> [[Value.Member]] {
        groups(records.map { MemberTable($0.fields, questions: fields.count) }, failures: &failures)
    }

    private func groups(_ records: [MemberTable], failures: inout [String]) -> [[Value.Member]] {
        var order: [Value] = []
        var groups: [Value: [MemberTable]] = [:]
        for record in records {
            guard let value = record[key]?.compared(as: keyType) else { continue }
            if groups[value] == nil { order.append(value) }
            groups[value, default: []].append(record)
        }
        var fields: [[Value.Member]] = []
        for value in order {
            var errors: [String] = []
            let records = groups[value] ?? []
            fields.append(self.fields(of: records, failures: &errors))
            let written = (records.first?[key] ?? value).text.quoted
            failures += errors.map { "\(key) \(written): \($0)" }
        }
        return self.order.sorted(fields) { fields, name in fields.first { $0.name == name }?.value }
    }

    private func fields(of records: [MemberTable], failures: inout [String]) -> [Value.Member] {
        var members: [Value.Member] = []
        for field in fields {
            switch field.content {
            case .aggregate(let aggregate, let source, let extreme):
                let records = extreme?.records(records, having: source.name) ?? records
                do throws(ArithmeticError) {
                    let values = records.compactMap { $0[source.name] }
                    guard let value = try aggregate.value(of: values, source.type) else { continue }
                    members.append(Value.Member(field.name, value))
                } catch {
                    failures.append("\(field.name), the \(aggregate.rawValue) of \(source.name): \(error)")
                }
            case .groups(let rule):
                let groups = rule.groups(records, failures: &failures)
                members.append(Value.Member(field.name, .list(groups.map(Value.object))))
            }
        }
        return members
    }
}

extension GroupRule.Extreme {
    /// The records with the minimum or maximum value of this field, among those that have a field.
    fileprivate func records(_ records: [MemberTable], having name: String) -> [MemberTable] {
        var found: [MemberTable] = []
        var best: SortKey?
        for record in records where record[name] != nil {
            guard let key = record[field.name].map({ SortKey($0, field.type) }) else { continue }
            if let best, isGreatest ? key < best : best < key { continue }
            if key != best { found = [] }
            best = key
            found.append(record)
        }
        return found
    }
}
