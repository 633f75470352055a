import Foundation
import Testing

/// Pages whose files are packed, in every command that reads one.
@Suite struct PackedPageTests {
    private static let rules = """
        {
          "match": ["https://plants.example/*"],
          "records": { "Plant": { "each": "li", "fields": { "name": "b", "height": "i" } } }
        }
        """
    /// `<link rel=canonical href='https://plants.example/1'><ul><li><b>Fir</b> <i>30</i></ul>`, packed with gzip.
    private static let gzip = """
        H4sIAAAAAAACAw3JMQ6AIAwAwK+wsVmNmykd/UcxNTRWJICJz5f1Dk3z5apYODg/WQ82l6qcwafeS9sAinHubZKP72
        ICiyd8jdCUMNKuFSGSQ6V1RhgGI39q36gXVQAAAA==
        """
    /// The same, packed with Zstandard.
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

    @Test func damageIsTold() throws {
        try Self.withPages { folder in
            let packed = try Data(contentsOf: folder.appending(path: "page.html.gz"))
            try packed.dropLast(9).write(to: folder.appending(path: "cut.html.gz"))
            let run = try Command(["select", "b", "cut.html.gz"], in: folder)
            #expect(run.status == 3)
            #expect(
                run.errors.hasPrefix("cut.html.gz: error: cannot read the page: the packed data ends early")
            )
        }
    }

    @Test func zstandardIsReadWhereTheSystemCan() throws {
        try Self.withPages { folder in
            let run = try Command(["select", "b::text", "page.html.zst"], in: folder)
            if run.status != 0 {
                #expect(run.status == 3)
                #expect(run.errors.contains("install Zstandard (libzstd1), or unpack it first"))
            } else {
                #expect(run.output == "Fir\n")
            }
        }
    }
}
