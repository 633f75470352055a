import Foundation
import Platform
package import Records

/// A regular expression in the syntax of ICU (Unicode Technical Standard 18), compiled once.
///
/// The only user of Foundation's engine, which backtracks: the cost of a search is bounded, so that a page cannot make a
/// pattern run for ever.
package struct RegularExpression: Sendable {
    /// The ranges of a match in UTF-16 units: the whole first, then each group, `nil` for one that did not take part.
    package typealias Match = [Range<Int>?]

    /// The implementation of the search.
    private enum Engine: Sendable {
        case pattern(NSRegularExpression)
        /// For a pattern without metacharacters. Foundation's engine takes milliseconds for its first pattern.
        case text(LiteralSearch)
    }

    private let engine: Engine
    /// The capturing groups in their order, with their names if they have one.
    let groups: [String?]

    /// How often the engine may report progress in addition to once per character of the text; it reports after every
    /// ten thousand steps.
    private static let reportLimit = 1_000
    /// The time limit of a search, which matters for very long texts only.
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
                description: "the groups of the regular expression \(pattern.quoted) cannot be identified: "
                    + "remove its comments"
            )
        }
        engine = .pattern(expression)
        groups = scan.groups
    }

    /// An expression that matches a literal text.
    init(literal text: String) throws(PatternError) {
        guard let text = LiteralSearch(text) else {
            throw PatternError(description: "expected a text to look for, found an empty one")
        }
        engine = .text(text)
        groups = []
    }

    /// The literal text that it matches; `nil` for a pattern.
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

/// Searches for a literal text by its bytes.
struct LiteralSearch: Sendable {
    private let bytes: [UInt8]

    /// `nil` for an empty text.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.isEmpty { return nil }
    }

    /// `nil` for a regular expression with metacharacters.
    init?(pattern: String) {
        if pattern.utf8.contains(where: LiteralSearch.isMetacharacter) { return nil }
        self.init(pattern)
    }

    /// Whether a byte may mean something other than itself in a regular expression.
    private static func isMetacharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "|"),
            UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    /// The first occurrences of the literal, which do not overlap, in UTF-16 units.
    ///
    /// - Complexity: linear in the length of the searched text; the product of both lengths where the text repeats long
    ///   prefixes of the literal.
    func places(in text: String, limit: Int) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { utf8 in
            var places: [Range<Int>] = []
            var (start, units) = (0, 0)
            while places.count < limit, let found = find(in: utf8, from: start) {
                let end = found + bytes.count
                let first = units + LiteralSearch.units(utf8[start..<found])
                units = first + LiteralSearch.units(utf8[found..<end])
                start = end
                places.append(first..<units)
            }
            return places
        }
    }

    /// A text with all occurrences of the literal replaced; `nil` where there is none.
    func replacing(in text: String, by other: String) -> String? {
        var text = text
        return text.withUTF8 { utf8 in
            guard var found = find(in: utf8, from: 0) else { return nil }
            var result: [UInt8] = []
            result.reserveCapacity(utf8.count + other.utf8.count)
            var start = 0
            while true {
                result += utf8[start..<found]
                result += other.utf8
                start = found + bytes.count
                guard let next = find(in: utf8, from: start) else { break }
                found = next
            }
            result += utf8[start...]
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The index of the first occurrence at or after an index.
    private func find(in utf8: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        guard let base = utf8.baseAddress else { return nil }
        var index = first
        while index + bytes.count <= utf8.count {
            let room = utf8.count - bytes.count - index + 1
            guard let candidate = memchr(base + index, Int32(bytes[0]), room) else { return nil }
            if memcmp(candidate, bytes, bytes.count) == 0 {
                return UnsafeRawPointer(base).distance(to: candidate)
            }
            index = UnsafeRawPointer(base).distance(to: candidate) + 1
        }
        return nil
    }

    /// The number of UTF-16 units of a text: one for each character, two for one of four bytes.
    private static func units(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        utf8.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }
}
