import Foundation
package import Records

/// A regular expression in the syntax of ICU (Unicode Technical Standard 18), compiled once.
///
/// The one place that knows Foundation's engine, which backtracks: what a search may cost is bounded, so that a page
/// cannot make a pattern run for ever.
package struct RegularExpression: Sendable {
    /// Where a pattern matched: the whole first, then each group, `nil` for one that took no part. In UTF-16 units.
    package typealias Match = [Range<Int>?]

    /// What finds the matches.
    private enum Engine: Sendable {
        case pattern(NSRegularExpression)
        /// For a pattern that is a text without anything that means more than itself. Foundation's engine takes
        /// milliseconds for its first pattern, whatever that is.
        case text(LiteralSearch)
    }

    private let engine: Engine
    /// The capturing groups in their order, with their names where they have one.
    let groups: [String?]

    /// How often the engine may report its progress beyond once for each character of the text; it does so after
    /// every ten thousand steps.
    private static let reportLimit = 1_000
    /// How long a search may take, which counts for very long texts only.
    private static let timeLimit = Duration.seconds(2)

    /// Compiles a pattern.
    package init(_ pattern: String) throws(PatternError) {
        if let text = LiteralSearch(pattern: pattern) {
            engine = .text(text)
            groups = []
            return
        }
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
        engine = .pattern(expression)
        groups = scan.groups
    }

    /// An expression that matches a text as it is.
    init(literal text: String) throws(PatternError) {
        guard let text = LiteralSearch(text) else {
            throw PatternError(description: "expected a text to look for, found an empty one")
        }
        engine = .text(text)
        groups = []
    }

    /// The text that it matches, where it matches nothing else.
    var literal: LiteralSearch? {
        guard case .text(let text) = engine else { return nil }
        return text
    }

    /// Whether it matches the empty text, so that it matches everywhere.
    package var matchesNothing: Bool {
        switch engine {
        case .pattern(let expression):
            expression.firstMatch(in: "", range: NSRange(location: 0, length: 0)) != nil
        case .text: false
        }
    }

    /// The first matches in a text, which do not overlap.
    ///
    /// - Complexity: bounded; a search that costs more is an error.
    package func matches(in text: String, limit: Int = .max) throws(StepError) -> [Match] {
        switch engine {
        case .pattern(let expression):
            try RegularExpression.matches(of: expression, in: text, limit: limit)
        case .text(let literal): literal.places(in: text, limit: limit).map { [$0] }
        }
    }

    private static func matches(
        of expression: NSRegularExpression,
        in text: String,
        limit: Int
    ) throws(StepError) -> [Match] {
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
