/// Names of records and fields made of the names that data has.
enum DataNames {
    /// A field's name of the names that lead to it: `author` for `author > name`, `locationId` for `location_id`.
    static func field(_ names: [String]) -> String {
        var names = names
        if names.count > 1, let last = names.last, ["name", "rendered", "value", "#text"].contains(last) {
            names.removeLast()
        }
        let words = names.flatMap { Lexicon.words($0) }
        let name = Lexicon.camelCase(words)
        return name.isEmpty ? names.last ?? "value" : name
    }

    /// A record's name of the names that lead to it: `Event` for `events > item`.
    static func record(_ names: [String], fallback: String) -> String {
        let generic: Set<String> = [
            "item", "items", "results", "result", "data", "json", "list", "children", "edges", "node",
            "nodes", "*",
        ]
        let name = names.reversed().first {
            !generic.contains($0.lowercased()) && $0.contains(where: \.isLetter)
        }
        guard let name else { return fallback }
        var words = Lexicon.words(name)
        guard let last = words.popLast() else { return fallback }
        words.append(Lexicon.singular(last))
        let record = words.map(\.capitalizedFirst).joined()
        return record.first?.isLetter == true ? record : fallback
    }
}
