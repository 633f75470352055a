import DOM
import Records

/// How a heading is told from text in the same element: a run-in heading.
struct RunIn: Sendable {
    /// What parts the two, at the beginning of a text.
    private let separator: RegularExpression

    /// - Parameter pattern: a regular expression for what parts them, which is known to compile.
    init(_ pattern: String) throws(PatternError) {
        separator = try RegularExpression("\\A(?:\(pattern))")
    }

    /// The heading that a text begins with, and what stands behind it.
    ///
    /// The heading is one of `texts`, and behind it stands either what parts the two, or, where the element is a line
    /// whose attribute `lead` is the heading, white space.
    func split(
        _ text: String,
        of element: NodeRef,
        _ texts: [String],
        _ document: Document
    ) throws(StepError) -> (heading: String, rest: String)? {
        let lead = document.existingName("lead".utf8).flatMap(element.attribute).map {
            WhiteSpace.collapse($0.string)
        }
        // Of two headings one of which begins with the other, the longer is meant.
        for heading in texts.sorted(by: { $0.utf8.count > $1.utf8.count }) where text.hasPrefix(heading) {
            let rest = String(text.dropFirst(heading.count))
            let units = Array(rest.utf16)
            if let match = try separator.matches(in: rest, limit: 1).first, let range = match.first ?? nil {
                return (heading, WhiteSpace.trim(units.text(range.upperBound..<units.count)))
            }
            if lead == heading, rest.first?.isWhitespace == true { return (heading, WhiteSpace.trim(rest)) }
        }
        return nil
    }
}

extension RulesReader {
    /// Reads what parts a heading from text in the same element.
    mutating func readRunIn(_ json: JSON) -> RunIn? {
        guard let text = string(json, "run-in") else { return nil }
        do throws(PatternError) {
            if try RegularExpression(text).matchesNothing {
                error(
                    "the regular expression matches the empty text, so that it parts nothing",
                    at: json.range
                )
                return nil
            }
            return try RunIn(text)
        } catch {
            let place = error.offset.map { offset(ofDecoded: $0, in: json) }
            self.error(error.description, at: place.map { $0..<$0 + 1 } ?? json.range)
            return nil
        }
    }
}
