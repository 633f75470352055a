import Basics
import DOM
package import Records
import Selectors

/// How the records of a page can be read one after the other, with no more of the page's tree in memory than a window
/// of records. This is possible if the rules look only at a record and the elements around it.
package struct SeriesPlan: Sendable {
    /// The source of the pages.
    package let source: SourceRule
    package let record: RecordRule
    package let layout: NodeRule
    /// The names of the elements around a record, the outermost first; `nil` for any.
    package let path: [[UInt8]?]
    /// How the records are read without a tree; `nil` if they are not simple enough.
    package let flat: FlatPlan?

    /// Why the rules need the whole tree of a page to read its records.
    package struct Obstacle: Error, Sendable {
        /// The construct that needs the whole tree, and the reason.
        package let message: String
        /// Its place in the rules file.
        package let range: Range<Int>?
        package var help: String?
    }
}

extension Rules {
    /// Whether the rules read data, which may have many records.
    package var readsData: Bool { sourceRules.count == 1 && sourceRules[0].container != nil }

    /// The plan of rules that read data; throws the construct that needs the whole tree of a page.
    func seriesPlan() throws(SeriesPlan.Obstacle) -> SeriesPlan {
        typealias Obstacle = SeriesPlan.Obstacle
        guard sourceRules.count == 1, let container = sourceRules[0].container else {
            throw Obstacle(message: "the source has one tree for a whole page", range: nil)
        }
        if let preparation = preparations.first {
            throw Obstacle(message: "a preparation changes the whole tree", range: preparation.range)
        }
        guard names.isEmpty else {
            throw Obstacle(
                message: "\"names\" are compared with the names of the whole page",
                range: names.first?.range
            )
        }
        guard records.count == 1, let record = records.first else {
            throw Obstacle(
                message: "there are several record types, whose records follow each other",
                range: records.dropFirst().first?.range
            )
        }
        guard case .nodes(let layouts) = record.content, layouts.count == 1, let layout = layouts.first else {
            throw Obstacle(message: "which layout a page has is known at its end", range: record.range)
        }
        if record.nesting != nil {
            throw Obstacle(message: "\"nest\" puts later records into earlier ones", range: record.range)
        }
        if !record.order.keys.isEmpty {
            throw Obstacle(message: "\"order\" needs all records", range: record.range)
        }
        if let conditional = record.expectations.first(where: { $0.condition != nil }) {
            throw Obstacle(
                message: "\"when\" of an expectation looks at the whole page",
                range: conditional.range
            )
        }
        guard layout.within == nil else {
            throw Obstacle(message: "\"within\" looks at the whole page", range: layout.range)
        }
        guard layout.each.count == 1, let list = layout.each.first else {
            throw Obstacle(
                message: layout.each.isEmpty
                    ? "without \"each\" the whole page is a record"
                    : "which of several \"each\" applies is known at the end of a page",
                range: layout.range
            )
        }
        let path = try container.path(of: list, layout)
        let reach = RecordReach(around: path, record: list.elementName)
        if let found = reach.beyond(selecting: list) {
            throw Obstacle(message: "`\(found)` looks beyond a record", range: layout.range)
        }
        if let condition = layout.condition, let found = reach.beyond(condition) {
            throw Obstacle(message: "`\(found)` looks beyond a record", range: layout.range)
        }
        for field in layout.fields { try field.check(reach) }
        return SeriesPlan(
            source: sourceRules[0],
            record: record,
            layout: layout,
            path: path,
            flat: reading.makesTrees ? nil : FlatPlan(record, layout, path: path)
        )
    }
}

extension FieldRule {
    fileprivate func check(_ reach: RecordReach) throws(SeriesPlan.Obstacle) {
        for alternative in alternatives { try alternative.check(reach) }
    }
}

extension FieldAlternative {
    fileprivate func check(_ reach: RecordReach) throws(SeriesPlan.Obstacle) {
        switch scope.place {
        case .record: break
        case .asked:
            throw SeriesPlan.Obstacle(message: "the field depends on how the page was fetched", range: range)
        case .document:
            throw SeriesPlan.Obstacle(message: "\"in\": \"document\" looks at the whole page", range: range)
        case .closest, .previous, .ancestor, .next, .join:
            throw SeriesPlan.Obstacle(message: "the field looks at what is around its record", range: range)
        }
        if !scope.column.isEmpty {
            throw SeriesPlan.Obstacle(message: "\"column\" looks at the header of a table", range: range)
        }
        var lists = [condition, without].compactMap { $0 }
        switch origin {
        case .select(let own), .nested(let own, _), .labels(let own): lists += own
        case .cases(let arms): lists += arms.map(\.selector)
        case .from, .value, .template, .request: break
        }
        for list in lists {
            guard let found = reach.beyond(list) else { continue }
            throw SeriesPlan.Obstacle(message: "`\(found)` looks beyond a record", range: range)
        }
        if case .nested(_, .own(let fields)) = origin { for field in fields { try field.check(reach) } }
    }
}

/// Where the records of a source of data are.
package enum RecordContainer: Sendable {
    /// The children of the root, which has this name.
    case root(StaticString)
    /// Wherever the rules select them.
    case anywhere

    fileprivate func path(
        of list: SelectorList,
        _ layout: NodeRule
    ) throws(SeriesPlan.Obstacle) -> [[UInt8]?] {
        let chain = list.chain
        switch self {
        case .root(let root):
            let name = Array(root.description.utf8)
            guard list.selectors.count == 1, let own = list.elementName, own != name,
                chain.allSatisfy({ $0 != nil })
            else {
                throw SeriesPlan.Obstacle(
                    message: "`\(list)` may select more than the children of \(root)",
                    range: layout.range,
                    help: "name the element, such as `\(root) > …`"
                )
            }
            return [name]
        case .anywhere:
            guard !chain.isEmpty, chain.count <= TreeSeries.pathLimit else {
                throw SeriesPlan.Obstacle(
                    message: "`\(list)` does not say in which element the records are",
                    range: layout.range,
                    help: "name it: `json > items > item`"
                )
            }
            return chain
        }
    }
}

extension SourceRule {
    /// Where its records are, for a source whose trees can be read in parts.
    fileprivate var container: RecordContainer? {
        switch function.kind {
        case .xml, .data: source.container
        case .html, .htmlFragment, .linkedData, .inlineData, .converted: nil
        }
    }
}

extension Rules {
    /// Why these rules need the whole tree of a page to read its records, if they read data; `nil` if records are read
    /// one after the other.
    package var wholeTreeNote: Diagnostic? {
        guard readsData, !records.isEmpty, let obstacle = seriesObstacle else { return nil }
        return Diagnostic(
            .rules,
            "the whole tree of a page is in memory: \(obstacle.message)",
            severity: .note,
            at: obstacle.range.map { sources.location(of: $0) } ?? Location(file: file.name),
            help: obstacle.help
        )
    }
}
