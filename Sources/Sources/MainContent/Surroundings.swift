/// The surroundings of blocks: the text of their parents, of blocks like them, and the element with the most text.
struct Surroundings {
    private(set) var top = -1
    /// For each element, the steps up from `top` to their common ancestor, and those down to the element.
    private var steps: [(up: Int, down: Int)] = []
    private var likes: [UInt64: Double] = [:]
    private var mostLike = 1.0
    private var parents: [Double]
    private var mostParent = 1.0
    /// The first and the last long paragraph of `top`.
    private var paragraphs: (first: Int, last: Int)?

    init(_ page: BlockFeatures) {
        let elements = page.page.elements
        parents = Array(repeating: 0, count: elements.count)
        var scores = [Double](repeating: 0, count: elements.count)
        for (index, block) in page.page.blocks.enumerated() {
            let text = page.counts[index]
            let parent = Surroundings.parent(of: block, elements)
            guard text.words >= 8 else { continue }
            likes[Surroundings.like(block, elements), default: 0] += Double(text.unlinked(block))
            parents[parent] += Double(text.unlinked(block))
            guard text.linkShare(block) < 0.35, text.hasSentence else { continue }
            var score = min(text.words, 80) * (elements[block.element].isSurrounding ? 0.15 : 1)
            var ancestor = parent
            for _ in 0..<5 where ancestor >= 0 {
                scores[ancestor] += score
                score *= 0.7
                ancestor = elements[ancestor].parent
            }
        }
        mostLike = max(1, likes.values.max() ?? 1)
        mostParent = max(1, parents.max() ?? 1)
        // The first of the best: the outermost.
        for (index, score) in scores.enumerated() where score > (top < 0 ? 0 : scores[top]) { top = index }
        if top < 0 { top = 0 }
        findSteps(elements)
        for (index, block) in page.page.blocks.enumerated() {
            let text = page.counts[index]
            guard steps[block.element].up == 0, text.words >= 12, text.linkShare(block) < 0.35 else {
                continue
            }
            paragraphs = (paragraphs?.first ?? index, index)
        }
    }

    private mutating func findSteps(_ elements: [TextBlocks.Element]) {
        var path: [Int: Int] = [:]
        var ancestor = top
        while ancestor >= 0 {
            path[ancestor] = path.count
            ancestor = elements[ancestor].parent
        }
        steps.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if let up = path[index] {
                steps.append((up, 0))
            } else {
                let parent = steps[element.parent]
                steps.append((parent.up, parent.down + 1))
            }
        }
    }

    /// The element whose text a block is part of, with its siblings.
    private static func parent(of block: TextBlocks.Block, _ elements: [TextBlocks.Element]) -> Int {
        let element = elements[block.element]
        let isContainer = [.div, .section, .article, .main, .body].contains(element.tag)
        return isContainer ? block.element : max(0, element.parent)
    }

    private static func like(_ block: TextBlocks.Block, _ elements: [TextBlocks.Element]) -> UInt64 {
        let element = elements[block.element]
        let parent = element.parent < 0 ? 0 : elements[element.parent].signature
        return (parent &+ UInt64(element.tag.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    }

    func add(_ index: Int, to list: inout FeatureList, _ page: BlockFeatures) {
        let block = page.page.blocks[index]
        let elements = page.page.elements
        let text = page.counts[index]
        let edges = [0.001, 0.05, 0.2, 0.5, 1]
        let like = likes[Surroundings.like(block, elements)] ?? 0
        list.add(.signature, bucket(like / mostLike, edges))
        let parent = parents[Surroundings.parent(of: block, elements)]
        list.add(.parent, bucket(parent / mostParent, edges))
        let (distance, down) = steps[block.element]
        let up = min(distance, 3)
        let words = bucket(text.words, [4, 11, 25])
        list.add(.up, up)
        list.add(.upWords, up * 4 + words)
        list.add(.upLinks, up * 3 + bucket(text.linkShare(block), [0.15, 0.6]))
        list.add(.upDown, up * 5 + (up == 0 ? min(down, 4) : bucket(Double(down), [2, 4, 7])))
        let tag = Int(elements[block.element].tag.rawValue)
        list.add(.upTag, up * BlockTag.allCases.count + tag)
        guard let paragraphs else { return }
        let place = index < paragraphs.first ? 0 : index > paragraphs.last ? 2 : 1
        list.add(.span, place * 2 + (distance == 0 ? 0 : 1))
        list.add(.spanWords, place * 4 + words)
    }
}
