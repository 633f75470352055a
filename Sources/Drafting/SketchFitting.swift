import Records
import Scraping
import Selectors

/// Makes a sketch fit its pages: reads them by it, and keeps what yields values, under names and types that fit them.
struct SketchFitting {
    let pages: [Page]
    /// How often what does not fit is taken back; each round takes at least one thing back.
    private static let rounds = 12
    /// How many fields a record has at most: a draft is to be read.
    private static let fieldLimit = 24

    /// The sketch as it fits all pages, `nil` where nothing of it does.
    func fitted(_ sketch: Sketch, _ notes: inout [String]) -> Sketch? {
        var sketch = sturdy(sketch)
        for index in sketch.records.indices {
            for field in sketch.records[index].fields.indices {
                sketch.records[index].fields[field].name = "f\(field)"
            }
        }
        guard let outcomes = outcomes(of: sketch) else { return nil }
        sketch.records = sketch.records.compactMap { settled($0, outcomes) }
        for _ in 0..<SketchFitting.rounds {
            guard !sketch.records.isEmpty, let outcomes = self.outcomes(of: sketch) else { return nil }
            if !takeBack(outcomes, &sketch) {
                if !pages.isEmpty, outcomes.contains(where: \.records.isEmpty) { return nil }
                noteWarnings(outcomes, &notes)
                return sketch
            }
        }
        return nil
    }

    /// The sketch without selectors that cannot be read or will probably break.
    private func sturdy(_ sketch: Sketch) -> Sketch {
        func isSturdy(_ selector: String) -> Bool {
            (try? SelectorList(selector, prefixes: .page)) != nil && Brittleness(selector) == nil
        }
        var sketch = sketch
        sketch.records = sketch.records.filter { $0.each.map(isSturdy) ?? true }
        for index in sketch.records.indices {
            sketch.records[index].fields = sketch.records[index].fields.filter {
                $0.selectors.allSatisfy(isSturdy)
            }
        }
        sketch.records.removeAll(where: \.fields.isEmpty)
        return sketch
    }

    private func outcomes(of sketch: Sketch) -> [Outcome]? {
        guard !sketch.records.isEmpty else { return nil }
        let text = SourceText(name: "draft", bytes: SketchWriter.text(of: sketch))
        guard let rules = try? Rules(text, registry: Registry()) else { return nil }
        return pages.map { rules.scrape($0) }
    }

    // MARK: - Values

    /// A record whose fields have names, types and evidence; `nil` where no field is left.
    private func settled(_ record: RecordSketch, _ outcomes: [Outcome]) -> RecordSketch? {
        let found = outcomes.map { $0.records.filter { $0.type == record.name } }
        guard found.allSatisfy({ !$0.isEmpty }) else { return nil }
        var columns: [FieldValues] = []
        for field in record.fields {
            let values = FieldValues(field, found)
            guard values.isOnEveryPage, !values.isEmptyOfMeaning(field),
                !columns.contains(where: { $0.isSame(values) })
            else { continue }
            columns.append(values)
        }
        columns = Array(columns.prefix(SketchFitting.fieldLimit))
        guard !columns.isEmpty else { return nil }
        let readings = TypeInference(page: pages[0]).readings(of: columns)
        var record = record
        var naming = FieldNaming(record: record)
        record.fields = zip(columns, readings).map { values, reading in
            var field = values.field
            field.reading = reading
            field.evidence = values.evidence
            field.name = naming.name(of: field, values)
            return field
        }
        if let index = SketchFitting.mainField(of: record.fields, columns) {
            record.fields[index].isRequired = true
        }
        return record
    }

    /// The field that every record must have: what it is called, or else the first text of those that all have.
    private static func mainField(of fields: [FieldSketch], _ values: [FieldValues]) -> Int? {
        let complete = fields.indices.filter { values[$0].isComplete && !fields[$0].isList }
        return complete.first { ["title", "name", "headline"].contains(fields[$0].name) }
            ?? complete.first { fields[$0].hints.kind == .text } ?? complete.first
    }

    // MARK: - What does not fit

    /// Takes back what the pages do not bear out; tells whether there was any.
    private func takeBack(_ outcomes: [Outcome], _ sketch: inout Sketch) -> Bool {
        var isChanged = false
        var seen: Set<[String]> = []
        for diagnostic in outcomes.flatMap(\.diagnostics) where diagnostic.severity != .note {
            guard let type = diagnostic.record, let name = diagnostic.field,
                seen.insert([type, name]).inserted,
                let record = sketch.records.firstIndex(where: { $0.name == type }),
                let field = sketch.records[record].fields.firstIndex(where: { $0.name == name })
            else { continue }
            isChanged = true
            if sketch.records[record].fields[field].reading != Reading() {
                sketch.records[record].fields[field].reading = Reading()
            } else if sketch.records[record].fields[field].isRequired {
                sketch.records[record].fields[field].isRequired = false
            } else {
                sketch.records[record].fields.remove(at: field)
            }
        }
        for record in sketch.records
        where !outcomes.allSatisfy({ $0.records.contains { $0.type == record.name } }) {
            sketch.records.removeAll { $0.name == record.name }
            isChanged = true
        }
        sketch.records.removeAll(where: \.fields.isEmpty)
        return isChanged
    }

    private func noteWarnings(_ outcomes: [Outcome], _ notes: inout [String]) {
        for diagnostic in outcomes.flatMap(\.diagnostics) {
            let line = diagnostic.location?.line.map { ", line \($0)" } ?? ""
            notes.append("\(diagnostic.location?.file ?? "")\(line): \(diagnostic.message)")
        }
    }
}
