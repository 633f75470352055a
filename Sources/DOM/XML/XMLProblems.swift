/// An error in an XML text that was repaired.
public struct XMLProblem: Hashable, Sendable {
    /// What was found and how it was read, in one line.
    public let message: String
    /// The line from 1.
    public let line: Int
    /// The column in Unicode scalars from 1; `nil` if only the line is known.
    public let column: Int?
    /// Whether there was only one way to repair it; otherwise the tree's structure is a guess, or something is left
    /// out.
    public let isUnambiguous: Bool
}

/// The problems of one text: the first ones, and the number of the others.
struct XMLProblems {
    /// The number of problems that are reported individually: errors tend to be repeated on every line.
    private static let limit = 20

    private var first: [XMLProblem] = []
    private var others = 0
    private var lastLine = 0
    private var hidesGuess = false

    /// Whether further problems are only counted.
    var isFull: Bool { first.count >= XMLProblems.limit }

    mutating func append(_ problem: XMLProblem) {
        if isFull { return count(isUnambiguous: problem.isUnambiguous, line: problem.line) }
        first.append(problem)
    }

    mutating func count(isUnambiguous: Bool, line: Int) {
        others += 1
        lastLine = line
        if !isUnambiguous { hidesGuess = true }
    }

    /// The problems to report.
    var all: [XMLProblem] {
        if others == 0 { return first }
        let message = "\(others) more problem\(others == 1 ? "" : "s") up to here"
        return first + [
            XMLProblem(message: message, line: lastLine, column: nil, isUnambiguous: !hidesGuess)
        ]
    }
}

// Characters and names that XML does not allow. They are kept and reported.
extension XMLParser {
    mutating func reportControls(in range: Range<Int>) {
        guard page[range].contains(where: XMLSyntax.isForbidden) else { return }
        for index in range where XMLSyntax.isForbidden(page[index]) {
            let code = String(page[index], radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: 4 - code.count) + code
            report("the control character U+\(digits) is not allowed in XML: kept", at: index)
        }
    }

    /// Reports what a run of text must not contain.
    @inline(never)
    mutating func reportUnusual(in range: Range<Int>) {
        reportSectionEnds(in: range)
        reportControls(in: range)
    }

    /// Reports ends of CDATA sections if none is open.
    private mutating func reportSectionEnds(in range: Range<Int>) {
        var rest = range
        while let found = page[rest].firstIndex(of: UInt8(ascii: "]")) {
            if page[found..<range.upperBound].starts(with: "]]>".utf8) {
                report("\"]]>\" outside a CDATA section: read as text", at: found)
            }
            rest = found + 1..<range.upperBound
        }
    }

    /// Reports the name of a tag or an attribute if it is not valid.
    mutating func check(_ name: Range<Int>) {
        guard let first = page[name].first else { return }
        if XMLSyntax.startsName(first), page[name].allSatisfy(XMLSyntax.continuesName) { return }
        reportInvalid(name)
    }

    @inline(never)
    private mutating func reportInvalid(_ name: Range<Int>) {
        report("\"\(spelling(name))\" is not a valid name in XML: kept", at: name.lowerBound)
    }
}
