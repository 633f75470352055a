import Records
import Testing

@testable import Cases

/// Records in CSV and TSV.
@Suite struct RecordTableTests {
    private static func text(_ table: String, isTabbed: Bool = false) -> String {
        do throws(Diagnostic) {
            let records = try RecordTable.records(Array(table.utf8), path: "t", isTabbed: isTabbed)
            return records.map { record in record.map { "\($0.name)=\($0.text)" }.joined(separator: ";") }
                .joined(separator: " | ")
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", ""), ("\n", ""), ("a,b", ""), ("a,b\n", ""), ("a,b\n1,2", "a=1;b=2"), ("a,b\n1,2\n", "a=1;b=2"),
        ("\u{FEFF}a,b\r\n1,2\r\n3,4\r\n", "a=1;b=2 | a=3;b=4"), ("a\n\n1\n", "a=1"), ("a,b\n1", "a=1"),
        ("a,b\n,2", "b=2"), ("a,b\n,", ""), ("a,b\n\"\",", ""), ("a\n\"\"\n1", " | a=1"),
        // Quotes: commas, line ends and quotes within them; a quote later in a cell is an ordinary character.
        ("a,b\n\"1,2\",3", "a=1,2;b=3"), ("a,b\n\"1\n2\",3", "a=1\n2;b=3"), ("a\n\"\"\"\"", "a=\""),
        ("a\n\"x\"\"y\"", "a=x\"y"), ("a\nx\"y\"", "a=x\"y\""), ("a\n\"x\"y", "a=xy"),
        ("a\n\"x\"\n\"y\"", "a=x | a=y"),
        ("\"a\"\"b\"\n1", "a\"b=1"),
        // A carriage return that no line feed follows is part of the cell.
        ("a\nx\ry\n", "a=x\ry"), ("a\nx\r", "a=x\r"), ("a,b\n1,\r\n2,3", "a=1 | a=2;b=3"),
        // The apostrophe before what a spreadsheet evaluates is not part of the text.
        ("a\n'=1", "a==1"), ("a\n'+1", "a=+1"), ("a\n'-1", "a=-1"), ("a\n'@x", "a=@x"), ("a\n'\tx", "a=\tx"),
        ("a\n\"'\nx\"", "a=\nx"), ("a\n'＝1", "a=＝1"), ("a\n'a", "a='a"), ("a\n'", "a='"),
        ("a\n''=1", "a='=1"), ("a\n''x", "a=''x"),
        ("a\n=1", "a==1"), ("a\nx'=1", "a=x'=1"),
        // Errors have the place of the row, or that of the quote.
        ("a\n1,2", "t:2:1: error: a row has 2 cells, and the first one 1 names"),
        ("a,b\n\"x\ny\",2\n1,2,3", "t:4:1: error: a row has 3 cells, and the first one 2 names"),
        ("a,b\n\n\n1,2,", "t:4:1: error: a row has 3 cells, and the first one 2 names"),
        ("a\n\"x", "t:2:1: error: a quote is not closed"),
        ("a\n\"x\n\ny\"\"", "t:2:1: error: a quote is not closed"),
        ("\"a", "t:1:1: error: a quote is not closed"),
        ("a,b\n\"1\n2\",\"x\n", "t:3:1: error: a quote is not closed"),
    ])
    func commas(_ table: String, _ expected: String) {
        #expect(Self.text(table) == expected)
    }

    @Test(arguments: [
        ("", ""), ("a\tb", ""), ("a\tb\n1\t2", "a=1;b=2"), ("a\tb\r\n1\t2\r\n\r\n3", "a=1;b=2 | a=3"),
        ("a\tb\n\t2", "b=2"), ("a\tb\n\t", ""), ("a\n1\\t2\\n3\\r4\\\\5\\x6", "a=1\t2\n3\r4\\5x6"),
        ("a\n1\\", "a=1"),
        ("a\n\\\\t", "a=\\t"), ("a\tb\n\\t1\t2", "a=\t1;b=2"), ("a\n\"1,2\"", "a=\"1,2\""),
        ("a\n'=1", "a==1"),
        ("a\nx\ry", "a=x\ry"), ("a\nx\r\r\n", "a=x\r"),
        ("a\n\n1\t2", "t:3:1: error: a row has 2 cells, and the first one 1 names"),
    ])
    func tabs(_ table: String, _ expected: String) {
        #expect(Self.text(table, isTabbed: true) == expected)
    }
}
