import Records
import Scraping

/// Finds the type that all values of a field fit: guesses by how they look, and has the rules language itself decide.
struct TypeInference {
    /// The page whose address and clock the values are read with.
    let page: Page
    /// How many values of a field are tried; all are read once more when the draft is.
    private static let sampleLimit = 300

    /// A reading for each field; a plain string where nothing else fits.
    func readings(of fields: [FieldValues]) -> [Reading] {
        let samples = fields.map { Array(Set($0.all)).sorted().prefix(TypeInference.sampleLimit) }
        let guesses = zip(fields, samples).map { TypeGuess.readings(of: Array($1), $0.field) }
        var members: [Value.Member] = []
        var rules: [String] = []
        for (index, sample) in samples.enumerated() where !guesses[index].isEmpty {
            members.append(Value.Member("v\(index)", .list(sample.map(Value.string))))
            for (number, guess) in guesses[index].enumerated() {
                var field = FieldSketch(name: "f\(index)c\(number)", selectors: ["> v\(index) > item"])
                field.reading = guess
                field.isList = true
                rules.append(SketchWriter.member(field))
            }
        }
        guard !rules.isEmpty else { return guesses.map { _ in Reading() } }
        let outcome = read(members, rules)
        return guesses.indices.map { index in
            let fitting = guesses[index].indices.filter { number in
                let name = "f\(index)c\(number)"
                return outcome.records.first?[name]?.list?.count == samples[index].count
                    && !outcome.diagnostics.contains { $0.field == name }
            }
            return TypeGuess.choose(fitting.map { guesses[index][$0] })
        }
    }

    private func read(_ members: [Value.Member], _ fields: [String]) -> Outcome {
        let text =
            "{\"source\": \"json\", \"records\": {\"Values\": {\"fields\": {\(fields.joined(separator: ", "))}}}}"
        guard let rules = try? Rules(SourceText(name: "types", bytes: Array(text.utf8)), registry: Registry())
        else {
            return Outcome(records: [], diagnostics: [])
        }
        let bytes = Array(JSONWriter.compact(.object(members)).utf8)
        let url = PageAddresses.address(of: page)
        return rules.scrape(Page(name: "values", bytes: bytes, url: url, clock: page.clock))
    }
}
