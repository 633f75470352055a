public import Records

/// What became of a part of the rules.
public enum RepairStatus: String, Sendable {
    /// The rules find it on the new page too.
    case kept
    /// It has been found again, and the rules are changed.
    case repaired
    /// It may be in several places, or in one of which too little is known: nothing is changed.
    case unknown
    /// It is only in linked data or in the page's head, where no reader sees it; the rules are changed.
    case dataOnly = "data-only"
    /// The new page does not have it.
    case gone
}

/// What a repair says of a field.
public struct RepairedField: Sendable {
    /// The record type's name.
    public let record: String
    /// The field's name.
    public let name: String
    /// What became of it.
    public internal(set) var status: RepairStatus
    /// How sure it is, from 0 to 1.
    public internal(set) var confidence: Double
    /// The selectors that find it on the new page, best first.
    public internal(set) var selectors: [String] = []
    /// The value that it had; of several records a list of theirs.
    public internal(set) var before: Value = .null
    /// What the repaired rules find on the new page, in the same order.
    public internal(set) var after: Value = .null
    /// The number of values that it had.
    public internal(set) var count = 0
    /// The number of those that the repaired rules find.
    public internal(set) var found = 0
    /// The next best way.
    public internal(set) var runnerUp: String?
    /// Why, for people.
    public internal(set) var reason = ""

    var report: Value {
        [
            "record": .string(record), "name": .string(name), "status": .string(status.rawValue),
            "confidence": Repair.share(confidence),
            "selectors": .list(selectors.map(Value.string)), "before": before, "after": after,
            "runner-up": runnerUp.map(Value.string) ?? .null, "reason": .string(reason),
        ]
    }
}

/// What a repair says of the elements that are the records of a type.
public struct RepairedRecords: Sendable {
    /// The record type's name.
    public let record: String
    /// What became of them; never ``RepairStatus/dataOnly``.
    public internal(set) var status: RepairStatus
    /// How sure it is, from 0 to 1.
    public internal(set) var confidence: Double
    /// The selector of the elements, where it is a new one.
    public internal(set) var each: String?
    /// The number of records of the old page, and of those that are on the new one.
    public internal(set) var before: Int
    /// The number of those that the repaired rules find.
    public internal(set) var found: Int
    /// The number of other records that they find.
    public internal(set) var others: Int
    /// Why, for people.
    public internal(set) var reason = ""

    var report: Value {
        [
            "record": .string(record), "status": .string(status.rawValue),
            "confidence": Repair.share(confidence),
            "each": each.map(Value.string) ?? .null, "before": .number(Number(before)),
            "found": .number(Number(found)), "others": .number(Number(others)), "reason": .string(reason),
        ]
    }
}

/// Rules that read a page after its redesign, as far as that could be found.
public struct Repair: Sendable {
    /// The rules file's new text; its old one if nothing is to be changed.
    public let text: [UInt8]
    /// The record types that the old page has records of.
    public let records: [RepairedRecords]
    /// The fields that the old page has values of, in the order of its records.
    public let fields: [RepairedField]
    /// The names that the site has replaced.
    public let renamed: [(old: String, new: String)]

    /// Whether all that was is found.
    public var isComplete: Bool {
        !fields.contains { $0.status == .unknown || $0.status == .gone }
            && !records.contains { $0.status == .unknown || $0.status == .gone }
    }

    /// The report, as `--report` writes it.
    public var report: Value {
        [
            "records": .list(records.map(\.report)),
            "fields": .list(fields.map(\.report)),
            "renamed": .list(renamed.map { ["old": .string($0.old), "new": .string($0.new)] }),
        ]
    }

    fileprivate static func share(_ confidence: Double) -> Value {
        Number((confidence * 1000).rounded() / 1000).map(Value.number) ?? .null
    }
}
