import Scraping

/// Stub.
struct SitemapInput: PageInput {
    init(_ stream: ByteStream, _ facts: PageFacts, root: String?) {}

    mutating func next() -> PendingPage? { nil }
}
