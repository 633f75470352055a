import Basics
package import Engine
import Extraction
import Language
import Records

/// The expectations that the cases of a site support: the `expect` of each record type of a rules file.
package struct LearnedExpectations {
    /// An `expect` at its place in a rules file.
    struct Entry {
        let type: String
        /// The kind of pages that declares the type; `nil` for a type of the file.
        var kind: String?
        /// The index of the layout that has it; `nil` where the record type has it.
        let layout: Int?
        /// The value; `nil` if nothing is expected.
        let value: Value?
    }

    let entries: [Entry]
    /// The number of pages from which they are learned.
    package let pages: Int

    /// Learns from the pages that satisfy their rules. Existing expectations of the rules that the pages neither
    /// confirm nor contradict are kept.
    ///
    /// - Complexity: number of paths × size of the records.
    package init(_ rules: Rules, _ samples: [ExpectationSample]) {
        pages = samples.count(where: \.isNormal)
        var entries = rules.records.flatMap { rule in
            LearnedExpectations.entries(rules, rule, samples.filter { $0.types.contains(rule.name) }, of: nil)
        }
        for kind in rules.crawl?.kinds ?? [] {
            let own = samples.filter { $0.kind == kind.name }
            for rule in kind.ownRecords(besides: rules) {
                entries += LearnedExpectations.entries(kind.page, rule, own, of: kind.name)
            }
        }
        self.entries = entries
    }

    /// The text of a rules file with all that the pages of its cases show: the expectations, and where the names are that
    /// the selectors use.
    package static func text(of rules: Rules, from samples: [ExpectationSample]) -> [UInt8] {
        // The kinds of a crawl's pages have rules of their own.
        var groups: [(kind: String?, group: NameLearning.Group)] = []
        for sample in samples where sample.rules.file.name == rules.file.name {
            let index = groups.firstIndex { $0.kind == sample.kind } ?? groups.count
            if index == groups.count { groups.append((sample.kind, NameLearning.Group(sample.rules))) }
            if !sample.records.isEmpty { groups[index].group.pages.append(sample.page) }
            if sample.isNormal { groups[index].group.normal.append(sample.page) }
        }
        let names = NameLearning.names(groups.map(\.group))
        return KnownName.write(
            names,
            into: LearnedExpectations(rules, samples).written(into: rules.file.bytes)
        )
    }

    /// The entries of a record type.
    ///
    /// - Parameter kind: the kind that declares it; `nil` for a type of the file.
    private static func entries(
        _ rules: Rules,
        _ rule: RecordRule,
        _ samples: [ExpectationSample],
        of kind: String?
    ) -> [Entry] {
        guard case .nodes(let layouts) = rule.content else { return [] }
        let normal = samples.filter(\.isNormal)
        let others = samples.filter { !$0.isNormal }
        let present = PresentExpectations(rules, kind)
        func entry(_ layout: Int?) -> Entry {
            let learning = TypeLearning(rules, rule, normal, others, layout: layout)
            let value = learning.value(after: present.value(of: rule.name, layout: layout))
            return Entry(type: rule.name, kind: kind, layout: layout, value: value)
        }
        return present.hasLayouts(rule.name) ? layouts.indices.map(entry) : [entry(nil)]
    }
}

/// The learning for one record type, or for one layout of it.
private struct TypeLearning {
    let rules: Rules
    let rule: RecordRule
    let samples: [ExpectationSample]
    /// Pages with errors, which show which properties are not constant.
    let others: [ExpectationSample]
    let layout: Int?
    let type: Schema.RecordType

    init(
        _ rules: Rules,
        _ rule: RecordRule,
        _ samples: [ExpectationSample],
        _ others: [ExpectationSample],
        layout: Int?
    ) {
        self.others = others
        self.rules = rules
        self.rule = rule
        self.samples = samples
        self.layout = layout
        type = rule.schema(ofLayout: layout)
    }

    /// The new `expect`: an object, or a list of them with a `when` each; `nil` if there are no expectations.
    func value(after present: Value?) -> Value? {
        let old = (present?.list ?? present.map { [$0] } ?? []).filter { $0.object != nil }
        let general = claims(of: samples, others)
        var entries: [Value] = []
        let kept = old.filter { $0["when"] == nil }.map { supported($0, by: samples) }
        if let value = ExpectationLearning.entry(general, when: nil, keeping: kept) { entries.append(value) }
        for condition in conditions(old) {
            let chosen = samples.filter { $0.matched.contains(condition) }
            let kept = old.filter { $0["when"]?.string == condition }.map { supported($0, by: chosen) }
            // If a layout is recognised by its records, their presence says nothing.
            let isWritten = !ownSelectors.contains(condition)
            let rest = others.filter { $0.matched.contains(condition) }
            let further = claims(of: chosen, rest).filter { claim in
                !general.contains(claim) && (isWritten || claim.path != .records)
            }
            if let value = ExpectationLearning.entry(further, when: condition, keeping: kept) {
                entries.append(value)
            }
        }
        return entries.count > 1 ? .list(entries) : entries.first
    }

    private func claims(
        of samples: [ExpectationSample],
        _ others: [ExpectationSample]
    ) -> [ExpectationLearning.Claim] {
        let learning = ExpectationLearning(type, pages(samples), isPage: isPage, others: pages(others))
        // A page by itself has neither inputs nor a header.
        let ofCrawls = askedFields
        return learning.claims().filter { claim in
            !["filled", "count"].contains(claim.key)
                || !(claim.path.steps.first.map { ofCrawls.contains($0.name) } ?? false)
        }
    }

    /// The fields that only a crawl fills, from its requests and answers.
    private var askedFields: Set<String> {
        guard case .nodes(let layouts) = rule.content else { return [] }
        let fields = layouts.flatMap(\.fields).filter { field in
            field.alternatives.allSatisfy { alternative in
                if case .asked = alternative.scope.place { true } else { false }
            }
        }
        return Set(fields.map(\.name))
    }

    private func pages(_ samples: [ExpectationSample]) -> [ExpectationLearning.PageRecords] {
        samples.compactMap { sample -> ExpectationLearning.PageRecords? in
            let records = sample.records(of: rule.name)
            let origin = sample.origins[rule.name]
            if let layout, !records.isEmpty, origin?.layout != layout { return nil }
            return ExpectationLearning.PageRecords(
                records: records,
                empty: origin?.empty ?? 0,
                source: sample.source
            )
        }
    }

    /// The selectors of the records' elements. A `when` that is one of them has been learned.
    private var ownSelectors: Set<String> {
        guard case .nodes(let layouts) = rule.content else { return [] }
        return Set(layouts.flatMap(\.each).map { rules.text(of: $0) })
    }

    /// Whether the page as a whole is the record.
    private var isPage: Bool {
        guard case .nodes(let layouts) = rule.content else { return false }
        return layouts.allSatisfy { $0.each.isEmpty && $0.within == nil }
    }

    /// The selectors that distinguish layouts: those in the rules, and, if there are several selectors for the records'
    /// elements, those that match only in some of the pages.
    private func conditions(_ old: [Value]) -> [String] {
        var conditions: [String] = []
        for entry in old {
            if let condition = entry["when"]?.string, !conditions.contains(condition),
                !ownSelectors.contains(condition)
            {
                conditions.append(condition)
            }
        }
        guard layout == nil, case .nodes(let layouts) = rule.content, let lists = layouts.first?.each,
            lists.count > 1
        else { return conditions }
        for list in lists {
            let text = rules.text(of: list)
            let isOwn = { (sample: ExpectationSample) in
                sample.origins[rule.name]?.each == list.description
                    && !sample.records(of: rule.name).isEmpty
            }
            let matching = samples.filter { $0.matched.contains(text) }
            // One or two of several pages do not show what always holds for their layout.
            guard matching.count > 2, matching.count < samples.count, !conditions.contains(text) else {
                continue
            }
            if matching.allSatisfy(isOwn) { conditions.append(text) }
        }
        return conditions
    }

    /// An entry without the parts that some pages contradict.
    private func supported(_ entry: Value, by samples: [ExpectationSample]) -> Value {
        let contradicted = contradictions(by: samples)
        let members = (entry.object ?? []).compactMap { member -> Value.Member? in
            guard case .object(let bounds) = member.value else {
                let path = RecordPath.records.description
                return member.name == "count" && contradicted.contains([member.name, path]) ? nil : member
            }
            let kept = bounds.filter { !contradicted.contains([member.name, $0.name]) }
            return kept.isEmpty ? nil : Value.Member(member.name, .object(kept))
        }
        return .object(members)
    }

    /// The keys and paths of expectations in the rules that some pages contradict.
    private func contradictions(by samples: [ExpectationSample]) -> Set<[String]> {
        var contradicted: Set<[String]> = []
        for expectation in rule.expectations where expectation.layout == layout {
            let condition = expectation.condition.map { rules.text(of: $0) }
            for sample in samples where condition.map(sample.matched.contains) ?? true {
                let records = sample.records(of: rule.name)
                let origin = sample.origins[rule.name]
                if let layout, origin?.layout != layout { continue }
                let shortfalls = expectation.shortfalls(records, empty: origin?.empty ?? 0, of: rule.name)
                for shortfall in shortfalls {
                    contradicted.insert([shortfall.key, shortfall.writtenPath.description])
                }
            }
        }
        return contradicted
    }
}

/// The `expect`s of a rules file as written.
private struct PresentExpectations {
    private let records: Value?

    init(_ rules: Rules, _ kind: String?) {
        let file = JSON.read(rules.file.bytes, dialect: .relaxed).json?.value
        records = kind.map { file?["requests"]?[$0]?["records"] } ?? file?["records"]
    }

    /// Whether a record type is a list of layouts.
    func hasLayouts(_ type: String) -> Bool { records?[type]?.list != nil }

    func value(of type: String, layout: Int?) -> Value? {
        guard let layout else { return records?[type]?["expect"] }
        let layouts = records?[type]?.list ?? []
        return layouts.indices.contains(layout) ? layouts[layout]["expect"] : nil
    }
}

// MARK: - Entries

extension ExpectationLearning {
    /// An entry of `expect`: the learned parts, and those of the kept parts that were not learned.
    static func entry(_ claims: [Claim], when condition: String?, keeping kept: [Value]) -> Value? {
        var members: [Value.Member] = []
        var keys: [String: [Value.Member]] = [:]
        for claim in claims {
            keys[claim.key, default: []].append(Value.Member(claim.path.description, claim.bound))
        }
        for entry in kept {
            for member in entry.object ?? [] where !["when", "about"].contains(member.name) {
                let bounds =
                    member.value.object ?? [Value.Member(RecordPath.records.description, member.value)]
                for bound in bounds
                where keys[member.name]?.contains(where: { $0.name == bound.name }) != true {
                    keys[member.name, default: []].append(bound)
                }
            }
        }
        if keys.isEmpty { return nil }
        if let about = kept.lazy.compactMap({ $0["about"] }).first { members.append(.init("about", about)) }
        if let condition { members.append(Value.Member("when", .string(condition))) }
        for key in Expectation.keys {
            guard let bounds = keys[key] else { continue }
            let isNumber = key == "count" && bounds.count == 1 && bounds[0].name == "[]"
            members.append(Value.Member(key, isNumber ? bounds[0].value : .object(bounds)))
        }
        return .object(members)
    }
}
