import Engine
import Records

/// Restores the values of a page's only record of a type.
struct PageRepair {
    let learner: Learner
    let record: String

    /// Learns the missing fields, and writes them into the rules.
    func run(_ draft: inout RepairDraft) {
        let missing = draft.fields.indices.filter {
            draft.fields[$0].record == record && draft.fields[$0].status == .unknown
        }
        guard !missing.isEmpty else { return }
        let values = missing.map { index in
            let group = draft.task.target.groups[index]
            return Value.Member(group.name, group.values[0].value)
        }
        let learned = learner.learn([LearningExample(draft.task.new, values: values)])
        var proposals: [(index: Int, field: LearnedField)] = []
        for (index, field) in zip(missing, learned.fields) {
            draft.fields[index].runnerUp = field.runnerUp
            guard field.status == .found, let best = field.chosen.first else {
                draft.fields[index].status = .gone
                draft.fields[index].confidence = 0.8
                draft.fields[index].reason = gone(field, draft.fields[index].after)
                continue
            }
            let confidence = PageRepair.confidence(best, draft.task.target.groups[index].values[0].value)
            draft.fields[index].confidence = confidence
            draft.fields[index].selectors = field.selectors
            draft.fields[index].reason = best.candidate.origin
            if confidence >= draft.margin { proposals.append((index, field)) }
        }
        proposals = jointly(proposals, &draft)
        if isLost(draft) { return addLayout(proposals, &draft) }
        for (index, field) in proposals { _ = draft.write(field, to: index, at: 1) }
    }

    private func gone(_ field: LearnedField, _ after: Value) -> String {
        if after != .null {
            return "its value is not on the page; the rules find \(JSONWriter.compact(after))"
        }
        return field.near.first.map { "the nearest text is \"\($0.text)\"" } ?? "the value is not on the page"
    }

    /// The confidence that a value has been found in its right place.
    static func confidence(_ way: LearnedField.Finalist, _ value: Value) -> Double {
        // A short value may be found somewhere by chance.
        let weight: Double =
            switch ExampleValue(value) {
            case .text(let text): text.count >= 12 ? 1 : text.count >= 5 ? 0.8 : 0.55
            case .number(let number): number.count >= 4 ? 0.7 : 0.5
            case .list(let texts): texts.count >= 3 || texts.contains { $0.count >= 12 } ? 1 : 0.7
            case .nothing, .unsupported: 0
            }
        return confidence(way, weight: weight)
    }

    /// The confidence that values have been found in their right places.
    ///
    /// - Parameter weight: how improbable it is that the values occur by chance, from 0 to 1.
    static func confidence(_ way: LearnedField.Finalist, weight: Double) -> Double {
        var doubt = max(0, way.doubt >= 20 ? way.doubt - 20 : way.doubt)
        if way.candidate.isData { doubt -= 8 }
        // A name that says what the value is makes a short value credible too.
        let name = max(0, min(1, 1 - (doubt - 0.5) / 9))
        return min(0.99, weight >= 1 ? 0.6 + 0.39 * name : weight * (0.45 + 0.75 * name))
    }

    /// The proposals in which two fields with different places on the old page do not share one place: the field with
    /// the higher confidence keeps it.
    private func jointly(
        _ proposals: [(index: Int, field: LearnedField)],
        _ draft: inout RepairDraft
    ) -> [(index: Int, field: LearnedField)] {
        var owners: [String: Int] = [:]
        var kept: [(index: Int, field: LearnedField)] = []
        let ranked = proposals.sorted {
            draft.fields[$0.index].confidence > draft.fields[$1.index].confidence
        }
        for (index, field) in ranked {
            let group = draft.task.target.groups[index]
            let place = field.chosen.first?.candidate.key ?? ""
            guard let owner = owners[place], !isOne(owner, index, draft) else {
                owners[place] = owners[place] ?? index
                kept.append((index, field))
                continue
            }
            // The next way that no other field has.
            let rest = field.all.filter { owners[$0.candidate.key] == nil }
            let next = field.choosing(rest)
            let confidence = next.chosen.first.map { PageRepair.confidence($0, group.values[0].value) } ?? 0
            let other = draft.fields[owner]
            draft.fields[index].runnerUp = draft.fields[index].selectors.first
            draft.fields[index].selectors = next.selectors
            draft.fields[index].confidence = confidence
            draft.fields[index].reason = "\(next.origin); \(other.name) has the likelier place"
            guard confidence >= draft.margin else {
                draft.fields[index].reason =
                    "its value is that of \(other.name), and its place may be that one's"
                continue
            }
            if let key = next.chosen.first?.candidate.key { owners[key] = index }
            kept.append((index, next))
        }
        return kept.sorted { $0.index < $1.index }
    }

    /// Whether two fields were found in the same way before.
    private func isOne(_ first: Int, _ second: Int, _ draft: RepairDraft) -> Bool {
        let edit = RulesEdit(draft.task.rules.file.bytes)
        let groups = draft.task.target.groups
        let definitions = [first, second].map { edit.definition(of: groups[$0].name, in: record) }
        return definitions[0] != nil && definitions[0] == definitions[1]
    }

    // MARK: - Layouts

    /// Whether the record's own element is missing.
    private func isLost(_ draft: RepairDraft) -> Bool {
        guard case .nodes(let layouts)? = draft.rules.records.first(where: { $0.name == record })?.content,
            layouts.contains(where: { !$0.each.isEmpty })
        else { return false }
        return !draft.rules.scrape(draft.task.new).records.contains { $0.type == record }
    }

    /// Adds a layout for the new page.
    private func addLayout(_ proposals: [(index: Int, field: LearnedField)], _ draft: inout RepairDraft) {
        let groups = draft.task.target.groups
        let members = proposals.compactMap { proposal in
            proposal.field.definition.map { "\(DraftWriter.string(groups[proposal.index].name)): \($0)" }
        }
        guard !members.isEmpty else { return }
        var edit = RulesEdit(draft.rules.file.bytes)
        edit.addLayout("{ \"fields\": { \(members.joined(separator: ", ")) } }", to: record)
        for proposal in proposals { edit.add(proposal.field.preparations) }
        guard let repaired = draft.task.read(edit.result), draft.task.keepsOldPages(repaired) else {
            for (index, _) in proposals {
                draft.fields[index].reason = "a layout for the new page changes what is read of the old one"
            }
            return
        }
        draft.accept(repaired)
        for (index, field) in proposals where draft.isFound(index) {
            draft.fields[index].status = field.isDataOnly ? .dataOnly : .repaired
        }
    }
}
