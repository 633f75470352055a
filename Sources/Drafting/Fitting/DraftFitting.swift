import DOM
import Engine
import Records
import Selectors
import Sources

/// Fits a draft to its pages: reads the pages with it, and keeps the fields with values, with names and types for
/// these.
struct DraftFitting {
    let pages: [Page]
    /// The maximum number of rounds. Each retracts at least one part.
    private static let rounds = 12
    /// The maximum number of fields of a record: all columns of nearly all tables and data.
    private static let fieldLimit = 400

    /// Returns the draft that fits all pages, or `nil` if no part of it does.
    func fitted(_ draft: RulesDraft, _ notes: inout [String]) -> RulesDraft? {
        var draft = robust(draft)
        for index in draft.records.indices {
            for field in draft.records[index].fields.indices {
                draft.records[index].fields[field].name = "f\(field)"
            }
        }
        guard let outcomes = outcomes(of: draft) else { return nil }
        draft.records = draft.records.compactMap { resolved($0, outcomes) }
        for _ in 0..<DraftFitting.rounds {
            guard !draft.records.isEmpty, let outcomes = self.outcomes(of: draft) else { return nil }
            if !retract(outcomes, &draft) {
                if !pages.isEmpty, outcomes.contains(where: \.records.isEmpty) { return nil }
                noteWarnings(outcomes, &notes)
                return draft
            }
        }
        return nil
    }

    /// Returns the draft without selectors that are invalid or brittle.
    private func robust(_ draft: RulesDraft) -> RulesDraft {
        func isRobust(_ selector: String) -> Bool {
            (try? SelectorList(selector, prefixes: .page)) != nil && Brittleness(selector) == nil
        }
        var draft = draft
        draft.records = draft.records.filter { $0.each.map(isRobust) ?? true }
        for index in draft.records.indices {
            draft.records[index].fields = draft.records[index].fields.filter {
                $0.selectors.allSatisfy(isRobust)
            }
        }
        draft.records.removeAll(where: \.fields.isEmpty)
        return draft
    }

    private func outcomes(of draft: RulesDraft) -> [Outcome]? {
        guard !draft.records.isEmpty else { return nil }
        let text = SourceText(name: "draft", bytes: DraftWriter.text(of: draft))
        guard let rules = try? Rules(text, registry: Registry()) else { return nil }
        return pages.map { rules.scrape($0) }
    }

    // MARK: - Values

    /// Returns a record whose fields have names, types and evidence, or `nil` if no field remains.
    private func resolved(_ record: RecordDraft, _ outcomes: [Outcome]) -> RecordDraft? {
        let found = outcomes.map { $0.records.filter { $0.type == record.name } }
        guard found.allSatisfy({ !$0.isEmpty }) else { return nil }
        var columns: [FieldExamples] = []
        for field in record.fields {
            let values = FieldExamples(field, found)
            // Labels are optional on most sites.
            guard values.isOnEveryPage || field.label != nil && values.count > 0,
                !values.isMeaningless(field),
                !columns.contains(where: { $0.isSame(values) })
            else { continue }
            columns.append(values)
        }
        columns = Array(columns.prefix(DraftFitting.fieldLimit))
        guard !columns.isEmpty else { return nil }
        let conversions = TypeInference(page: pages[0]).conversions(of: columns)
        var record = record
        var naming = FieldNaming(record: record)
        record.fields = zip(columns, conversions).map { values, conversion in
            var field = values.field
            field.conversion = conversion
            field.evidence = values.evidence
            field.name = naming.name(of: field, values)
            return field
        }
        if let index = DraftFitting.mainField(of: record.fields, columns) {
            record.fields[index].isRequired = true
        }
        return record
    }

    /// The required field: the one with a title's name, or else the first text that all records have.
    private static func mainField(of fields: [FieldDraft], _ values: [FieldExamples]) -> Int? {
        let complete = fields.indices.filter { values[$0].isComplete && !fields[$0].isList }
        return complete.first { ["title", "name", "headline"].contains(fields[$0].name) }
            ?? complete.first { fields[$0].hints.kind == .text } ?? complete.first
    }

    // MARK: - Retraction

    /// Retracts the parts that cause diagnostics or yield nothing. Returns whether there were any.
    private func retract(_ outcomes: [Outcome], _ draft: inout RulesDraft) -> Bool {
        var isChanged = false
        var seen: Set<[String]> = []
        for diagnostic in outcomes.flatMap(\.diagnostics) where diagnostic.severity != .note {
            guard let type = diagnostic.record, let name = diagnostic.field,
                seen.insert([type, name]).inserted,
                let record = draft.records.firstIndex(where: { $0.name == type }),
                let field = draft.records[record].fields.firstIndex(where: { $0.name == name })
            else { continue }
            isChanged = true
            if draft.records[record].fields[field].conversion != ValueConversion() {
                draft.records[record].fields[field].conversion = ValueConversion()
            } else if draft.records[record].fields[field].isRequired {
                draft.records[record].fields[field].isRequired = false
            } else {
                draft.records[record].fields.remove(at: field)
            }
        }
        for record in draft.records
        where !outcomes.allSatisfy({ $0.records.contains { $0.type == record.name } }) {
            draft.records.removeAll { $0.name == record.name }
            isChanged = true
        }
        draft.records.removeAll(where: \.fields.isEmpty)
        return isChanged
    }

    private func noteWarnings(_ outcomes: [Outcome], _ notes: inout [String]) {
        for diagnostic in outcomes.flatMap(\.diagnostics) {
            let line = diagnostic.location?.line.map { ", line \($0)" } ?? ""
            notes.append("\(diagnostic.location?.file ?? "")\(line): \(diagnostic.message)")
        }
    }
}

/// The values of a field, record by record.
struct FieldExamples {
    let field: FieldDraft
    /// The texts of each record's value. Empty for a record without one.
    let texts: [[String]]
    /// Whether each page has a value in at least one record.
    let isOnEveryPage: Bool

    init(_ field: FieldDraft, _ found: [[Record]]) {
        self.field = field
        let values = found.map { records in records.map { $0[field.name] } }
        texts = values.flatMap { $0.map { value in FieldExamples.texts(of: value) } }
        isOnEveryPage = values.allSatisfy { $0.contains { !FieldExamples.texts(of: $0).isEmpty } }
    }

    private static func texts(of value: Value?) -> [String] {
        guard let value else { return [] }
        return (value.list ?? [value]).map(\.text).filter { !$0.isEmpty }
    }

    var all: [String] { texts.flatMap { $0 } }

    /// The number of records with a value.
    var count: Int { texts.count { !$0.isEmpty } }

    /// Whether every record has a value.
    var isComplete: Bool { count == texts.count }

    /// Whether many records have the same text, which is usually the label of a button, or several the same text with a
    /// colon, which is the label of another value.
    func isMeaningless(_ field: FieldDraft) -> Bool {
        let isLabel = all.first.map { LabelText.isMarked($0) } ?? false
        if isLabel, texts.count > 1, Set(all).count == 1 { return true }
        guard texts.count >= 4, field.hints.given == nil, Set(all).count == 1 else { return false }
        return field.hints.words.allSatisfy { Lexicon.name(for: $0) == nil }
    }

    /// Whether two fields have the same values in all records.
    func isSame(_ other: FieldExamples) -> Bool {
        field.isList == other.field.isList && texts == other.texts
            && (texts.count > 1 || field.hints.kind == other.field.hints.kind && field.hints.given == nil)
    }

    /// The number of values and an example, for a comment.
    var evidence: String {
        let sample = all.first.map { "\"\(DraftWriter.shortenedComment($0))\"" } ?? ""
        return texts.count == 1 ? sample : "in \(count) of \(texts.count), such as \(sample)"
    }
}

/// Names the fields of a record: by properties and columns, by the meaning of the site's own names, or else by the form
/// of the values.
struct FieldNaming {
    /// The first words of most of the site's names: those that name the block.
    private let blockWords: Set<String>
    /// Whether a field is a title by its name or element.
    private let hasTitle: Bool
    private var taken: Set<String> = []

    init(record: RecordDraft) {
        let names = record.fields.compactMap(\.hints.words.first)
        var counts: [String: Int] = [:]
        for name in names {
            if let word = Lexicon.words(name).first { counts[word, default: 0] += 1 }
        }
        blockWords = Set(counts.filter { $0.value > 1 && $0.value * 2 > names.count }.keys)
        hasTitle = record.fields.contains { field in
            let names = [field.hints.given].compactMap { $0 } + field.hints.words.compactMap(Lexicon.name)
            return field.hints.kind == .text && FieldNaming.headings.contains(field.hints.tag)
                || names.contains { ["title", "name", "headline"].contains($0) }
        }
    }

    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// Returns a name that no other field of the record has.
    mutating func name(of field: FieldDraft, _ values: FieldExamples) -> String {
        var name = field.hints.given ?? meaning(of: field, values)
        if field.isList, field.hints.given == nil, !name.hasSuffix("s") { name += "s" }
        if taken.insert(name).inserted { return name }
        let other = ownWords(of: field)
        if let other, other != name, taken.insert(other).inserted { return other }
        var number = 2
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        return "\(name)\(number)"
    }

    private func meaning(of field: FieldDraft, _ values: FieldExamples) -> String {
        let known = field.hints.words.lazy.compactMap { Lexicon.name(for: $0) }.first
        switch field.hints.kind {
        case .link:
            guard let known, known != "title", known != "name", known != "image" else { return "url" }
            return known + "Url"
        case .image: return known == "author" ? "authorImage" : "image"
        case .time: return known == "updated" ? "updated" : "date"
        case .attribute, .text: break
        }
        switch field.conversion.type {
        case "date", "datetime": return known == "updated" ? "updated" : "date"
        case "duration": return "duration"
        default: break
        }
        if field.conversion.readsNumber, field.conversion.type == "decimal" {
            return known == "oldPrice"
                ? "oldPrice" : known.map { Lexicon.isCount($0) ? $0 : "price" } ?? "price"
        }
        // A name that suggests a date, although the value is not one: "by Kim, 3 minutes to read".
        if let known, known != "date",
            !Lexicon.isPrice(known) || values.all.contains(where: { $0.contains(where: \.isNumber) })
        {
            return known
        }
        if let own = ownWords(of: field) { return own }
        switch field.hints.tag {
        case let tag where FieldNaming.headings.contains(tag): return "title"
        case "address": return "address"
        case "figcaption": return "caption"
        case "blockquote", "p": return "text"
        case "a": return hasTitle || values.all.contains { $0.utf8.count < 2 } ? "link" : "title"
        case "time": return "date"
        default: return values.all.allSatisfy { $0.allSatisfy(\.isNumber) } ? "number" : "text"
        }
    }

    /// The words of the site's own name, without those of the layout.
    private func ownWords(of field: FieldDraft) -> String? {
        for name in field.hints.words {
            let words = Lexicon.words(name).filter {
                !Lexicon.layout.contains($0) && !(Lexicon.name(for: $0).map(Lexicon.isPrice) ?? false)
                    && !blockWords.contains($0) && $0.count > 1
                    && !$0.allSatisfy(\.isNumber)
            }
            if !words.isEmpty, words.count <= 3, words[0].first?.isLetter == true {
                return Lexicon.camelCase(words)
            }
        }
        return nil
    }
}
