import Basics
package import Engine
package import Records

/// The result of a page of a run.
package struct PageResult: Sendable {
    /// The page's name in messages.
    package let name: String
    package let place: InputPlace
    /// The number of bytes of the input that have been consumed up to this page.
    package let bytesRead: Int
    /// The digest of the input file up to this page, or of the page if it is a separate file.
    package var digest: UInt64?
    /// Whether the journal of the run records the page as finished.
    let isNoted: Bool
    /// Whether the page is tiny: see ``PendingPage``.
    let isTiny: Bool
    /// Whether this is a part of the page's records and diagnostics, which is passed on before all of the page has been
    /// read. The counts are those up to the part's end.
    package var isPart = false
    /// The page's number in the list of begun pages; `nil` if there is no list.
    var begun: Int?
    /// Why the page was left out; `nil` for a page that was read or could not be read.
    package var leftOut: String?
    /// The records, unless they are ``encoded``.
    package var records = RecordBatch()
    /// The approximate number of bytes of the ``records``.
    var recordBytes = 0
    /// The records in the output's format, if the format writes each record independently.
    package var encoded: [UInt8] = []
    /// The diagnostics, unless they are in ``errorLines``.
    package var diagnostics: [Diagnostic] = []
    /// The errors and warnings as lines of JSON, if they are written to a file.
    package var errorLines: [UInt8] = []
    /// The number of errors.
    package var errors = 0
    /// The number of warnings.
    package var warnings = 0
    /// The number of diagnostics that make the page a failure: its errors, and in a strict run also its warnings.
    package var failures = 0
    /// The worst cause of a failure.
    package var worst: Diagnostic.Cause?
    /// The counts of records and fields.
    package var tally = PageTally()
    /// The time of each phase, if it is measured.
    package var profile: Profile?
    /// The size of the page.
    package var bytes = 0
    /// The time that the work on the page took.
    package var duration = Duration.zero

    init(_ pending: PendingPage) {
        name = pending.name
        place = pending.place
        bytesRead = pending.bytesRead
        digest = pending.digest
        isNoted = pending.isNoted
        isTiny = pending.isTiny
    }

    /// The approximate number of bytes that the result keeps in memory until it is written.
    var heldBytes: Int {
        encoded.count + errorLines.count + recordBytes + diagnostics.count * PageResult.diagnosticBytes
    }

    /// The approximate size of a diagnostic with its texts.
    private static let diagnosticBytes = 500

    /// The same result without what has been written.
    var withoutRecords: PageResult {
        var result = self
        result.records = RecordBatch()
        result.encoded = []
        result.diagnostics = []
        result.errorLines = []
        result.recordBytes = 0
        return result
    }

    /// Whether the page does not satisfy its rules or could not be read.
    package var isFailed: Bool { errors > 0 || failures > 0 }
}

/// The result of a page, or of a part of it, that is not changed any more. It is passed on by reference: copying a result takes
/// longer than reading a tiny page's fields.
package final class FinishedPage: Sendable {
    package let result: PageResult

    package init(_ result: PageResult) {
        self.result = result
    }
}

/// The number of records of a page by type, and how many of them have each field.
package struct PageTally: Sendable {
    /// The records of a type.
    package struct TypeTally: Sendable {
        /// The names of the type and of the counts, which all pages with the same rules share.
        let names: CountNames
        /// The number of records.
        package var count = 0
        /// The counts in the order of the names.
        var counts: [Int]

        /// The type's name.
        package var name: String { names.type }

        /// The counts by their names.
        package var filled: [(field: String, count: Int)] {
            zip(names.all, counts).map { (field: $0, count: $1) }
        }

        /// Adds the counts of further records of the type.
        mutating func add(_ other: TypeTally) {
            count += other.count
            for (index, count) in zip(counts.indices, other.counts) { counts[index] += count }
        }

        init(_ records: RecordBatch, _ plan: CountPlan) {
            names = plan.names
            count = records.count
            counts = [Int](times: plan.names.all.count, 0)
            plan.add(records, to: &counts)
        }
    }

    /// The name of the page's rules; `nil` if it has none.
    package var rules: String?
    /// The record types in the order of the rules.
    package var types: [TypeTally] = []

    package init() {}

    /// Adds the counts of a further part of the page.
    mutating func add(_ part: PageTally) {
        if rules == nil {
            self = part
            return
        }
        for index in types.indices where part.types.indices.contains(index) {
            types[index].add(part.types[index])
        }
    }

    init(_ records: RecordBatch, _ plan: RulesPlan) {
        rules = plan.name
        // Grouping hashes the type of every record.
        if plan.types.count == 1, records.isOfType(plan.types[0].names.type) {
            types = [TypeTally(records, plan.types[0])]
            return
        }
        let byType = Dictionary(grouping: records.records, by: \.type)
        types = plan.types.map { TypeTally(RecordBatch(byType[$0.names.type] ?? []), $0) }
    }

    init(_ records: RecordBatch, types: [Schema.RecordType], rules: String) {
        self.init(records, RulesPlan(types, name: rules))
    }
}

/// An error or a warning of a page as a line of JSON: `{"page", "url", "rules", "record", "field", "severity", "reason",
/// "line", "column", "help", "cause"}`. Unknown members are omitted.
struct ErrorLine {
    private let diagnostic: Diagnostic
    private let page: String
    private let url: String?
    private let rules: String?

    init(_ diagnostic: Diagnostic, page: String, url: String?, rules: String?) {
        self.diagnostic = diagnostic
        self.page = page
        self.url = url
        self.rules = rules
    }

    /// The bytes that every line starts with.
    static let start = Array(#"{"page":"#.utf8)

    /// The line with its line feed.
    var text: String {
        var members = [Value.Member("page", .string(page))]
        func add(_ name: String, _ text: String?) {
            if let text { members.append(Value.Member(name, .string(text))) }
        }
        func add(_ name: String, _ number: Int?) {
            if let number { members.append(Value.Member(name, .number(Number(number)))) }
        }
        add("url", url)
        add("rules", rules)
        add("record", diagnostic.record)
        add("field", diagnostic.field)
        add("severity", diagnostic.severity.rawValue)
        add("reason", diagnostic.message)
        // A location in another file, such as the rules, is not a location on the page.
        if diagnostic.location?.file == page {
            add("line", diagnostic.location?.line)
            add("column", diagnostic.location?.column)
        }
        add("help", diagnostic.help)
        add("cause", cause)
        return JSONWriter.compact(.object(members)) + "\n"
    }

    private var cause: String {
        switch diagnostic.cause {
        case .page: "page"
        case .rules: "rules"
        case .input: "input"
        }
    }
}
