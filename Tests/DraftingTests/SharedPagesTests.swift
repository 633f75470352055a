import Drafting
import Foundation
import Records
import Scraping
import TestSupport
import Testing

/// Drafts of real pages.
@Suite struct SharedPagesTests {
    /// All files below the folders of cases, except a few that are so large that a debug build takes long.
    private static func files(_ set: String) -> [String] {
        let folder = SharedCases.folder.appending(path: set)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { "\(set)/\($0)" }.filter { name in
            let path = SharedCases.folder.appending(path: name).path
            let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            return name.hasSuffix("html") && size > 0 && size < 100_000
        }
    }

    private static let recipes = files("recipes/dev-small/pages")

    @Test(
        .enabled(if: SharedCases.has("recipes"), "\(SharedCases.note("recipes"))"),
        arguments: recipes
    )
    func recipesAreFoundInLinkedData(_ file: String) throws {
        let page = Page(name: file, bytes: try SharedCases.bytes(file))
        let draft = try Draft.rules(for: [page])
        try DraftCheck.check(draft, [page])
        #expect(draft.text.contains("linked-data > [types~=Recipe]"))
    }

    @Test(
        .enabled(if: SharedCases.has("postlight"), "\(SharedCases.note("postlight"))"),
        arguments: files("postlight/dev/pages")
    )
    func articlesHaveATitle(_ file: String) throws {
        let page = Page(name: file, bytes: try SharedCases.bytes(file))
        let draft = try Draft.rules(for: [page])
        try DraftCheck.check(draft, [page])
        let rules = try Rules(SourceText(name: "draft", bytes: Array(draft.text.utf8)), registry: Registry())
        let records = rules.scrape(page).records
        #expect(records.contains { $0["title"] != nil || $0["headline"] != nil || $0["name"] != nil })
    }

    @Test(
        .enabled(if: SharedCases.has("wikipedia"), "\(SharedCases.note("wikipedia"))"),
        arguments: files("wikipedia/dev/in").filter { $0.contains("2018") }
    )
    func partsOfPagesHaveRecords(_ file: String) throws {
        let page = Page(
            name: file,
            bytes: try SharedCases.bytes(file),
            url: "https://en.wikipedia.org/wiki/Apple"
        )
        try DraftCheck.check(try Draft.rules(for: [page]), [page])
    }
}
