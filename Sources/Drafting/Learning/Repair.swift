public import Records

/// The status of a part of the rules after a repair.
public enum RepairStatus: String, Sendable {
    /// The rules find it on the new page too.
    case kept
    /// It has been found again, and the rules are changed.
    case repaired
    /// It may be in several places, or in one with too little evidence: nothing is changed.
    case unknown
    /// It is only in linked data or in the page's head, where no reader sees it; the rules are changed.
    case dataOnly = "data-only"
    /// The new page does not have it.
    case gone
}

/// The result of a repair for a field.
public struct RepairedField: Sendable {
    /// The record type's name.
    public let record: String
    /// The field's name.
    public let name: String
    /// Its status.
    public internal(set) var status: RepairStatus
    /// The confidence, from 0 to 1.
    public internal(set) var confidence: Double
    /// The selectors that find it on the new page, best first.
    public internal(set) var selectors: [String] = []
    /// The value that it had; if there are several records, a list of their values.
    public internal(set) var before: Value = .null
    /// The values that the repaired rules find on the new page, in the same order.
    public internal(set) var after: Value = .null
    /// The number of values that it had.
    public internal(set) var count = 0
    /// The number of those that the repaired rules find.
    public internal(set) var found = 0
    /// The second-best candidate.
    public internal(set) var runnerUp: String?
    /// The reason, in words.
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

/// The result of a repair for the elements that are the records of a type.
public struct RepairedRecords: Sendable {
    /// The record type's name.
    public let record: String
    /// Their status; never ``RepairStatus/dataOnly``.
    public internal(set) var status: RepairStatus
    /// The confidence, from 0 to 1.
    public internal(set) var confidence: Double
    /// The selector of the elements, if it is a new one.
    public internal(set) var each: String?
    /// The number of records of the old page, and of those that are on the new one.
    public internal(set) var before: Int
    /// The number of those that the repaired rules find.
    public internal(set) var found: Int
    /// The number of other records that they find.
    public internal(set) var others: Int
    /// The reason, in words.
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

/// Rules that read a page after its redesign, as far as the repair succeeded.
public struct Repair: Sendable {
    /// The rules file's new text, or its old text if nothing is changed.
    public let text: [UInt8]
    /// The record types with records on the old page.
    public let records: [RepairedRecords]
    /// The fields with values on the old page, in the order of its records.
    public let fields: [RepairedField]
    /// The names that the site has replaced.
    public let renamed: [(old: String, new: String)]

    /// Whether everything is found.
    public var isComplete: Bool {
        !fields.contains { $0.status == .unknown || $0.status == .gone }
            && !records.contains { $0.status == .unknown || $0.status == .gone }
    }

    /// The report, as written by `--report`.
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
