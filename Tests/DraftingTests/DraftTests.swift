import Drafting
import Scraping
import Testing

@Suite struct DraftTests {
    @Test func empty() throws {
        #expect(throws: (any Error).self) { try Draft.rules(for: []) }
    }
}
