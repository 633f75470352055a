import DOM
import Foundation
import Records
import Scraping
import Testing

@testable import Batch

@Suite struct JSONLinesInputTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func read(_ text: some Sequence<UInt8>, limit: Int = 1 << 20) throws -> [String] {
        var facts = PageFacts(url: "u", clock: "2020-01-01")
        facts.limits.bytes = limit
        let path = try folder.write("file\(try File.names(in: folder.path).count).jsonl", text)
        var input = JSONLinesInput(try ByteStream(path), facts)
        return input.all()
    }

    /// Lines with short pages, which cannot exhaust the memory.
    @Test(arguments: [
        (#"{"html": "<p>x"}"#, true), (#"{"url": "u", "file": "x"}"#, false), (#"{"file":"x"}"#, false),
        (#"{"html":"\"file"}"#, false), (#"{"html":"x","file"#, true), (#"{"html":"x","file""#, false),
        ("{\"html\":\"" + String(repeating: "x", count: 20_000) + "\"}", false), ("x", true),
    ])
    func tinyPages(_ line: String, _ isTiny: Bool) throws {
        let path = try folder.write("tiny.jsonl", line.utf8)
        var input = JSONLinesInput(try ByteStream(path), PageFacts())
        let page = input.next()
        #expect(page?.isTiny == isTiny)
    }

    @Test(arguments: [
        (#"{"html": "<p>é"}"#, "u UTF-8 2020-01-01 <p>é"),
        (
            #"{"url":"http://a/","body":"x","clock":"2024-05-01T00:00:00Z"}"#,
            "http://a/ UTF-8 2024-05-01T00:00:00Z x"
        ),
        (#"{"html": "", "url": null}"#, "u UTF-8 2020-01-01 "),
        ("\u{FEFF}" + #"{"html":"x"}"#, "u UTF-8 2020-01-01 x"),
        (
            #" { "other" : [1, {"a": "]}\\\"{"}, NaN, true], "html" : "x" , "n":-1.5e+3 } "#,
            "u UTF-8 2020-01-01 x"
        ),
        (
            #"{"html":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00|\ud83d|\ude00|\ud83d\u0041"}"#,
            "u UTF-8 2020-01-01 \"\\/\u{8}\u{c}\n\r\té😀|\u{FFFD}|\u{FFFD}|\u{FFFD}A"
        ),
        (#"{"html":"a\u0000b"}"#, "u UTF-8 2020-01-01 a\0b"),
        (#"{"html":"\\"}"#, "u UTF-8 2020-01-01 \\"),
        (#"{"\u0068tml":"x"}"#, "u UTF-8 2020-01-01 x"),
        (#"{"body":{"a": [1, "é"]}}"#, #"u UTF-8 2020-01-01 {"a": [1, "é"]}"#),
        (#"{"body":[ ]}"#, "u UTF-8 2020-01-01 [ ]"),
        (#"{"html":null,"body":"x","encoding":"latin1"}"#, "u UTF-8 2020-01-01 x"),
        (#"{"base64":"PHA+eA==","encoding":"latin1"}"#, "u windows-1252 2020-01-01 <p>x"),
        (#"{"base64":"PHA-\neD\/"}"#, "u - 2020-01-01 <p>x?"),
        (#"{"base64":""}"#, "u - 2020-01-01 "),
    ])
    func `A line holds a page`(_ line: String, _ expected: String) throws {
        #expect(try read(line.utf8) == [expected])
    }

    @Test(arguments: [
        ("nonsense", "failed:1:1: expected a value, found nonsense [write \"nonsense\"]"),
        ("[1]", "failed:1:1: expected a JSON object, found a list [write {\"url\": …, \"html\": …}]"),
        ("\"x\"", "failed:1:1: expected a JSON object, found a string [write {\"url\": …, \"html\": …}]"),
        (#"{"html":"x""#, "failed:1:12: expected a comma or \"}\", found the end of the text"),
        (#"{"html":"x"} {}"#, "failed:1:14: expected the end of the text after its value, found \"{\""),
        (#"{"html":"x","#, "failed:1:13: expected a key in double quotes, found the end of the text"),
        (#"{"html":"x\"}"#, "failed:1:9: unterminated string [add a quote at its end]"),
        (
            #"{"url":"x"}"#,
            "failed:1:1: the line has no page [give the page as \"html\", \"body\", \"base64\" or \"file\"]"
        ),
        (
            #"{"html":"x","body":"y"}"#,
            "failed:1:14: \"body\" and \"html\" cannot be combined [give the page once]"
        ),
        (#"{"html":"x","html":"y"}"#, "failed:1:14: \"html\" appears twice [give the page once]"),
        (#"{"url":"x","url":"y"}"#, "failed:1:13: \"url\" appears twice [keep one of the two]"),
        (#"{"html":1}"#, "failed:1:9: \"html\" is not a string"),
        (#"{"html":{}}"#, "failed:1:9: \"html\" is not a string"),
        (#"{"body":1}"#, "failed:1:9: \"body\" is not a string, an object or an array"),
        (#"{"html":"é","url":[]}"#, "failed:1:19: \"url\" is not a string"),
        (
            #"{"html":"x\q"}"#,
            "failed:1:11: invalid escape sequence [write \\\\ for a backslash]"
        ),
        (#"{"base64":"PHA+eA!="}"#, "failed:1:18: invalid base64 in \"base64\""),
        (
            #"{"html":"x","encoding":"utf-9"}"#,
            "failed:1:25: unknown encoding \"utf-9\" [did you mean \"utf-8\"?]"
        ),
        (#"{"file":"none.html"}"#, "failed: cannot read the page: no such file or directory"),
    ])
    func `An invalid line is an error with its place`(_ line: String, _ expected: String) throws {
        #expect(try read(line.utf8) == [expected])
    }

    @Test func `Lines are counted, empty ones are skipped, and the last one needs no line feed`() throws {
        let path = try folder.write(
            "a.jsonl",
            "{\"html\":\"1\"}\r\n\n  \r\n{\"html\":\"4\"}\n[]\n{\"html\":\"6\"}"
        )
        var input = JSONLinesInput(try ByteStream(path), PageFacts())
        #expect(input.names() == [1, 4, 5, 6].map { "\(path):\($0)" })
        var again = JSONLinesInput(try ByteStream(path), PageFacts())
        #expect(again.all().map { $0.suffix(1) } == ["1", "4", "]", "6"])
    }

    @Test func `A line over the limit is an error, and the next one is read`() throws {
        let long = String(repeating: "x", count: 400_000)
        let text = "{\"html\":\"\(long)\"}\n{\"html\":\"x\"}\n{\"html\":\"\(long)\"}"
        let wrong = "the line has 400011 bytes, more than 1000 [--max-bytes raises the limit]"
        #expect(
            try read(text.utf8, limit: 1_000) == [
                "failed:1: \(wrong)", "u UTF-8 2020-01-01 x", "failed:3: \(wrong)",
            ]
        )
    }

    @Test func `Compressed lines are read up to the damage, which is one error`() throws {
        let text = "{\"html\":\"1\"}\n{\"html\":\"2\"}\n"
        let packed = try Packed.gzip(text)
        #expect(try read(packed).count == 2)
        let all = try read(packed.dropLast(4))
        #expect(all.count == 3)
        #expect(
            all.last?.hasPrefix("failed:3: cannot read the rest of the lines: the compressed data ends early")
                == true
        )
    }

    @Test func `Files are relative to the folder of the lines, and may be compressed`() throws {
        try folder.write("pages/a.html", "a")
        try folder.write("pages/b.html.gz", Packed.gzip("b"))
        let text =
            #"{"file":"pages/a.html"}"# + "\n" + #"{"file":"pages/b.html.gz","url":"v","encoding":"utf8"}"#
        #expect(try read(text.utf8) == ["u - 2020-01-01 a", "v UTF-8 2020-01-01 b"])
    }

    /// No incomplete line yields a page.
    @Test func `A line that is cut anywhere is an error`() throws {
        let line = Array(#"{"url":"http:\/\/a","x":[{"a":null},"]"],"html":"a\u00e9\\"}"#.utf8)
        for end in 1..<line.count {
            let pages = LinePages(file: "f", files: LineFiles(), facts: PageFacts())
            let read = LinePageReader(pages: pages, name: "f:1", line: 1).page(Array(line[..<end]))
            guard case .failed = read else {
                Issue.record("\(end): \(description(of: read))")
                continue
            }
        }
    }

    /// Files outside the folder of the JSON Lines file are read only if this is allowed, whatever path leads to them.
    @Test func `A file is in the folder of the lines`() throws {
        _ = try folder.write("secret.html", "<p>secret".utf8)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/list",
            withIntermediateDirectories: true
        )
        _ = try folder.write("list/own.html", "<p>own".utf8)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/list/link.html",
            withDestinationPath: "../secret.html"
        )
        try #require(mkfifo("\(folder.path)/list/pipe.html", 0o600) == 0)
        let names = ["own.html", "../secret.html", "link.html", "/proc/self/environ", "pipe.html"]
        let lines = names.map { #"{"file":"\#($0)"}"# }.joined(separator: "\n")
        let path = try folder.write("list/lines.jsonl", lines.utf8)
        func wasRead(root: String? = nil, any: Bool = false) throws -> [Bool] {
            var input = JSONLinesInput(
                try ByteStream(path),
                PageFacts(),
                root: root,
                allowsAnyFile: any
            )
            return input.all().map { !$0.contains("is not read") && !$0.contains("no such file") }
        }
        #expect(try wasRead() == [true, false, false, false, false])
        #expect(try wasRead(any: true) == [true, true, true, true, false])
        #expect(try wasRead(root: "\(folder.path)/list/") == [true, false, false, false, false])
        #expect(try wasRead(root: folder.path).suffix(2) == [false, false])
    }

    /// A continued run recognises the beginning of a file that it has read.
    @Test func `What was read before must be the same`() throws {
        func pages(_ lines: [String], after done: DonePages) throws -> (names: [String], done: DonePages) {
            try? FileManager.default.removeItem(atPath: "\(folder.path)/pages.jsonl")
            let path = try folder.write(
                "pages.jsonl",
                lines.map { #"{"html":"\#($0)"}"# + "\n" }.joined().utf8
            )
            let input = RemainingInput(JSONLinesInput(try ByteStream(path), PageFacts()), without: done)
            var (names, now): ([String], DonePages) = ([], done)
            while let page = input.next() {
                switch page.read() {
                case .page(let page, _): names.append(String(decoding: page.bytes, as: UTF8.self))
                case .failed: names.append("failed")
                case .leftOut: break
                }
                now.insert(page.place, digest: page.digest)
            }
            return (names, now)
        }
        let first = try pages(["a", "b"], after: DonePages())
        #expect(first.names == ["a", "b"])
        #expect(try pages(["a", "b"], after: first.done).names == [])
        #expect(try pages(["a", "b", "c"], after: first.done).names == ["c"])
        #expect(try pages(["0", "a", "b"], after: first.done).names == ["failed"])
        #expect(try pages(["x", "y", "z"], after: first.done).names == ["failed"])
        // A file that ends before its last finished page is another one, even if what it has is the same.
        #expect(try pages(["x"], after: first.done).names == ["failed"])
        #expect(try pages(["a"], after: first.done).names == ["failed"])
    }
}
