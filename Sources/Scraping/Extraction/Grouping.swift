import Records

extension GroupRule {
    /// The fields of each group of records, groups in the order of their first record. A record without the key
    /// belongs to no group.
    ///
    /// Complexity: linear in the number of records times the number of fields.
    func groups(_ records: [Record]) -> [[Value.Member]] {
        var order: [Value] = []
        var groups: [Value: [Record]] = [:]
        for record in records {
            guard let value = record[key] else { continue }
            if groups[value] == nil { order.append(value) }
            groups[value, default: []].append(record)
        }
        return order.map { fields(of: groups[$0] ?? []) }
    }

    private func fields(of records: [Record]) -> [Value.Member] {
        fields.compactMap { field in
            switch field.content {
            case .aggregate(let aggregate, let name):
                return aggregate.value(of: records.compactMap { $0[name] }).map {
                    Value.Member(field.name, $0)
                }
            case .groups(let rule):
                return Value.Member(field.name, .list(rule.groups(records).map(Value.object)))
            }
        }
    }
}
