import Foundation
import Testing

/// Pages of cases that are fetched again: `scrape refresh` reports lost values, and `scrape repair` finds them.
struct RefreshTests {
    private static func page(_ name: String, size: String) -> String {
        "<!doctype html><title>\(name)</title><h1>\(name)</h1><p class=\"\(size)\">Forty metres</p>"
    }

    private static func write(_ text: String, to path: String, in folder: String) throws {
        let url = URL(filePath: folder).appending(path: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    /// - Parameter end: the end of the new page, which looks truncated if it is not empty.
    @Test(
        arguments: [
            ("height", "Silver fir", "", 0), ("size", "English oak", "", 1),
            ("height", "Silver fir", "<p", 0),
        ] as [(String, String, String, Int32)]
    )
    func whatIsLostNamesTheCommandThatFindsIt(
        _ size: String,
        _ name: String,
        _ end: String,
        _ status: Int32
    ) throws {
        try withServer { target, _ in
            target == "/robots.txt"
                ? [.page("", status: "404 Not Found")] : [.page(Self.page(name, size: size) + end)]
        } _: { server in
            try withTemporaryFolder { folder in
                let rules =
                    #"{ "records": { "Plant": { "fields": { "name": "h1", "height": ".height" } } } }"#
                try Self.write(rules, to: "Rules/plants.json", in: folder)
                try Self.write(
                    Self.page("English oak", size: "height"),
                    to: "Corpus/plants/oak/page.html",
                    in: folder
                )
                try Self.write(
                    "{\"url\": \"\(server.url("/oak"))\"}",
                    to: "Corpus/plants/oak/case.json",
                    in: folder
                )
                #expect(try Run(["test", "--update"], in: folder).status == 0)
                let options = ["--delay", "0", "--allow-private"] + (end.isEmpty ? [] : ["--save"])
                let refresh = try Run(["refresh"] + options, in: folder)
                #expect(refresh.status == status, "\(refresh.errors)")
                #expect(refresh.errors.contains("it looks cut off") == !end.isEmpty)
                let kept = "plants/oak: the new page is not saved, since it looks cut off\n"
                #expect(refresh.output.hasSuffix(kept) == !end.isEmpty)
                let hint = "scrape repair plants/oak proposes rules that read the new page\n"
                #expect(refresh.output.hasSuffix(hint) == (status == 1))
                guard status == 1 else { return }
                let repair = try Run(
                    ["repair", "plants", "--delay", "0", "--allow-private", "--write"],
                    in: folder
                )
                #expect(repair.status == 0, "\(repair.errors)")
                #expect(repair.output.hasPrefix("Plant.height: height is now size (98%)\n"))
                #expect(try Run(["refresh", "--delay", "0", "--allow-private"], in: folder).status == 0)
                #expect(try Run(["test"], in: folder).output == "2 passed, 0 failed\n")
            }
        }
    }
}
