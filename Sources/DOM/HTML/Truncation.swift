import Basics

/// A sign that an HTML page was truncated: an interrupted download, or a file that was not completely written.
///
/// Browsers read such a page like a complete one. Some truncated pages have no sign.
public struct Truncation: Hashable, Sendable {
    /// The construct within which a page ends.
    public enum Part: Hashable, Sendable {
        /// A start or end tag, outside the quoted value of an attribute.
        case tag
        /// The quoted value of an attribute.
        case attribute
        case comment
        case doctype
        /// A section `<![CDATA[` in a drawing or a formula.
        case cdata
        /// An element that contains only text, such as a script, whose end tag is missing.
        case element(String)
        /// The page: it has a tag `<html>` and no `</html>`.
        case page
    }

    /// The construct within which the page ends.
    public let part: Part
    /// The line on which it begins, from 1; the last line for ``Part/page``.
    public let line: Int
    /// The column, in Unicode scalars from 1; `nil` if it is not known.
    public let column: Int?
}

extension Truncation: CustomStringConvertible {
    /// The problem, in one line.
    public var description: String {
        switch part {
        case .tag: "the page ends within a tag"
        case .attribute: "the page ends within the value of an attribute"
        case .comment: "the page ends within a comment"
        case .doctype: "the page ends within its doctype"
        case .cdata: "the page ends within a CDATA section"
        case .element(let name): "the page ends within an element \(name)"
        case .page: "the page has no </html>"
        }
    }
}

/// A construct that the page's end truncates, and the byte at which it begins.
struct UnfinishedPart {
    let part: Truncation.Part
    let offset: Int
}

extension TreeConstructor {
    /// Notes a start tag `<html>`, which needs an end tag after it.
    mutating func beginRootTag() {
        hasRootTag = true
        tokenizer.hasRootEndTag = false
    }

    /// The construct that the page's end truncates; `nil` if there is no sign of truncation, or if a limit ended the
    /// tree.
    var unfinished: UnfinishedPart? {
        if limitReached != nil { return nil }
        if let unfinished = tokenizer.unfinished { return unfinished }
        if let unfinishedText { return unfinishedText }
        if tokenizer.state == .plaintext { return nil }
        let count = tokenizer.page.distance(to: tokenizer.end)
        // `<` and `</` at the end are text by the standard.
        for sign in 1...2 where count >= sign {
            let start = tokenizer.end - sign
            let isTag = start[0] == UInt8(ascii: "<") && (sign == 1 || start[1] == UInt8(ascii: "/"))
            if isTag { return UnfinishedPart(part: .tag, offset: count - sign) }
        }
        guard hasRootTag, !tokenizer.hasRootEndTag, !hasContext else { return nil }
        return UnfinishedPart(part: .page, offset: count)
    }
}

extension Truncation {
    /// The sign of truncation of a page read by libxml2's parser, which reports none: the last line, if there is
    /// `<html` and no `</html`.
    init?(of utf8: UnsafeBufferPointer<UInt8>) {
        guard Truncation.contains("<html", in: utf8), !Truncation.contains("</html", in: utf8) else {
            return nil
        }
        part = .page
        line = 1 + utf8.lineEnds
        column = nil
    }

    private static func contains(_ text: StaticString, in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        var index = 0
        while index + count <= utf8.count {
            if utf8[index] == UInt8(ascii: "<"),
                UnsafeBufferPointer(rebasing: utf8[index..<index + count]).equalsIgnoringASCIICase(text)
            {
                return true
            }
            index += 1
        }
        return false
    }
}
