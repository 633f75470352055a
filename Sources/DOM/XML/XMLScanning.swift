// How an XML text is gone through, and what is told of it.
extension XMLParser {
    mutating func readName() -> Range<Int> {
        let start = offset
        offset = page[offset...].firstIndex(where: XMLSyntax.endsName) ?? page.count
        return start..<offset
    }

    mutating func skipSpace() {
        while offset < page.count, XMLSyntax.isSpace(page[offset]) { offset += 1 }
    }

    func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard page.count - offset >= count else { return false }
        for index in 0..<count where page[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    func find(_ text: StaticString, from start: Int) -> Int? {
        var index = start
        let count = text.utf8CodeUnitCount
        while let found = page[index...].firstIndex(of: text.utf8Start[0]), found + count <= page.count {
            if (1..<count).allSatisfy({ page[found + $0] == text.utf8Start[$0] }) { return found }
            index = found + 1
        }
        return nil
    }

    mutating func line(at offset: Int) -> Int {
        position.move(to: offset, in: page)
        return position.line
    }

    /// Notes a problem at an offset.
    mutating func tell(_ message: String, at offset: Int, isUnambiguous: Bool = true) {
        if problems.isFull {
            return problems.count(isUnambiguous: isUnambiguous, line: origin.line(position.line))
        }
        position.move(to: offset, in: page)
        let column: Int? =
            if case .following = origin { position.column(at: offset, in: page) } else { nil }
        problems.append(
            XMLProblem(
                message: message,
                line: origin.line(position.line),
                column: column,
                isUnambiguous: isUnambiguous
            )
        )
    }

    mutating func tell(_ message: String, onLine line: Int, isUnambiguous: Bool) {
        problems.append(
            XMLProblem(message: message, line: origin.line(line), column: nil, isUnambiguous: isUnambiguous)
        )
    }
}
