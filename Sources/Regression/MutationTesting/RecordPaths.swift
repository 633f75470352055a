import Engine
import Records

/// The paths in the records of a page, and the number of places of each.
struct RecordPaths {
    /// The number of records of each type.
    private(set) var counts: [String: Int] = [:]
    /// How often each path has a value, `comments[].author`, by record type.
    private(set) var filled: [String: [String: Int]] = [:]

    /// Complexity: linear in the size of the records.
    init(_ records: [Record]) {
        for record in records {
            counts[record.type, default: 0] += 1
            var found: [String: Int] = [:]
            var open = record.fields.map { (path: $0.name, value: $0.value) }
            while let (path, value) = open.popLast() {
                if value == .null || value == .list([]) { continue }
                found[path, default: 0] += 1
                for object in value.list ?? [value] {
                    open += (object.object ?? []).map { ("\(path).\($0.name)", $0.value) }
                }
            }
            filled[record.type, default: [:]].merge(found, uniquingKeysWith: +)
        }
    }

    /// The paths that records of a type have.
    func paths(of type: String) -> Set<String> { Set((filled[type] ?? [:]).keys) }
}

/// The properties that all pages of a site with records of a type have in common.
struct CommonPaths {
    /// The paths that each of those pages has, by record type.
    private(set) var paths: [String: Set<String>] = [:]

    init(_ pages: [RecordPaths]) {
        for page in pages {
            for type in page.counts.keys {
                let own = page.paths(of: type)
                paths[type] = paths[type].map { $0.intersection(own) } ?? own
            }
        }
    }

    /// The record types and paths that a change to a page has lost, of those that all pages have: `Type` if there are
    /// fewer records, else `Type.path`. A path within a lost one is not included.
    func losses(from old: RecordPaths, to new: RecordPaths) -> [String] {
        var losses: [String] = []
        for (type, count) in old.counts.sorted(by: { $0.key < $1.key }) {
            if new.counts[type, default: 0] < count {
                losses.append(type)
                continue
            }
            let kept = new.paths(of: type)
            let lost = old.paths(of: type).intersection(paths[type] ?? []).subtracting(kept).sorted()
            for path in lost {
                let isWithin = lost.contains { path.hasPrefix("\($0).") }
                if !isWithin { losses.append("\(type).\(path)") }
            }
        }
        return losses
    }
}
