package import Selectors

/// What a rules file knows of names, prepared for searching pages for them.
///
/// A class, so that copies of rules share it.
package final class NameIndex: Sendable {
    /// A name that is known, with what of the rules asks for it.
    package struct Entry: Sendable {
        package let known: KnownName
        /// The parts of the rules that ask for it.
        package let uses: [SelectorUse]
    }

    /// The known names, by what they are called.
    package let entries: [String: Entry]
    /// All names that the rules ask for.
    package let consulted: Consulted

    /// The names that rules ask for, by what has them.
    package struct Consulted: Sendable {
        package private(set) var classes: Set<String> = []
        package private(set) var ids: Set<String> = []
        package private(set) var attributes: Set<String> = []
        package private(set) var elements: Set<String> = []
        /// The values in small letters, by their attribute.
        package private(set) var values: [String: Set<String>] = [:]

        /// The names that a rules file asks for.
        package init(_ rules: Rules) {
            for use in rules.selectors {
                for name in use.list.consultedNames { add(name) }
            }
        }

        private mutating func add(_ name: ConsultedName) {
            switch name.kind {
            case .class: classes.insert(name.name)
            case .id: ids.insert(name.name)
            case .attribute: attributes.insert(name.name)
            case .element: elements.insert(name.name)
            case .value(let attribute):
                values[attribute, default: []].insert(name.name.lowercased())
            }
        }
    }

    /// - Returns: `nil` for rules that know no names.
    init?(_ rules: Rules) {
        if rules.names.isEmpty { return nil }
        consulted = Consulted(rules)
        var uses: [String: [SelectorUse]] = [:]
        for use in rules.selectors {
            for name in use.list.consultedNames { uses[name.description, default: []].append(use) }
        }
        entries = Dictionary(
            rules.names.map { known in
                // A key of data is written after that of its object.
                let last = known.name.split(separator: " ").last.map(String.init) ?? known.name
                let name = uses[known.name] == nil ? last : known.name
                return (known.name, Entry(known: known, uses: uses[name] ?? []))
            }
        ) { first, _ in first }
    }
}

extension ConsultedName: CustomStringConvertible {
    /// The name as rules files write what they know of it. That of an element is its own; on pages it follows that of
    /// its parent.
    package var description: String {
        switch kind {
        case .class: ".\(name)"
        case .id: "#\(name)"
        case .attribute: "[\(name)]"
        case .value(let attribute): "[\(attribute)=\(name.lowercased())]"
        case .element: name
        }
    }
}
