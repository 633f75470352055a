import Basics
import DOM
import Selectors

/// Drafts the fields of records of JSON or XML: the values below one path.
struct DataFields {
    let paths: DataPaths
    let isJSON: Bool
    /// The maximum depth below the record.
    private static let depth = 3
    /// The maximum number of names of one level. An object with more is a dictionary.
    private static let breadth = 100

    /// The fields of the records at a path.
    func fields(of record: Int) -> [FieldDraft] {
        attributes(of: record, "", names: []) + children(of: record, "", names: [], level: 1)
    }

    private func children(of path: Int, _ selector: String, names: [String], level: Int) -> [FieldDraft] {
        let children = Array(paths.paths[path].children.prefix(DataFields.breadth))
        return children.flatMap { child -> [FieldDraft] in
            // Of two elements with one name, the one with a namespace prefix gets a longer name: `mediaTitle`.
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

    /// The field of a JSON array: its scalars, or the names of its objects.
    private func elements(of path: Int, _ selector: String, names: [String]) -> [FieldDraft] {
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

    /// The fields of XML attributes: of the record itself, or of an element without content.
    private func attributes(of path: Int, _ selector: String, names: [String]) -> [FieldDraft] {
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
        // The attributes of an element with text mostly describe its format.
        if !names.isEmpty, hasText(path) { known = [] }
        let addresses = known.filter { ["href", "url", "src"].contains($0) }
        let chosen = names.isEmpty ? known : addresses.isEmpty ? Array(known.prefix(4)) : addresses
        return chosen.map { attribute in
            let isAddress = ["href", "url", "src"].contains(attribute)
            let own = names.isEmpty || !isAddress ? names + [attribute] : names
            var field = FieldDraft(selectors: [selector + "::attr(\(CSSText.identifier(attribute)))"])
            field.hints.given = DataNames.field(own)
            field.hints.kind = isAddress ? .link : .attribute
            field.origin = "the attribute \"\(attribute)\""
            return field
        }
    }

    private func field(_ selector: String, _ names: [String], isList: Bool, at path: Int) -> FieldDraft {
        var field = FieldDraft(selectors: [selector], isList: isList)
        field.hints.given = DataNames.field(names)
        field.origin = "\"\(DraftWriter.shortenedComment(names.joined(separator: " > ")))\""
        // A JSON string is not a number, even if it consists of digits.
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

    /// The step to a child. If a sibling in a namespace has the same name, the step requires no namespace.
    private func step(of child: Int, among siblings: [Int]) -> String {
        let path = paths.paths[child]
        let hasNamespace = path.nodes.first?.namespaceURI != nil
        return isShared(child, among: siblings) && !hasNamespace ? "|" + path.step : path.step
    }

    private func isShared(_ child: Int, among siblings: [Int]) -> Bool {
        !isJSON && siblings.contains { $0 != child && paths.paths[$0].name == paths.paths[child].name }
    }
}
