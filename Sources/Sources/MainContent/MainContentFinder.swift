import Basics
package import DOM

/// Finds the main content of a page: its blocks of text are scored by their features, one by one, and those with a
/// sufficient score are the content, with the list items and headings that belong to them.
///
/// Features and weights are in ``FeatureGroup`` and ``FeatureWeights``. Complexity: linear.
package struct MainContentFinder {
    /// Parts of a page that are content or not by the rules' choice, whatever their score.
    package enum Part: String, CaseIterable, Sendable {
        case navigation, comments, related, captions
        /// Tables of data: see ``ContentNeighbours``.
        case tables

        /// The part that a block belongs to.
        fileprivate func contains(_ element: TextBlocks.Element, near: ClassWords) -> Bool {
            switch self {
            case .navigation:
                element.tags & Part.bit(.nav) != 0 || !element.inherited.isDisjoint(with: ClassWords([.nav]))
                    || element.inherited.contains(ClassWords(.roleNavigation))
            case .comments: element.inherited.contains(ClassWords(.comment))
            case .related: near.contains(ClassWords(.related))
            case .captions:
                element.tags & Part.bit(.figcaption) != 0 || near.contains(ClassWords(.caption))
            case .tables: false
            }
        }

        private static func bit(_ tag: BlockTag) -> UInt32 {
            BlockTag.ancestors.firstIndex(of: tag).map { 1 << UInt32($0) } ?? 0
        }
    }

    /// A block of text, and why it is content or not.
    package struct Judged {
        /// The block element that it is in.
        package let element: NodeRef
        package let text: String
        package let isContent: Bool
        /// Whether an option decides it instead of the weights.
        package let isByOption: Bool
        /// Whether it is content by its neighbours, although its score is too low: see ``ContentNeighbours``.
        package let isByNeighbours: Bool
        /// The sum of the weights: above 0 for content, or above -1 on a page with little text.
        package let score: Double
        /// The features with their weights.
        package let features: [(name: String, weight: Double)]
    }

    private let page: TextBlocks
    private let document: Document
    private let scores: [Double]
    private var kept: [Bool] = []
    /// The blocks that are content by their weights, whatever their neighbours and the options.
    private var weighed: [Bool] = []
    /// The blocks that are content by their weights or their neighbours, whatever the options.
    private var neighboured: [Bool] = []

    /// The score that is sufficient for a sentence if no block's score is above 0: on a page with little text.
    private static let boundOfLittle = -1.0

    /// Scores the blocks of a page.
    ///
    /// - Parameter parts: the parts that are content (`true`) or not (`false`), whatever their score.
    package init(_ document: Document, parts: [Part: Bool] = [:]) {
        self.document = document
        let root = MainContentFinder.body(of: document) ?? document.node
        page = TextBlocks(root, document)
        let features = MainContentFinder.features(of: page, document, keepsFeatures: false)
        scores = features.scores
        kept = scores.map { $0 > 0 }
        if !kept.contains(true) {
            let counts = features.counts
            kept = scores.indices.map { scores[$0] > MainContentFinder.boundOfLittle && counts[$0].end == 1 }
        }
        weighed = kept
        kept = ContentNeighbours(kept, scores, page, features.counts, tables: parts[.tables]).kept
        neighboured = kept
        for (index, block) in page.blocks.enumerated() where !parts.isEmpty {
            let element = page.elements[block.element]
            var near = element.words
            var ancestor = element.parent
            for _ in 0..<4 where ancestor >= 0 {
                near.formUnion(page.elements[ancestor].words)
                ancestor = page.elements[ancestor].parent
            }
            for (part, isContent) in parts where part.contains(element, near: near) {
                kept[index] = isContent
            }
        }
    }

    /// The blocks of the page with their scores and features, in document order.
    package var blocks: [Judged] {
        let weights = FeatureWeights.shared
        let features = MainContentFinder.features(of: page, document, keepsFeatures: true).features
        return page.blocks.indices.map { index in
            let block = page.blocks[index]
            return Judged(
                element: page.elements[block.element].node,
                text: String(decoding: page.text[block.range], as: UTF8.self),
                isContent: kept[index],
                isByOption: kept[index] != neighboured[index],
                isByNeighbours: neighboured[index] != weighed[index] && kept[index],
                score: scores[index],
                features: features[index].map { feature in
                    (FeatureGroup.featureNames[Int(feature)], Double(weights[feature]))
                }
            )
        }
    }

    /// The main content; `nil` if the page has none.
    package var content: MainContent? {
        var counts = [Int](repeating: 0, count: page.elements.count)
        var texts = counts
        var total = 0
        for (index, block) in page.blocks.enumerated() {
            texts[block.element] += 1
            if kept[index] {
                counts[block.element] += 1
                total += 1
            }
        }
        guard total > 0 else { return nil }
        // Parents are before their children.
        for index in page.elements.indices.reversed() where page.elements[index].parent >= 0 {
            counts[page.elements[index].parent] += counts[index]
            texts[page.elements[index].parent] += texts[index]
        }
        let main = page.elements.indices.last { counts[$0] == total } ?? 0
        var leftOut: Set<NodeRef> = []
        var stays = counts.map { $0 > 0 }
        for (index, element) in page.elements.enumerated() where element.parent >= 0 && index > main {
            guard !stays[index], stays[element.parent] else { continue }
            // An element without text, such as an image, belongs to the element that it is in; so does a figure, whose
            // caption need not be content.
            stays[index] = texts[index] == 0 || element.tag == .figure
            if !stays[index] { leftOut.insert(element.node) }
        }
        for (index, block) in page.blocks.enumerated() where !kept[index] && stays[block.element] {
            leftOut.formUnion(block.nodes)
        }
        for (node, parent) in page.unread where stays[parent] && !MainContentFinder.isMedia(node) {
            leftOut.insert(node)
        }
        return MainContent(element: page.elements[main].node, leftOut: leftOut)
    }

    private static func isMedia(_ node: NodeRef) -> Bool {
        ["audio", "video", "iframe", "object", "canvas", "svg"].contains(node.name.string)
    }

    private static func features(
        of page: TextBlocks,
        _ document: Document,
        keepsFeatures: Bool
    ) -> BlockFeatures {
        let head = head(of: document)
        return BlockFeatures(
            page,
            titles: head.titles,
            descriptions: head.descriptions,
            keepsFeatures: keepsFeatures
        )
    }

    /// The body of an HTML page; of any other tree its root.
    private static func body(of document: Document) -> NodeRef? {
        guard let root = document.rootElement else { return nil }
        var child = root.firstElementChild
        while let node = child {
            if node.name.string == "body" { return node }
            child = node.nextElementSibling
        }
        return root
    }

    /// The titles and descriptions that a page's head declares.
    private static func head(of document: Document) -> (titles: [[UInt8]], descriptions: [[UInt8]]) {
        var titles: [[UInt8]] = []
        var descriptions: [[UInt8]] = []
        guard let root = document.rootElement, let head = root.firstElementChild, head.name.string == "head"
        else { return (titles, descriptions) }
        func value(_ name: String, _ node: NodeRef) -> String? {
            node.value(of: document.existingName(name.utf8))
        }
        var child = head.firstElementChild
        while let node = child, titles.count < 8, descriptions.count < 8 {
            switch node.name.string {
            case "title": titles.append(document.text(of: node))
            case "meta":
                let key = (value("property", node) ?? value("name", node) ?? "").lowercased()
                guard let content = value("content", node) else { break }
                if key == "og:title" { titles.append(Array(content.utf8)) }
                if key == "og:description" || key == "description" {
                    descriptions.append(Array(content.utf8))
                }
            default: break
            }
            child = node.nextElementSibling
        }
        return (titles, descriptions)
    }
}
