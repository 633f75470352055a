/// A pattern of cases: `*` stands for any text, `?` for any character.
///
/// One with a slash is of the whole `site/case`, any other of the site or of the case's name.
public struct CasePattern: Hashable, Sendable {
    private let text: String

    /// A pattern.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether a case fits.
    public func matches(_ test: Case) -> Bool {
        let names = text.contains("/") ? [test.description] : [test.site, test.name]
        return names.contains { CasePattern.matches(Array($0), Array(text)) }
    }

    /// Complexity: O(text × pattern) at worst: only the last `*` is ever tried again.
    private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
        var (i, j) = (0, 0)
        var star: (text: Int, pattern: Int)?
        while i < text.count {
            if j < pattern.count, pattern[j] == "*" {
                star = (i, j)
                j += 1
            } else if j < pattern.count, pattern[j] == "?" || pattern[j] == text[i] {
                (i, j) = (i + 1, j + 1)
            } else if let last = star {
                star = (last.text + 1, last.pattern)
                (i, j) = (last.text + 1, last.pattern + 1)
            } else {
                return false
            }
        }
        return pattern[j...].allSatisfy { $0 == "*" }
    }
}
