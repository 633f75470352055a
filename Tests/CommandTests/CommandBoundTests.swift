import Batch
import Foundation
import Scraping
import Testing

@testable import scrape

/// Values of the command line at their bounds, and the texts of a run's progress.
@Suite struct CommandBoundTests {
    /// An option, the values that it accepts, and those that it refuses.
    struct Values: CustomTestStringConvertible, Sendable {
        let option: String
        let accepted: [String]
        let refused: [String]
        var testDescription: String { option }

        init(_ option: String, _ accepted: [String], not refused: [String]) {
            (self.option, self.accepted, self.refused) = (option, accepted, refused)
        }
    }

    static let values = [
        Values(
            "--max-bytes",
            ["1", "1k", "1K", "16M", "1024G", "1048576M", "1073741824k", "1099511627776"],
            not: [
                "0", "-1", "0k", "1025G", "1048577M", "1073741825k", "1099511627777", "1T", "k", "1.5M", "kk",
            ]
        ),
        Values("--max-elements", ["1", "1000000000"], not: ["0", "1000000001", "1.0", "x"]),
        Values("--max-growth", ["0", "1000000000"], not: ["-1", "1000000001"]),
        Values("--max-time", ["0.001", "1000000"], not: ["0", "-1", "1000000.1", "nan", "x", "0x10"]),
        Values("--jobs", ["1", "1024"], not: ["0", "1025"]),
        Values("--tolerance", ["0", "100", "0%", "100%", "12.5%"], not: ["-0.1", "100.1", "101%", "%"]),
        Values("--delay", ["0", "1000000", "0.5"], not: ["-0.1", "1000000.1", "nan"]),
        Values("--retries", ["0", "100"], not: ["-1", "101"]),
        Values("--timeout", ["0.1", "1000000"], not: ["0", "1000000.1"]),
        Values("--header", ["A: b", "A:b", "A:"], not: ["A", ": b", "A b: c", "A: b\nC: d"]),
        Values("--scripting", ["on", "off"], not: ["On", "yes"]),
    ]

    /// The message that refuses the value of an option; `nil` if it is accepted.
    private static func refusal(_ option: String, _ value: String) -> String? {
        let isOfFetch = ["--delay", "--retries", "--timeout", "--header"].contains(option)
        do throws(Diagnostic) {
            if isOfFetch {
                _ = try FetchCommand.request([option, value, "https://a.example/"]) { _ in }
            } else {
                _ = try ScrapeCommand.request([option, value, "page.html"]) { _ in }
            }
            return nil
        } catch {
            return error.message.contains(option) && !error.message.contains(" needs --")
                ? error.message : nil
        }
    }

    @Test(arguments: values) func valuesOfOptions(_ example: Values) {
        for value in example.accepted { #expect(Self.refusal(example.option, value) == nil, "\(value)") }
        for value in example.refused { #expect(Self.refusal(example.option, value) != nil, "\(value)") }
    }

    /// The number that a size with a letter denotes.
    @Test(arguments: [
        ("1", 1), ("2k", 2048), ("2K", 2048), ("3M", 3 << 20), ("1024G", 1 << 40),
    ])
    func sizes(_ text: String, _ bytes: Int) throws {
        guard
            case .run(let command) = try ScrapeCommand.request(
                ["--max-bytes", text, "page.html"],
                use: { _ in }
            ),
            let scrape = command as? ScrapeCommand
        else {
            Issue.record("the command line is refused")
            return
        }
        #expect(scrape.reading.limits.bytes == bytes)
    }

    /// The finished share of a run, its share at the first page, and the seconds since then, with the seconds that are
    /// left.
    @Test(
        arguments: [
            (0.5, 0.0, 10.0, 10.0), (1.0, 0.0, 10.0, 0.0), (0.75, 0.5, 10.0, 10.0), (0.5, 0.5, 10.0, nil),
            (0.4, 0.5, 10.0, nil), (nil, 0.0, 10.0, nil),
        ] as [(Double?, Double, Double, Double?)]
    )
    func timeLeft(_ share: Double?, _ first: Double, _ seconds: Double, _ left: Double?) {
        #expect(RunProgress.left(share, since: first, seconds) == left)
    }

    /// Times in their two largest units, at each change of units.
    @Test(arguments: [
        (0.0, "0 s"), (0.1, "1 s"), (59.0, "59 s"), (59.1, "1 min 0 s"), (60.0, "1 min 0 s"),
        (3599.0, "59 min 59 s"), (3600.0, "1 h 0 min"), (7325.0, "2 h 2 min"),
        (999_999_999.0, "277777 h 46 min"),
        (1e9, "very long"),
    ])
    func timesOfProgress(_ seconds: Double, _ text: String) {
        let line = RunProgress.text(RunSummary(), share: nil, elapsed: 0, left: seconds, of: nil)
        #expect(line == "0 pages · \(text) left")
    }

    @Test func progressOfARun() {
        let empty = String(repeating: "░", count: 24)
        let summary = RunSummary()
        #expect(RunProgress.text(summary, share: 0, elapsed: 1, left: nil, of: 8) == empty + " 0 of 8 · 0/s")
        let half = String(repeating: "█", count: 12) + String(repeating: "░", count: 12)
        #expect(RunProgress.text(summary, share: 0.5, elapsed: 0, left: nil, of: 8) == half + " 0 of 8")
        let full = String(repeating: "█", count: 24)
        #expect(RunProgress.text(summary, share: 1, elapsed: 0, left: nil, of: nil) == full + " 0 pages")
    }

    /// A paragraph of the help has as many words on each line as fit into 100 characters.
    @Test func helpIsWrappedAtItsWidth() {
        for command in Commands.all {
            let paragraphs = Help(command: command, registry: Registry()).text(.full).split(separator: "\n\n")
            let lines = paragraphs[0].split(separator: "\n")
            #expect(lines.joined(separator: " ") == command.help.paragraphs[0])
            for (line, next) in zip(lines, lines.dropFirst()) {
                let word = next.prefix { $0 != " " }
                #expect(line.count <= 100 && line.count + 1 + word.count > 100, "\(line)")
            }
            for line in lines { #expect(line.count <= 100 && line.first != " " && line.last != " ") }
        }
    }

    /// Names of sites, which are names of files.
    @Test(arguments: [
        ("a", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ("a.b-c_d9", true), ("9a", true), ("-a", false), (".a", false), ("_a", false), ("a.", false),
        ("a.json", false), ("a/b", false), ("a b", false), ("ä", false), ("AZaz09", true), ("a@", false),
        ("a[", false), ("a`", false), ("a{", false), ("a:", false),
    ])
    func namesOfSites(_ name: String, _ isName: Bool) throws {
        try withFolder(["list.html": "<ul><li>Oak<li>Elm<li>Ash</ul>"]) { folder in
            let new = try Command(["new", "--url", "https://a.example/", name, "list.html"], in: folder)
            #expect((new.status == 0) == isName, "\(new.errors)")
            let rules = folder.appending(path: "Rules/\(name).json").path
            #expect(FileManager.default.fileExists(atPath: rules) == isName)
        }
    }

    /// As many differences of a case as are printed, and one more.
    @Test(arguments: [100, 101]) func differencesOfACase(_ count: Int) throws {
        let golden = (0..<count).map { "{ \"@type\": \"T\", \"t\": \"k\($0)\" }" }.joined(separator: ", ")
        let files = [
            "Rules/site.json":
                #"{ "match": "*", "records": { "T": { "each": "li", "fields": { "t": "::text" } } } }"#,
            "Corpus/site/one/page.html": (0..<count).map { "<li>\($0)x" }.joined(),
            "Corpus/site/one/case.json": "{}", "Corpus/site/one/golden.json": "[\(golden)]",
        ]
        try withFolder(files) { folder in
            let test = try Command(["test"], in: folder)
            #expect(test.status == 1)
            #expect(
                test.output.contains("; --format json prints all") == (count > 100),
                "\(test.output.suffix(300))"
            )
            #expect(!test.output.contains("and 0 more"))
        }
    }

    /// Words for a shell: only those with special characters are quoted.
    @Test(arguments: [
        ("", "''"), ("a", "a"), ("azAZ09", "azAZ09"), ("-_./:=@%+,", "-_./:=@%+,"), ("a b", "'a b'"),
        ("it's", "'it'\\''s'"), ("'", "''\\'''"), ("a[", "'a['"), ("a`", "'a`'"), ("a{", "'a{'"),
        ("a;", "'a;'"),
        ("$a", "'$a'"), ("*", "'*'"), ("ä", "'ä'"), ("a\n", "'a\n'"),
    ])
    func shellWords(_ text: String, _ quoted: String) { #expect(text.shellQuoted == quoted) }
}
