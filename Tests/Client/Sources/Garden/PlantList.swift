public import Foundation
import Scraping

/// A plant of the list, as the app shows it.
public struct Plant: Decodable, Equatable, Sendable {
    /// Its common name.
    public let name: String
    /// In metres.
    public let height: Int?
    /// Its own page.
    public let link: URL?
}

/// The plants of a page, and what the app's makers should know about it.
public struct PlantReading: Sendable {
    /// The plants in the order of the page.
    public let plants: [Plant]
    /// Errors and warnings with their places on the page and in the rules; empty on an ordinary day.
    public let report: [String]
    /// Whether the page has changed under the rules: show the kept plants, and send the report.
    public let hasChanged: Bool
}

/// Reads the list of plants, away from the main thread.
public actor PlantList {
    private let rules: Rules

    /// Reads with the app's own rules, or with newer ones, unless these are damaged.
    ///
    /// - Parameter newer: a rules file that the app has downloaded since it was built.
    public init(newer: URL? = nil) throws {
        if let newer, let rules = try? Rules(contentsOf: newer) {
            self.rules = rules
            return
        }
        let own = Bundle.module.url(forResource: "garden", withExtension: "json")
        rules = try Rules(contentsOf: own ?? URL(filePath: "garden.json"))
    }

    /// - Parameters:
    ///   - data: what the server answered.
    ///   - address: where it was fetched from, after redirects: relative links start from it.
    ///   - received: when; "yesterday" is read against it.
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
