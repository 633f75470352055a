import DOM
import Foundation
import Records
import Scraping

/// The sketch of data: objects of JSON, elements of XML.
struct DataSketch {
    private let pages: [Page]
    private let paths: DataPaths
    private let isJSON: Bool
    /// How many record types a draft has at most.
    private static let recordLimit = 3

    static func json(_ pages: [Page]) throws(Diagnostics) -> (Sketch, notes: [String]) {
        let trees = try PageTrees.read(pages, as: "json")
        return DataSketch(pages: pages, paths: DataPaths(trees, isJSON: true), isJSON: true).sketch()
    }

    static func xml(_ pages: [Page]) throws(Diagnostics) -> (Sketch, notes: [String]) {
        let trees = try PageTrees.read(pages, as: "xml")
        return DataSketch(pages: pages, paths: DataPaths(trees, isJSON: false), isJSON: false).sketch()
    }

    private func sketch() -> (Sketch, notes: [String]) {
        var sketch = Sketch(
            about: "What \(pages[0].name.lastPathComponent) holds",
            source: isJSON ? "\"json\"" : "\"xml\""
        )
        var names: Set<String> = []
        for path in chosen() {
            guard let each = paths.selector(of: path), var record = record(at: path, each) else { continue }
            while !names.insert(record.name).inserted { record.name += "2" }
            sketch.records.append(record)
        }
        if sketch.records.isEmpty, let root = paths.paths.indices.first {
            let fields = DataFields(paths: paths, isJSON: isJSON).fields(of: root)
            let name = isJSON ? "Answer" : DataNames.record([paths.paths[root].name], fallback: "Document")
            let comment = "the whole answer: nothing in it repeats"
            // The page's root is the record's element, what stands in it is below.
            sketch.records.append(RecordSketch(name: name, comment: comment, fields: fields))
        }
        return (sketch, [])
    }

    private func record(at path: Int, _ each: String) -> RecordSketch? {
        var fields = DataFields(paths: paths, isJSON: isJSON).fields(of: path)
        if fields.isEmpty {
            var field = FieldSketch(selectors: ["::text"], origin: "its text")
            field.hints.given = "value"
            fields = [field]
        }
        let names = paths.steps(to: path).map { $0.split(separator: "|").last.map(String.init) ?? $0 }
        let count = paths.paths[path].nodes.count
        return RecordSketch(
            name: isJSON
                ? DataNames.record(names, fallback: "Item")
                : Lexicon.words(names.last ?? "item").map(\.capitalizedFirst).joined(),
            comment: "\(count) \(isJSON ? "objects" : "elements")",
            each: each,
            fields: fields
        )
    }

    // MARK: - Choosing

    /// The paths whose elements are records, the best one first; none lies below another.
    private func chosen() -> [Int] {
        let candidates = Set(paths.paths.indices.filter(isCandidate))
        let scored = candidates.map { path in (path: path, score: score(path, candidates)) }
            .filter { $0.score > 0 }.sorted { ($0.score, $1.path) > ($1.score, $0.path) }
        var chosen: [Int] = []
        for (path, score) in scored where score * 4 >= (scored.first?.score ?? 0) {
            let isApart = chosen.allSatisfy { !paths.isBelow(path, $0) && !paths.isBelow($0, path) }
            if isApart, chosen.count < DataSketch.recordLimit { chosen.append(path) }
        }
        return chosen
    }

    private func isCandidate(_ path: Int) -> Bool {
        let entry = paths.paths[path]
        guard let parent = entry.parent, paths.isEverywhere(path) else { return false }
        if isJSON {
            let isElement = entry.step == "item" && paths.areAll(parent, "array")
            return (isElement || entry.step == "*") && paths.areAll(path, "object")
        }
        let isFeed = ["item", "entry", "url", "sitemap"].contains(entry.name)
        return (paths.isRepeated(path) || isFeed)
            && (!entry.children.isEmpty || entry.nodes[0].firstAttribute != nil)
    }

    /// How much the elements at a path look like records: how many they are, how much each says, and that they do not
    /// lie in others.
    private func score(_ path: Int, _ candidates: Set<Int>) -> Double {
        let fields = min(paths.paths[path].children.count, 12)
        let outer = paths.ancestors(of: path).count {
            candidates.contains($0) && paths.paths[$0].nodes.count > 1
        }
        return log2(Double(paths.paths[path].nodes.count + 1)) * Double(fields + 1) / Double(1 + 2 * outer)
    }
}
