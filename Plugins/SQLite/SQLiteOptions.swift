import Records

/// What can be set of a database: the one table that reading and help are made of.
enum SQLiteOption: String, CaseIterable {
    case decimals

    var about: String {
        switch self {
        case .decimals:
            "text (the default) keeps every digit of a decimal; number makes it a number, to 15 digits"
        }
    }
}

/// What a user has set of a database.
struct SQLiteOptions {
    /// How decimals are kept.
    enum Decimals: String, CaseIterable {
        /// With the digits that they have: `1.10` is not `1.1`. To be compared they are cast.
        case text
        /// As binary numbers, which are compared and summed up as they are.
        case number
    }

    var decimals = Decimals.text

    init() {}

    init(_ values: [String: String]) throws(OutputError) {
        guard let text = values[SQLiteOption.decimals.rawValue] else { return }
        guard let decimals = Decimals(rawValue: text) else {
            throw OutputError(
                "expected text or number for the database's decimals, found \"\(text)\"",
                help: Suggestion.help(for: text, among: Decimals.allCases.map(\.rawValue)),
                cause: .rules
            )
        }
        self.decimals = decimals
    }
}
