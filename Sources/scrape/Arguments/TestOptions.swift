import Glibc
import Records
import Regression
import Scraping

/// The options of `scrape test`.
struct TestOptions {
    let corpus: String
    let isUpdate: Bool
    /// What is accepted as it comes out, as the user wrote it.
    let accepted: [String]
    /// Which cases: a site, or `site/case`; none means all.
    let names: [String]
    let filters: [CasePattern]
    /// The patterns as the user wrote them.
    let filterTexts: [String]
    let isFailFast: Bool
    let junit: String?
    let format: TestFormat
    let maxAge: Age?
    let jobs: Int
    let isWatch: Bool
    let reading: ReadingOptions
    let plugins: PluginOptions
    let coverage: CoverageOptions
    /// How pages are changed, where the rules are to be tried with changed ones.
    let stress: StressOptions?

    static let corpusOption = Option(
        name: "--corpus",
        argument: "FOLDER",
        about: ["the folder of cases; ./Corpus unless given"]
    )
    static let filterOption = Option(
        name: "--filter",
        argument: "PATTERN",
        about: [
            "run only cases SITE/CASE that fit, * for any text, ? for any character; without a",
            "slash the site or the case's name must. Of several one must fit",
        ]
    )
    static let failFastOption = Option(name: "--fail-fast", about: ["end with the first case that fails"])
    static let updateOption = Option(
        name: "--update",
        about: [
            "write what comes out as the golden files and tell what has changed;",
            "refused where CI is set",
        ]
    )
    static let acceptOption = Option(
        name: "--accept",
        argument: "SITE/CASE[.FIELD]",
        about: [
            "write only this of what comes out into the case's golden file: a field (a.b for",
            "one of objects, TYPE.FIELD for one type's), TYPE for all of its records,",
            "\"diagnostics\", or without anything the whole case. May stand several times",
        ]
    )
    static let formatOption = Option(
        name: "--format",
        short: "-f",
        argument: "FORMAT",
        about: ["how results are printed: text, tap (TAP 14), or json (one object)"],
        choices: TestFormat.allCases.map(\.rawValue)
    )
    static let junitOption = Option(
        name: "--junit",
        argument: "FILE",
        about: ["write the results as JUnit's XML as well"]
    )
    static let ageOption = Option(
        name: "--max-age",
        argument: "AGE",
        about: [
            "warn of pages that were saved longer ago, such as 180d, 26w, 6m (months) or 1y;",
            "the exit status stays as it is",
        ]
    )
    static let jobsOption = Option(
        name: "--jobs",
        short: "-j",
        argument: "NUMBER",
        about: ["how many cases are run at once; as many as there are processors unless given"]
    )
    static let watchOption = Option(
        name: "--watch",
        about: ["go on, and run again what a changed rules file, page or golden file touches"]
    )

    static let all =
        [
            corpusOption, filterOption, failFastOption, updateOption, acceptOption, formatOption, junitOption,
            ageOption, jobsOption, watchOption,
        ] + CoverageOptions.all + StressOptions.all + ReadingArguments.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        reading = try ReadingArguments.reading(parser)
        plugins = try PluginOptions(parser)
        coverage = try CoverageOptions(parser)
        corpus = try parser.value(TestOptions.corpusOption) ?? "Corpus"
        isUpdate = parser.has(TestOptions.updateOption)
        accepted = parser.values(TestOptions.acceptOption)
        names = parser.operands
        filterTexts = parser.values(TestOptions.filterOption)
        filters = filterTexts.map { CasePattern($0) }
        isFailFast = parser.has(TestOptions.failFastOption)
        junit = try parser.value(TestOptions.junitOption)
        format = try TestFormat(parser)
        maxAge = try TestOptions.age(parser)
        jobs = try TestOptions.jobs(parser)
        isWatch = parser.has(TestOptions.watchOption)
        stress = try StressOptions(parser, format: format, jobs: jobs)
        try checkTogether()
    }

    /// Tells of options that ask for different things.
    private func checkTogether() throws(Diagnostic) {
        if isUpdate, !accepted.isEmpty {
            throw Diagnostic(
                .rules,
                "--update accepts everything: --accept has nothing to add",
                help: "leave one of them out"
            )
        }
        let writes = isUpdate ? "--update" : accepted.isEmpty ? nil : "--accept"
        if let writes, format != .text || junit != nil {
            throw Diagnostic(
                .rules,
                "\(writes) writes golden files and reports no results (\(junit == nil ? "--format" : "--junit"))"
            )
        }
        if coverage.isWanted, format != .text || isWatch || writes != nil {
            let other = isWatch ? "--watch" : writes ?? "--format \(format.rawValue)"
            throw Diagnostic(.rules, "--coverage prints a report of its own and does not go with \(other)")
        }
        if stress != nil, let other = writes ?? (junit != nil ? "--junit" : isWatch ? "--watch" : nil) {
            throw Diagnostic(.rules, "--stress reports on rules, not on cases: it does not go with \(other)")
        }
        guard isWatch else { return }
        let other =
            writes ?? (junit != nil ? "--junit" : format != .text ? "--format \(format.rawValue)" : nil)
        if let other {
            throw Diagnostic(.rules, "--watch prints for people and goes on: it does not go with \(other)")
        }
    }

    /// The age above which pages are told of, by the machine's clock.
    var ageLimit: AgeLimit? { maxAge.map { AgeLimit($0, now: Int(time(nil))) } }

    private static func age(_ parser: ArgumentParser) throws(Diagnostic) -> Age? {
        guard let text = try parser.value(ageOption) else { return nil }
        guard let age = Age(text) else {
            throw Diagnostic(
                .rules,
                "\"\(text)\" is not an age (--max-age)",
                help: "write a whole number and d, w, m (months) or y, such as 180d"
            )
        }
        return age
    }

    /// How many cases are run at once.
    static func jobs(_ parser: ArgumentParser) throws(Diagnostic) -> Int {
        guard let text = try parser.value(jobsOption) else { return TestRun.processors }
        guard let jobs = Int(text), (1...256).contains(jobs) else {
            throw Diagnostic(.rules, "--jobs takes a whole number from 1 to 256, found \"\(text)\"")
        }
        return jobs
    }
}
