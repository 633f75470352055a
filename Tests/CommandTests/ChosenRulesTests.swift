import Foundation
import Testing

/// Rules that pages select by their addresses.
@Suite struct ChosenRulesTests {
    /// If a page's address is not known, the page is parsed to find it; the parsed tree is reused if the rules read one
    /// of the same kind.
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
                    #""no rules match it": 1"#
                )
            )
            let none = try Command(
                ["--rules", "Rules/", "--glob", "none.html", "--skip-unmatched", "pages"],
                in: folder
            )
            #expect(none.errors.contains("the page does not declare its address"))
        }
    }

    /// What is in the place of the file that rules extend, and the message about it.
    @Test(arguments: [
        ("pipe.json", "the rules file pipe.json is a device, a pipe or a socket, which is not read"),
        ("folder.json", "there is no rules file folder.json or folder.json.json"),
        (
            "../outside.json",
            "the rules file ../outside.json is not in the folder of the rules that extend it"
        ),
        ("no.json", "there is no rules file no.json or no.json.json"),
    ])
    func otherThingsAreNotExtended(_ name: String, _ message: String) throws {
        let files = [
            "in/site.json": #"{ "extends": "\#(name)" }"#, "in/folder.json/x": "", "outside.json": "{}",
        ]
        try withFolder(files) { folder in
            let own = folder.appending(path: "in")
            #expect(mkfifo(own.appending(path: "pipe.json").path, 0o600) == 0)
            let checked = try Command(["check", "site.json"], in: own)
            #expect(checked.status == 2)
            #expect(checked.errors.contains("site.json:1:14: error: \(message)\n"), "\(checked.errors)")
        }
    }

    /// Only the rules in a folder that a page selects are loaded; a run over many pages checks all of them before it
    /// begins.
    @Test func rulesThatNoPageChoosesAreNotLoaded() throws {
        func rules(_ site: String, _ key: String) -> String {
            #"{ "match": "https://\#(site)/*", "records": { "P": { "each": "p", "\#(key)": { "text": "b" } } } }"#
        }
        let files = [
            "Rules/good.json": rules("good", "fields"), "Rules/bad.json": rules("bad", "feilds"),
            "good.html": "<link rel=canonical href='https://good/1'><p><b>1</b>",
            "bad.html": "<link rel=canonical href='https://bad/1'><p><b>1</b>",
            "pages/good.html": "<link rel=canonical href='https://good/1'><p><b>1</b>",
        ]
        try withFolder(files) { folder in
            let options = ["--rules", "Rules/", "--format", "jsonl", "--quiet"]
            let good = try Command(options + ["good.html"], in: folder)
            #expect(good.status == 0, "\(good.errors)")
            #expect(good.output.contains(#""text":"1""#))
            let bad = try Command(options + ["bad.html"], in: folder)
            #expect(bad.status == 2)
            #expect(bad.errors.contains("unknown key \"feilds\""))
            let both = try Command(options + ["bad.html", "good.html"], in: folder)
            #expect(both.status == 2)
            #expect(both.output == good.output)
            let run = try Command(options + ["pages"], in: folder)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("unknown key \"feilds\""))
        }
    }

    /// A file whose addresses cannot be read ends the run, with the problems of all files.
    @Test func rulesWithoutReadableAddressesAreReportedWithAllOthers() throws {
        let files = [
            "Rules/a.json": "{", "Rules/b.json": #"{ "match": "https://b/*" }"#,
            "Rules/c.json": #"{ "match": "https://c/*", "extends": "none.json" }"#,
            "page.html": "<link rel=canonical href='https://b/1'>",
        ]
        try withFolder(files) { folder in
            let command = try Command(["--rules", "Rules/", "page.html"], in: folder)
            #expect(command.status == 2)
            for name in ["a", "b", "c"] {
                #expect(command.errors.contains("Rules/\(name).json:1"), "\(command.errors)")
            }
        }
    }

    /// The header of rules that extend others is that of the combined rules.
    @Test(arguments: [
        (#"{ "extends": "base" }"#, "https://base/1", true),
        (#"{ "extends": "base", "match": "https://own/*" }"#, "https://own/1", true),
        (#"{ "extends": "base", "match": "https://own/*" }"#, "https://base/1", false),
        (#"{ "extends": "base", "match": null }"#, "https://base/1", false),
        (#"{ "extends": ".base.json", "priority": 3 }"#, "https://base/1", true),
    ])
    func rulesThatExtendOthersAreChosen(_ rules: String, _ url: String, _ isChosen: Bool) throws {
        let base =
            #"{ "match": "https://base/*", "records": { "P": { "each": "p", "fields": { "text": "b" } } } }"#
        // Neither name is that of a rules file in the folder.
        let files = [
            "Rules/base": base, "Rules/.base.json": base, "Rules/r.json": rules, "page.html": "<p><b>1</b>",
        ]
        try withFolder(files) { folder in
            let command = try Command(["--rules", "Rules/", "--url", url, "page.html"], in: folder)
            #expect((command.status == 0) == isChosen, "\(command.errors)")
            #expect(command.errors.contains("no rules file matches") == !isChosen, "\(command.errors)")
        }
    }
}
