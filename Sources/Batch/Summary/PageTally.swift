import Records
package import Scraping

/// What a page has yielded: records by type, and how many of them have each field.
package struct PageTally: Sendable {
    /// The records of a type.
    package struct TypeTally: Sendable {
        /// The type's name.
        package let name: String
        /// How many records there are.
        package var count = 0
        /// The fields' names, and how many records have each.
        package var filled: [(field: String, count: Int)]

        init(_ type: Schema.RecordType) {
            name = type.name
            filled = type.fields.map { ($0.name, 0) }
        }

        mutating func add(_ record: Record) {
            count += 1
            // Mostly both are in the order of the rules, so that each field is found behind the one before.
            var place = 0
            for member in record.fields where member.value != .list([]) && member.value != .null {
                let behind = filled[place...].firstIndex { $0.field == member.name }
                guard let found = behind ?? filled.firstIndex(where: { $0.field == member.name }) else {
                    continue
                }
                filled[found].count += 1
                place = found + 1
            }
        }
    }

    /// The rules that read the page; `nil` where none did.
    package var rules: String?
    /// The rules' record types in their order.
    package var types: [TypeTally] = []

    package init() {}

    /// What came out of a page.
    package init(_ outcome: Outcome, _ rules: Rules) {
        self.init(outcome.records, types: rules.schema.types, rules: PageTally.name(of: rules))
    }

    init(_ records: [Record], types all: [Schema.RecordType], rules: String) {
        self.rules = rules
        types = all.map(TypeTally.init)
        for record in records {
            guard let index = types.firstIndex(where: { $0.name == record.type }) else { continue }
            types[index].add(record)
        }
    }

    /// What summaries call rules: their file's name without its ending, which is the site's in a corpus.
    static func name(of rules: Rules) -> String {
        let name = rules.file.name.split(separator: "/").last.map(String.init) ?? rules.file.name
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}
