package import Records
package import Scraping

/// What is done with every page of a run, in whatever thread: it is read, its rules are chosen, its records are made and,
/// where the format lets each be written by itself, encoded.
package struct PageWork: Sendable {
    /// The rules of the run.
    let choice: RulesChoice
    /// Which records are wanted.
    let isWanted: @Sendable (Record) -> Bool
    /// Makes an encoder where the format writes each record by itself; gives `nil` for other formats.
    let makeEncoder: @Sendable () -> (any RecordEncoder)?
    /// How pages are treated.
    let options: Options

    /// How pages of a run are treated.
    package struct Options: Sendable {
        /// Whether records tell their page and its address.
        package var tellsPage = false
        /// Whether pages that no rules are for are left out, and not failures.
        package var leavesOutUnmatched = false
        /// The rules that pages have chosen already, or why they have none, by their places in the input.
        package var planned: [Int: Result<Rules, Diagnostics>] = [:]
        /// Whether errors become lines of JSON.
        package var encodesErrors = false
        /// Whether it is measured what takes how long.
        package var profiles = false

        package init() {}
    }

    package init(
        _ choice: RulesChoice,
        options: Options,
        isWanted: @escaping @Sendable (Record) -> Bool,
        makeEncoder: @escaping @Sendable () -> (any RecordEncoder)?
    ) {
        self.choice = choice
        self.options = options
        self.isWanted = isWanted
        self.makeEncoder = makeEncoder
    }

    /// Reads a page.
    package func result(of pending: PendingPage) -> PageResult {
        let start = ContinuousClock.now
        var result = PageResult(pending)
        if options.profiles { result.profile = Profile() }
        switch result.profile.measure(.read, pending.read) {
        case .leftOut(let reason): result.leftOut = reason
        case .failed(let diagnostic): tell([diagnostic], of: nil, nil, &result)
        case .page(let page, let notes):
            result.bytes = page.bytes.count
            read(page, notes, &result)
        }
        result.duration = ContinuousClock.now - start
        return result
    }

    private func read(_ page: Page, _ notes: [Diagnostic], _ result: inout PageResult) {
        do throws(Diagnostics) {
            switch try choose(page, &result) {
            case .rules(let rules, let known): read(page, rules, known, notes, &result)
            case .none where options.leavesOutUnmatched: result.leftOut = "no rules are for it"
            case .none(let reason): tell([reason], of: page, nil, &result)
            }
        } catch {
            tell(error.all, of: page, nil, &result)
        }
    }

    private func choose(_ page: Page, _ result: inout PageResult) throws(Diagnostics) -> ChosenRules {
        guard let planned = options.planned[result.place.index] else {
            return try choice.choose(for: page, profile: &result.profile)
        }
        return .rules(try planned.get(), known: nil)
    }

    private func read(
        _ page: Page,
        _ rules: Rules,
        _ known: KnownTree?,
        _ notes: [Diagnostic],
        _ result: inout PageResult
    ) {
        tell(notes, of: page, rules, &result)
        var outcome = rules.scrape(page, known: known, profile: &result.profile)
        result.tally = PageTally(outcome, rules)
        tell(outcome.diagnostics, of: page, rules, &result)
        if options.tellsPage {
            for index in outcome.records.indices { outcome.records[index].tell(page) }
        }
        outcome.records.removeAll { !isWanted($0) }
        guard var encoder = makeEncoder() else {
            result.records = outcome.records
            return
        }
        result.profile.measure(.encode) {
            for record in outcome.records { encoder.encode(record, into: &result.encoded) }
        }
    }

    private func tell(
        _ diagnostics: [Diagnostic],
        of page: Page?,
        _ rules: Rules?,
        _ result: inout PageResult
    ) {
        for diagnostic in diagnostics {
            switch diagnostic.severity {
            case .error:
                result.errors += 1
                result.worst = Diagnostic.Cause.graver(result.worst, diagnostic.cause)
                if options.encodesErrors {
                    let line = ErrorLine(
                        diagnostic,
                        page: result.name,
                        url: page?.url,
                        rules: rules?.file.name
                    )
                    result.errorLines += line.text.utf8
                }
            case .warning: result.warnings += 1
            case .note: break
            }
        }
        if !options.encodesErrors { result.diagnostics += diagnostics }
    }
}

extension Record {
    /// The field that tells the page which a record is of.
    package static let pageKey = "@page"
    /// The field that tells the page's address.
    package static let urlKey = "@url"

    /// Adds the page that the record is of, and its address where that is known.
    fileprivate mutating func tell(_ page: Page) {
        fields.append(Value.Member(Record.pageKey, .string(page.name)))
        if let url = page.url { fields.append(Value.Member(Record.urlKey, .string(url))) }
    }
}

extension Schema {
    /// The schema of records that tell their page.
    package var tellingPages: Schema {
        var schema = self
        for index in schema.types.indices {
            schema.types[index].fields += [
                Field(name: Record.pageKey, type: .scalar(.string), isRequired: true),
                Field(name: Record.urlKey, type: .scalar(.url), isRequired: false),
            ]
        }
        return schema
    }
}

extension Diagnostic.Cause {
    /// The graver of two: a page falls short, its rules are none, it cannot be read.
    static func graver(_ first: Diagnostic.Cause?, _ second: Diagnostic.Cause) -> Diagnostic.Cause {
        guard let first else { return second }
        return first.gravity < second.gravity ? second : first
    }

    private var gravity: Int {
        switch self {
        case .page: 1
        case .rules: 2
        case .input: 3
        }
    }
}
