import Foundation
import Testing

/// `scrape tree --fragment`: HTML as the content of an element.
@Suite struct FragmentTests {
    private func tree(_ page: String, _ arguments: [String]) throws -> Command {
        try Command(["tree"] + arguments + ["-"], input: Data(page.utf8))
    }

    /// The element, the page, and its tree; each node on a line that ends with `/`.
    @Test(arguments: [
        ("td", "x<td>y</table>z", #"| "xyz"/"#),
        ("tr", "x<td>y", #"| "x"/| <td>/|   "y"/"#),
        ("TBODY", "<td>", "| <tr>/|   <td>/"),
        ("svg path", "<g/><p>", "| <svg g>/| <p>/"),
        ("svg foreignObject", "<g/><p>", "| <g>/|   <p>/"),
        ("math ms", "<mi><p>x", #"| <mi>/|   <p>/|     "x"/"#),
        ("math math", "<mi>x", #"| <math mi>/|   "x"/"#),
        ("template", "<tr a=b>", #"| <tr>/|   a="b"/"#),
        ("title", "x<b>", #"| "x<b>"/"#),
        ("my-element", "<!--x--><td>y", #"| <!-- x -->/| "y"/"#),
        ("body", "</p/></b/>", "| <p>/"),
        ("body", "</b/>", ""),
    ])
    func pagesAreReadAsContent(_ context: String, _ page: String, _ expected: String) throws {
        for scripting in ["on", "off"] {
            let arguments = ["--format", "html5lib", "--fragment", context, "--scripting", scripting]
            let command = try tree(page, arguments)
            #expect(command.output == expected.replacing("/", with: "\n"))
            #expect(command.status == 0)
        }
    }

    @Test func scriptingDecidesOnNoscript() throws {
        for (context, page) in [("noscript", "<b>x"), ("div", "<noscript><b>x</noscript>")] {
            let on = try tree(page, ["--format", "html5lib", "--fragment", context])
            #expect(on.output.contains(#""<b>x""#))
            let off = try tree(page, ["--format", "html5lib", "--fragment", context, "--scripting=off"])
            #expect(off.output.contains("<b>\n"))
        }
    }

    /// As an outline, with lines and columns; it is HTML whatever the ending of the file's name is.
    @Test func filesHaveOutlines() throws {
        try withFolder(["rows.txt": "<td>1\n<td>2"]) { folder in
            for source in [[], ["--source", "html"], ["--source", "html-fragment"]] {
                let command = try Command(["tree", "--fragment", "tr"] + source + ["rows.txt"], in: folder)
                #expect(command.output == "td @1:1\n  \"1\\n\" @1:5\ntd @2:1\n  \"2\" @2:5\n")
                #expect(command.status == 0)
            }
        }
    }

    /// Wrong arguments, the message, and the help.
    @Test(arguments: [
        ([""], "the value of --fragment is empty", "write --fragment CONTEXT"),
        ([" "], #"takes an element's name, alone or after svg or math, found " ""#, #"like td, "svg path""#),
        (["<td>"], #"takes an element's name, alone or after svg or math, found "<td>""#, "write it like"),
        (["svg g g"], #"takes an element's name, alone or after svg or math, found "svg g g""#, "like td"),
        (["svg  g"], #"takes an element's name, alone or after svg or math, found "svg  g""#, "like td"),
        (["html td"], #"found "html td""#, #"or "math ms""#),
        (["maht mi"], #"found "maht mi""#, #"did you mean "math"?"#),
        (["td", "--source", "json"], "--fragment is for HTML, but --source is json", "leave out"),
        (["td", "--parser", "libxml2"], "--fragment needs the parser standard", "leave out"),
        (["td", "--fragment", "td"], "--fragment is given more than once", ""),
    ])
    func mistakesAreReported(_ arguments: [String], _ message: String, _ help: String) throws {
        let command = try tree("x", ["--fragment"] + arguments)
        #expect(command.status == 2)
        #expect(command.output == "")
        #expect(command.errors.hasPrefix("error: "))
        #expect(command.errors.contains(message))
        #expect(command.errors.contains(help) || help.isEmpty)
    }

    @Test func helpKnowsIt() throws {
        #expect(try Command(["tree", "--help"]).output.contains("  --fragment CONTEXT\n"))
    }
}
