import Basics
public import Language
import Records
import Values

extension Rules {
    /// All that a page may exercise of the rules file, in the order in which it stands there: what a
    /// ``Trace/exercised`` is compared with.
    public var constructs: [Construct] {

        var reader = ConstructReader(self)
        reader.read()
        return reader.constructs
    }
}

/// Gathers the constructs of a rules file.
private struct ConstructReader {
    private let rules: Rules
    private(set) var constructs: [Construct] = []

    init(_ rules: Rules) {
        self.rules = rules
    }

    mutating func read() {
        for preparation in rules.preparations { add(.preparation, preparation.range, preparation.name) }
        for record in rules.records {
            add(.record, record.range, record.name)
            guard case .nodes(let layouts) = record.content else { continue }
            for (index, layout) in layouts.enumerated() {
                if layouts.count > 1 { add(.layout, layout.range, "\(record.name), layout \(index + 1)") }
                addSelectors(layout.each.map { rules.place(of: $0, in: layout.range) }, record.name)
                read(layout.fields, of: record.name)
            }
        }
    }

    private mutating func read(_ fields: [FieldRule], of owner: String) {
        for field in fields {
            let name = "\(owner).\(field.name)"
            for (index, alternative) in field.alternatives.enumerated() {
                let isOne = field.alternatives.count == 1
                add(.alternative, alternative.range, isOne ? name : "\(name), alternative \(index + 1)")
                read(alternative, name)
            }
        }
    }

    private mutating func read(_ alternative: FieldAlternative, _ name: String) {
        switch alternative.origin {
        case .select(let lists):
            addSelectors(lists.map { rules.place(of: $0, in: alternative.range) }, name)
        case .nested(let lists, let fields):
            addSelectors(lists.map { rules.place(of: $0, in: alternative.range) }, name)
            if case .own(let rules) = fields { read(rules, of: name) }
        case .cases(let arms):
            for arm in arms { add(.arm, arm.range, "\(name), `\(arm.selector)`") }
        case .from, .value, .template: break
        }
        for step in alternative.steps { add(.step, step.range, "\(name), \(step.transform.name)") }
    }

    /// Adds selectors where there are several; a single one is what it stands in.
    private mutating func addSelectors(_ uses: [SelectorUse?], _ name: String) {
        if uses.count < 2 { return }
        for use in uses.compactMap({ $0 }) { add(.selector, use.range, "\(name), `\(use.text)`") }
    }

    private mutating func add(_ kind: Construct.Kind, _ range: Range<Int>, _ name: String) {
        var place = rules.sources.location(of: range)
        place.excerpt = nil
        constructs.append(Construct(kind: kind, place: place, name: name))
    }
}
