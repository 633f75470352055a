import DOM

/// Finds the fields of a group of elements: what most of them have, by the sturdiest selector that finds it first in
/// each.
struct BlockFields {
    let outlines: [Outline]
    let block: Block

    /// How many members of a page, and elements of a member, are looked at.
    private static let memberLimit = 60
    private static let elementLimit = 400
    private static let fieldLimit = 12

    /// The fields, in the order in which they stand in the first member, with how well they make records.
    func fields() -> (fields: [FieldSketch], score: Double) {
        var table = MarkTable(outlines: outlines)
        for (page, members) in block.members.enumerated() {
            for member in members.prefix(BlockFields.memberLimit) {
                table.add(page, member, limit: BlockFields.elementLimit)
            }
        }
        let candidates = table.marks.flatMap { FieldCandidate.all(of: $0, in: table) }
            .filter { $0.isWorthwhile(of: table.members) }.sorted()
        var chosen: [FieldCandidate] = []
        for candidate in candidates where chosen.count < BlockFields.fieldLimit {
            if !chosen.contains(where: { $0.covers(candidate, outlines) }) { chosen.append(candidate) }
        }
        chosen = withOneLink(chosen) + ownFields(table)
        let ordered = chosen.sorted { $0.place < $1.place }
        let value = chosen.reduce(0) { $0 + $1.value(of: table.members) }
        return (ordered.map(\.sketch), value * table.similarity)
    }

    /// Of the addresses the one that the record's title leads to, or else the first.
    private func withOneLink(_ chosen: [FieldCandidate]) -> [FieldCandidate] {
        let links = chosen.filter { $0.kind == .link }
        let title = chosen.filter { $0.kind == .text }.max { $0.titleScore < $1.titleScore }
        let main =
            links.first { link in title.map { link.isTogether(with: $0, outlines) } ?? false } ?? links.first
        let images = chosen.filter { $0.kind == .image }
        return chosen.filter { field in
            switch field.kind {
            case .link: field == main
            case .image: field == images.first
            case .text, .time, .attribute: true
            }
        }
    }

    /// What the elements themselves say: where they lead, and data that scripts read.
    private func ownFields(_ table: MarkTable) -> [FieldCandidate] {
        var fields: [FieldCandidate] = []
        let members = table.memberPlaces
        guard let first = members.first else { return [] }
        if members.allSatisfy({ outlines[$0.page].attribute(\.href, of: $0.index) != nil }) {
            fields.append(FieldCandidate(ofMember: "href", .link, first))
        }
        var attribute = outlines[first.page].entries[first.index].node.firstAttribute
        while let candidate = attribute {
            let name = candidate.name.string
            if name.hasPrefix("data-"),
                name.hasSuffix("id") || name.hasSuffix("sku") || name.hasSuffix("price"),
                Set(members.map { outlines[$0.page].attribute(named: name, of: $0.index) }).count
                    == members.count
            {
                fields.append(FieldCandidate(ofMember: name, .attribute, first))
            }
            attribute = candidate.next
        }
        return fields
    }
}
