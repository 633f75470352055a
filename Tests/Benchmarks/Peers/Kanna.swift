import Kanna

/// The job that `job.py` measures, with Kanna.
struct Peer {
    private let document: any HTMLDocument

    init?(_ html: String) {
        guard let document = try? HTML(html: html, encoding: .utf8) else { return nil }
        self.document = document
    }

    func values(of field: Field) -> [String] {
        if !field.isMany {
            guard let element = document.at_css(field.selector) else { return [] }
            return value(of: element, field).map { [$0] } ?? []
        }
        return document.css(field.selector).compactMap { value(of: $0, field) }
    }

    private func value(of element: any Kanna.XMLElement, _ field: Field) -> String? {
        guard let attribute = field.attribute else { return element.text }
        return element[attribute]
    }
}
