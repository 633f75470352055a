import Foundation
import Testing

/// Pages in compressed files, in every command that reads a page.
@Suite struct PackedPageTests {
    private static let rules = """
        {
          "match": ["https://plants.example/*"],
          "records": { "Plant": { "each": "li", "fields": { "name": "b", "height": "i" } } }
        }
        """
    /// `<link rel=canonical href='https://plants.example/1'><ul><li><b>Fir</b> <i>30</i></ul>`, compressed with gzip.
    private static let gzip = """
        H4sIAAAAAAACAw3JMQ6AIAwAwK+wsVmNmykd/UcxNTRWJICJz5f1Dk3z5apYODg/WQ82l6qcwafeS9sAinHubZKP72
        ICiyd8jdCUMNKuFSGSQ6V1RhgGI39q36gXVQAAAA==
        """
    /// The same, compressed with Zstandard.
    private static let zstandard = """
        KLUv/QRYfQIAUsUSGZC3OQBNxPTk/7FQ1MJMVjilBBs9qsXdLAb+YnVaAQJnjQ+rSoKPOl9/qU/A8OlwCSyUhe7JbK
        CktZJjFFAl5ockQqBDjKMyBpRvAE795UE=
        """
    private static let record = #"{"@type":"Plant","name":"Fir","height":"30"}"# + "\n"

    private static func withPages(_ body: (URL) throws -> Void) throws {
        try withFolder(["Rules/plants.json": rules]) { folder in
            for (name, text) in [("page.html.gz", gzip), ("page.html.zst", zstandard)] {
                let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
                try bytes.write(to: folder.appending(path: name))
            }
            try body(folder)
        }
    }

    @Test(
        arguments: [
            (["--rules", "plants", "--format", "jsonl"], record),
            (["--format", "jsonl"], record),
            (["--rules", "Rules/", "--format", "jsonl", "--quiet", "--jobs", "1"], record),
            (["tree"], nil),
            (["select", "li b::text"], "Fir\n"),
            (["explain", "--rules", "plants"], nil),
            (["explain"], nil),
            (["check", "Rules/plants.json", "--page"], nil),
        ] as [([String], String?)]
    )
    func everyCommandReadsThem(arguments: [String], expected: String?) throws {
        try Self.withPages { folder in
            let run = try Command(arguments + ["page.html.gz"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors == "")
            if let expected { #expect(run.output == expected) }
        }
    }

    @Test func damageIsReported() throws {
        try Self.withPages { folder in
            let packed = try Data(contentsOf: folder.appending(path: "page.html.gz"))
            try packed.dropLast(9).write(to: folder.appending(path: "cut.html.gz"))
            let run = try Command(["select", "b", "cut.html.gz"], in: folder)
            #expect(run.status == 3)
            #expect(
                run.errors.hasPrefix(
                    "cut.html.gz: error: cannot read the page: the compressed data ends early"
                )
            )
        }
    }

    @Test func zstandardIsReadWhereTheSystemCan() throws {
        try Self.withPages { folder in
            let run = try Command(["select", "b::text", "page.html.zst"], in: folder)
            if run.status != 0 {
                #expect(run.status == 3)
                #expect(run.errors.contains("install Zstandard (libzstd1), or decompress the file first"))
            } else {
                #expect(run.output == "Fir\n")
            }
        }
    }

    /// A library that cannot be loaded is used in place of a missing one.
    @Test func aMissingLibraryIsReportedWithWhatToInstall() throws {
        try Self.withPages { folder in
            let libraries = folder.appending(path: "lib")
            try FileManager.default.createDirectory(at: libraries, withIntermediateDirectories: true)
            for name in ["libzstd.so.1", "libbrotlidec.so.1"] {
                try Data().write(to: libraries.appending(path: name))
            }
            let environment = ["LD_LIBRARY_PATH": libraries.path(percentEncoded: false)]
            let zstandard = try Command(
                ["select", "b", "page.html.zst"],
                in: folder,
                environment: environment
            )
            #expect(zstandard.status == 3)
            #expect(
                zstandard.errors == """
                    page.html.zst: error: cannot read the page: the system has no libzstd.so.1 to decompress Zstandard
                      help: install Zstandard (libzstd1), or decompress the file first

                    """
            )
            let body =
                Data("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br\r\n\r\n".utf8)
                + Data([0x1B, 0x03, 0x00, 0xF8, 0x61])
            let head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: \(body.count)\r\n\r\n"
            try (Data(head.utf8) + body + Data("\r\n\r\n".utf8)).write(to: folder.appending(path: "a.warc"))
            let arguments = ["--rules", "Rules/plants.json", "--quiet", "a.warc"]
            let brotli = try Command(arguments, in: folder, environment: environment)
            #expect(brotli.status == 3)
            #expect(brotli.errors.contains("help: install Brotli (libbrotli1), or decompress the file first"))
        }
    }
}
