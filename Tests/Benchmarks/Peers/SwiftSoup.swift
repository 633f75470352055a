import SwiftSoup

/// The job that `job.py` measures, with SwiftSoup.
struct Peer {
    private let document: Document

    init?(_ html: String) {
        guard let document = try? SwiftSoup.parse(html) else { return nil }
        self.document = document
    }

    func values(of field: Field) -> [String] {
        guard let elements = try? document.select(field.selector) else { return [] }
        let found = field.isMany ? elements.array() : Array(elements.array().prefix(1))
        return found.compactMap { element in
            guard let attribute = field.attribute else { return try? element.text() }
            return try? element.attr(attribute)
        }
    }
}
