import Addresses
import Fetching
import Language
package import Records

/// A request that waits, or is made.
struct CrawlTask {
    let kind: RequestKind
    let request: FetchRequest
    /// What it is made with, and what its pages' requests inherit: without computed values.
    let names: RequestNames
    /// The steps of `follow` that have led to it.
    let depth: Int
    /// Whether its address comes from a page.
    let isFollowed: Bool
    /// The list that it is a page of.
    let list: ListRun?
    /// The parameters that its list has laid over the query.
    var overlay: [(name: String, value: Value)] = []
    /// The number of its request, where that has been started ahead of its turn.
    var started: Int?
}

/// A list as it is read page by page.
final class ListRun {
    var entries: Set<RequestKey> = []
    var requests: Set<RequestKey> = []
    var total: Int?
    /// How many pages have been read.
    var pages = 0
}

/// A page of a crawl.
package struct CrawlPage {
    package let url: String
    package var records: [Record] = []
    package var diagnostics: [Diagnostic] = []

    package init(url: String) { self.url = url }
}

/// What a crawl has done.
package struct CrawlSummary: Sendable {
    package var requests = 0
    package var pages = 0
    package var records = 0
    package var failures = 0
    /// Requests that limits have left out.
    package var left = 0
    /// Addresses that have been found again.
    package var repeated = 0

    package init() {}
}
