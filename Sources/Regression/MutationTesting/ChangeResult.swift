public import Records

/// A change to a page, and its effect on a plain run.
public struct ChangeResult: Sendable {
    /// How much of the records a change removes.
    public enum Loss: String, CaseIterable, Sendable {
        /// A path that all cases with the record type have, or part of the records.
        case common = "a"
        /// Only values that other cases lack as well are removed, or values have changed.
        case partial = "b"
        /// The same change on all pages of a run.
        case run = "c"
    }

    /// The page's name, or that of the rules for a whole run.
    public let page: String
    /// The change in a few words.
    public let change: String
    /// How much of the records it removes.
    public let loss: Loss
    /// The lost paths: `Type` or `Type.path`; empty if only values have changed.
    public let lost: [String]
    /// Whether a plain run reports it.
    public let isReported: Bool
    /// Whether it is reported by rules without expectations and known names.
    public let isReportedWithout: Bool
    /// The exit code of a plain run.
    public let exitCode: Int
    /// The fields that messages name.
    public let named: [String]
}

// MARK: - Rates

/// The number of reported changes, of those that affect the records.
public struct ReportedTally: Hashable, Sendable {
    /// The number of changes.
    public internal(set) var count = 0
    /// The number of changes that a plain run reports.
    public internal(set) var reported = 0
    /// The number of changes that are reported by rules without expectations and known names.
    public internal(set) var reportedWithout = 0

    /// Counts the changes of one kind.
    public init(_ changes: [ChangeResult], _ loss: ChangeResult.Loss) {
        for change in changes where change.loss == loss {
            count += 1
            if change.isReported { reported += 1 }
            if change.isReportedWithout { reportedWithout += 1 }
        }
    }

    /// The share of reported changes in percent, rounded down to tenths; `nil` for no change.
    public var percent: Double? {
        count == 0 ? nil : Double(reported * 1000 / count) / 10
    }

    /// The same share, for rules without expectations.
    public var percentWithout: Double? {
        count == 0 ? nil : Double(reportedWithout * 1000 / count) / 10
    }
}

extension ChangeResult {
    /// The change in JSON, for `--format json`.
    public var value: Value {
        [
            "page": .string(page), "change": .string(change), "class": .string(loss.rawValue),
            "lost": .list(lost.map(Value.string)), "reported": .boolean(isReported),
            "reportedWithout": .boolean(isReportedWithout), "exit": .number(Number(exitCode)),
            "named": .list(named.map(Value.string)),
        ]
    }
}
