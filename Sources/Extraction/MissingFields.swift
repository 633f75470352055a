import Basics
import DOM
import Language
import Selectors
import Sources
import Values

// What the page has in place of a missing field.
extension Extraction {
    /// A hint for a missing field: the columns of the table, or the element that lacks the attribute.
    func help(forMissing rule: FieldRule, at record: NodeRef) -> String? {
        for alternative in rule.alternatives {
            if let column = places.missingColumn(alternative.scope, from: record) {
                guard places.start(alternative.scope, from: record) == nil else { continue }
                return column.message + (column.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
            }
            if case .request(let fact) = alternative.origin {
                return fact == .time
                    ? "it is not known when the page was saved: give --clock"
                    : "the page's address is not known: give --url"
            }
            guard case .select(let lists) = alternative.origin,
                let start = places.start(alternative.scope, from: record)
            else { continue }
            for list in lists {
                if let help = help(forMissingAttributeOf: list, at: start) { return help }
            }
        }
        return nil
    }

    private func help(forMissingAttributeOf list: SelectorList, at start: NodeRef) -> String? {
        guard list.extractsAttribute else { return nil }
        let found = matcher.knownFirst(list, from: start)
        guard !found.isEmpty,
            case .attribute(let name)? = list.selectors[found.selectorIndex(0)].extractor
        else { return nil }
        let node = found.node(0)
        let folded = document.isHTML(node) ? name.lowercased() : name
        if document.existingName(folded.utf8).flatMap(node.attribute) != nil { return nil }
        let line = location(of: node).line.map { " in line \($0)" } ?? ""
        let text = document.string(of: node, onOneLine: true)
        let element = "the element\(line) has no attribute \"\(name)\""
        return text.isEmpty ? element : "\(element); its text is \(text.quoted)"
    }
}
