package import Records
import Values

/// The changes between the records of two runs: new, removed and changed records, and evidence that the site itself has
/// changed under its rules.
package struct RecordChanges: Sendable {
    package struct Options: Sendable {
        /// The fields whose values identify a record, by record type.
        package var keys: [String: [String]] = [:]
        /// The types of fields, by which values are compared; `nil` if they are unknown.
        package var schema: Schema?
        /// The fields that identify records of all other types.
        package var otherKeys: [String] = []
        /// Fields (`a.b` for a field of an object) whose changes are ignored.
        package var ignored: [String] = []
        /// Whether lists of the same elements in another order are changes.
        package var comparesOrder = false

        package init() {}
    }

    package enum Kind: String, Sendable {
        case new, gone, changed
    }

    /// A record that has changed.
    package struct Change: Sendable {
        package let kind: Kind
        package let type: String
        /// Its identifying fields; empty if it has none.
        package let key: [Value.Member]
        /// The new record, or the old one if it has been removed.
        package let record: Value
        /// Its changes; empty for a new record and for one that has been removed.
        package let differences: [Difference]
    }

    /// Evidence that the site has changed, and not its data.
    package struct SiteChange: Hashable, Sendable {
        package let type: String?
        package let field: String?
        package let message: String
    }

    /// The numbers of records of each type.
    package struct Count: Sendable {
        package let type: String
        package let old: Int
        package let new: Int
    }

    package private(set) var site: [SiteChange] = []
    package private(set) var changes: [Change] = []
    package private(set) var counts: [Count] = []
    /// Records with the same key as another record.
    package private(set) var warnings: [String] = []
    private let options: Options

    package var isEmpty: Bool { site.isEmpty && changes.isEmpty }

    /// Compares records.
    ///
    /// - Complexity: linear if records have keys; that of `Alignment` for those without.
    package init(_ old: [Value], _ new: [Value], _ options: Options) {
        self.options = options
        let olds = Dictionary(grouping: old, by: RecordChanges.type)
        let news = Dictionary(grouping: new, by: RecordChanges.type)
        var known: Set<String> = []
        for type in (new + old).map(RecordChanges.type) where known.insert(type).inserted {
            add(type, olds[type] ?? [], news[type] ?? [])
        }
    }

    /// Adds the diagnostics of the new pages that the old pages do not have.
    package mutating func add(_ old: [Diagnostic], _ new: [Diagnostic]) {
        func subject(_ diagnostic: Diagnostic) -> String {
            // Messages that differ only in counts and values report the same problem.
            let shape = diagnostic.message.split(whereSeparator: \.isNumber).joined(separator: "0")
            return "\(diagnostic.record ?? "")\t\(diagnostic.field ?? "")\t\(shape)"
        }
        let before = Set(old.filter { $0.severity == .error }.map(subject))
        var counts: [String: Int] = [:]
        var first: [(String, Diagnostic)] = []
        for diagnostic in new where diagnostic.severity == .error {
            let subject = subject(diagnostic)
            if before.contains(subject) { continue }
            counts[subject, default: 0] += 1
            if counts[subject] == 1 { first.append((subject, diagnostic)) }
        }
        let own = first.map { subject, diagnostic in
            let count = counts[subject] ?? 1
            return SiteChange(
                type: diagnostic.record,
                field: diagnostic.field,
                message: diagnostic.message + (count > 1 ? " (and \(count - 1) more like it)" : "")
            )
        }
        site.insert(contentsOf: own, at: 0)
    }

    private static func type(_ record: Value) -> String { record[Record.typeKey]?.string ?? "record" }

    // MARK: - One type

    private mutating func add(_ type: String, _ old: [Value], _ new: [Value]) {
        counts.append(Count(type: type, old: old.count, new: new.count))
        let before = old.map(ComparedRecord.init)
        let after = new.map(ComparedRecord.init)
        var keys = options.keys[type] ?? []
        if keys.isEmpty {
            keys = options.otherKeys.filter { key in
                (before + after).contains { $0.value[key] != nil }
            }
        }
        let vanished = addSiteChanges(type, before, after)
        let schema = options.schema?.types.first { $0.name == type }
        let (pairs, gone) = match(type, before, after, keys, schema)
        for (index, origin) in pairs.enumerated() {
            let record = after[index]
            let key = RecordMatching.key(of: record.value, keys)
            guard let origin else {
                changes.append(Change(kind: .new, type: type, key: key, record: new[index], differences: []))
                continue
            }
            let differences = differences(before[origin], record, type, key, schema).filter { difference in
                let names = difference.fieldNames
                let isVanished = names.first.map(vanished.contains) ?? false
                return !isVanished && !isIgnored(names)
            }
            if differences.isEmpty { continue }
            changes.append(
                Change(kind: .changed, type: type, key: key, record: new[index], differences: differences)
            )
        }
        for index in gone {
            let key = RecordMatching.key(of: before[index].value, keys)
            changes.append(Change(kind: .gone, type: type, key: key, record: old[index], differences: []))
        }
    }

    private func isIgnored(_ names: [String]) -> Bool {
        let path = names.joined(separator: ".")
        return options.ignored.contains { path == $0 || path.hasPrefix($0 + ".") }
    }

    /// Whether a value has a field with a name, which may be one of an object in it: `a.b`.
    package static func hasField(_ name: Substring, _ value: Value) -> Bool {
        if let elements = value.list { return elements.contains { hasField(name, $0) } }
        return (value.object ?? []).contains { member in
            guard name.hasPrefix(member.name) else { return false }
            let rest = name.dropFirst(member.name.count)
            return rest.isEmpty || rest.first == "." && hasField(rest.dropFirst(), member.value)
        }
    }

    private func differences(
        _ old: ComparedRecord,
        _ new: ComparedRecord,
        _ type: String,
        _ key: [Value.Member],
        _ schema: Schema.RecordType?
    ) -> [Difference] {
        if old.value == new.value { return [] }
        let place = RecordPlace(type: type, key: key, oldNumber: nil, newNumber: nil)
        let spelled = new.spelled(like: old, schema)
        let ordered = spelled.ordered(like: old.value, lists: !options.comparesOrder)
        var differences: [Difference] = []
        _ = ValueEdit.between(old.value, ordered).resolved(place, DifferencePath()) { difference in
            differences.append(difference)
            return true
        }
        return differences
    }

    /// The old record of each new one, and the old ones that have been removed.
    private mutating func match(
        _ type: String,
        _ old: [ComparedRecord],
        _ new: [ComparedRecord],
        _ keys: [String],
        _ schema: Schema.RecordType?
    ) -> (pairs: [Int?], gone: [Int]) {
        var pairs: [Int?] = Array(repeating: nil, count: new.count)
        var left = Set(old.indices)
        func pair(_ identity: (ComparedRecord) -> AnyHashable?) -> Set<Int> {
            var places: [AnyHashable: [Int]] = [:]
            var keyed: Set<Int> = []
            for index in old.indices.reversed() where left.contains(index) {
                if let key = identity(old[index]) { places[key, default: []].append(index) }
            }
            for index in new.indices where pairs[index] == nil {
                guard let key = identity(new[index]) else { continue }
                keyed.insert(index)
                guard let origin = places[key]?.popLast() else { continue }
                pairs[index] = origin
                left.remove(origin)
            }
            return keyed
        }
        func key(_ record: ComparedRecord) -> AnyHashable? {
            let values = keys.map { (record.value[$0] ?? .null).compared(as: schema?.type(of: $0)) }
            return values.allSatisfy { $0 == .null } ? nil : AnyHashable(values)
        }
        var keyed: Set<Int> = []
        if !keys.isEmpty {
            for (name, records) in [("old", old), ("new", new)] {
                let all = records.compactMap(key)
                let repeated = all.count - Set(all).count
                if repeated > 0 {
                    warnings.append(
                        "\(repeated) \(name) records of \(type) have the same \(keys.joined(separator: ", ")) as others: they are compared in their order"
                    )
                }
            }
            keyed = pair(key)
        }
        // Records without a key: the same ones, then similar ones.
        let goneKeyed = left.filter { key(old[$0]) != nil }
        left.subtract(goneKeyed)
        _ = pair { keys.isEmpty || key($0) == nil ? AnyHashable($0.value) : nil }
        let olds = left.sorted()
        let news = new.indices.filter { pairs[$0] == nil && !keyed.contains($0) }
        let steps = Alignment.steps(olds.map { old[$0].value }, news.map { new[$0].value }, isStrict: true)
        for case .both(let one, let other) in steps {
            pairs[news[other]] = olds[one]
            left.remove(olds[one])
        }
        return (pairs, left.union(goneKeyed).sorted())
    }

    // MARK: - The site

    /// The minimum number of records that must all change alike to show a change in the site.
    private static let least = 3

    /// Adds the changes that all records of a type have in common; returns the fields that no record has any more.
    private mutating func addSiteChanges(
        _ type: String,
        _ old: [ComparedRecord],
        _ new: [ComparedRecord]
    ) -> Set<String> {
        guard old.count >= RecordChanges.least else { return [] }
        if new.isEmpty {
            site.append(
                SiteChange(
                    type: type,
                    field: nil,
                    message: "no record of type \(type) is left, of \(old.count)"
                )
            )
            return []
        }
        guard new.count >= RecordChanges.least else { return [] }
        var vanished: Set<String> = []
        for name in RecordChanges.names(old) where !isIgnored([name]) {
            let before = old.compactMap { $0.value[name] }
            let after = new.compactMap { $0.value[name] }
            guard before.count * 10 >= old.count * 9, before.count >= RecordChanges.least else { continue }
            if after.isEmpty {
                vanished.insert(name)
                let message =
                    "\(before.count) of \(old.count) old records have it, and none of \(new.count) new ones"
                site.append(SiteChange(type: type, field: name, message: message))
            } else if after.count >= RecordChanges.least, let one = RecordChanges.kind(before),
                let other = RecordChanges.kind(after), one != other
            {
                vanished.insert(name)
                site.append(SiteChange(type: type, field: name, message: "was \(one), and is \(other)"))
            }
        }
        return vanished
    }

    private static func names(_ records: [ComparedRecord]) -> [String] {
        var known: Set<String> = []
        return records.flatMap { ($0.value.object ?? []).map(\.name) }
            .filter { !$0.hasPrefix("@") && known.insert($0).inserted }
    }

    /// The kind of all values; `nil` if they differ.
    private static func kind(_ values: [Value]) -> String? {
        let kinds = Set(values.map(\.kind))
        return kinds.count == 1 ? kinds.first : nil
    }
}
