import Basics
package import DOM
package import Language
package import Records
package import Sources
import Values

/// A page of data whose records are read while its bytes arrive.
package struct PageStream {
    /// Its name in messages.
    package let name: String
    /// The address that the page was fetched from, if it is known.
    package var url: String?
    /// When the page was saved or fetched, in ISO 8601.
    package var clock: String?
    /// Whether reading may wait until more bytes arrive, as from a pipe.
    package let mayWait: Bool
    /// Returns the next bytes, which together are UTF-8; `nil` at the end.
    package let read: () -> [UInt8]?
    /// Why there were no further bytes, if the end was not reached.
    package let failure: () -> Diagnostic?

    package init(
        name: String,
        url: String? = nil,
        clock: String? = nil,
        mayWait: Bool = true,
        read: @escaping () -> [UInt8]?,
        failure: @escaping () -> Diagnostic?
    ) {
        self.name = name
        self.url = url
        self.clock = clock
        self.mayWait = mayWait
        self.read = read
        self.failure = failure
    }
}

extension Rules {
    /// Receives the records of a part of a page, and its diagnostics; returning false ends the reading.
    package typealias PartReceiver = (RecordBatch, [Diagnostic]) -> Bool

    /// Reads a page of data whose bytes arrive in parts.
    ///
    /// - Parameter receive: receives the records as they are read.
    /// - Returns: the remaining diagnostics of the page, without records; `nil` if the rules need the whole tree.
    package func scrape(
        _ stream: PageStream,
        limits: Limits? = nil,
        receive: @escaping PartReceiver
    ) -> Outcome? {
        guard let plan = series else { return nil }
        let page = Page(name: stream.name, bytes: [], url: stream.url, clock: stream.clock)
        let limits = limits ?? reading.limits
        let seriesReading = SeriesReading(self, plan, page, limits, receive)
        let head = BeginningOfStream(stream.read)
        if let problem = PageProblem(head.bytes) {
            let failure = stream.failure() ?? Diagnostic(problem, page: page.name)
            return Outcome(records: [], diagnostics: [failure], schema: schema)
        }
        let text = PageText(of: page.name, limits, read: head.next)
        var outcome = limits.timed { seriesReading.run(text) }
        // The failed reading explains everything else.
        if let failure = stream.failure() { outcome.diagnostics = [failure] }
        return outcome
    }

    /// Reads a page of data in memory, its records one after the other.
    func series(_ page: Page, _ plan: SeriesPlan, limits: Limits, receive: PartReceiver?) -> Outcome {
        if let problem = PageProblem(page.bytes) {
            return Outcome(records: [], diagnostics: [Diagnostic(problem, page: page.name)])
        }
        let reading = SeriesReading(self, plan, page, limits, receive)
        return limits.timed {
            PageText.with(page, plan.source, limit: limits.bytes) { reading.run($0) }
        }
    }
}

/// The first bytes of a stream, which show whether it is a page, and then the others.
private final class BeginningOfStream {
    private(set) var bytes: [UInt8] = []
    private var isRead = false
    private let read: () -> [UInt8]?

    init(_ read: @escaping () -> [UInt8]?) {
        self.read = read
        if let first = read() { bytes = first }
    }

    func next() -> [UInt8]? {
        if isRead { return read() }
        isRead = true
        defer { bytes = [] }
        return bytes
    }
}
