import Drafting
import Foundation
import Scraping
import Testing

/// The rules drafted from pages of the corpus, kept verbatim: `Drafts/SITE/CASE.json`.
///
/// After an intended change, write them again, and read the difference:
///
///     TRANSCRIPTS=write swift test --filter CorpusDraftTests
@Suite struct CorpusDraftTests {
    private static let tests = URL(filePath: "\(#filePath)").deletingLastPathComponent()
    private static let corpus = tests.deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Corpus"
    )

    static let drafts =
        (FileManager.default.enumerator(atPath: tests.appending(path: "Drafts").path) ?? .init())
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()

    @Test func thereAreDrafts() { #expect(CorpusDraftTests.drafts.count >= 40) }

    @Test(arguments: drafts)
    func aPageIsDraftedAsBefore(_ name: String) throws {
        let folder = CorpusDraftTests.corpus.appending(path: String(name.dropLast(".json".count)))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let file = try #require(files.first { $0.hasPrefix("page.") })
        let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
        let draft = try Draft.rules(for: [Page(name: file, bytes: bytes)])
        let kept = CorpusDraftTests.tests.appending(path: "Drafts/\(name)")
        if ProcessInfo.processInfo.environment["TRANSCRIPTS"] == "write" {
            try Data(draft.text.utf8).write(to: kept)
        } else {
            #expect(draft.text == (try String(contentsOf: kept, encoding: .utf8)))
        }
    }
}
