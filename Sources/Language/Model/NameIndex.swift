package import Selectors

/// The known names of a rules file, prepared for searching pages for them.
///
/// A class, so that copies of rules share it.
package final class NameIndex: Sendable {
    /// A known name, with the parts of the rules that use it.
    package struct Entry: Sendable {
        package let known: KnownName
        /// The parts of the rules that use it.
        package let uses: [SelectorUse]
    }

    /// The known names, by their spelling.
    package let entries: [String: Entry]
    /// All names that the rules use.
    package let consulted: Consulted

    /// The names that rules use, by the kind of thing that has them.
    package struct Consulted: Sendable {
        package private(set) var classes: Set<String> = []
        package private(set) var ids: Set<String> = []
        package private(set) var attributes: Set<String> = []
        package private(set) var elements: Set<String> = []
        /// The values in lower case, by their attribute.
        package private(set) var values: [String: Set<String>] = [:]
        /// Parts of classes and of ids, in lower case.
        private var parts: [String: Set<String>] = [:]

        /// Whether the rules use a class.
        package func has(class name: String) -> Bool { classes.contains(name) || hasPart("class", name) }

        /// Whether the rules use an id.
        package func has(id name: String) -> Bool { ids.contains(name) || hasPart("id", name) }

        private func hasPart(_ attribute: String, _ name: String) -> Bool {
            guard let parts = parts[attribute] else { return false }
            let name = name.lowercased()
            return parts.contains { name.contains($0) }
        }

        /// The names that a rules file uses.
        package init(_ rules: Rules) {
            self.init(rules.selectors.lazy.flatMap(\.list.consultedNames))
        }

        fileprivate init(_ names: some Sequence<ConsultedName>) {
            for name in names { add(name) }
        }

        /// Whether an attribute's values are names, rather than texts, addresses or states.
        private static func isNaming(_ attribute: String) -> Bool {
            let naming: Set<String> = [
                "http-equiv", "itemprop", "itemtype", "name", "property", "rel", "role", "type", "typeof",
                "types",
            ]
            return naming.contains(attribute) || attribute.hasPrefix("data-")
        }

        private mutating func add(_ name: ConsultedName) {
            switch name.kind {
            case .class: classes.insert(name.name)
            case .id: ids.insert(name.name)
            case .attribute: attributes.insert(name.name)
            case .element: elements.insert(name.name)
            case .value(let attribute):
                guard Consulted.isNaming(attribute) else { return }
                values[attribute, default: []].insert(name.name.lowercased())
            case .part(let attribute): parts[attribute, default: []].insert(name.name)
            }
        }
    }

    /// - Returns: `nil` for rules without known names.
    init?(_ rules: Rules) {
        if rules.names.isEmpty { return nil }
        let names = rules.selectors.map(\.list.consultedNames)
        consulted = Consulted(names.joined())
        var uses: [String: [SelectorUse]] = [:]
        for (use, names) in zip(rules.selectors, names) {
            for name in names { uses[name.description, default: []].append(use) }
        }
        let parts = Set(names.joined().filter { if case .part = $0.kind { true } else { false } })
        entries = Dictionary(
            rules.names.compactMap { known -> (String, Entry)? in
                // A key of data is written after that of its object.
                let last = known.name.split(separator: " ").last.map(String.init) ?? known.name
                var own = uses[known.name] ?? uses[last] ?? []
                for name in parts where name.isPart(of: known.name) { own += uses[name.description] ?? [] }
                // The rules of another kind of pages use it.
                return own.isEmpty ? nil : (known.name, Entry(known: known, uses: own))
            }
        ) { first, _ in first }
    }
}

extension ConsultedName: CustomStringConvertible {
    /// The name as written in the facts of rules files. For an element this is only its own name, while descriptions of
    /// elements on pages begin with the parent's name.
    package var description: String {
        switch kind {
        case .class: ".\(name)"
        case .id: "#\(name)"
        case .attribute: "[\(name)]"
        case .part(let attribute): "[\(attribute)*=\(name)]"
        case .value(let attribute): "[\(attribute)=\(name.lowercased())]"
        case .element: name
        }
    }

    /// Whether it is a part of a known class or id.
    fileprivate func isPart(of known: String) -> Bool {
        guard case .part(let attribute) = kind else { return false }
        return known.hasPrefix(attribute == "class" ? "." : "#") && known.lowercased().contains(name)
    }
}
