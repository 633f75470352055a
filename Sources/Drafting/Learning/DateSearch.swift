import DOM
import Engine
import Records

/// Finds dates in a page's own format: `2010-06-01` as "June 1, 2010".
enum DateSearch {
    /// The texts that are read as a date, and how.
    ///
    /// - Parameter wanted: a date or a time in ISO 8601; nothing else is searched for.
    static func places(of wanted: String, in text: PageText) -> [(PageText.Entry, Reading)] {
        let parts = wanted.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
        else { return [] }
        let isTime = wanted.utf8.count > 10
        guard !isTime || wanted.dropFirst(10).first == "T" else { return [] }
        let year = String(parts[0])
        let day = parts[2].drop { $0 == "0" }
        let found = text.entries.filter {
            $0.text.utf8.count <= 60 && $0.text != wanted && $0.text.contains(day)
                && ($0.text.contains(year) || $0.text.contains(year.suffix(2)))
        }
        let values = Array(Array(Set(found.map(\.text))).sorted().prefix(40))
        let conversions = self.conversions(of: values.flatMap(dates), wanted, isTime: isTime, text.page)
        return found.compactMap { entry in
            for date in dates(in: entry.text) {
                guard var reading = conversions[date] else { continue }
                if date.utf8.count < entry.text.utf8.count {
                    let before = String(entry.text.dropLast(date.count)).trimmed
                    let pattern = "^" + CandidateSearch.pattern(before) + "\\s+(.+)$"
                    reading.steps.insert("{ \"match\": \(DraftWriter.string(pattern)) }", at: 0)
                    reading.doubt += 0.7
                }
                return (entry, reading)
            }
            return nil
        }
    }

    /// A text that may be a date, and the rest of it without up to three words at its start: "Published June 1, 2010".
    private static func dates(in text: String) -> [String] {
        var dates = [text]
        var rest = text[...]
        for _ in 0..<3 {
            guard let space = rest.firstIndex(of: " "), !rest[..<space].contains(where: \.isNumber) else {
                break
            }
            rest = rest[rest.index(after: space)...]
            dates.append(String(rest))
        }
        return dates
    }

    /// How each text is read as the wanted date.
    private static func conversions(
        of texts: [String],
        _ wanted: String,
        isTime: Bool,
        _ page: Page
    ) -> [String: Reading] {
        let language = PageLanguage.of(page)
        var tries: [(text: String, conversion: ValueConversion)] = []
        for text in texts {
            var field = FieldDraft()
            field.isWord = true
            for conversion in TypeGuess.conversions(of: [text], field, language)
            where conversion.type == (isTime ? "datetime" : "date") {
                tries.append((text, conversion))
            }
        }
        guard !tries.isEmpty else { return [:] }
        let members = tries.indices.map { Value.Member("v\($0)", .string(tries[$0].text)) }
        let fields = tries.indices.map { index in
            var field = FieldDraft(name: "f\(index)", selectors: ["> v\(index)"])
            field.conversion = tries[index].conversion
            return DraftWriter.member(field)
        }
        let source =
            "{\"source\": \"json\", \"records\": {\"Values\": {\"fields\": {\(fields.joined(separator: ", "))}}}}"
        guard
            let rules = try? Rules(SourceText(name: "dates", bytes: Array(source.utf8)), registry: Registry())
        else { return [:] }
        let bytes = Array(JSONWriter.compact(.object(members)).utf8)
        let record = rules.scrape(Page(name: "values", bytes: bytes, url: page.url, clock: page.clock))
            .records.first
        var readings: [String: Reading] = [:]
        for (index, entry) in tries.enumerated() where readings[entry.text] == nil {
            guard record?["f\(index)"]?.string == wanted else { continue }
            // In 06/06/2010, either number may be the month.
            let isNumeric = ["d/M/yyyy", "M/d/yyyy"].contains(entry.conversion.formats.first ?? "")
            if isNumeric, wanted.dropFirst(5).prefix(2) == wanted.dropFirst(8).prefix(2) { continue }
            var reading = Reading(steps: entry.conversion.steps, type: entry.conversion.type, doubt: 0.5)
            let formats = entry.conversion.formats.map(DraftWriter.string)
            if formats.count == 1 { reading.members.append("\"format\": \(formats[0])") }
            if formats.count > 1 {
                reading.members.append("\"format\": [\(formats.joined(separator: ", "))]")
            }
            if let locale = entry.conversion.locale {
                reading.members.append("\"locale\": \(DraftWriter.string(locale))")
            }
            readings[entry.text] = reading
        }
        return readings
    }
}
