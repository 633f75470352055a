/// Gives the fields of a record names: those of properties and columns, what a site's own names mean, else what the
/// values are.
struct FieldNaming {
    /// The words that many of the site's names begin with: those of the block that they stand in.
    private let blockWords: Set<String>
    private var taken: Set<String> = []

    init(record: RecordSketch) {
        let names = record.fields.compactMap(\.hints.words.first)
        var counts: [String: Int] = [:]
        for name in names {
            if let word = Lexicon.words(name).first { counts[word, default: 0] += 1 }
        }
        blockWords = Set(counts.filter { $0.value > 1 && $0.value * 2 > names.count }.keys)
    }

    /// A name that no other field of the record has.
    mutating func name(of field: FieldSketch, _ values: FieldValues) -> String {
        var name = field.hints.given ?? meaning(of: field, values)
        if field.isList, field.hints.given == nil, !name.hasSuffix("s") { name += "s" }
        if taken.insert(name).inserted { return name }
        let other = ownWords(of: field)
        if let other, other != name, taken.insert(other).inserted { return other }
        var number = 2
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        return "\(name)\(number)"
    }

    private func meaning(of field: FieldSketch, _ values: FieldValues) -> String {
        let known = field.hints.words.lazy.compactMap { Lexicon.name(for: $0) }.first
        switch field.hints.kind {
        case .link:
            guard let known, known != "title", known != "name", known != "image" else { return "url" }
            return known + "Url"
        case .image: return known == "author" ? "authorImage" : "image"
        case .time: return known == "updated" ? "updated" : "date"
        case .attribute, .text: break
        }
        switch field.reading.type {
        case "date", "datetime": return known == "updated" ? "updated" : "date"
        case "duration": return "duration"
        default: break
        }
        if field.reading.steps == ["\"number\""], field.reading.type == "decimal" {
            return known == "oldPrice"
                ? "oldPrice" : known.map { Lexicon.isCount($0) ? $0 : "price" } ?? "price"
        }
        // A site's word for a date that is none: "by Kim, 3 minutes to read".
        if let known, known != "date" { return known }
        if let own = ownWords(of: field) { return own }
        switch field.hints.tag {
        case "h1", "h2", "h3", "h4", "h5", "h6": return "title"
        case "address": return "address"
        case "figcaption": return "caption"
        case "blockquote", "p": return "text"
        case "a": return "link"
        case "time": return "date"
        default: return values.all.allSatisfy { $0.allSatisfy(\.isNumber) } ? "number" : "text"
        }
    }

    /// The words of the site's own name that are left without those of the layout.
    private func ownWords(of field: FieldSketch) -> String? {
        for name in field.hints.words {
            let words = Lexicon.words(name).filter {
                !Lexicon.layout.contains($0) && !blockWords.contains($0) && $0.count > 1
                    && !$0.allSatisfy(\.isNumber)
            }
            if !words.isEmpty, words.count <= 3, words[0].first?.isLetter == true {
                return Lexicon.camelCase(words)
            }
        }
        return nil
    }
}
