import DOM
import Selectors

/// The fields that records of JSON or XML can have: what stands below one path.
struct DataFields {
    let paths: DataPaths
    let isJSON: Bool
    /// How many levels below the record are looked at.
    private static let depth = 3
    /// How many names of one level are looked at: what has more is no record but a table by keys.
    private static let breadth = 100

    /// The fields of the records at a path.
    func fields(of record: Int) -> [FieldSketch] {
        attributes(of: record, "", names: []) + children(of: record, "", names: [], level: 1)
    }

    private func children(of path: Int, _ selector: String, names: [String], level: Int) -> [FieldSketch] {
        let children = Array(paths.paths[path].children.prefix(DataFields.breadth))
        return children.flatMap { child -> [FieldSketch] in
            // Of two with one name the one of another vocabulary gives way: `mediaTitle`.
            let path = paths.paths[child]
            let isForeign = path.step.contains("|") && isShared(child, among: children)
            let name = isForeign ? path.step.split(separator: "|").joined(separator: " ") : path.name
            let step = selector + "> " + step(of: child, among: children)
            let names = names + [name]
            if paths.areAll(child, "array") { return elements(of: child, step, names: names) }
            if paths.paths[child].children.isEmpty {
                let text =
                    hasText(child) ? [field(step, names, isList: paths.isRepeated(child), at: child)] : []
                return text + attributes(of: child, step, names: names)
            }
            guard level < DataFields.depth, !paths.isRepeated(child), paths.paths[child].step != "*" else {
                return []
            }
            return self.children(of: child, step + " ", names: names, level: level + 1)
        }
    }

    /// A JSON array within a record: its scalars, or the names of its objects.
    private func elements(of path: Int, _ selector: String, names: [String]) -> [FieldSketch] {
        guard let item = paths.paths[path].children.first else { return [] }
        let step = selector + " > item"
        if paths.paths[item].children.isEmpty { return [field(step, names, isList: true, at: item)] }
        let name = paths.paths[item].children.first { child in
            ["name", "title", "label", "value", "url"].contains(paths.paths[child].name)
                && paths.paths[child].children.isEmpty
        }
        guard let name else { return [] }
        return [field(step + " > " + paths.paths[name].step, names, isList: true, at: name)]
    }

    /// What attributes of XML tell: of the record itself, or of an element that says nothing else.
    private func attributes(of path: Int, _ selector: String, names: [String]) -> [FieldSketch] {
        guard !isJSON else { return [] }
        var known: [String] = []
        for node in paths.paths[path].nodes.prefix(50) {
            var attribute = node.firstAttribute
            while let candidate = attribute {
                let name = candidate.name.string
                if candidate.prefix == nil, !known.contains(name) { known.append(name) }
                attribute = candidate.next
            }
        }
        // Beside a text its attributes mostly say how it is written.
        if !names.isEmpty, hasText(path) { known = [] }
        let addresses = known.filter { ["href", "url", "src"].contains($0) }
        let chosen = names.isEmpty ? known : addresses.isEmpty ? Array(known.prefix(4)) : addresses
        return chosen.map { attribute in
            let isAddress = ["href", "url", "src"].contains(attribute)
            let own = names.isEmpty || !isAddress ? names + [attribute] : names
            var field = FieldSketch(selectors: [selector + "::attr(\(CSSText.identifier(attribute)))"])
            field.hints.given = DataNames.field(own)
            field.hints.kind = isAddress ? .link : .attribute
            field.origin = "the attribute \"\(attribute)\""
            return field
        }
    }

    private func field(_ selector: String, _ names: [String], isList: Bool, at path: Int) -> FieldSketch {
        var field = FieldSketch(selectors: [selector], isList: isList)
        field.hints.given = DataNames.field(names)
        field.origin = "\"\(FieldValues.shortened(names.joined(separator: " > ")))\""
        // What JSON calls a string is none of its numbers, whatever its characters are.
        field.isWord = isJSON && paths.areAll(path, "string")
        return field
    }

    private func hasText(_ path: Int) -> Bool {
        paths.paths[path].nodes.contains { node in
            var child = node.firstChild
            while let text = child {
                if text.isText, !WhiteSpace.trimmed(text.content).isEmpty { return true }
                child = text.nextSibling
            }
            return false
        }
    }

    /// The step to a child; where one of another namespace has its name, without a namespace.
    private func step(of child: Int, among siblings: [Int]) -> String {
        let path = paths.paths[child]
        let hasNamespace = path.nodes.first?.namespaceURI != nil
        return isShared(child, among: siblings) && !hasNamespace ? "|" + path.step : path.step
    }

    private func isShared(_ child: Int, among siblings: [Int]) -> Bool {
        !isJSON && siblings.contains { $0 != child && paths.paths[$0].name == paths.paths[child].name }
    }
}
