import Foundation

/// How much of a long table or of many random cases a test takes: all where `SCRAPE_TESTS` is `all`, else a part of them
/// that is always the same, so that ordinary runs stay short.
package enum Sample {
    /// Whether tests take everything.
    package static let isWhole = ProcessInfo.processInfo.environment["SCRAPE_TESTS"] == "all"

    /// The first and every further element after a number of them; all elements in whole runs.
    package static func every<Elements: Collection>(_ step: Int, of elements: Elements) -> [Elements.Element]
    {
        if isWhole { return Array(elements) }
        return elements.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }

    /// A number of cases, or the other number in whole runs.
    package static func count(_ part: Int, of whole: Int) -> Int { isWhole ? whole : part }
}
