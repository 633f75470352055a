// .package(path: "../scrape"), and .product(name: "Scraping", package: "scrape")
import Foundation
import Scraping

struct Plant: Decodable {
    var name: String
    var height: Int?
    var link: URL?
}

let rules = try Rules(contentsOf: URL(filePath: "Rules/plants.json"))
let data = try Data(contentsOf: URL(filePath: "list.html"))
let outcome = rules.scrape(Page(data, url: "https://plants.example/list"))
for plant in try outcome.records.decode(Plant.self) { print(plant.name, plant.height ?? 0) }
for diagnostic in outcome.diagnostics { print(diagnostic) }
