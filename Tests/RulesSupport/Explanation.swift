import Foundation
import Scraping

/// The lines of a page's explanation, without their indentation.
package func explanation(_ rules: String, _ page: String, field: String? = nil) throws -> [String] {
    try explained(rules, page, field: field).split(separator: "\n").map { line in
        let text = String(line.drop { $0 == " " })
        // Locations in the rules are left out.
        guard text.hasSuffix(")"), let place = text.range(of: " (rules.json:", options: .backwards) else {
            return text
        }
        return String(text[..<place.lowerBound])
    }
}

/// The explanation of a page.
package func explained(_ rules: String, _ page: String, field: String? = nil) throws -> String {
    try load(rules).trace(Page(name: "page", bytes: Array(page.utf8))).1.text(field: field)
}
