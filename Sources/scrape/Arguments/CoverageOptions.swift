import Records

/// The options of `scrape test` that ask how much of the rules the cases exercise.
struct CoverageOptions {
    let isWanted: Bool
    /// Whether each construct is listed with the cases that exercise it.
    let listsCases: Bool
    /// The least share of the constructs, in percent.
    let minimum: Double?

    static let coverageOption = Option(
        name: "--coverage",
        about: [
            "also tell how much of the rules files the cases exercise: record types, layouts,",
            "alternatives, selectors, case arms, steps and preparations, and which never",
        ]
    )
    static let casesOption = Option(
        name: "--coverage-cases",
        about: ["the same, and list everything with the cases that exercise it"]
    )
    static let minimumOption = Option(
        name: "--min-coverage",
        argument: "PERCENT",
        about: ["the same as --coverage, and fail where less than this is exercised"]
    )
    static let all = [coverageOption, casesOption, minimumOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        listsCases = parser.has(CoverageOptions.casesOption)
        var minimum: Double?
        if let text = try parser.value(CoverageOptions.minimumOption) {
            let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text)
            guard let number, number >= 0, number <= 100 else {
                throw Diagnostic(.rules, "--min-coverage takes a number from 0 to 100, found \"\(text)\"")
            }
            minimum = number
        }
        self.minimum = minimum
        isWanted = parser.has(CoverageOptions.coverageOption) || listsCases || minimum != nil
    }
}
