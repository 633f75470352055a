import Records
import Regression

/// The options of `scrape test --stress`.
struct StressOptions {
    let stress: Stress
    let isJSON: Bool

    static let stressOption = Option(
        name: "--stress",
        about: [
            "change each page as sites do and tell which fields survive, the worst first, and",
            "sturdier selectors; golden files are not read",
        ]
    )
    static let seedOption = Option(
        name: "--seed",
        argument: "N",
        about: ["with --stress: choose other changes; the same number makes the same, 1 unless given"]
    )
    static let mutationsOption = Option(
        name: "--mutations",
        argument: "N",
        about: ["with --stress: how many changes to try of each page; \(Stress.usualMutations) unless given"]
    )
    static let all = [stressOption, seedOption, mutationsOption]

    /// The options, or `nil` where `--stress` is not given.
    init?(_ parser: ArgumentParser, format: TestFormat, jobs: Int) throws(Diagnostic) {
        guard parser.has(StressOptions.stressOption) else {
            let others = [StressOptions.seedOption, StressOptions.mutationsOption]
            if let other = others.first(where: parser.has) {
                throw Diagnostic(.rules, "\(other.name) goes with --stress")
            }
            return nil
        }
        var stress = Stress(jobs: jobs)
        if let seed = try StressOptions.number(parser, StressOptions.seedOption) { stress.seed = seed }
        if let count = try StressOptions.number(parser, StressOptions.mutationsOption) {
            guard count > 0, count <= 1_000_000 else {
                throw Diagnostic(.rules, "--mutations takes a number from 1 to 1000000, found \"\(count)\"")
            }
            stress.mutations = Int(count)
        }
        self.stress = stress
        switch format {
        case .text: isJSON = false
        case .json: isJSON = true
        case .tap: throw Diagnostic(.rules, "--stress prints text or json: no cases pass or fail (--format)")
        }
    }

    private static func number(_ parser: ArgumentParser, _ option: Option) throws(Diagnostic) -> UInt64? {
        guard let text = try parser.value(option) else { return nil }
        guard let number = UInt64(text) else {
            throw Diagnostic(.rules, "\(option.name) takes a whole number, found \"\(text)\"")
        }
        return number
    }
}
