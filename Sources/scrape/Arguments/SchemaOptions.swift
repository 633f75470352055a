import Records

/// The options of `scrape schema`.
struct SchemaOptions {
    let isSwift: Bool
    let rules: String

    static let swiftOption = Option(
        name: "--swift",
        about: ["print Swift types instead, into which the records can be decoded"]
    )

    static let all = [swiftOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        isSwift = parser.has(SchemaOptions.swiftOption)
        guard let first = parser.operands.first else {
            throw Diagnostic(.rules, "no rules file is given", help: "write scrape schema rules/alchemy.json")
        }
        guard parser.operands.count == 1 else {
            throw Diagnostic(
                .rules,
                "a schema is that of one rules file, \(parser.operands.count) are given"
            )
        }
        rules = first
    }
}
