import Basics
import Engine
import Records

/// A repair in progress.
struct RepairDraft {
    let task: RepairTask
    /// The confidence below which nothing is proposed.
    let margin: Double
    /// The rules with the changes so far.
    private(set) var rules: Rules
    /// The golden records that they find.
    private(set) var match: RepairMatch
    private(set) var renamed: [NameSubstitution] = []
    /// A field for each group of the target.
    var fields: [RepairedField]
    var records: [RepairedRecords]
    /// The new page as a tree with the preparations of the rules, and its texts.
    let text: PageText?
    /// The golden records that are not on the new page.
    private(set) var absent: Set<Int> = []

    init(_ task: RepairTask, margin: Double) {
        self.task = task
        self.margin = margin
        rules = task.rules
        match = task.match(task.rules)
        let values = task.target.records.map(\.fields)
        let examples = [LearningExample(task.new, records: values)]
        let text = task.rules.prepare(task.new).document.map {
            PageText(task.new, $0, limit: Learner.longestText(of: examples))
        }
        self.text = text
        fields = task.target.groups.map {
            RepairedField(record: $0.record, name: $0.name, status: .unknown, confidence: 0)
        }
        records = task.target.types.map { type, indices in
            RepairedRecords(
                record: type,
                status: .unknown,
                confidence: 0,
                before: indices.count,
                found: 0,
                others: 0
            )
        }
    }

    /// Whether a golden record is on the new page, judged by a text that no other record has.
    private static func isOn(_ text: PageText?, _ index: Int, _ target: RepairTarget) -> Bool {
        guard let text else { return true }
        var hasText = false
        for field in target.records[index].fields {
            guard case .string(let value) = field.value, value.count >= 4 else { continue }
            let group = target.groups.first {
                $0.record == target.records[index].type && $0.name == field.name
            }
            guard group?.values.count(where: { $0.value == field.value }) == 1 else { continue }
            hasText = true
            if text.isAnywhere(value) { return true }
        }
        return !hasText
    }

    /// Replaces the names that the site has replaced.
    mutating func replaceNames() {
        let before = match
        (rules, renamed) = NameRepair(task: task).run()
        annotateNames()
        match = task.match(rules)
        absent = Set(
            task.target.types.flatMap { _, indices in
                indices.count == 1
                    ? []
                    : indices.filter { match.found[$0] == nil && !RepairDraft.isOn(text, $0, task.target) }
            }
        )
        for index in fields.indices { note(index, before) }
        for index in records.indices { noteRecords(index) }
    }

    /// Writes a comment with the old name at each field and each `each` whose name has been replaced.
    private mutating func annotateNames() {
        guard !renamed.isEmpty, rules.file.bytes != task.rules.file.bytes else { return }
        let before = RulesEdit(task.rules.file.bytes)
        var edit = RulesEdit(rules.file.bytes)
        for record in rules.records.map(\.name) {
            guard let type = edit.record(record) else { continue }
            for member in [type.member("each")].compactMap(\.self) + edit.members(ofFieldsIn: record) {
                let old = before.record(record).flatMap { type in
                    type.member(member.key) ?? type.member("fields")?.value.member(member.key)
                }
                guard let old, old.value.value != member.value.value else { continue }
                let text = JSONWriter.compact(member.value.value)
                let names = renamed.filter { text.contains($0.new) }.map { "\($0.old) is now \($0.new)" }
                guard !names.isEmpty else { continue }
                edit.annotate(member, comment(names.joined(separator: ", "), RepairDraft.nameConfidence))
            }
        }
        if let annotated = task.read(edit.result), task.match(annotated).score == task.match(rules).score {
            rules = annotated
        }
    }

    /// A comment with the confidence of a change and the page on which it is based.
    func comment(_ text: String, _ confidence: Double) -> String {
        "\(text); \(Int((confidence * 100).rounded()))% sure, compared with \(task.origin)"
    }

    /// The confidence of a replaced name that restores values, and is the only one that does.
    private static let nameConfidence = 0.98

    /// Adopts changed rules.
    mutating func accept(_ changed: Rules) {
        rules = changed
        match = task.match(changed)
        for index in fields.indices { count(index) }
        for index in records.indices { noteRecords(index) }
    }

    /// The values of a group that must be found on the new page.
    func wanted(_ index: Int) -> [(index: Int, value: Value)] {
        let values = task.target.groups[index].values
        let present = values.filter { !absent.contains($0.index) }
        return present.isEmpty ? values : present
    }

    /// The number of a group's values in a reading.
    func found(_ index: Int, _ match: RepairMatch) -> Int {
        let name = task.target.groups[index].name
        return wanted(index).count { RepairTarget.isGiven($0.value, by: match.value(of: name, $0.index)) }
    }

    /// Whether a group's values are all found.
    func isFound(_ index: Int) -> Bool { found(index, match) == wanted(index).count }

    private mutating func count(_ index: Int) {
        let group = task.target.groups[index]
        let wanted = wanted(index)
        fields[index].count = wanted.count
        fields[index].found = found(index, match)
        let after = wanted.map { match.value(of: group.name, $0.index) }
        fields[index].before = wanted.count == 1 ? wanted[0].value : .list(wanted.map(\.value))
        fields[index].after = wanted.count == 1 ? after[0] : .list(after)
    }

    /// Records the result for a field by the names that were replaced.
    private mutating func note(_ index: Int, _ before: RepairMatch) {
        count(index)
        let group = task.target.groups[index]
        let share = isFound(index) ? nil : changedShare(index)
        guard isFound(index) || share != nil else {
            let count = "\(fields[index].found) of \(fields[index].count) values are found"
            fields[index].reason = fields[index].found == 0 ? "no value is found" : count
            return
        }
        if share == nil, let element = lostElement(index) {
            fields[index].reason = "\"\(element)\" is on the page, and missing in the list"
            return
        }
        let wasFound = found(index, before) == fields[index].found
        let names = renamed.map { "\($0.old) is now \($0.new)" }.joined(separator: ", ")
        fields[index].status = wasFound ? .kept : .repaired
        fields[index].confidence = share ?? (wasFound ? 1 : RepairDraft.nameConfidence)
        fields[index].reason =
            (wasFound ? "found as before" : names) + (share == nil ? "" : "; some numbers have changed")
        fields[index].selectors = selectors(of: group.name, in: group.record)
    }

    /// The selectors of a field, in the order in which they are tried.
    func selectors(of name: String, in record: String) -> [String] {
        rules.fieldSelectors.first { $0.record == record && $0.path == name }?.uses.map(\.text) ?? []
    }

    /// The share of unchanged numbers, if at least half of several are unchanged and the others are still numbers:
    /// prices and counts of another day; `nil` otherwise.
    private func changedShare(_ index: Int) -> Double? {
        let wanted = wanted(index)
        let found = found(index, match)
        guard found >= 2, found * 2 >= wanted.count else { return nil }
        let name = task.target.groups[index].name
        let areNumbers = wanted.allSatisfy { entry in
            guard case .number = entry.value, case .number = match.value(of: name, entry.index) else {
                return false
            }
            return true
        }
        return areNumbers ? Double(found) / Double(wanted.count) : nil
    }

    /// An element of a list that the new page has and the rules do not find.
    private func lostElement(_ index: Int) -> String? {
        guard let text else { return nil }
        let name = task.target.groups[index].name
        return wanted(index).lazy.flatMap { wanted in
            RepairTarget.missing(of: wanted.value, in: match.value(of: name, wanted.index))
        }.first { !text.places(of: LearningText.key($0)).isEmpty }
    }

    private mutating func noteRecords(_ index: Int) {
        let (type, indices) = task.target.types[index]
        let wanted = indices.filter { !absent.contains($0) }
        let all = rules.scrape(task.new).records.count { $0.type == type }
        records[index].found = wanted.count { match.found[$0] != nil }
        records[index].others = max(0, all - indices.count { match.found[$0] != nil })
        if wanted.isEmpty {
            records[index].status = .gone
            records[index].reason = "none of them is on the new page"
            return
        }
        guard records[index].found == wanted.count else {
            records[index].reason = "\(records[index].found) of \(wanted.count) are found"
            return
        }
        if let extra = formerlyLeftOut(type) {
            records[index].status = .unknown
            records[index].confidence = 0
            records[index].reason = "\"\(extra)\" was on the old page too, and is not a record"
            return
        }
        if records[index].each == nil {
            records[index].status = renamed.isEmpty ? .kept : .repaired
            records[index].confidence = renamed.isEmpty ? 1 : RepairDraft.nameConfidence
            records[index].reason = "found as before"
        }
    }

    /// A text that the old page has too, outside its records, in a record of the new page.
    private func formerlyLeftOut(_ type: String) -> String? {
        let indices = task.target.indices(of: type)
        let places = Set(indices.compactMap { match.found[$0]?.place })
        let extras = rules.scrape(task.new).records.filter { $0.type == type }.enumerated().filter {
            !places.contains($0.offset)
        }
        guard !extras.isEmpty, indices.contains(where: { match.found[$0] != nil }) else { return nil }
        let known = Set(task.target.records.flatMap { $0.fields.map(\.value) })
        let texts = extras.flatMap(\.element.fields).compactMap { field -> String? in
            guard case .string(let text) = field.value, text.count >= 4, !known.contains(field.value) else {
                return nil
            }
            return text
        }
        guard !texts.isEmpty, let document = task.rules.prepare(task.old).document else { return nil }
        let old = PageText(task.old, document, limit: texts.reduce(0) { max($0, $1.utf8.count) })
        return texts.first { !old.places(of: LearningText.key($0)).isEmpty }
    }

    /// The header of the rules file, with which its records are read.
    var header: LearningHeader {
        let edit = RulesEdit(rules.file.bytes)
        return .own(
            ["source", "prepare"].compactMap { edit.text(of: $0, in: task.scope.kind).map { $0 + "," } }
                .joined(separator: " ")
        )
    }

    /// The results, and the changed rules.
    var repair: Repair {
        Repair(
            text: rules.file.bytes,
            records: records,
            fields: fields,
            renamed: renamed.map { ($0.old, $0.new) }
        )
    }
}

extension RepairDraft {
    /// Writes another way to find a field into the rules: after the known ones, or in their place, whichever reads
    /// pages from before the redesign as before and restores most of the field's values.
    ///
    /// - Returns: whether the field has it.
    mutating func write(_ learned: LearnedField, to index: Int, at least: Int) -> Bool {
        let group = task.target.groups[index]
        guard let own = learned.definition else { return false }
        let text = rules.file.bytes
        guard let present = RulesEdit(text).definition(of: group.name, in: group.record) else {
            fields[index].reason = "the field is in another file, or the record type has several layouts"
            return false
        }
        let comment = comment(learned.comment, fields[index].confidence)
        let known = RulesEdit.alternatives(present)
        let new = RulesEdit.alternatives(own)
        // The old way first, if the new page has nothing there; else the new one, if the old page has nothing there.
        for order in [known + new, new + known, new] {
            var edit = RulesEdit(text)
            guard let member = edit.fields(of: group.record)?.member(group.name) else { return false }
            let value = order.count == 1 ? order[0] : "[\(order.joined(separator: ", "))]"
            edit.set(value, of: member, comment: comment)
            edit.add(learned.preparations)
            guard let changed = task.read(edit.result) else { continue }
            let reached = task.match(changed)
            guard found(index, reached) >= least, reached.score > match.score, task.keepsOldPages(changed)
            else {
                continue
            }
            accept(changed)
            fields[index].status = learned.isDataOnly ? .dataOnly : .repaired
            return true
        }
        fields[index].reason = "no change reads both pages correctly"
        return false
    }

    /// Whether a field's text differs from that of the rules before any change.
    func isWritten(_ name: String, of record: String) -> Bool {
        RulesEdit(rules.file.bytes).definition(of: name, in: record)
            != RulesEdit(task.rules.file.bytes).definition(of: name, in: record)
    }
}
