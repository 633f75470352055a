import Basics
import DOM
import Language
import Records
import Values

// Numbers whose last digits are an element of their own: `$12<sup>99</sup>` is 12.99, and its text is "$1299".
extension Extraction {
    /// The text of an element as a field reads it: if two digits of an amount of money are in their own element, it has
    /// a decimal mark before them.
    ///
    /// - Throws: if digits of a `sup` or `sub` follow those of a number that is not money: an exponent, the number of a
    ///   note, a fraction.
    func separatingRaisedDigits(
        _ text: String,
        of node: NodeRef,
        _ alternative: FieldAlternative
    ) throws(StepError) -> String {
        // Nearly every number is in a single text node.
        guard node.firstElementChild != nil else { return text }
        var walk = DigitWalk()
        walk.visit(node)
        if walk.places.isEmpty { return text }
        let isMoney =
            alternative.steps.first?.transform.name == Transform.money.name
            || text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
        guard let place = walk.places.first(where: { isMoney || $0.isRaised }) else { return text }
        let parts = text.components(separatedBy: place.before + place.digits)
        // Elsewhere in the text the same digits may be another number.
        guard parts.count == 2, !(parts[1].utf8.first?.isASCIIDigit ?? false) else { return text }
        guard isMoney, place.digits.utf8.count == 2 else {
            if !place.isRaised { return text }
            throw StepError("\(text.quoted) ends with raised digits, which may be part of its number")
        }
        return "\(parts[0])\(place.before)\(NumberMarks.elementBoundary)\(place.digits)\(parts[1])"
    }
}

extension String {
    /// The parts between the occurrences of a text, which is not empty.
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}

/// A search for elements that contain only digits and follow digits directly.
private struct DigitWalk {
    struct Place {
        /// The digits before the element.
        let before: String
        /// The element's own digits.
        let digits: String
        /// Whether the element is shown above or below the line.
        let isRaised: Bool
    }

    private(set) var places: [Place] = []
    /// The digits at the end of the text so far.
    private var before = ""
    private var visited = 0

    /// The maximum number of such elements: a number has few.
    private static let limit = 64

    mutating func visit(_ root: NodeRef) {
        var child = root.firstChild
        while let node = child, visited < DigitWalk.limit {
            visited += 1
            child = node.nextSibling
            if node.isText { append(String(decoding: node.content, as: UTF8.self)) }
            guard node.isElement else { continue }
            if let only = node.firstChild, only.isText, only.nextSibling == nil, !before.isEmpty {
                let digits = String(decoding: only.content, as: UTF8.self)
                if !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) {
                    let isRaised = node.name.string == "sup" || node.name.string == "sub"
                    places.append(Place(before: before, digits: digits, isRaised: isRaised))
                }
            }
            visit(node)
        }
    }

    private mutating func append(_ text: String) {
        let digits = String(
            decoding: text.utf8.reversed().prefix(while: \.isASCIIDigit).reversed(),
            as: UTF8.self
        )
        before = digits.utf8.count == text.utf8.count ? before + digits : digits
    }
}
