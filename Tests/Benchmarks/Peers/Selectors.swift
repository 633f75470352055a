import Selectors

/// The job that `job.py` measures, with this package's public interface.
struct Peer {
    private let document: Document

    init?(_ html: String) {
        var options = HTMLOptions()
        options.scripting = false
        document = Document(html: html, options: options)
    }

    func values(of field: Field) -> [String] {
        if !field.isMany {
            guard let element = try? document.first(field.selector) else { return [] }
            return value(of: element, field).map { [$0] } ?? []
        }
        let elements = try? document.select(field.selector)
        return elements?.compactMap { value(of: $0, field) } ?? []
    }

    private func value(of element: Element, _ field: Field) -> String? {
        guard let attribute = field.attribute else { return element.text }
        return element[attribute]
    }
}
