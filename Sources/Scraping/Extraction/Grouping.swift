import Records

extension GroupRule {
    /// The fields of each group of records, groups in the rule's order or else that of their first record. A record
    /// without the key belongs to no group.
    ///
    /// Complexity: linear in the number of records times the number of fields, and that of sorting the groups.
    func groups(_ records: [Record]) -> [[Value.Member]] {
        var order: [Value] = []
        var groups: [Value: [Record]] = [:]
        for record in records {
            guard let value = record[key] else { continue }
            if groups[value] == nil { order.append(value) }
            groups[value, default: []].append(record)
        }
        let fields = order.map { self.fields(of: groups[$0] ?? []) }
        return self.order.sorted(fields) { fields, name in fields.first { $0.name == name }?.value }
    }

    private func fields(of records: [Record]) -> [Value.Member] {
        fields.compactMap { field in
            switch field.content {
            case .aggregate(let aggregate, let source, let extreme):
                let records = extreme?.records(records, having: source.name) ?? records
                return aggregate.value(of: records.compactMap { $0[source.name] }, source.type).map {
                    Value.Member(field.name, $0)
                }
            case .groups(let rule):
                return Value.Member(field.name, .list(rule.groups(records).map(Value.object)))
            }
        }
    }
}

extension GroupRule.Extreme {
    /// Of the records that have a field, those in which this one has its least or greatest value.
    fileprivate func records(_ records: [Record], having name: String) -> [Record] {
        var found: [Record] = []
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
