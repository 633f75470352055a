import DOM
public import Records
public import Scraping

/// Cuts saved pages to what their rules consult.
///
/// What is left yields the same records and diagnostics, and its ``Scraping/Trace/shape`` is the same: the same
/// alternatives taken, the others passed over for the same reasons, every selector with the same number of matches. Bytes
/// are cut and never written anew, so that what is left is as the site wrote it.
///
/// ```swift
/// let minimised = try Minimiser().minimise(page, rules)
/// print(minimised.before.bytes, minimised.after.bytes)
/// ```
public struct Minimiser: Sendable {
    /// How many candidates are read at most; `nil` for ``usualRuns``, and for large pages no more than ``usualBytes``.
    public var runs: Int?

    /// How many candidates of a page are read at most unless told.
    public static let usualRuns = 2000
    /// How many bytes all candidates of a page have at most unless told how many are read.
    public static let usualBytes = 128 << 20

    /// A way to cut pages.
    public init(runs: Int? = nil) {
        self.runs = runs
    }

    /// Cuts a page.
    ///
    /// - Throws: why it cannot be cut: its encoding, a page that no tree can be made of, or one that is read in
    ///   another way each time.
    /// - Complexity: linear in the page's length for each run.
    public func minimise(_ page: Page, _ rules: Rules) throws(Diagnostics) -> MinimisedPage {
        guard let document = rules.tree(of: page) else {
            throw Minimiser.failure("no tree can be made of the page: there is nothing to go by", page)
        }
        let ground = StressGround(document)
        guard let text = CuttableText(page, ground.format) else {
            throw Minimiser.failure(
                "a page in ISO-2022-JP cannot be cut: its bytes depend on those before",
                page
            )
        }
        let work = try MinimisingWork(page, rules, text, ground, self)
        var search = PieceSearch(
            PieceTree(text.bytes, ground),
            work.taken,
            keepingLinesBefore: work.keptLines,
            isSame: work.isSame
        )
        search.run(hasNumberedLines: [.csv, .text].contains(ground))
        let rest = work.candidate(search.cuts)
        // What is given back has been read as it stands.
        guard work.isSameReading(rest) else {
            throw Minimiser.failure("the page is read in another way each time: it is left as it is", page)
        }
        return MinimisedPage(
            page: rest,
            before: .init(bytes: page.bytes.count, elements: ElementIndex(document).elements.count),
            after: .init(
                bytes: rest.bytes.count,
                elements: rules.tree(of: rest).map { ElementIndex($0).elements.count } ?? 0
            ),
            runs: work.runs,
            isEnded: work.isEnded
        )
    }

    static func failure(_ message: String, _ page: Page) -> Diagnostics {
        Diagnostics([Diagnostic(.input, message, at: Location(file: page.name))])
    }
}

/// The readings of one page's candidates.
private final class MinimisingWork {
    private let page: Page
    private let rules: Rules
    private let text: CuttableText
    private let format: DecodedText.Format
    private let facts: ReadingFacts
    private let encoding: EncodingFacts
    private let witnesses: Witnesses
    private let misses: NearMisses
    private let runLimit: Int
    private let byteLimit: Int
    let taken: TakenWords
    /// Where the lines end that are quoted in what is told of the page.
    let keptLines: Int
    private(set) var runs = 0
    private var bytes = 0
    private(set) var isEnded = false

    init(
        _ page: Page,
        _ rules: Rules,
        _ text: CuttableText,
        _ ground: StressGround,
        _ minimiser: Minimiser
    ) throws(Diagnostics) {
        self.page = page
        self.rules = rules
        self.text = text
        format = ground.format
        let reading = LoggedReading(page, rules)
        facts = reading.facts
        encoding = EncodingFacts(page, format)
        witnesses = Witnesses(rules, reading)
        misses = NearMisses(page, rules)
        taken = TakenWords(reading.trace)
        let lines = reading.outcome.diagnostics.compactMap(\.location?.line)
        keptLines = lines.max().map { text.start(ofLine: $0 + 1) } ?? 0
        runLimit = minimiser.runs ?? Minimiser.usualRuns
        byteLimit = minimiser.runs == nil ? max(Minimiser.usualBytes, page.bytes.count * 8) : .max
        guard isSameReading(candidate(Cuts())) else {
            throw Minimiser.failure("the page is read in another way each time: it cannot be cut", page)
        }
    }

    func candidate(_ cuts: Cuts) -> Page {
        var page = page
        page.bytes = text.encoded(cuts.applied(to: text.bytes))
        return page
    }

    /// Whether a candidate may take the page's place; `nil` when readings are used up.
    func isSame(_ cuts: Cuts) -> Bool? {
        let candidate = candidate(cuts)
        guard runs < runLimit, bytes <= byteLimit - candidate.bytes.count else {
            isEnded = true
            return nil
        }
        runs += 1
        bytes += candidate.bytes.count
        // Most candidates that do not do lack a value: that is told without a trace, which takes several times as long.
        let outcome = rules.scrape(candidate)
        guard outcome.records == facts.records, Golden(outcome).diagnostics == facts.diagnostics else {
            return false
        }
        return isSameReading(candidate)
    }

    func isSameReading(_ candidate: Page) -> Bool {
        guard EncodingFacts(candidate, format) == encoding else { return false }
        let reading = LoggedReading(candidate, rules)
        return reading.facts == facts && witnesses.hold(in: reading)
            && (misses.isEmpty || NearMisses(candidate, rules) == misses)
    }
}
