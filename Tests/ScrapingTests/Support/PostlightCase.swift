import Foundation
import Testing

/// A page of the article cases with its extractor and its known values.
struct PostlightCase: Decodable, Sendable, CustomTestStringConvertible {
    let domain: String
    let page: String
    let url: String
    let fields: [String: Field]
    let checks: [Check]
    var testDescription: String { domain }

    /// The selectors by which an extractor finds a field.
    struct Field: Decodable, Sendable {
        let selectors: [Selector]
        let clean: [String]?
        let timezone: String?
        let format: String?
    }

    /// One of a field's selectors: the first match of `css`, or all matches of several.
    struct Selector: Decodable, Sendable {
        let css: String?
        let attr: String?
        let all: [String]?
    }

    /// A known value, and whether the extractor's plain reading yields it.
    struct Check: Decodable, Sendable {
        let field: String
        let kind: Kind
        let expected: String
        let ok: Bool
        let steps: [String]?

        enum Kind: String, Decodable, Sendable {
            case value
            case excerpt
            case datePrefix = "date_prefix"
        }

        private enum CodingKeys: String, CodingKey {
            case field, kind, expected, ok
            case steps = "ok_with"
        }

        /// Whether rules can yield it: unchanged, or with the named steps.
        var isReachable: Bool { ok || steps != nil }
    }
}
