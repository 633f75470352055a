import Records
import Regression
import Scraping

/// `scrape minimise CASE`: cuts saved pages to what their rules consult.
struct MinimiseCommand {
    let options: MinimiseOptions
    let registry: Registry

    func run() throws(Diagnostic) -> ExitStatus {
        if !options.isDryRun, options.output == nil {
            try BuildServer.refuse("minimise", help: "--dry-run tells what it would save")
        }
        let cases = try CaseChoice(corpus: options.corpus, names: options.names, filters: options.filters)
            .cases()
        if let output = options.output { try check(output, cases) }
        let run = MinimiserRun(
            cases,
            RulesStore(RulesCatalogue.ofProcess(), registry: registry),
            options.minimiser,
            jobs: options.jobs
        )
        var writing = MinimisedWriting(options)
        let bar = ProgressBar(cases.count)
        run.results(progress: bar.advance) { result in
            writing.add(result)
            return true
        }
        bar.clear()
        writing.end(of: cases.count)
        return writing.status
    }

    private func check(_ output: String, _ cases: [Case]) throws(Diagnostic) {
        guard cases.count == 1 else {
            throw Diagnostic(
                .rules,
                "--output \(output) can hold one page only, \(cases.count) cases are given"
            )
        }
        if File.kind(of: output) == .folder {
            throw Diagnostic(.rules, "\(output) is a folder (--output)")
        }
    }
}

/// What comes of pages that are cut: written and told.
struct MinimisedWriting {
    private let options: MinimiseOptions
    private(set) var status = ExitStatus.success
    private var written: [MinimisedPage] = []

    init(_ options: MinimiseOptions) {
        self.options = options
    }

    /// Writes what is left of a page, and tells what that saves.
    mutating func add(_ result: MinimiserRun.Result) {
        do throws(Diagnostics) {
            let page = try result.page.get()
            try write(page)
            if page.isSmaller { written.append(page) }
            tell("\(result.test): \(MinimisedText(page).text)")
        } catch {
            status = max(status, ExitStatus(error.all))
            Console.report(error.all)
        }
    }

    /// Tells what all pages together save, where they are several.
    func end(of count: Int) {
        if count < 2 { return }
        let before = written.reduce(0) { $0 + $1.before.bytes }
        let after = written.reduce(0) { $0 + $1.after.bytes }
        let sizes = written.isEmpty ? "" : ", " + MinimisedText.sizes(before, after, "bytes")
        tell("\(written.count) of \(count) pages \(options.isDryRun ? "can be cut" : "cut")\(sizes)")
    }

    private mutating func write(_ page: MinimisedPage) throws(Diagnostics) {
        if options.isDryRun { return }
        if let output = options.output {
            if output != "-" { return try page.write(to: output) }
            let standard = StandardOutput()
            standard.write(page.page.bytes)
            standard.flush()
            status = max(status, standard.status)
        } else if page.isSmaller {
            try page.write(to: page.page.name)
        }
    }

    private func tell(_ line: String) {
        if options.output == "-" { Console.error(line) } else { Console.print(line) }
    }
}

/// What is told of a page that is cut.
struct MinimisedText {
    private let page: MinimisedPage

    init(_ page: MinimisedPage) {
        self.page = page
    }

    /// `48,210 → 3,112 bytes (6 %), 512 → 38 elements, 214 runs`.
    var text: String {
        let (before, after) = (page.before, page.after)
        let runs = "\(MinimisedText.grouped(page.runs)) run\(page.runs == 1 ? "" : "s")"
        let end = page.isEnded ? ", all that are allowed (--runs): more may be cut" : ""
        if !page.isSmaller {
            return "\(MinimisedText.grouped(before.bytes)) bytes, nothing to cut, \(runs)\(end)"
        }
        let bytes = MinimisedText.sizes(before.bytes, after.bytes, "bytes")
        let elements = "\(MinimisedText.grouped(before.elements)) → \(MinimisedText.grouped(after.elements))"
        return "\(bytes), \(elements) elements, \(runs)\(end)"
    }

    /// Two sizes with the share that the second is of the first, never rounded down to nothing.
    static func sizes(_ before: Int, _ after: Int, _ what: String) -> String {
        let share = before == 0 ? 100 : Int((Double(after) * 100 / Double(before)).rounded(.up))
        return "\(grouped(before)) → \(grouped(after)) \(what) (\(share) %)"
    }

    /// A number with commas between its thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.enumerated().map { index, digit in
            let isThousand = index > 0 && (digits.count - index) % 3 == 0
            return (isThousand ? "," : "") + String(digit)
        }.joined()
    }
}
