import DOM
import Foundation
import Records
import Scraping

/// The sketch of pages of HTML: linked data, blocks that repeat, and what the head says of the page.
struct PageSketch {
    private let outlines: [Outline]
    /// How many record types are made of blocks at most.
    private static let blockLimit = 2

    static func sketch(_ pages: [Page]) throws(Diagnostics) -> (Sketch, notes: [String]) {
        let trees = try PageTrees.read(pages, as: "html")
        let linkedData = try LinkedDataSketch(pages)
        let outlines = trees.map { Outline($0) }
        var sketch = Sketch(about: "What \(PageSketch.site(of: pages)) shows")
        var notes: [String] = []
        sketch.records = linkedData.records()
        sketch.growsLinkedData = !sketch.records.isEmpty
        let others = linkedData.otherTypes()
        if !others.isEmpty { notes.append("The linked data also has \(others.joined(separator: ", ")).") }
        sketch.records += PageSketch(outlines: outlines).blocks()
        let hasArticle = sketch.records.contains {
            ["Article", "BlogPosting", "Recipe", "Report"].contains(where: $0.name.hasSuffix)
        }
        let head = HeadSketch(outlines).record(withArticle: !hasArticle)
        // A part of a page may have no head at all: its text is what there is.
        sketch.records += head.fields.isEmpty && sketch.records.isEmpty ? [PageSketch.wholeText] : [head]
        sketch.records = PageSketch.withOwnNames(sketch.records)
        return (sketch, notes)
    }

    private static var wholeText: RecordSketch {
        var field = FieldSketch(selectors: ["::text"], origin: "all of its text")
        field.hints.given = "text"
        return RecordSketch(
            name: "Page",
            comment: "nothing in the page repeats or has a name",
            each: nil,
            fields: [field]
        )
    }

    private static func site(of pages: [Page]) -> String {
        let host = pages.lazy.compactMap { PageAddresses.address(of: $0) }.compactMap {
            PageAddresses.split($0)?.host
        }.first
        return host?.components(separatedBy: "://").last ?? pages[0].name.lastPathComponent
    }

    private static func withOwnNames(_ records: [RecordSketch]) -> [RecordSketch] {
        var taken: Set<String> = []
        return records.map { record in
            var record = record
            var number = 2
            let name = record.name
            while !taken.insert(record.name).inserted {
                record.name = "\(name)\(number)"
                number += 1
            }
            return record
        }
    }

    // MARK: - Blocks

    /// The groups of elements that look most like records; none lies in another.
    private func blocks() -> [RecordSketch] {
        let scored = BlockSearch(outlines).blocks().compactMap { judged($0) }.sorted { $0.score > $1.score }
        var chosen: [Judged] = []
        for block in scored where chosen.count < PageSketch.blockLimit {
            guard block.score > 6, block.score * 2 > scored[0].score,
                chosen.allSatisfy({ isApart($0.block, block.block) }),
                let each = BlockSelector(outlines).selector(of: block.block)
            else { continue }
            var block = block
            block.record.each = each.selector
            block.record.comment = "\(block.block.count) elements by \(each.origin)"
            chosen.append(block)
        }
        return chosen.map(\.record)
    }

    private struct Judged {
        let block: Block
        var record: RecordSketch
        let score: Double
    }

    private func judged(_ block: Block) -> Judged? {
        let table = TableFields(outlines: outlines, block: block).fields()
        let (fields, value) =
            table.map { ($0, Double($0.count) * 1.5) }
            ?? BlockFields(outlines: outlines, block: block).fields()
        // Two of a kind are mostly two parts of a layout.
        let isSure =
            block.count > 2 * outlines.count || block.marks[0].rank == 0
            || block.marks.contains { $0.selector == "article" }
        guard fields.count > 1, isSure else { return nil }
        let content = zip(outlines, block.members).flatMap { outline, members in
            members.map { outline.entries[$0].region }
        }
        let place = content.allSatisfy { $0 == .content } ? 1 : 0.4
        let text = zip(outlines, block.members).reduce(0) { sum, page in
            sum + page.1.reduce(0) { $0 + page.0.sum(page.0.text, in: $1) }
        }
        let whole = max(1, outlines.reduce(0) { $0 + ($1.text.last ?? 0) })
        let share = (Double(text) / Double(whole)).squareRoot()
        let name = block.marks[0].rank < 4 ? 1 : block.marks[0].rank < 8 ? 0.8 : 0.5
        let score = value * name * log2(Double(block.count + 1)) * place * (0.3 + share)
        let record = RecordSketch(
            name: BlockNaming.name(of: block, outlines),
            comment: "",
            each: nil,
            fields: fields
        )
        return Judged(block: block, record: record, score: score)
    }

    /// Whether no element of one group lies in one of the other.
    private func isApart(_ one: Block, _ other: Block) -> Bool {
        zip(outlines, zip(one.members, other.members)).allSatisfy { outline, members in
            let all = (members.0 + members.1).sorted()
            return zip(all, all.dropFirst()).allSatisfy { outline.entries[$0].end <= $1 }
        }
    }
}
