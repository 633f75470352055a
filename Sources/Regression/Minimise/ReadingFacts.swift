import DOM
import Records
import Scraping

/// What must stay the same of the reading of a page whatever is cut: records, what is told, and how all came about.
struct ReadingFacts: Equatable {
    let records: [Record]
    /// What is told of the page, as a golden file has it.
    let diagnostics: [String]
    /// Which alternatives were taken and why others were not, with the number of matches of each selector and every value
    /// on its way, without lines and paths.
    let shape: Trace

    init(_ outcome: Outcome, _ trace: Trace) {
        records = outcome.records
        diagnostics = Golden(outcome).diagnostics
        shape = trace.shape
    }
}

/// What told the encoding of a page, without the line: a page that is cut is read in the same encoding for the same reason.
struct EncodingFacts: Equatable {
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
        // Whether anything else than ASCII is left tells no more than that.
        case .validUTF8: source = "UTF-8"
        case .fallback: source = "fallback"
        }
    }
}

/// The words of all values that were taken from a page: texts that hold no others need not be tried word by word.
struct TakenWords {
    private var words: Set<ArraySlice<UInt8>> = []

    init(_ trace: Trace) {
        // Objects in objects, and lists in lists: what is still to be looked at instead of recursion.
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
            words.formUnion(Array(text.utf8).split(whereSeparator: StressShape.isSpace))
        }
    }

    func contains(_ word: ArraySlice<UInt8>) -> Bool {
        let end = word.lastIndex { !StressShape.isSpace($0) }.map { $0 + 1 } ?? word.startIndex
        return words.contains(word[word.startIndex..<end])
    }
}
