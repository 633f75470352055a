public import Foundation
import Scraping

/// A plant in the list, as the app shows it.
public struct Plant: Decodable, Equatable, Sendable {
    /// The common name.
    public let name: String
    /// The height in metres.
    public let height: Int?
    /// The address of the plant's own page.
    public let link: URL?
}

/// The plants on a page, and what the app's developers should know about it.
public struct PlantReading: Sendable {
    /// The plants, in the order in which they are on the page.
    public let plants: [Plant]
    /// Errors and warnings, with their places on the page and in the rules; normally empty.
    public let report: [String]
    /// Whether the page no longer fits the rules. If so, show the plants saved last, and send the report.
    public let hasChanged: Bool
}

/// Reads the list of plants off the main thread.
public actor PlantList {
    private let rules: Rules

    /// Creates a reader with the newer rules, or with the app's own if there are none or they are damaged.
    ///
    /// - Parameter newer: a rules file that the app has downloaded.
    public init(newer: URL? = nil) throws {
        if let newer, let rules = try? Rules(contentsOf: newer) {
            self.rules = rules
            return
        }
        let own = Bundle.module.url(forResource: "garden", withExtension: "json")
        rules = try Rules(contentsOf: own ?? URL(filePath: "garden.json"))
    }

    /// - Parameters:
    ///   - data: the body of the server's response.
    ///   - address: the page's URL after redirects, which relative links are resolved against.
    ///   - received: when the page was received, which dates such as "yesterday" are relative to.
    public func read(_ data: Data, from address: URL, received: Date = .now) throws -> PlantReading {
        let outcome = rules.scrape(Page(data, url: address, received: received))
        let plants = try outcome.records.decode(Plant.self)
        let failures = plants.failures.map(\.description)
        return PlantReading(
            plants: plants.values,
            report: outcome.diagnostics.map(\.description) + failures,
            hasChanged: outcome.hasErrors || !failures.isEmpty
        )
    }
}
