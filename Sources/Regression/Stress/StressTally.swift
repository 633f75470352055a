import Selectors

/// How many mutations a field, or a selector, was tried with and survived.
public struct StressTally: Hashable, Sendable {
    /// How many mutations were tried that did not change what the value itself says.
    public internal(set) var tried = 0
    /// After how many of them the value was the same.
    public internal(set) var survived = 0

    /// The share that was survived, from 0 to 1; 1 where none was tried.
    public var share: Double { tried == 0 ? 1 : Double(survived) / Double(tried) }

    mutating func count(_ isSurvived: Bool) {
        tried += 1
        if isSurvived { survived += 1 }
    }

    static func += (left: inout StressTally, right: StressTally) {
        left.tried += right.tried
        left.survived += right.survived
    }
}

/// What became of a field in the mutations of a case, or of several.
struct StressFieldTally: Sendable {
    var all = StressTally()
    var kinds: [StressKind: StressTally] = [:]
    /// How often each selector was the first to match something else where the field was lost.
    var blamed: [SelectorList: Int] = [:]
    /// The first mutation in which each of them did.
    var examples: [SelectorList: StressExample] = [:]

    static func += (left: inout StressFieldTally, right: StressFieldTally) {
        left.all += right.all
        for (kind, tally) in right.kinds { left.kinds[kind, default: StressTally()] += tally }
        for (list, count) in right.blamed { left.blamed[list, default: 0] += count }
        left.examples.merge(right.examples) { first, _ in first }
    }
}

/// A mutation that a field did not survive.
public struct StressExample: Hashable, Sendable {
    /// The page, as messages call it.
    public let page: String
    /// What was done to it.
    public let mutation: StressMutation
}
