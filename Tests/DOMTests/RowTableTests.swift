import Encoding
import TestSupport
import Testing

@testable import DOM

/// The tables of `Tests/Tables/DOM`, whose rows have a page and the output for its tree. `@as` `html` or `xml` serializes
/// it, `outline` prints it with places, `lines` prints the text line by line. With `@xml` the page is XML, and its errors
/// follow.
///
/// The serialization of a tree is parsed to the same tree.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("DOM"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("DOM", name) { settings, page in
            guard settings["xml"] != nil else {
                return try RowTableTests.result(try Document.html(page.utf8), settings["as"] ?? "html")
            }
            let (document, problems): (Document, [XMLProblem])
            do throws(ParseError) { (document, problems) = try Document.xml(page.utf8) } catch {
                return "error: \(error)"
            }
            let result = try RowTableTests.result(document, settings["as"] ?? "xml")
            let reported = problems.map { problem in
                let line = problem.line
                return
                    "\(line):\(problem.column ?? 0) \(problem.isUnambiguous ? "" : "unclear: ")\(problem.message)"
            }
            return ([result] + reported).joined(separator: " | ")
        }
        #expect(differences == [])
    }

    private static func result(_ document: Document, _ form: String) throws -> String {
        switch form {
        case "lines":
            guard let root = document.rootElement else { return "nothing" }
            return document.numberedLines(of: root).map {
                "\($0.line) \(String(decoding: $0.text, as: UTF8.self))"
            }
            .joined(separator: " / ")
        case "outline":
            var outline = ""
            TreeDump.dump(document, style: .outline) { outline += $0 }
            return outline.split(separator: "\n").joined(separator: " / ")
        case "xml":
            let text = document.xml(of: document.node)
            let again = try Document.xml(text).document
            #expect(again.xml(of: again.node) == text)
            return String(decoding: text, as: UTF8.self)
        default:
            let text = document.innerHTML(of: document.node)
            let again = try Document.html(text)
            return String(decoding: text, as: UTF8.self)
                + (again.innerHTML(of: again.node) == text ? "" : " (read again it differs)")
        }
    }
}
