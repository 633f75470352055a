package import Basics
package import Records
import Selectors

/// Which selectors decide what a field is, or which elements the records of a type are made of.
package struct FieldSelectors: Sendable {
    /// The record type.
    package let record: String
    /// The field within it, `a.b` in nested objects; `nil` for the records' own elements.
    package let path: String?
    /// Where it stands in the rules file.
    package let location: Location
    /// The selectors, in the order in which they are tried.
    package fileprivate(set) var uses: [SelectorUse] = []
    /// How else it is looked for, where that is no selector: the header of a table's column.
    package fileprivate(set) var column: String?
    /// The fields that it is made of.
    package fileprivate(set) var sources: [String] = []
    /// The field whose fields those of this one are: replies have what comments have.
    package fileprivate(set) var alias: String?
}

extension Rules {
    /// All record types that come from a page's nodes, each with its fields behind it, in the order of the file.
    package var fieldSelectors: [FieldSelectors] {
        records.flatMap { rule -> [FieldSelectors] in
            guard case .nodes(let layouts) = rule.content else { return [] }
            var record = FieldSelectors(
                record: rule.name,
                path: nil,
                location: sources.location(of: rule.range)
            )
            for layout in layouts {
                let lists =
                    [layout.within].compactMap { $0 } + layout.each + [layout.condition].compactMap { $0 }
                record.uses += lists.compactMap { use(of: $0, from: rule.range.lowerBound) }
            }
            var fields: [FieldSelectors] = []
            for layout in layouts { gather(layout.fields, of: rule.name, below: "", &fields) }
            return [record] + fields
        }
    }

    /// Complexity: linear in the number of fields; their nesting is limited when rules are loaded.
    private func gather(
        _ rules: [FieldRule],
        of record: String,
        below prefix: String,
        _ fields: inout [FieldSelectors]
    ) {
        for rule in rules {
            let path = prefix + rule.name
            var field = FieldSelectors(record: record, path: path, location: sources.location(of: rule.range))
            var nested: [[FieldRule]] = []
            for alternative in rule.alternatives {
                add(alternative, below: prefix, to: &field)
                guard case .nested(_, let inner) = alternative.origin else { continue }
                switch inner {
                case .own(let rules): nested.append(rules)
                case .enclosing(let name): field.alias = Rules.enclosing(name, of: path)
                }
            }
            // Several layouts may have a field of one name.
            if let index = fields.firstIndex(where: { $0.path == path }) {
                fields[index].uses += field.uses
                fields[index].sources += field.sources
            } else {
                fields.append(field)
            }
            for rules in nested { gather(rules, of: record, below: path + ".", &fields) }
        }
    }

    private func add(_ alternative: FieldAlternative, below prefix: String, to field: inout FieldSelectors) {
        var lists: [SelectorList] = []
        switch alternative.scope.place {
        case .record, .document: break
        case .closest(let list), .previous(let list): lists.append(list)
        }
        if !alternative.scope.column.isEmpty { field.column = alternative.selectorText }
        switch alternative.origin {
        case .select(let own), .nested(let own, _): lists += own
        case .cases(let arms): lists += arms.map(\.selector)
        case .from(let names, _): field.sources += names.map { prefix + $0 }
        case .template(let template): field.sources += template.names.map { prefix + $0 }
        case .value: break
        }
        lists += [alternative.condition, alternative.without].compactMap { $0 }
        field.uses += lists.compactMap { use(of: $0, from: alternative.range.lowerBound) }
    }

    /// The first use of a selector from a place of the rules file on.
    private func use(of list: SelectorList, from start: Int) -> SelectorUse? {
        selectors.first { $0.range.lowerBound >= start && $0.list == list }
            ?? selectors.first { $0.list == list }
    }

    /// The path of the outer field of a name that a field stands in.
    private static func enclosing(_ name: String, of path: String) -> String? {
        let names = path.split(separator: ".")
        guard let place = names.dropLast().lastIndex(where: { $0 == name }) else { return nil }
        return names[...place].joined(separator: ".")
    }
}

extension Rules {
    /// Where a selector stands.
    package func location(of use: SelectorUse) -> Location { sources.location(of: use.range) }
}
