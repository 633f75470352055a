import Basics
public import Records
public import Scraping

/// Repairs rules after a site has changed its pages.
///
/// ```swift
/// let repair = Repairer(registry: registry).repair(rules, old: page, golden: records, new: newPage)
/// for field in repair.fields { print(field.name, field.status, field.confidence) }
/// ```
///
/// First names are looked for that the site has replaced: those that the rules ask for, that the old page has and the new one
/// lacks. Then the values that are still missing are looked for as ``Learner`` does. A proposal reads the new page as the old
/// one was read, and the old one as before; where that cannot be shown, the answer is ``RepairedField/Status/unknown``.
public struct Repairer: Sendable {
    /// The plugins that the rules use.
    public var registry: Registry
    /// The number of mutations by which ways of finding a value are compared.
    public var mutations: Int
    /// The confidence below which nothing is proposed.
    public var margin: Double

    /// The number of names that are replaced one after another.
    private static let rounds = 8

    /// A repairer.
    public init(registry: Registry, mutations: Int = 8, margin: Double = 0.5) {
        self.registry = registry
        self.mutations = mutations
        self.margin = margin
    }

    /// Repairs rules by a page from before and one from after.
    ///
    /// - Parameters:
    ///   - rules: the rules that read the old page.
    ///   - old: the page from before.
    ///   - golden: the records of the old page; where the rules read some of their fields only, the others are passed over.
    ///   - new: the page from after.
    /// - Complexity: a parse of each page for each name that may have been replaced, and what learning costs.
    public func repair(_ rules: Rules, old: Page, golden: [Record], new: Page) -> Repair {
        let target = Target(rules, golden)
        let before = target.values(rules.scrape(old))
        var current = rules
        var renamed: [NameSubstitution] = []
        if target.score(target.values(rules.scrape(new))) < target.count {
            (current, renamed) = substituted(rules, old, new, target)
        }
        let found = target.values(current.scrape(new))
        var fields = target.fields.map { field in
            var result = RepairedField(
                record: field.record,
                name: field.name,
                status: .unknown,
                confidence: 0
            )
            result.before = field.value
            result.after = found[field.key] ?? .null
            let isFound = field.isGiven(by: result.after)
            if isFound {
                let wasChanged =
                    !renamed.isEmpty
                    && !field.isGiven(by: target.values(rules.scrape(new))[field.key] ?? .null)
                result.status = wasChanged ? .repaired : .kept
                result.confidence = wasChanged ? 0.98 : 1
                result.reason =
                    wasChanged
                    ? renamed.map { "\($0.old) is now \($0.new)" }.joined(separator: ", ") : "found as before"
                result.selectors =
                    current.fieldSelectors.first { $0.record == field.record && $0.path == field.name }?
                    .uses.map(\.text) ?? []
            }
            return result
        }
        let text = learn(current, old, new, target, before, &fields)
        return Repair(text: text, fields: fields, renamed: renamed.map { ($0.old, $0.new) })
    }

    // MARK: - Names

    /// The rules with names replaced, as long as each replacement brings values back and loses none.
    private func substituted(
        _ rules: Rules,
        _ old: Page,
        _ new: Page,
        _ target: Target
    ) -> (Rules, [NameSubstitution]) {
        let names = (old: MarkupNames(old, rules), new: MarkupNames(new, rules))
        var current = rules
        var score = target.score(target.values(rules.scrape(new)))
        var done: [NameSubstitution] = []
        for _ in 0..<Repairer.rounds where score < target.count {
            var best: (rules: Rules, name: NameSubstitution, score: Int)?
            var isTied = false
            for name in NameSubstitution.candidates(current, old: names.old, new: names.new) {
                guard let text = name.applied(to: current), let trial = read(text, rules) else { continue }
                let outcome = trial.scrape(new)
                let reached = target.score(target.values(outcome))
                if reached > (best?.score ?? score) {
                    best = (trial, name, reached)
                    isTied = false
                } else if let known = best, reached == known.score, known.name.old == name.old {
                    isTied = true
                }
            }
            // Of two names that do the same the likelier was tried first; they are not told apart by this page.
            guard let chosen = best, !isTied || chosen.score == target.count else { break }
            (current, score) = (chosen.rules, chosen.score)
            done.append(chosen.name)
        }
        return (keeping(done, rules, old, target, score, new) ?? current, done)
    }

    /// The rules with the replaced names beside the old ones, where they read both pages as well.
    private func keeping(
        _ names: [NameSubstitution],
        _ rules: Rules,
        _ old: Page,
        _ target: Target,
        _ score: Int,
        _ new: Page
    ) -> Rules? {
        var current = rules
        for name in names {
            guard let text = name.applied(to: current, keepsOld: true), let next = read(text, rules) else {
                return nil
            }
            current = next
        }
        let isSame = target.values(current.scrape(old)) == target.values(rules.scrape(old))
        return isSame && target.score(target.values(current.scrape(new))) >= score && !names.isEmpty
            ? current : nil
    }

    private func read(_ text: [UInt8], _ rules: Rules) -> Rules? {
        try? Rules.read(SourceText(name: rules.file.name, bytes: text), registry: registry)
    }

    // MARK: - Values

    /// Learns the fields that are still missing, and returns the text of the rules with them.
    private func learn(
        _ rules: Rules,
        _ old: Page,
        _ new: Page,
        _ target: Target,
        _ before: [String: Value],
        _ fields: inout [RepairedField]
    ) -> [UInt8] {
        let missing = target.fields.indices.filter { fields[$0].status == .unknown }
        guard !missing.isEmpty else { return rules.file.bytes }
        guard let record = target.single else {
            for index in missing {
                fields[index].reason = "several records: only names that were replaced are looked for"
            }
            return rules.file.bytes
        }
        let wanted = missing.map { Value.Member(target.fields[$0].name, target.fields[$0].value) }
        var learner = Learner(mutations: mutations)
        learner.prefersVisible = true
        let learned = learner.learn([LearningExample(new, values: wanted)])
        var proposals: [(index: Int, field: LearnedField)] = []
        for (index, field) in zip(missing, learned.fields) {
            fields[index].runnerUp = field.runnerUp
            guard field.status == .found, let best = field.chosen.first else {
                fields[index].status = .gone
                fields[index].confidence = 0.8
                fields[index].reason =
                    field.near.first.map { "the nearest text is \"\($0.text)\"" }
                    ?? "the value is not on the page"
                continue
            }
            let confidence = Repairer.confidence(best, target.fields[index].value)
            fields[index].confidence = confidence
            fields[index].selectors = field.selectors
            fields[index].reason = best.candidate.origin
            if confidence >= margin { proposals.append((index, field)) }
        }
        return proposed(proposals, rules, old, new, target, record, before, &fields)
    }

    /// How sure it is that a value has been found where it belongs.
    static func confidence(_ way: LearnedField.Finalist, _ value: Value) -> Double {
        // A short value is found somewhere by chance.
        let weight: Double =
            switch ExampleValue(value) {
            case .text(let text): text.count >= 12 ? 1 : text.count >= 5 ? 0.8 : 0.55
            case .number(let number): number.count >= 4 ? 0.7 : 0.5
            case .list(let texts): texts.count >= 3 || texts.contains { $0.count >= 12 } ? 1 : 0.7
            case .nothing, .unsupported: 0
            }
        var doubt = max(0, way.doubt >= 20 ? way.doubt - 20 : way.doubt)
        if way.candidate.isData { doubt -= 8 }
        // A name that says what the value is speaks for a short one too.
        let name = max(0, min(1, 1 - (doubt - 0.5) / 9))
        return min(0.99, weight >= 1 ? 0.6 + 0.39 * name : weight * (0.45 + 0.75 * name))
    }

    /// Writes proposals into the rules, each only where old and new page are read right with it.
    private func proposed(
        _ proposals: [(index: Int, field: LearnedField)],
        _ rules: Rules,
        _ old: Page,
        _ new: Page,
        _ target: Target,
        _ record: String,
        _ before: [String: Value],
        _ fields: inout [RepairedField]
    ) -> [UInt8] {
        var text = rules.file.bytes
        var isLost = true
        if let outcome = Optional(rules.scrape(new)) {
            isLost = !outcome.records.contains { $0.type == record }
        }
        if isLost, target.hasElement {
            // Where the record's own element is gone, the new page is a layout of its own.
            return layout(proposals, rules, old, new, target, record, before, &fields)
        }
        for (index, field) in proposals {
            let wanted = target.fields[index]
            guard let own = field.definition else { continue }
            guard let present = RulesEdit(text).definition(of: wanted.name, in: record) else {
                fields[index].status = .unknown
                fields[index].reason =
                    "the field is in another file, or the record type has several layouts"
                continue
            }
            let share = Int((fields[index].confidence * 100).rounded())
            let comment = "\(field.comment); \(share) % sure"
            let learned = RepairedText.alternatives(own)
            let known = RepairedText.alternatives(present)
            // The old way first, if the new page has nothing there; else the new one, if the old page has nothing there.
            let change = [known + learned, learned + known, learned].lazy.compactMap {
                order -> ([UInt8], Value)? in
                var edit = RulesEdit(text)
                guard let member = edit.fields(of: record)?.member(wanted.name) else { return nil }
                let value = order.count == 1 ? order[0] : "[\(order.joined(separator: ", "))]"
                edit.set(value, of: member, comment: comment)
                edit.add(field.preparations)
                let changed = edit.result
                guard let repaired = read(changed, rules) else { return nil }
                let after = target.values(repaired.scrape(new))[wanted.key] ?? .null
                let then = target.values(repaired.scrape(old))[wanted.key] ?? .null
                return wanted.isGiven(by: after) && then == before[wanted.key] ?? .null
                    ? (changed, after) : nil
            }.first
            guard let change else {
                fields[index].reason = "no change reads both pages right"
                continue
            }
            text = change.0
            fields[index].after = change.1
            fields[index].status = field.isDataOnly ? .dataOnly : .repaired
        }
        return text
    }

    /// Adds a layout for the new page.
    private func layout(
        _ proposals: [(index: Int, field: LearnedField)],
        _ rules: Rules,
        _ old: Page,
        _ new: Page,
        _ target: Target,
        _ record: String,
        _ before: [String: Value],
        _ fields: inout [RepairedField]
    ) -> [UInt8] {
        let members = proposals.compactMap { proposal in
            proposal.field.definition.map {
                "\(DraftWriter.string(target.fields[proposal.index].name)): \($0)"
            }
        }
        guard !members.isEmpty else { return rules.file.bytes }
        var edit = RulesEdit(rules.file.bytes)
        edit.addLayout("{ \"fields\": { \(members.joined(separator: ", ")) } }", to: record)
        for proposal in proposals { edit.add(proposal.field.preparations) }
        let text = edit.result
        guard let repaired = read(text, rules), target.values(repaired.scrape(old)) == before else {
            for (index, _) in proposals {
                fields[index].reason = "a layout for the new page changes what is read of the old one"
            }
            return rules.file.bytes
        }
        let after = target.values(repaired.scrape(new))
        for (index, field) in proposals {
            fields[index].after = after[target.fields[index].key] ?? .null
            if target.fields[index].isGiven(by: fields[index].after) {
                fields[index].status = field.isDataOnly ? .dataOnly : .repaired
            }
        }
        return text
    }
}

/// The values that a repair has to bring back.
private struct Target {
    struct Field {
        let record: String
        let name: String
        /// The record's number and the field's name.
        let key: String
        let value: Value

        /// Whether a value is this one, as readers see it.
        func isGiven(by found: Value) -> Bool {
            if found == value { return true }
            let values: [Value] =
                if case .list(let elements) = found { elements } else { found == .null ? [] : [found] }
            return ExampleValue(value).difference(from: values) != nil && found != .null
        }
    }

    let fields: [Field]
    /// The name of the only record, where there is one.
    let single: String?
    /// Whether that has an element of its own on the page.
    let hasElement: Bool
    private let types: [String]

    init(_ rules: Rules, _ golden: [Record]) {
        let known = Dictionary(grouping: rules.fieldSelectors, by: \.record).mapValues {
            Set($0.compactMap(\.path))
        }
        let names = rules.records.map(\.name)
        var fields: [Field] = []
        var types: [String] = []
        for (index, record) in golden.enumerated() {
            let type = names.contains(record.type) ? record.type : names.first ?? record.type
            types.append(type)
            for field in record.fields where field.value != .null && field.value != .list([]) {
                if let known = known[type], !known.contains(field.name) { continue }
                fields.append(
                    Field(record: type, name: field.name, key: "\(index).\(field.name)", value: field.value)
                )
            }
        }
        self.fields = fields
        self.types = types
        single = types.count == 1 ? types[0] : nil
        hasElement =
            rules.records.first { $0.name == types.first }.map { rule in
                if case .nodes(let layouts) = rule.content {
                    layouts.contains { !$0.each.isEmpty }
                } else {
                    false
                }
            } ?? false
    }

    var count: Int { fields.count }

    /// The values of the fields in what was read.
    func values(_ outcome: Outcome) -> [String: Value] {
        var values: [String: Value] = [:]
        for (index, record) in outcome.records.enumerated()
        where index < types.count && record.type == types[index] {
            for field in record.fields { values["\(index).\(field.name)"] = field.value }
        }
        return values
    }

    /// The number of fields that have their values; fewer where there are more records than before.
    func score(_ values: [String: Value]) -> Int { fields.count { $0.isGiven(by: values[$0.key] ?? .null) } }
}

/// The alternatives of a field as texts of a rules file.
private enum RepairedText {
    static func alternatives(_ definition: String) -> [String] {
        let bytes = Array(definition.utf8)
        guard let json = JSON.read(bytes, dialect: .relaxed).json, case .array(let elements) = json.content
        else {
            return [definition]
        }
        return elements.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }
}
