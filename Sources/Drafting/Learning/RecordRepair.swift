import DOM
import Engine
import Language
import Records
import Selectors

/// Restores the elements of a page's records of a type, then the values of their fields within these.
struct RecordRepair {
    let learner: Learner
    let record: String

    /// The minimum number of records that have to be found again: one may be anywhere by chance.
    private static let least = 2

    func run(_ draft: inout RepairDraft) {
        let missing = draft.fields.indices.filter {
            draft.fields[$0].record == record && draft.fields[$0].status == .unknown
        }
        guard !missing.isEmpty else { return }
        let present = draft.task.target.indices(of: record).filter { !draft.absent.contains($0) }
        if present.isEmpty {
            for index in missing {
                draft.fields[index].status = .gone
                draft.fields[index].confidence = 0.8
                draft.fields[index].reason = "none of the records is on the new page"
            }
            return
        }
        guard let text = draft.text, text.outline.entries.contains(where: { $0.tag == "body" }) else {
            return refuse(missing, "only names are replaced in data that is not HTML", &draft)
        }
        guard let layout = layout(draft), RulesEdit(draft.rules.file.bytes).fields(of: record) != nil else {
            return refuse(missing, "its records are in another file, or have several layouts", &draft)
        }
        if present.contains(where: { draft.match.found[$0] == nil }) {
            repairElements(present, text, missing, &draft)
        } else {
            repairFields(present, text, layout, missing, &draft)
        }
    }

    private func refuse(_ fields: [Int], _ reason: String, _ draft: inout RepairDraft) {
        for index in fields { draft.fields[index].reason = reason }
    }

    /// The only layout of the type, whose records are made from elements.
    private func layout(_ draft: RepairDraft) -> NodeRule? {
        guard case .nodes(let layouts)? = draft.rules.records.first(where: { $0.name == record })?.content,
            let layout = layouts.first, layouts.count == 1, !layout.each.isEmpty
        else { return nil }
        return layout
    }

    // MARK: - Values

    /// The part of a golden record that is on the new page, or in an element of it; `null` for values that it did not
    /// have.
    private func values(
        of index: Int,
        _ names: [String],
        _ text: PageText,
        within element: Int? = nil,
        _ draft: RepairDraft
    ) -> [Value.Member] {
        let golden = draft.task.target.records[index]
        return names.compactMap { name in
            guard let value = golden[name] else { return Value.Member(name, .null) }
            return RecordRepair.isOn(text, value, within: element) ? Value.Member(name, value) : nil
        }
    }

    /// Whether a value is unlikely to be on a page by chance.
    private static func isLong(_ value: Value) -> Bool {
        switch ExampleValue(value) {
        case .text(let text): text.count >= 5
        case .list(let texts): texts.contains { $0.count >= 5 }
        case .number, .nothing, .unsupported: false
        }
    }

    private static func isOn(_ text: PageText, _ value: Value, within element: Int? = nil) -> Bool {
        switch ExampleValue(value) {
        case .text(let wanted): text.isAnywhere(wanted, within: element)
        case .number(let wanted):
            text.places(ofNumber: wanted).contains { place in
                element.map { text.outline.contains($0, place.element) } ?? true
            }
        case .list(let wanted): wanted.contains { text.isAnywhere($0, within: element) }
        case .nothing, .unsupported: false
        }
    }

    // MARK: - Fields

    /// Learns fields within the elements that the rules find.
    private func repairFields(
        _ present: [Int],
        _ text: PageText,
        _ layout: NodeRule,
        _ missing: [Int],
        _ draft: inout RepairDraft
    ) {
        let document = text.outline.document
        let count = draft.rules.scrape(draft.task.new).records.count { $0.type == record }
        let found = layout.each.lazy.map { list in
            (list, Matcher(document).select(list, from: document.node, includingScope: false).map(\.node))
        }.first { !$0.1.isEmpty }
        guard layout.within == nil, layout.condition == nil, let (list, nodes) = found, nodes.count == count
        else {
            return refuse(missing, "some of its elements are not records", &draft)
        }
        let names = missing.map { draft.fields[$0].name }
        let places = Dictionary(
            text.outline.entries.enumerated().map { ($0.element.node, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        let pairs = present.compactMap { index -> (index: Int, place: Int, element: Int)? in
            guard let place = draft.match.found[index]?.place, let element = places[nodes[place]] else {
                return nil
            }
            return (index, place, element)
        }.sorted { $0.place < $1.place }
        let records = pairs.map { values(of: $0.index, names, text, within: $0.element, draft) }
        var search = RecordSearch(
            learner: learner,
            examples: [LearningExample(draft.task.new, records: records)],
            names: names
        )
        search.header = draft.header
        search.registry = draft.task.registry
        search.known = [text]
        let learned = search.learn(record, within: pairs.map(\.element), of: list.description)
        write(learned, records, text, missing, &draft)
    }

    /// Writes learned fields into the rules, those with the highest confidence first, no two of them from one place.
    private func write(
        _ learned: LearnedRules,
        _ records: [[Value.Member]],
        _ text: PageText,
        _ missing: [Int],
        _ draft: inout RepairDraft
    ) {
        var proposals: [(index: Int, field: LearnedField, count: Int)] = []
        for index in missing {
            guard let field = learned.fields.first(where: { $0.name == draft.fields[index].name }) else {
                continue
            }
            let values = records.compactMap { record in
                record.first { $0.name == field.name }?.value
            }.filter { $0 != .null }
            draft.fields[index].runnerUp = field.status == .found ? field.runnerUp : nil
            guard field.status == .found, let best = field.chosen.first else {
                let near = field.near.first.map { "; the nearest text is \"\($0.text)\"" } ?? ""
                draft.fields[index].reason = "no selector yields the values of all records\(near)"
                if values.isEmpty, draft.wanted(index).contains(where: { RecordRepair.isOn(text, $0.value) })
                {
                    draft.fields[index].reason = "its values are in other records, or outside of all records"
                } else if values.isEmpty {
                    draft.fields[index].status = .gone
                    draft.fields[index].confidence = 0.8
                    draft.fields[index].reason = "no value is on the new page"
                }
                continue
            }
            // It is not by chance that one way finds several different values.
            let different = Set(values).count
            let confidence =
                different > 1
                ? PageRepair.confidence(best, weight: min(1, 0.7 + 0.1 * Double(different)))
                : values.first.map { PageRepair.confidence(best, $0) } ?? 0
            draft.fields[index].confidence = confidence
            draft.fields[index].selectors = field.selectors
            draft.fields[index].reason = best.candidate.origin
            // A value elsewhere on the page is still lost; only short values are there by chance.
            let needed = draft.wanted(index).count { wanted in
                let isInElement = values.contains(wanted.value)
                return isInElement
                    || RecordRepair.isLong(wanted.value) && RecordRepair.isOn(text, wanted.value)
            }
            if confidence >= draft.margin { proposals.append((index, field, max(values.count, needed))) }
        }
        for (index, field, count) in proposals.sorted(by: {
            draft.fields[$0.index].confidence > draft.fields[$1.index].confidence
        }) {
            let isTaken = draft.fields.contains {
                $0.record == record && $0.name != field.name && $0.status == .repaired
                    && $0.selectors.first == field.selectors.first && !$0.selectors.isEmpty
                    && $0.before == draft.fields[index].before
            }
            if isTaken {
                draft.fields[index].reason = "another field with the same values was put in its place"
                continue
            }
            _ = draft.write(field, to: index, at: count)
        }
    }

    // MARK: - Elements

    /// Learns the elements of the records with their fields.
    private func repairElements(
        _ present: [Int],
        _ text: PageText,
        _ missing: [Int],
        _ draft: inout RepairDraft
    ) {
        let groups = draft.task.target.groups.filter { $0.record == record }
        let ordered = inOrder(present, text, draft)
        guard ordered.count >= RecordRepair.least else {
            return refuse(missing, "too few of its records are on the new page", &draft)
        }
        let records = ordered.map { values(of: $0, groups.map(\.name), text, draft) }
        var search = RecordSearch(
            learner: learner,
            examples: [LearningExample(draft.task.new, records: records)],
            names: groups.map(\.name)
        )
        search.header = draft.header
        search.registry = draft.task.registry
        search.known = [text]
        search.allowsOthers = !draft.absent.isEmpty
        let learned = search.learn(record)
        guard let each = learned.each else {
            return refuse(missing, "no elements are found that have the values of one record each", &draft)
        }
        let share = Double(ordered.count) / Double(max(1, present.count))
        let extras =
            Double(max(0, learned.extras)) / Double(max(1, draft.task.target.indices(of: record).count))
        let confidence = max(0, 0.98 - 0.4 * (1 - share) - 0.2 * extras)
        guard let place = draft.records.firstIndex(where: { $0.record == record }) else { return }
        guard confidence >= draft.margin else {
            draft.records[place].confidence = confidence
            draft.records[place].reason = "perhaps \(each), with \(learned.extras) other elements"
            return refuse(missing, "its elements are uncertain: perhaps \(each)", &draft)
        }
        let start = draft
        let comment = draft.comment("\(learned.origin): \(ordered.count) records found again", confidence)
        let sure = learned.fields.filter { field in
            guard let best = field.chosen.first else { return false }
            return PageRepair.confidence(best, weight: 1) >= draft.margin
        }
        guard write(each, comment, ordered, sure, &draft) else {
            draft = start
            let problem = "no change of \"each\" reads both pages correctly: perhaps \(each)"
            return refuse(missing, problem, &draft)
        }
        draft.records[place].each = each
        draft.records[place].status = .repaired
        draft.records[place].confidence = confidence
        draft.records[place].reason = "each is \(each), \(learned.origin)"
        for index in missing where draft.isFound(index) {
            draft.fields[index].status = .repaired
            draft.fields[index].confidence = confidence
            let name = draft.fields[index].name
            let origin = learned.fields.first { $0.name == name }?.origin ?? ""
            draft.fields[index].reason =
                draft.isWritten(name, of: record) ? origin : "as before, in the elements \(each)"
            draft.fields[index].selectors = draft.selectors(of: name, in: record)
        }
        let rest = missing.filter { draft.fields[$0].status == .unknown }
        if !rest.isEmpty, let layout = layout(draft) { repairFields(present, text, layout, rest, &draft) }
        if let message = shortfall(draft) {
            draft = start
            draft.records[place].reason = "refused: with \(each), \(message)"
            refuse(missing, "its elements would be \(each), but \(message)", &draft)
        }
    }

    /// The rules' expectations that the records of the new page violate as a whole.
    private func shortfall(_ draft: RepairDraft) -> String? {
        draft.rules.scrape(draft.task.new).diagnostics.first {
            $0.severity == .error && $0.record == record && $0.field == nil
        }?.message
    }

    /// The records in the order of the new page: by the field that has the most values on it.
    private func inOrder(_ present: [Int], _ text: PageText, _ draft: RepairDraft) -> [Int] {
        var best: [(index: Int, element: Int)] = []
        for group in draft.task.target.groups where group.record == record {
            var places: [(index: Int, element: Int)] = []
            var used: Set<Int> = []
            for (index, value) in group.values where present.contains(index) {
                guard case .string(let wanted) = value else { continue }
                let key = LearningText.key(wanted)
                var found = text.places(of: key) + (key.contains("/") ? text.places(ofAddress: wanted) : [])
                if found.isEmpty { found = text.placesWithin(of: key) }
                let elements = found.map(\.element).filter { !text.isData($0) }.sorted()
                guard let element = elements.first(where: { !used.contains($0) }) else { continue }
                used.insert(element)
                places.append((index, element))
            }
            if places.count > best.count { best = places }
        }
        return best.sorted { $0.element < $1.element }.map(\.index)
    }

    /// Writes the selector of the elements into the rules: after the known ones, or before them, or in their place,
    /// whichever reads pages from before the redesign as before and yields records.
    ///
    /// - Parameter fields: the fields that are written with it, if the elements yield no records without them.
    private func write(
        _ each: String,
        _ comment: String,
        _ wanted: [Int],
        _ fields: [LearnedField],
        _ draft: inout RepairDraft
    ) -> Bool {
        let text = draft.rules.file.bytes
        guard let known = RulesEdit(text).record(record)?.member("each")?.value else { return false }
        let old = known.value.list?.compactMap(\.string) ?? [known.value.string].compactMap(\.self)
        for fields in [[], fields] {
            var best: (rules: Rules, score: Int)?
            for order in [old + [each], [each] + old, [each]] {
                var edit = RulesEdit(text)
                guard let member = edit.record(record)?.member("each") else { return false }
                let list = order.map(DraftWriter.string)
                let value = list.count == 1 ? list[0] : "[\(list.joined(separator: ", "))]"
                edit.set(value, of: member, comment: comment)
                for field in fields {
                    let confidence = field.chosen.first.map { PageRepair.confidence($0, weight: 1) } ?? 0
                    let comment = draft.comment(field.comment, confidence)
                    edit.addAlternatives(of: field, in: record, comment: comment)
                }
                guard let changed = draft.task.read(edit.result) else { continue }
                let records = changed.scrape(draft.task.new).records
                guard records.count(where: { $0.type == record }) >= wanted.count,
                    draft.task.keepsOldPages(changed)
                else { continue }
                let score = draft.task.target.match(records).score
                if score > best?.score ?? draft.match.score { best = (changed, score) }
            }
            if let best {
                draft.accept(best.rules)
                return true
            }
        }
        return false
    }
}
