import Foundation

/// The part of a long table or of many random cases that a test uses: everything if `SCRAPE_TESTS` is `all`, otherwise
/// a part that is always the same, so that ordinary runs are short.
package enum Sample {
    /// Whether tests use everything.
    package static let isWhole = ProcessInfo.processInfo.environment["SCRAPE_TESTS"] == "all"

    /// Every element at a multiple of a number; all elements in complete runs.
    package static func every<Elements: Collection>(_ step: Int, of elements: Elements) -> [Elements.Element]
    {
        if isWhole { return Array(elements) }
        return elements.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }

    /// The first of two numbers of cases; the second in complete runs.
    package static func count(_ part: Int, of whole: Int) -> Int { isWhole ? whole : part }
}
