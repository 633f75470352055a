import Engine
import Records

/// The values that a repair has to restore, and how they are found among other records.
struct RepairTarget {
    /// A field of a record type, with its values.
    struct Group {
        let record: String
        let name: String
        /// The values, by the number of their record among all golden ones.
        var values: [(index: Int, value: Value)]
    }

    /// The fields with values, in the order of the golden records.
    private(set) var groups: [Group] = []
    /// The golden records, each of a type that the rules have.
    private(set) var records: [Record] = []
    /// The numbers of the golden records of each type, in the order in which the types appear.
    private(set) var types: [(name: String, indices: [Int])] = []
    /// The number of values.
    private(set) var count = 0

    /// The maximum number of fields by which records are found in another order.
    private static let keys = 6

    /// - Parameter golden: the golden records; fields that the rules do not read are ignored.
    init(_ rules: Rules, _ golden: [Record]) {
        let known = Dictionary(grouping: rules.fieldSelectors, by: \.record).mapValues {
            Set($0.compactMap(\.path))
        }
        let names = rules.records.map(\.name)
        for (index, record) in golden.enumerated() {
            let type = names.contains(record.type) ? record.type : names.first ?? record.type
            if let place = types.firstIndex(where: { $0.name == type }) {
                types[place].indices.append(index)
            } else {
                types.append((type, [index]))
            }
            var fields: [Value.Member] = []
            for field in record.fields where field.value != .null && field.value != .list([]) {
                if let known = known[type], !known.contains(field.name) { continue }
                fields.append(field)
                count += 1
                if let place = groups.firstIndex(where: { $0.record == type && $0.name == field.name }) {
                    groups[place].values.append((index, field.value))
                } else {
                    groups.append(Group(record: type, name: field.name, values: [(index, field.value)]))
                }
            }
            records.append(Record(type: type, fields: fields))
        }
    }

    /// The numbers of a type's golden records.
    func indices(of type: String) -> [Int] { types.first { $0.name == type }?.indices ?? [] }

    /// The number of characters of a text below which letter case and punctuation matter: in a code they are
    /// significant.
    private static let looseLength = 12

    /// Whether a found value is, to a reader, the same as the old one.
    static func isGiven(_ value: Value, by found: Value) -> Bool {
        if found == value { return true }
        if found == .null { return false }
        let values: [Value] = if case .list(let elements) = found { elements } else { [found] }
        guard let difference = ExampleValue(value).difference(from: values) else { return false }
        if case .string(let text) = value, text.count < looseLength { return difference == 0 }
        return true
    }

    /// The elements of a list that another lacks, as readers see them.
    static func missing(of value: Value, in found: Value) -> [String] {
        guard case .list(let wanted) = value, value != found else { return [] }
        let elements: [Value] = if case .list(let all) = found { all } else { [found] }
        let known = Set(elements.compactMap(\.string).map(LearningText.looseKey))
        return wanted.compactMap(\.string).filter { !known.contains(LearningText.looseKey($0)) }
    }
}

/// The golden records that correspond to some records.
struct RepairMatch {
    /// A record that was found again: its number among those of its type, and its fields.
    struct Found {
        let place: Int
        let record: Record
    }

    /// The records that were found again, by the number of the golden one.
    fileprivate(set) var found: [Int: Found] = [:]
    /// The number of unchanged values.
    fileprivate(set) var score = 0
    /// The number of those that are equal character for character.
    fileprivate(set) var exact = 0
    /// The number of records in addition to the golden ones.
    fileprivate(set) var surplus = 0

    /// The present value of a golden record's field.
    func value(of name: String, _ index: Int) -> Value { found[index]?.record[name] ?? .null }

    /// Whether it has more of the old values than another.
    func isBetter(than other: RepairMatch) -> Bool {
        (score, exact, -surplus) > (other.score, other.exact, -other.surplus)
    }
}

extension RepairTarget {
    /// Finds the golden records among others: in order, or, if that finds fewer, by the field whose values find
    /// most.
    ///
    /// - Complexity: linear in the number of values.
    func match(_ records: [Record]) -> RepairMatch {
        var match = RepairMatch()
        let all = Dictionary(grouping: records, by: \.type)
        for (type, indices) in types {
            let own = all[type] ?? []
            match.surplus += max(0, own.count - indices.count)
            let places = places(of: indices, among: own, type)
            for (index, place) in zip(indices, places) {
                guard let place else { continue }
                let hits = score(self.records[index], own[place])
                // If there are several records, one that shares no value is a different record.
                if hits == 0, indices.count > 1 { continue }
                match.score += hits
                match.exact += self.records[index].fields.count { own[place][$0.name] == $0.value }
                match.found[index] = RepairMatch.Found(place: place, record: own[place])
            }
        }
        return match
    }

    private func score(_ golden: Record, _ found: Record) -> Int {
        golden.fields.count { RepairTarget.isGiven($0.value, by: found[$0.name] ?? .null) }
    }

    private func score(_ indices: [Int], _ places: [Int?], _ found: [Record]) -> Int {
        zip(indices, places).reduce(0) { sum, pair in
            sum + (pair.1.map { score(records[pair.0], found[$0]) } ?? 0)
        }
    }

    private func places(of indices: [Int], among found: [Record], _ type: String) -> [Int?] {
        let straight = indices.indices.map { found.indices.contains($0) ? $0 : nil }
        let most = indices.reduce(0) { $0 + records[$1].fields.count }
        var best = (places: straight, score: score(indices, straight, found))
        if best.score == most { return straight }
        var keys: [(hits: Int, places: [Int?])] = []
        for group in groups where group.record == type {
            var waiting: [Value: [Int]] = [:]
            for place in found.indices.reversed() {
                if let value = found[place][group.name] { waiting[value, default: []].append(place) }
            }
            var byIndex: [Int: Int] = [:]
            for (index, value) in group.values {
                if let place = waiting[value]?.popLast() { byIndex[index] = place }
            }
            if !byIndex.isEmpty { keys.append((byIndex.count, indices.map { byIndex[$0] })) }
        }
        for key in keys.sorted(by: { $0.hits > $1.hits }).prefix(RepairTarget.keys) {
            let score = score(indices, key.places, found)
            if score > best.score { best = (key.places, score) }
        }
        return best.places
    }
}
