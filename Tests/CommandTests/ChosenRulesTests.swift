import Foundation
import Testing

/// Rules that pages choose by their addresses.
@Suite struct ChosenRulesTests {
    /// A page without a known address is made a tree of to find it, which rules read that want such a one.
    @Test func pagesWithAnAddressAreReadAsOthers() throws {
        let fields = #""records": { "P": { "each": "p", "fields": { "text": "b" } } }"#
        let rules = [
            "as-it-is": "", "no-scripts": #""scripting": false, "#, "old": #""parser": "libxml2", "#,
        ]
        var files = [
            "pages/none.html": "<p><b>none</b>",
            "pages/other.html": "<link rel=canonical href='https://other/'>",
        ]
        for (name, options) in rules {
            files["Rules/\(name).json"] = #"{ \#(options)"match": ["https://\#(name)/*"], \#(fields) }"#
            files["pages/\(name).html"] =
                "<link rel=canonical href='https://\(name)/1'>é<p><b>1</b><noscript><p><b>2</b></noscript>"
        }
        try withFolder(files) { folder in
            for name in rules.keys {
                let options = ["--format", "jsonl", "--quiet", "--glob", "\(name).html", "pages"]
                let chosen = try Command(["--rules", "Rules/"] + options, in: folder)
                let named = try Command(["--rules", "Rules/\(name).json"] + options, in: folder)
                #expect(chosen.output == named.output)
                #expect(chosen.errors == named.errors)
                #expect(chosen.output.split(separator: "\n").count == (name == "as-it-is" ? 1 : 2))
            }
            let arguments = [
                "--rules", "Rules/", "--glob", "*r*.html", "--skip-unmatched", "--summary", "sum", "pages",
            ]
            let skipping = try Command(arguments + ["--quiet"], in: folder)
            #expect(skipping.status == 0, "\(skipping.errors)")
            #expect(
                try String(contentsOf: folder.appending(path: "sum"), encoding: .utf8).contains(
                    #""no rules are for it": 1"#
                )
            )
            let none = try Command(
                ["--rules", "Rules/", "--glob", "none.html", "--skip-unmatched", "pages"],
                in: folder
            )
            #expect(none.errors.contains("the page does not declare its address"))
        }
    }
}
