public import Records

/// What a repair says of a field.
public struct RepairedField: Sendable {
    /// What became of it.
    public enum Status: String, Sendable {
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

    /// The record type's name.
    public let record: String
    /// The field's name.
    public let name: String
    /// What became of it.
    public internal(set) var status: Status
    /// How sure it is, from 0 to 1.
    public internal(set) var confidence: Double
    /// The selectors that find it on the new page, best first.
    public internal(set) var selectors: [String] = []
    /// The value that it had.
    public internal(set) var before: Value = .null
    /// What the repaired rules find on the new page.
    public internal(set) var after: Value = .null
    /// The next best way.
    public internal(set) var runnerUp: String?
    /// Why, for people.
    public internal(set) var reason = ""

    var report: Value {
        [
            "record": .string(record), "name": .string(name), "status": .string(status.rawValue),
            "confidence": Number((confidence * 1000).rounded() / 1000).map(Value.number) ?? .null,
            "selectors": .list(selectors.map(Value.string)), "before": before, "after": after,
            "runner-up": runnerUp.map(Value.string) ?? .null, "reason": .string(reason),
        ]
    }
}

/// Rules that read a page after its redesign, as far as that could be found.
public struct Repair: Sendable {
    /// The rules file's new text; its old one where nothing is to be changed.
    public let text: [UInt8]
    /// The fields in the order of the rules.
    public let fields: [RepairedField]
    /// The names that the site has replaced.
    public let renamed: [(old: String, new: String)]

    /// The report, as `--report` writes it.
    public var report: Value {
        [
            "fields": .list(fields.map(\.report)),
            "renamed": .list(renamed.map { ["old": .string($0.old), "new": .string($0.new)] }),
        ]
    }
}
