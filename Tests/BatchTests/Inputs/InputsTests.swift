import DOM
import Foundation
import Records
import Scraping
import Testing

@testable import Batch

@Suite struct InputsTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func read(_ operands: [String], _ kind: InputKind? = nil) throws -> [String] {
        let operands = operands.map { $0.hasPrefix("/") ? $0 : folder.path + "/" + $0 }
        var inputs = try Inputs(operands, InputOptions(kind: kind, facts: PageFacts(clock: "2020")))
        return inputs.all().map { String($0.replacing(folder.path, with: "")) }
    }

    @Test func `Operands are read in order, and a missing one stops none`() throws {
        try folder.write("a.html", "a")
        try folder.write("pages/b.html", "b")
        try folder.write("c.warc", Archive.response("c"))
        try folder.write("d.html.gz", Packed.gzip("d"))
        let pages = try read([
            "a.html", "none.html", "pages", "c.warc", "none.warc", "http://e/", "d.html.gz",
        ])
        #expect(
            pages == [
                "- - 2020 a", "failed: cannot read the page: no such file or directory", "- - 2020 b",
                "http://a/ - 2024-05-01T10:20:30Z c",
                "failed: cannot read the input: no such file or directory",
                "failed: cannot read the page: no such file or directory "
                    + "[fetch it first: scrape fetch -o pages.warc.gz ADDRESS]",
                "- - 2020 d",
            ]
        )
    }

    @Test func `A damaged page is an error, and one over the limit is cut one byte after it`() throws {
        let packed = try Packed.gzip("some text")
        try folder.write("a.html.gz", packed.dropLast(4))
        let pages = try read(["a.html.gz"])
        #expect(
            pages == [
                "failed: cannot read the page: the compressed data ends early, at byte \(packed.count - 4)"
            ]
        )
        try folder.write("b.html.gz", Packed.gzip([UInt8](repeating: 0x20, count: 1_000_000)))
        var limits = Limits()
        limits.bytes = 10_000
        var inputs = try Inputs([folder.path + "/b.html.gz"], InputOptions(facts: PageFacts(limits: limits)))
        let read = inputs.next()?.read()
        guard case .page(let page, _)? = read else {
            Issue.record("no page")
            return
        }
        #expect(page.bytes.count == 10_001)
    }

    @Test func `A list names pages`() throws {
        try folder.write("a.html", "a")
        try folder.write("b.html", "b")
        let path = folder.path
        try folder.write(
            "list",
            "\u{FEFF}\(path)/a.html\r\n\n \n\(path)/none\n\(path)\nx.warc.gz\n-\n\(path)/b.html"
        )
        #expect(
            try read(["list"], .list) == [
                "- - 2020 a", "failed: cannot read the page: no such file or directory",
                "failed: cannot read the page: is a folder",
                "failed:6: x.warc.gz is an archive; a list names pages [give the archive as an operand]",
                "failed:7: - is not a file [write ./- for a file with that name]", "- - 2020 b",
            ]
        )
        #expect(try read([path], .list) == ["failed:  is a folder, not a list"])
    }

    /// A page that declares another encoding is read as a whole, so that the declaration is judged by all of it.
    @Test(arguments: [
        ("<a>é</a>", true), ("<?xml version='1.0'?><a>é</a>", true),
        ("<?xml version='1.0' encoding='UTF-8'?><a>é</a>", true),
        ("<?xml version='1.0' encoding='iso-8859-1'?><a>é</a>", false),
        ("<?xml version='1.0' encoding='none'?><a>é</a>", false),
    ])
    func `A page is read on demand if nothing says that it is not UTF-8`(
        _ text: String,
        _ isStream: Bool
    ) throws {
        try folder.write("a.xml", text)
        switch SavedPage.open("\(folder.path)/a.xml", PageFacts()) {
        case .stream: #expect(isStream)
        case .whole(let read): #expect(!isStream && description(of: read) == "- - - \(text)")
        }
    }

    /// A pipe has no end while nobody writes into it.
    @Test func `A list or a sitemap that names a device or a pipe leaves it out`() throws {
        let pipe = "\(folder.path)/a.html"
        #expect(mkfifo(pipe, 0o600) == 0)
        try folder.write("list", "/dev/zero\n\(pipe)\n")
        #expect(
            try read(["list"], .list) == Array(repeating: "left out: devices, pipes and sockets", count: 2)
        )
        try folder.write("map.txt", "http://plants.example/a.html\n")
        #expect(try read(["map.txt"], .sitemap) == ["left out: devices, pipes and sockets"])
    }

    @Test func `The place of a page in a list or a sitemap does not depend on the position there`() throws {
        try folder.write("a.html", "a")
        let path = "\(folder.path)/a.html"
        try folder.write("list", "none\n\(path)\n")
        try folder.write("map.txt", "http://plants.example/b\nhttp://plants.example/a\n")
        for (name, kind, expected) in [
            ("list", InputKind.list, InputPlace(file: path)),
            ("map.txt", .sitemap, InputPlace(named: "http://plants.example/a")),
        ] {
            var inputs = try Inputs(["\(folder.path)/\(name)"], InputOptions(kind: kind))
            var places: [InputPlace] = []
            while let page = inputs.next() { places.append(page.place) }
            #expect(places.last == expected)
        }
    }

    @Test func `An invalid pattern and repeated standard input are errors before any page is read`() {
        #expect(throws: Diagnostic.self) { try Inputs(["a"], InputOptions(globs: ["["])) }
        #expect(throws: Diagnostic.self) { try Inputs(["-", "-"], InputOptions(kind: .jsonl)) }
    }
}
