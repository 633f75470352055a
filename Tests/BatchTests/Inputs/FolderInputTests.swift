import DOM
import Glibc
import Records
import Scraping
import Testing

@testable import Batch

@Suite struct FolderInputTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func input(_ kind: InputKind = .pages, globs: [String] = []) throws -> Inputs {
        try Inputs([folder.path], InputOptions(kind: kind, globs: globs))
    }

    /// The pages by their paths below the folder, with the reasons for those that are left out.
    private func list(_ kind: InputKind = .pages, globs: [String] = []) throws -> [String] {
        var input = try input(kind, globs: globs)
        var list: [String] = []
        while let page = input.next() {
            let name = String(page.name.dropFirst(folder.path.utf8.count + 1))
            switch page.read() {
            case .page: list.append(name)
            case .leftOut(let reason): list.append("\(name): \(reason)")
            case .failed(let diagnostic): list.append("\(name)! \(diagnostic.message)")
            }
        }
        return list
    }

    @Test func `Files have the order of their names, with those of a folder in its place`() throws {
        for name in [
            "b/2.html", "b/10.htm", "a.html", "c.xml", "b/d/e/x.json", ".hidden/x.html", "b/.x.html",
        ] {
            try folder.write(name)
        }
        #expect(try list() == ["a.html", "b/10.htm", "b/2.html", "b/d/e/x.json", "c.xml"])
        #expect(try list(globs: ["b/**"]) == ["b/10.htm", "b/2.html", "b/d/e/x.json"])
        #expect(try list(globs: ["*.html", "c.*"]) == ["a.html", "b/2.html", "c.xml"])
    }

    @Test(
        arguments: [
            ("page.HTML", nil), ("page.html.gz", nil), ("page", nil), ("3.14", nil), ("feed.rss", nil),
            ("index.php?id=1", nil), ("item?x=a.png", nil), ("page.php", "*.php files"),
            ("style.css?v=3", "*.css files"), ("a.PNG", "*.png files"), ("a.tar.gz", "*.tar files"),
            ("lines.jsonl", "*.jsonl files"), ("a.", nil),
        ] as [(String, String?)]
    )
    func `A file that is not a page by its name is left out with a reason`(
        _ name: String,
        _ reason: String?
    ) throws {
        try folder.write(name)
        #expect(try list() == [name + (reason.map { ": \($0)" } ?? "")])
        #expect(try list(globs: ["*"]) == [name])
        #expect(try input().size.pages == (reason == nil ? 1 : 0))
    }

    /// The archive of fetched pages, by its name and the files next to it: it is left out if each of its pages is one of them.
    @Test(
        arguments: [
            ("archive.warc.gz", ["a.org-x.html", "a.org-y.html"], true),
            ("archive.warc.gz", ["a.org-x.json", "a.org-y.html", "z.html"], true),
            ("archive.warc.gz", ["a.org-x.html"], false),
            ("archive.warc.gz", ["README", "records.json"], false),
            ("archive.warc.gz", [], false), ("other.warc.gz", ["a.org-x.html", "a.org-y.html"], false),
        ] as [(String, [String], Bool)]
    )
    func `An archive of the pages next to it is left out`(
        _ name: String,
        _ pages: [String],
        _ isLeftOut: Bool
    ) throws {
        let robots = Archive.response([0x78], uri: "http://a.org/robots.txt")
        let missing = Archive.response([0x78], status: "HTTP/1.1 404 Not Found", uri: "http://a.org/gone")
        let answers = ["x", "y"].map { Archive.response([0x78], uri: "http://a.org/\($0)") }
        for page in pages { try folder.write("b/\(page)") }
        try folder.write("b/\(name)", Packed.gzip(robots + answers[0] + missing + answers[1]))
        let leftOut = "b/\(name): an archive of the pages in its folder"
        #expect(try list().contains(leftOut) == isLeftOut)
        #expect(try list().contains("b/\(name):2") == !isLeftOut)
        // An archive that is chosen is read.
        #expect(try list(globs: ["**"]).contains("b/\(name):2"))
        #expect(try list(.warc).contains("b/\(name):2"))
    }

    @Test func `Archives in a folder are read as archives`() throws {
        let archive = Archive.response("one") + Archive.response("two")
        try folder.write("a.html", "a")
        try folder.write("b.warc", archive)
        try folder.write("c.warc.gz", Packed.gzip(archive))
        try folder.write("d.jsonl", "{\"html\":\"x\"}\n")
        #expect(
            try list() == [
                "a.html", "b.warc:1", "b.warc:2", "c.warc.gz:1", "c.warc.gz:2", "d.jsonl: *.jsonl files",
            ]
        )
        #expect(
            try list(.jsonl) == [
                "a.html: *.html files", "b.warc: *.warc files", "c.warc.gz: *.warc files", "d.jsonl:1",
            ]
        )
        #expect(try list(.warc, globs: ["c*"]) == ["c.warc.gz:1", "c.warc.gz:2"])
        let size = try input().size
        #expect(size.pages == nil)
        var input = try input()
        var progress: [Int] = []
        while let page = input.next() { progress.append(page.bytesRead) }
        #expect(progress == progress.sorted())
        #expect(progress.last == size.bytes)
    }

    @Test func `A link to a folder that the walk is in is ignored`() throws {
        try folder.write("a/x.html")
        symlink("..", folder.path + "/a/up")
        symlink("../a", folder.path + "/a/self")
        symlink("a", folder.path + "/b")
        symlink("nowhere", folder.path + "/c.html")
        #expect(
            try list() == ["a/x.html", "b/x.html", "c.html! cannot read the page: no such file or directory"]
        )
    }

    @Test func `Thousands of files are found one by one`() throws {
        for index in 0..<2_000 { try folder.write("\(index % 10)/\(index).html") }
        #expect(try list().count == 2_000)
        #expect(try input().size == InputSize(pages: 2_000, bytes: 0))
    }

    @Test func `Names that are not UTF-8 are escaped, and lead to the file again`() throws {
        let names: [[UInt8]] = [
            Array("caf".utf8) + [0xE9] + Array(".html".utf8),
            Array(#"caf\xE9.html"#.utf8),
            Array(#"other\n.html"#.utf8),
            [0xFF, 0xFE],
        ]
        for name in names { try folder.write(bytes: name, "page") }
        let escaped = [#"\xFF\xFE"#, #"caf\x5CxE9.html"#, #"caf\xE9.html"#, #"other\n.html"#]
        #expect(try list().sorted() == escaped)
        for name in escaped {
            var input = try Inputs([folder.path + "/" + name])
            #expect(input.all() == ["- - - page"])
        }
        let lines = names.map { Array((folder.path + "/").utf8) + $0 }.joined(separator: [0x0A])
        var input = try Inputs([try folder.write("list", lines)], InputOptions(kind: .list))
        #expect(input.all() == Array(repeating: "- - - page", count: 4))
    }

    @Test func `A folder whose name is not UTF-8 is walked through`() throws {
        try folder.write(bytes: [0xE9] + Array("/a.html".utf8), "page")
        #expect(try list() == [#"\xE9/a.html"#])
        #expect(try input().size == InputSize(pages: 1, bytes: 4))
    }

    @Test(arguments: [
        ("plain", "plain"), (#"a\n"#, #"a\n"#), (#"\x2F"#, #"\x2F"#), (#"\xZZ"#, #"\xZZ"#),
        (#"\xE"#, #"\xE"#),
        (#"\xE9"#, #"\x5CxE9"#), (#"\x5C"#, #"\x5Cx5C"#), ("é", "é"),
    ])
    func `Only names that look like escaped names are escaped`(_ name: String, _ text: String) {
        #expect(PathText.text(ofName: name.utf8) == text)
        #expect(PathText.text(ofWritten: name.utf8) == name)
    }
}
