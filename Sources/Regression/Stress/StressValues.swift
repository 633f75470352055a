import Records
import Scraping

/// The values of a page's records by field, so that those of two readings can be compared field by field.
struct StressValues {
    /// A field of a record type; the type itself where there is no path.
    struct Key: Hashable {
        let record: String
        let path: String?
    }

    private var counts: [String: Int] = [:]
    /// A value for each record, in the order of the records.
    private var values: [Key: [Value?]] = [:]
    /// The paths of fields whose objects have the fields of another: `replies` those of `comments`.
    private let aliases: [Key: String]

    /// The values of an outcome. Complexity: linear in the size of its records.
    init(_ outcome: Outcome, _ fields: [FieldSelectors]) {
        aliases = Dictionary(
            fields.compactMap { field in
                field.alias.map { (Key(record: field.record, path: field.path), $0) }
            }
        ) { first, _ in first }
        for record in outcome.records {
            var found: [Key: [Value]] = [:]
            gather(record.fields, of: record.type, below: "", &found)
            let index = counts[record.type, default: 0]
            counts[record.type] = index + 1
            for (key, list) in found {
                // In place: a copy for each record would make it quadratic.
                let missing = index - (values[key]?.count ?? 0)
                values[key, default: []] += Array(repeating: nil, count: missing)
                values[key, default: []].append(list.count == 1 ? list[0] : .list(list))
            }
        }
    }

    /// Gathers what each field of an object and of those in it has; of what holds objects, how many.
    private func gather(
        _ members: [Value.Member],
        of record: String,
        below prefix: String,
        _ found: inout [Key: [Value]]
    ) {
        var open = members.map { (path: prefix + $0.name, value: $0.value) }[...]
        while let (path, value) = open.popFirst() {
            let key = Key(record: record, path: path)
            let inner = (aliases[key] ?? path) + "."
            if let members = value.object {
                found[key, default: []].append(.boolean(true))
                open += members.map { (inner + $0.name, $0.value) }
            } else if let list = value.list, list.contains(where: { $0.object != nil }) {
                found[key, default: []].append(.number(Number(list.count)))
                for object in list { open += (object.object ?? []).map { (inner + $0.name, $0.value) } }
            } else {
                found[key, default: []].append(value)
            }
        }
    }

    /// Whether a field has any value, or a record type any record.
    func has(_ key: Key) -> Bool {
        key.path == nil ? counts[key.record] != nil : values[key] != nil
    }

    /// Whether a field has the same values in both, record by record; where there are more or fewer records in one,
    /// the same values in the same order. A record type has the same where it has as many records.
    func isSame(_ other: StressValues, _ key: Key) -> Bool {
        let (count, otherCount) = (counts[key.record] ?? 0, other.counts[key.record] ?? 0)
        if key.path == nil { return count == otherCount }
        let (old, new) = (values[key] ?? [], other.values[key] ?? [])
        if count != otherCount { return old.compactMap { $0 } == new.compactMap { $0 } }
        for index in 0..<count {
            let left = old.indices.contains(index) ? old[index] : nil
            let right = new.indices.contains(index) ? new[index] : nil
            if left != right { return false }
        }
        return true
    }
}
