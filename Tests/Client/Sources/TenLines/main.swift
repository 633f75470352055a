import Foundation
import Scraping

/// A record of the rules in the first argument.
struct Plant: Decodable {
    let name: String
    let height: Int?
    let planted: Day?
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: TenLines RULES PAGE") }
let url = URL(filePath: arguments[1])
let address = URL(string: "https://plants.example/list")
let data = try Data(contentsOf: URL(filePath: arguments[2]))

let page = Document(html: data)
for plant in page.select("ul.plants > li") {
    print(plant.first("b")?.text ?? "", plant.first("a")?["href"] ?? "", plant.html)
}
let rules = try Rules(contentsOf: url)
let outcome = rules.scrape(Page(data, url: address))
let plants = try outcome.records.decode(Plant.self)

for plant in plants { print(plant.name, plant.height ?? 0, plant.planted?.description ?? "") }
for failure in plants.failures { print(failure.localizedDescription) }
print(outcome.hasErrors)
