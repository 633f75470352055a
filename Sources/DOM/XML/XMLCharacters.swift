// Characters and names that XML does not allow where they stand. They are read as they are, and told.
extension XMLParser {
    mutating func tellControls(in range: Range<Int>) {
        guard page[range].contains(where: XMLSyntax.isForbidden) else { return }
        for index in range where XMLSyntax.isForbidden(page[index]) {
            let code = String(page[index], radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: 4 - code.count) + code
            tell("the control character U+\(digits) is not allowed in XML: read as it is", at: index)
        }
    }

    /// Tells what would be the end of a CDATA section where none is open.
    mutating func tellSectionEnds(in range: Range<Int>) {
        var rest = range
        while let found = page[rest].firstIndex(of: UInt8(ascii: "]")) {
            if page[found..<range.upperBound].starts(with: "]]>".utf8) {
                tell("\"]]>\" ends no CDATA section: read as text", at: found)
            }
            rest = found + 1..<range.upperBound
        }
    }

    /// Tells a name of a tag or an attribute that is none of XML's.
    mutating func check(_ name: Range<Int>) {
        guard let first = page[name].first else { return }
        if XMLSyntax.startsName(first), page[name].allSatisfy(XMLSyntax.continuesName) { return }
        tell("\"\(spelling(name))\" is no name in XML: read as it is", at: name.lowerBound)
    }
}
