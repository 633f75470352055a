import Foundation

/// A regular expression in the syntax of ICU (Unicode Technical Standard 18), compiled once.
///
/// The one place that knows Foundation's engine, which backtracks: what a search may cost is bounded, so that a page
/// cannot make a pattern run for ever.
struct RegularExpression: Sendable {
    /// Where a pattern matched: the whole first, then each group, `nil` for one that took no part. In UTF-16 units.
    typealias Match = [Range<Int>?]

    private let expression: NSRegularExpression
    /// The capturing groups in their order, with their names where they have one.
    let groups: [String?]

    /// The text that it matches, where it is one without anything that means more than itself: looking for that takes
    /// no engine.
    let literal: LiteralSearch?

    /// How often the engine may report its progress beyond once for each character of the text; it does so after
    /// every ten thousand steps.
    private static let reportLimit = 1_000
    /// How long a search may take, which counts for very long texts only.
    private static let timeLimit = Duration.seconds(2)

    /// Compiles a pattern.
    init(_ pattern: String) throws(PatternError) {
        let scan = PatternScan(pattern)
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            throw scan.error ?? PatternError(description: "\(pattern.quoted) is not a regular expression")
        }
        guard scan.groups.count == expression.numberOfCaptureGroups else {
            throw PatternError(
                description: "the groups of the regular expression \(pattern.quoted) cannot be told apart: "
                    + "leave out its comments"
            )
        }
        self.expression = expression
        groups = scan.groups
        literal = LiteralSearch(pattern: pattern)
    }

    /// An expression that matches a text as it is.
    init(literal text: String) throws(PatternError) {
        let pattern = NSRegularExpression.escapedPattern(for: text)
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            throw PatternError(description: "\(text.quoted) cannot be looked for")
        }
        self.expression = expression
        groups = []
        literal = LiteralSearch(text)
    }

    /// Whether it matches the empty text, so that it matches everywhere.
    var matchesNothing: Bool {
        expression.firstMatch(in: "", range: NSRange(location: 0, length: 0)) != nil
    }

    /// The first matches in a text, which do not overlap.
    ///
    /// - Complexity: bounded; a search that costs more is an error.
    func matches(in text: String, limit: Int = .max) throws(StepError) -> [Match] {
        if let literal { return literal.places(in: text, limit: limit).map { [$0] } }
        let length = text.utf16.count
        var matches: [Match] = []
        var reports = 0
        var outcome = Outcome.done
        let start = ContinuousClock.now
        expression.enumerateMatches(
            in: text,
            options: [.reportProgress, .reportCompletion],
            range: NSRange(location: 0, length: length)
        ) { result, flags, stop in
            if flags.contains(.internalError) { outcome = .tooDeep }
            if let result { matches.append(RegularExpression.ranges(of: result)) }
            reports += 1
            let isLate = reports % 64 == 0 && start.duration(to: .now) > RegularExpression.timeLimit
            if isLate || reports > length + RegularExpression.reportLimit { outcome = .tooLong }
            if matches.count >= limit || outcome != .done { stop.pointee = true }
        }
        switch outcome {
        case .done: return matches
        case .tooLong, .tooDeep:
            throw StepError(
                "the regular expression \(expression.pattern.quoted) takes too \(outcome == .tooLong ? "long" : "much memory") "
                    + "on \(text.quoted) (\(length) characters): it repeats what can match in many ways"
            )
        }
    }

    private enum Outcome {
        case done
        case tooLong
        case tooDeep
    }

    private static func ranges(of result: NSTextCheckingResult) -> Match {
        (0..<result.numberOfRanges).map { index in
            let range = result.range(at: index)
            return range.location == NSNotFound ? nil : range.location..<range.location + range.length
        }
    }
}
