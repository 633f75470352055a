// The records of plants.json.

import Foundation
import Scraping

/// A record of the type "Plant".
struct Plant: Codable, Hashable, Sendable {
    var name: String
    var height: Int?
    /// A number with the digits of the page.
    var price: Decimal?
    /// A day in ISO 8601: 2018-05-28.
    var planted: Day?
    /// A day and time in ISO 8601, with the offset if the page gives one: 2018-05-28T05:45:00-05:00.
    var seen: DateTime?
    /// A day and time.
    var watered: Date?
    /// An absolute address.
    var link: URL?
    var kind: Kind?
    var colours: [String]
    var notes: [Notes]

    /// The words of the field "kind".
    enum Kind: String, Codable, Hashable, Sendable {
        case tree
        case herb
    }

    /// The object in the field "notes".
    struct Notes: Codable, Hashable, Sendable {
        var text: String?
        /// A day in ISO 8601: 2018-05-28.
        var day: Day?
    }
}
