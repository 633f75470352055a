import Foundation
import Testing

/// `--replay` with files that are not archives.
@Suite struct DamagedReplayTests {
    private static let rules = """
        { "match": ["http://plants.example/*"], "requests": { "first": {
          "url": "http://plants.example/a", "records": { "P": { "each": "p", "fields": { "a": "b" } } } } } }
        """

    @Test(arguments: [
        ("no archive\n", "expected a record (WARC/1.0) at byte 0"), ("", "it is empty"),
    ])
    func aFileThatIsNoArchiveIsRefused(_ text: String, _ reason: String) throws {
        try withTemporaryFolder { folder in
            try Self.rules.write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
            try text.write(toFile: "\(folder)/a.warc.gz", atomically: true, encoding: .utf8)
            let commands = [
                ["crawl", "site.json", "-q"], ["fetch", "http://plants.example/a"],
                ["robots", "http://plants.example/a"],
            ]
            for command in commands {
                let run = try Run(command + ["--replay", "a.warc.gz"], in: folder)
                #expect(run.status == 3, "\(command)")
                #expect(run.output == "")
                let message = "a.warc.gz: error: the file has no record of an archive: \(reason)\n"
                #expect(run.errors.hasPrefix(message), "\(run.errors)")
            }
        }
    }
}
