import Basics
import DOM
import Encoding
import Engine
import Records

/// Decides whether a reduction preserves the reading of a page (the oracle, or "interestingness test").
final class ReductionOracle {
    private let page: Page
    private let rules: Rules
    private let text: EditableText
    private let format: DecodedText.Format
    private let observation: Observation
    private let encoding: EncodingOrigin
    private let contrasts: SelectorContrasts
    private let misses: NearMisses
    private let runLimit: Int
    private let byteLimit: Int
    /// The words of the page's values.
    let valueWords: ValueWords
    /// The end of the last line that a diagnostic cites.
    let keptLineEnd: Int
    /// The number of candidates that were read.
    private(set) var runs = 0
    private var bytes = 0
    /// Whether the limit of runs or bytes is reached.
    private(set) var isEnded = false

    init(
        _ page: Page,
        _ rules: Rules,
        _ text: EditableText,
        _ kind: PageKind,
        _ reducer: PageReducer
    ) throws(Diagnostics) {
        self.page = page
        self.rules = rules
        self.text = text
        format = kind.encodingFormat
        let (reading, trace) = ObservedReading.traced(page, rules)
        observation = Observation(reading.outcome, trace)
        encoding = EncodingOrigin(page, format)
        contrasts = SelectorContrasts(rules, reading)
        misses = NearMisses(page, rules)
        valueWords = ValueWords(trace)
        let lines = reading.outcome.diagnostics.compactMap(\.location?.line)
        keptLineEnd = lines.max().map { text.start(ofLine: $0 + 1) } ?? 0
        runLimit = reducer.runs ?? PageReducer.defaultRunLimit
        byteLimit = reducer.runs == nil ? max(PageReducer.defaultByteLimit, page.bytes.count * 8) : .max
        guard isSameReading(candidate(Reduction())) else {
            throw PageReducer.failure("readings of the page differ: it cannot be reduced", page)
        }
    }

    /// The page after a reduction.
    func candidate(_ reduction: Reduction) -> Page {
        var page = page
        page.bytes = text.encoded(reduction.applied(to: text.bytes))
        return page
    }

    /// Whether a reduction preserves the reading, or `nil` if a limit is reached.
    func accepts(_ reduction: Reduction) -> Bool? {
        let candidate = candidate(reduction)
        guard runs < runLimit, bytes <= byteLimit - candidate.bytes.count else {
            isEnded = true
            return nil
        }
        runs += 1
        bytes += candidate.bytes.count
        // Most rejected candidates lack a value. A plain reading shows that, at a fraction of a traced one's cost.
        guard observation.hasSameOutput(rules.scrape(candidate)) else { return false }
        return isSameReading(candidate)
    }

    /// Whether a candidate has the same observation as the page.
    func isSameReading(_ candidate: Page) -> Bool {
        guard EncodingOrigin(candidate, format) == encoding else { return false }
        let (reading, trace) = ObservedReading.traced(candidate, rules)
        return Observation(reading.outcome, trace) == observation && contrasts.hold(in: reading)
            && (misses.isEmpty || NearMisses(candidate, rules) == misses)
    }
}

/// The properties of a reading that a reduction preserves.
private struct Observation: Equatable {
    /// A diagnostic of the page, without file names and locations in the rules.
    struct PageDiagnostic: Equatable {
        let line: Int?
        let severity: Diagnostic.Severity
        let message: String
    }

    let records: [Record]
    let diagnostics: [PageDiagnostic]
    /// The alternatives and their outcomes, the number of matches of each selector and all intermediate values, without
    /// lines and paths.
    let shape: Trace

    init(_ outcome: Outcome, _ trace: Trace) {
        records = outcome.records
        diagnostics = Observation.diagnostics(of: outcome)
        shape = trace.shape
    }

    func hasSameOutput(_ outcome: Outcome) -> Bool {
        outcome.records == records && Observation.diagnostics(of: outcome) == diagnostics
    }

    private static func diagnostics(of outcome: Outcome) -> [PageDiagnostic] {
        outcome.diagnostics.map {
            PageDiagnostic(line: $0.location?.line, severity: $0.severity, message: $0.message)
        }
    }
}

/// A page's encoding and the kind of its source. A reduced page is decoded with the same encoding for the same reason.
private struct EncodingOrigin: Equatable {
    private let encoding: Encoding
    private let source: String

    init(_ page: Page, _ format: DecodedText.Format) {
        let text = DecodedText.decode(page.bytes, given: page.encoding, format: format)
        encoding = text.encoding
        switch text.source {
        case .given: source = "given"
        case .byteOrderMark: source = "byte order mark"
        case .transportHint: source = "hint"
        case .declared: source = "declared"
        // Whether the reduced page is plain ASCII is irrelevant.
        case .validUTF8: source = "UTF-8"
        case .fallback: source = "fallback"
        }
    }
}

/// The words of all values of a page. Texts without any of these words are deleted as a whole.
struct ValueWords {
    private var words: Set<ArraySlice<UInt8>> = []

    init(_ trace: Trace) {
        // Work lists in place of recursion, for nested objects and nested lists.
        var elements = trace.records.flatMap(\.layouts).flatMap(\.elements)
        var values: [Value] = []
        while let element = elements.popLast() {
            for attempt in element.fields.lazy.flatMap(\.alternatives).flatMap(\.attempts) {
                values += attempt.readings.map(\.taken)
                elements += attempt.objects
            }
        }
        while let value = values.popLast() {
            if let list = value.list { values += list }
            guard let text = value.string else { continue }
            words.formUnion(Array(text.utf8).split(whereSeparator: \.isASCIIWhiteSpace))
        }
    }

    /// Whether a value has a word, ignoring white space after it.
    func contains(_ word: ArraySlice<UInt8>) -> Bool {
        let end = word.lastIndex { !$0.isASCIIWhiteSpace }.map { $0 + 1 } ?? word.startIndex
        return words.contains(word[word.startIndex..<end])
    }
}

/// The near misses of selectors that match nothing if a value is missing: the longest part of each selector that
/// matches, and the most similar candidate.
///
/// A case for a changed page layout depends on them. Without them, the page could be reduced to nothing.
private struct NearMisses: Equatable {
    private struct Miss: Equatable {
        let selector: String
        let part: String?
        let candidate: String?
    }

    private var misses: [Miss] = []

    /// Finds the near misses of a page. Complexity: that of `Rules/trace(_:limits:golden:formerNames:)`.
    init(_ page: Page, _ rules: Rules) {
        // A work list in place of recursion, for nested objects.
        var elements: [Trace.Element] = []
        for layout in ObservedReading.trace(page, rules).records.flatMap(\.layouts) {
            for selector in [layout.within, layout.condition] + layout.selectors { add(selector) }
            elements += layout.elements
        }
        while let element = elements.popLast() {
            for alternative in element.fields.lazy.flatMap(\.alternatives) {
                add(alternative.condition)
                for attempt in alternative.attempts {
                    add(attempt.selector)
                    elements += attempt.objects
                }
            }
        }
    }

    /// Whether there are no near misses.
    var isEmpty: Bool { misses.isEmpty }

    private mutating func add(_ selector: Trace.Selector?) {
        guard let selector, let miss = selector.miss, miss.part != nil || !miss.candidates.isEmpty else {
            return
        }
        misses.append(
            Miss(
                selector: selector.text,
                part: miss.part?.selector,
                candidate: miss.candidates.first?.finding.selector
            )
        )
    }
}
