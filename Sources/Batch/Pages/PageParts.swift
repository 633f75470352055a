import Engine
import Platform
import Records

/// The parts of a page of data, passed on as they are read: once they fill a portion, and before the page's source waits
/// for more of it.
final class PageParts {
    /// The source of the parts.
    struct Origin {
        let page: Page
        let rules: Rules

        init(_ page: Page, _ rules: Rules) {
            self.page = page
            self.rules = rules
        }
    }

    private let work: PageWork
    private let origin: Origin
    private let receive: PageWork.PartReceiver
    /// The parts that have been read and not passed on.
    private var part: PageResult
    private var tally = PageTally()
    private var bytes = 0
    private var digest = InputDigest.Item()
    /// Whether the stream has been read to its end.
    private var isAtEnd = false
    private var isWanted = true
    /// The time in which the receiver has written parts or waited.
    private var waited = Duration.zero

    /// The number of bytes from which on parts are passed on. A smaller page is a single result: passing on a part takes as
    /// long as reading a tiny page.
    private static let portion = 1 << 16

    init(
        _ work: PageWork,
        _ origin: Origin,
        _ receive: @escaping PageWork.PartReceiver,
        _ result: PageResult
    ) {
        self.work = work
        self.origin = origin
        self.receive = receive
        part = result
        bytes = origin.page.bytes.count
    }

    /// The same stream, with its bytes counted.
    func counting(_ stream: PageStream) -> PageStream {
        PageStream(
            name: stream.name,
            url: stream.url,
            clock: stream.clock,
            mayWait: stream.mayWait,
            read: { [self] in
                if stream.mayWait, !passOn() { return nil }
                guard let part = stream.read() else {
                    isAtEnd = stream.failure() == nil
                    return nil
                }
                bytes += part.count
                part.withUnsafeBytes { digest.add($0) }
                return part
            },
            failure: stream.failure
        )
    }

    /// Adds a part; returns false if the receiver needs no more.
    func add(_ records: RecordBatch, _ diagnostics: [Diagnostic]) -> Bool {
        read(records, diagnostics)
        return part.heldBytes < PageParts.portion ? isWanted : passOn()
    }

    /// Passes on what has been read; returns false if the receiver needs no more.
    private func passOn() -> Bool {
        guard isWanted, part.heldBytes > 0 else { return isWanted }
        var passed = part
        passed.isPart = true
        part = part.withoutRecords
        let start = MonotonicTime.now
        isWanted = receive(passed)
        let time = MonotonicTime.now - start
        waited += time
        Deadline.current?.exclude(time)
        return isWanted
    }

    /// Ends the page: `result` has the parts that have not been passed on, and the counts of the whole page.
    func end(_ outcome: Outcome, _ result: inout PageResult) {
        if isWanted { read(RecordBatch(outcome.records), outcome.diagnostics) }
        // The digest of a file that is a page is that of all of it.
        if isAtEnd, result.place.index == 0 { part.digest = digest.digest.value }
        result = part
        result.tally = tally
        result.bytes = bytes
        // Added to the time of the work on the page, to which the receiver's does not belong.
        result.duration -= waited
    }

    private func read(_ records: RecordBatch, _ diagnostics: [Diagnostic]) {
        tally.add(PageTally(records, work.plans.plan(of: origin.rules)))
        work.report(diagnostics, of: origin.page, by: origin.rules, in: &part)
        work.keep(records, of: origin.page, nil, &part)
    }
}
