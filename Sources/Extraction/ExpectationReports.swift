import Basics
import DOM
import Language
import Records
import Selectors
import Sources

// Compares the records of a type with what its rules expect, and reports what falls short.
extension Extraction {
    /// - Parameter start: the number of diagnostics before the records of the type were read.
    mutating func check(_ found: FoundRecords, _ rule: RecordRule, reportedSince start: Int) {
        var seen: Set<RecordPath> = []
        for expectation in expectations(found, rule) {
            if let condition = expectation.condition,
                matcher.select(condition, below: document.node).isEmpty
            {
                observer.observe(.expectation(expectation, isForPage: false, shortfalls: []))
                continue
            }
            let shortfalls = expectation.shortfalls(
                found.records,
                empty: found.empty.count,
                of: rule.name
            )
            observer.observe(
                .expectation(expectation, isForPage: true, shortfalls: shortfalls.map(\.message))
            )
            for shortfall in shortfalls where seen.insert(shortfall.path.list).inserted {
                // The values that could not be read have been reported already.
                if let needed = shortfall.needed, errors(at: shortfall.path, since: start) >= needed {
                    continue
                }
                let node = node(of: shortfall, found, rule)
                report(shortfall, rule, hasEmpty: !found.empty.isEmpty, at: node.map { location(of: $0) })
            }
        }
    }

    /// The expectations for some records: the entries that apply to their layout. If no layout has yielded a record,
    /// that is an error of the first layout, unless one of them allows it.
    private func expectations(_ found: FoundRecords, _ rule: RecordRule) -> [Expectation] {
        guard found.records.isEmpty, case .nodes(let layouts) = rule.content, layouts.count > 1 else {
            return rule.expectations.filter { $0.layout == nil || $0.layout == found.layout }
        }
        let counting = layouts.indices.map { layout in
            rule.expectations.first { $0.layout == layout && $0.count?.bound.contains(0) == false }
        }
        guard counting.allSatisfy({ $0 != nil }) else { return [] }
        return counting.prefix(1).compactMap { $0 }
    }

    private func errors(at path: RecordPath, since start: Int) -> Int {
        let name = path.fieldName
        return diagnostics[start...].count {
            $0.severity == .error && $0.record == record && $0.field == name
        }
    }

    /// - Parameters:
    ///   - hasEmpty: whether an element yielded no record.
    ///   - location: the place that the shortfall is about, if there is one.
    mutating func report(_ shortfall: Shortfall, _ rule: RecordRule, hasEmpty: Bool, at location: Location?) {
        if shortfall.kind == .records { missingTypes.append(diagnostics.count) }
        diagnostics.append(
            Diagnostic(
                .page,
                shortfall.message + reason(shortfall, rule, hasEmpty: hasEmpty),
                at: shortfall.isExcess ? Location(file: page.name) : location ?? Location(file: page.name),
                notes: [
                    Diagnostic.Note(
                        "required by this rule",
                        at: rules.sources.location(of: shortfall.range)
                    )
                ],
                record: record,
                field: shortfall.path.steps.isEmpty ? nil : shortfall.path.fieldName
            )
        )
    }

    /// The selectors that should have found the missing values.
    private func reason(_ shortfall: Shortfall, _ rule: RecordRule, hasEmpty: Bool) -> String {
        if shortfall.isExcess { return "" }
        var selectors: [String] = []
        var hasSteps = false
        switch shortfall.kind {
        case .records:
            // If there are records, only their number is wrong.
            guard shortfall.total == 0, case .nodes(let layouts) = rule.content else { return "" }
            selectors = layouts.flatMap(\.each).map(\.description)
            hasSteps = hasEmpty
        case .missing:
            let alternatives = rule.fieldRules(at: shortfall.path).flatMap(\.alternatives)
            selectors = alternatives.compactMap(\.selectorText)
            hasSteps = !alternatives.allSatisfy { $0.steps.isEmpty && $0.constraint == nil }
        case .length, .value, .repeated: return ""
        }
        if selectors.isEmpty { return "" }
        // Layouts often share them.
        var seen: Set<String> = []
        let all = selectors.filter { seen.insert($0).inserted }.map { "`\($0)`" }.joined(separator: " and ")
        if shortfall.kind == .records {
            return ": \(all) \(hasSteps ? "yielded no field" : "matched nothing")"
        }
        return ": \(all) \(hasSteps ? "yielded no value" : "found nothing")"
            + (shortfall.lost < shortfall.total ? " there" : "")
    }

    // MARK: - Places

    /// The first element on the page that a shortfall is about; `nil` if there is none.
    func node(of shortfall: Shortfall, _ found: FoundRecords, _ rule: RecordRule) -> NodeRef? {
        guard let index = shortfall.record, found.nodes.indices.contains(index) else {
            return shortfall.kind == .missing ? found.empty.first : nil
        }
        let node = found.nodes[index]
        guard shortfall.path.steps.count > 1, case .nodes(let layouts) = rule.content,
            let layout = found.layout
        else { return node }
        var finder = PlaceFinder(extraction: unobserved, place: shortfall.place)
        return finder.node(shortfall.path.steps[...], layouts[layout].fields, at: node) ?? node
    }

    /// A reading of the same page without an observer, whose diagnostics are dropped.
    private var unobserved: Extraction<NoObserver> {
        Extraction<NoObserver>(
            rules,
            page,
            document,
            calls,
            NoObserver(),
            ValueMemory(limit: .max)
        )
    }
}

/// Finds the element of an object within a record by its path, by reading the record's objects again.
private struct PlaceFinder {
    var extraction: Extraction<NoObserver>
    /// The number of objects before the requested one.
    var place: Int

    /// The element of the requested object; `nil` if it is not found.
    mutating func node(
        _ steps: ArraySlice<RecordPath.Step>,
        _ rules: [FieldRule],
        at node: NodeRef
    ) -> NodeRef? {
        guard let step = steps.first else { return nil }
        if steps.count == 1 {
            guard step.isEach else {
                defer { place -= 1 }
                return place == 0 ? node : nil
            }
            // Elements of a list of values are found no further than their object.
            return node
        }
        guard let rule = rules.first(where: { $0.name == step.name }) else { return nil }
        for (nodes, inner) in extraction.objects(of: rule, at: node, isEach: step.isEach) {
            for object in nodes {
                if let found = self.node(steps.dropFirst(), inner, at: object) { return found }
            }
        }
        return nil
    }
}

extension Extraction {
    /// The elements of a field's objects, without those that yield no field: of the first selector that has any.
    fileprivate mutating func objects(
        of rule: FieldRule,
        at record: NodeRef,
        isEach: Bool
    ) -> [(nodes: [NodeRef], rules: [FieldRule])] {
        for alternative in rule.alternatives {
            guard case .nested(let lists, .own(let inner)) = alternative.origin,
                alternative.condition.map({ matcher.isMet($0, in: record) }) ?? true,
                let start = places.start(alternative.scope, from: record)
            else { continue }
            for list in lists {
                let nodes = matcher.select(list, from: start).nodes
                let full = (isEach ? nodes : Array(nodes.prefix(1))).filter { node in
                    !fields(inner, alternative.selection, at: node, below: "").isEmpty
                }
                if !full.isEmpty { return [(full, inner)] }
            }
        }
        return []
    }
}
