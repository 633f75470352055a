/// The elements that contain a page's content: the one that the page's names identify, and the smallest with most of
/// its prose.
struct Containers {
    /// How the container is known.
    enum Kind: Int, CaseIterable { case prose, main, article, named }

    /// The counts for an element and its descendants.
    private struct Sum {
        var bytes = 0
        var linked = 0
        var prose = 0
        var blocks = 0
        var words = 0.0
    }

    /// The container, by the index of its element.
    private(set) var container = 0
    private(set) var kind = Kind.prose
    private var sums: [Sum]
    /// The smallest elements that contain nine tenths, seven tenths and half of the page's prose.
    private var shares: [Int] = []
    /// For each element: whether it is in the container, how deep, and the container's child that it is in.
    private var places: [(isInside: Bool, down: Int, unit: Int)] = []
    /// For each element, the words of the classes from it up to the container, without the container.
    private var words: [ClassWords] = []
    private var sharesOf: [Int] = []

    init(_ page: BlockFeatures) {
        let elements = page.page.elements
        sums = Array(repeating: Sum(), count: elements.count)
        for (index, block) in page.page.blocks.enumerated() {
            let text = page.counts[index]
            var sum = sums[block.element]
            sum.bytes += text.bytes
            sum.linked += min(block.linked, text.bytes)
            sum.blocks += 1
            sum.words += text.words
            if Containers.isProse(text, block), !elements[block.element].isSurrounding {
                sum.prose += text.unlinked(block)
            }
            sums[block.element] = sum
        }
        // Parents are before their children.
        for index in elements.indices.reversed() where elements[index].parent >= 0 {
            let parent = elements[index].parent
            sums[parent].bytes += sums[index].bytes
            sums[parent].linked += sums[index].linked
            sums[parent].prose += sums[index].prose
            sums[parent].blocks += sums[index].blocks
            sums[parent].words += sums[index].words
        }
        let total = sums[0].prose
        for share in [9, 7, 5] {
            shares.append(elements.indices.last { sums[$0].prose * 10 >= total * share } ?? 0)
        }
        choose(elements, total)
        findPlaces(elements)
    }

    static func isProse(_ text: TextCounts, _ block: TextBlocks.Block) -> Bool {
        text.words >= 8 && text.hasSentence && text.linkShare(block) < 0.35
    }

    private mutating func choose(_ elements: [TextBlocks.Element], _ total: Int) {
        let choices: [(Kind, (TextBlocks.Element) -> Bool)] = [
            (.named, { !$0.words.isDisjoint(with: ClassWords([.articleBody, .named])) }),
            (.article, { $0.tag == .article || $0.words.contains(ClassWords(.roleArticle)) }),
            (.main, { $0.tag == .main || $0.words.contains(ClassWords(.roleMain)) }),
        ]
        for (kind, isOf) in choices {
            let candidates = elements.indices.filter { isOf(elements[$0]) && sums[$0].prose > 0 }
            let most = candidates.reduce(0) { max($0, sums[$1].prose) }
            guard most * 100 >= total * 35, most > 0 else { continue }
            container = candidates.last { sums[$0].prose * 10 >= most * 9 } ?? 0
            self.kind = kind
            return
        }
        container = shares[1]
    }

    private mutating func findPlaces(_ elements: [TextBlocks.Element]) {
        places.reserveCapacity(elements.count)
        words.reserveCapacity(elements.count)
        sharesOf.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            var inner = element.parent < 0 ? 0 : sharesOf[element.parent]
            while inner < shares.count, shares[inner] == index { inner += 1 }
            sharesOf.append(inner)
            if index == container {
                places.append((true, 0, -1))
                words.append([])
            } else if element.parent >= 0, places[element.parent].isInside {
                let parent = places[element.parent]
                places.append((true, parent.down + 1, parent.down == 0 ? index : parent.unit))
                words.append(words[element.parent].union(element.words))
            } else {
                places.append((false, 0, -1))
                words.append([])
            }
        }
    }

    func add(_ index: Int, to list: inout FeatureList, _ page: BlockFeatures) {
        let blocks = page.page.blocks
        let block = blocks[index]
        let elements = page.page.elements
        let text = page.counts[index]
        let place = places[block.element]
        let isIn = place.isInside ? 1 : 0
        let length = bucket(text.words, [4, 11, 25])
        let links = bucket(text.linkShare(block), [0.15, 0.6])
        list.add(.inside, kind.rawValue * 2 + isIn)
        list.add(.insideWords, (kind.rawValue * 2 + isIn) * 4 + length)
        list.add(.insideLinks, (kind.rawValue * 2 + isIn) * 3 + links)
        list.add(.insideTag, isIn * BlockTag.allCases.count + Int(elements[block.element].tag.rawValue))
        list.add(.insideDown, isIn == 0 ? 0 : 1 + bucket(Double(place.down), [1, 2, 3, 5]))
        list.add(.within, words[block.element].rawValue)
        list.add(.share, sharesOf[block.element])
        list.add(.shareWords, sharesOf[block.element] * 4 + length)
        if place.unit >= 0, sums[place.unit].blocks > 1 {
            let unit = sums[place.unit]
            let linked = Double(unit.linked) / Double(max(1, unit.bytes))
            let mean = unit.words / Double(unit.blocks)
            list.add(.unit, bucket(linked, [0.05, 0.2, 0.5]) * 4 + bucket(mean, [4, 10, 20]))
            list.add(.unitSize, bucket(unit.words, [15, 40, 100, 300]))
        }
        addNeighbours(index, to: &list, page)
        var ancestor = block.element
        for group in [FeatureGroup.prose, .proseAbove] {
            if elements[ancestor].parent >= 0 { ancestor = elements[ancestor].parent }
            let others = sums[ancestor].bytes - text.bytes
            let own = Containers.isProse(text, block) && !elements[block.element].isSurrounding
            let prose = sums[ancestor].prose - (own ? text.unlinked(block) : 0)
            let share = Double(prose) / Double(max(1, others))
            list.add(group, others < 40 ? 0 : 1 + bucket(share, [0.01, 0.2, 0.5, 0.8, 0.95]))
        }
    }

    /// What kind of blocks are before and after: none, links, short, or prose; and whether they have the same parent.
    private func addNeighbours(_ index: Int, to list: inout FeatureList, _ page: BlockFeatures) {
        let blocks = page.page.blocks
        let elements = page.page.elements
        let length = bucket(page.counts[index].words, [4, 11, 25])
        for (group, other) in [(FeatureGroup.before, index - 1), (.after, index + 1)] {
            guard blocks.indices.contains(other) else {
                list.add(group, length)
                continue
            }
            let text = page.counts[other]
            let kind =
                Containers.isProse(text, blocks[other])
                ? 2 : text.linkShare(blocks[other]) >= 0.5 ? 0 : 1
            let isSibling = elements[blocks[other].element].parent == elements[blocks[index].element].parent
            list.add(group, 4 + (kind * 2 + (isSibling ? 1 : 0)) * 4 + length)
        }
    }
}
