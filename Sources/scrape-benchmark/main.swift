import Platform

// scrape-benchmark [--growth] [--set FILE] [PAGE …]
// scrape-benchmark parse [--rounds N] [--parser standard|libxml2] [--decode] [--list FILE] [PAGE …]
// scrape-benchmark parse-growth [--scale PERCENT] [NAME …]
// scrape-benchmark patterns FILE PATTERN…
// scrape-benchmark addresses [--base ADDRESS] FILE
// scrape-benchmark answer url|robots|cookies
// scrape-benchmark politeness [--requests N] [--hosts N] [--seed S]
// scrape-benchmark renamings [--corpus FOLDER] [--rules FOLDER] [--every N] [--show] [SITE[/CASE] …]
// scrape-benchmark survival [--mutations N] [--seed S] [RULES PAGE …]
// scrape-benchmark fuzz [--all | --reader NAME …] [--count N] [--seed S] [--first I] [--pages DIR] [--show]
//
// Measures selectors, parsing, patterns, addresses, repairs, and the growth of parse time on hostile pages, and fuzzes the
// readers of all formats. Times are meaningful only in release builds.

let usage = """
    usage: scrape-benchmark [--growth] [--set FILE] [PAGE …]

    \(ParseCommand.usage)

    \(ParseGrowthCommand.usage)

    \(PatternsCommand.usage)

    \(FuzzCommand.usage)

    \(AddressesCommand.usage)

    \(AnswerCommand.usage)

    \(PolitenessCommand.usage)

    \(RenamingsCommand.usage)

    \(SurvivalCommand.usage)
    """

/// Runs the command and returns the exit status.
func run(_ arguments: ArraySlice<String>) throws(CommandError) -> Int32 {
    if arguments.contains("--help") {
        print(usage)
        return 0
    }
    if arguments.first == "answer" { return try AnswerCommand(arguments.dropFirst()).run() }
    #if DEBUG
        print("warning: this is a debug build, whose times are meaningless")
    #endif
    switch arguments.first {
    case "addresses": return try AddressesCommand(arguments.dropFirst()).run()
    case "fuzz": return try FuzzCommand(arguments.dropFirst()).run()
    case "politeness": return try PolitenessCommand(arguments.dropFirst()).run()
    case "renamings": return try RenamingsCommand(arguments.dropFirst()).run()
    case "survival": return try SurvivalCommand(arguments.dropFirst()).run()
    case "patterns": return try PatternsCommand(arguments.dropFirst()).run()
    case "parse": return try ParseCommand(arguments.dropFirst()).run()
    case "parse-growth": return try ParseGrowthCommand(arguments.dropFirst()).run()
    default: return try SelectorCommand(arguments).run()
    }
}

// As the command does.
SystemCalls.keepFreedMemory()
do {
    exit(try run(CommandLine.arguments.dropFirst()))
} catch {
    print("scrape-benchmark: error: \(error.text)")
    exit(2)
}
