import Basics
import Cases
import CompiledInPlugins
import Drafting
import Engine
import Records
import Regression

/// `scrape-benchmark survival`: measures how many mutations of pages learned rules survive.
struct SurvivalCommand {
    static let usage = """
        usage: scrape-benchmark survival [--mutations N] [--seed S] [RULES PAGE …]

        Mutates pages as scrape test --stress does, with mutations other than those by which scrape learn compares selectors, and
        prints the share of mutations that each field of the rules survives, and the mean. Without RULES, rules are learned from
        each HTML page of the corpus and its golden records.
        """

    private var mutations = 200
    private var seed: UInt64 = 2
    private var operands: [String] = []

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--mutations": mutations = max(1, try CommandError.number(of: argument, &arguments))
            case "--seed": seed = UInt64(max(0, try CommandError.number(of: argument, &arguments)))
            default:
                if argument.hasPrefix("-") {
                    throw CommandError(text: "unknown option \(argument) of survival")
                }
                operands.append(argument)
            }
        }
        if operands.count == 1 { throw CommandError(text: "survival takes RULES and pages") }
    }

    /// - Returns: the exit status.
    func run() throws(CommandError) -> Int32 {
        do {
            let registry = try Registry(CompiledInPlugins.all)
            if let path = operands.first {
                let rules = try Rules.load(path, registry: registry)
                let pages = try operands.dropFirst().map { Page(name: $0, bytes: try File.read($0)) }
                report(shares(rules, pages))
            } else {
                report(try corpusShares())
            }
        } catch {
            throw CommandError(text: "\(error)")
        }
        return 0
    }

    private func shares(_ rules: Rules, _ pages: [Page]) -> [(name: String, share: Double)] {
        let test = MutationTest(seed: seed, mutations: mutations)
        let fields = rules.schema.types.flatMap { type in type.fields.map { "\(type.name).\($0.name)" } }
        let shares = test.survival(rules, pages: pages)
        return fields.compactMap { name in shares[name].map { (name, $0) } }
    }

    /// The shares of what is learned from each saved page of the corpus.
    private func corpusShares() throws -> [(name: String, share: Double)] {
        try Corpus(folder: "Corpus").cases().filter { !$0.isCrawl }.flatMap {
            test -> [(name: String, share: Double)] in
            let page = try test.page(try test.facts())
            let golden = try test.golden().records
            guard page.name.hasSuffix(".html"), let type = golden.first?["@type"] else { return [] }
            let records = golden.filter { $0["@type"] == type }.map { record in
                (record.object ?? []).filter { !$0.name.hasPrefix("@") }
            }
            let learned = Learner().learn([LearningExample(page, records: records)])
            guard learned.hasFields else { return [] }
            let rules = try Rules(SourceText(name: "\(test)", bytes: learned.text), registry: Registry())
            return shares(rules, [page]).map { ("\(test) \($0.name)", $0.share) }
        }
    }

    private func report(_ shares: [(name: String, share: Double)]) {
        for (name, share) in shares { print("\(Report.fixed(100 * share, 1))% \(name)") }
        let mean = shares.reduce(0) { $0 + $1.share } / Double(max(1, shares.count))
        let low = shares.count { $0.share < 0.9 }
        print(
            "survival \(Report.fixed(100 * mean, 2))% of \(shares.count) fields, \(low) of them below 90%"
        )
    }
}
