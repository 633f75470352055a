import Basics
import DOM
import Platform

/// A group of features of a block: one of them applies to each block, or one to each word.
enum FeatureGroup: Int, CaseIterable {
    /// The number of words, the share of text in links, and both.
    case words, links, wordsLinks
    /// How the text ends: as a sentence, with a colon, or otherwise; and the number of words.
    case end, endWords
    case punctuation, digits, capitals
    /// How the text begins, and punctuation in it.
    case quoted, copyright, at, bar
    case tag
    /// Whether the text is repeated on the page, is the page's title, or its description.
    case repeated, title, description
    /// Whether it is all emphasized.
    case only
    /// The meaning of the classes of the element and its parent, of the next three ancestors, and of those further up.
    case near, middle, far
    case nearTag, farTag
    case depth
    /// The share of the words in blocks of its kind, and of its parent, relative to the maximum.
    case signature, parent
    case position, heading
    /// The distance to the element with the most text: the number of steps up, and of those down from there.
    case up, upWords, upLinks, upDown, upTag
    /// Before, among or after the paragraphs of that element.
    case span, spanWords
    /// Whether a block is in the container, by how the container is known; with the number of words, links and the tag.
    case inside, insideWords, insideLinks, insideTag, insideDown
    /// The meaning of the classes of the elements from the block's up to the container.
    case within
    /// The number of elements that contain the block, among those with most of the prose.
    case share, shareWords
    /// The container's child that contains the block: its links and the length of its blocks, and how many words it
    /// has.
    case unit, unitSize
    /// The share of prose in the block's siblings, and in its parent's siblings.
    case prose, proseAbove
    /// The kind of the block before and of the one after.
    case before, after
    /// The meaning of phrases in the text, and of those that it begins with.
    case phrase, begin

    /// The number of features of the group.
    var count: Int {
        switch self {
        case .words: 9
        case .links: 6
        case .wordsLinks: 12
        case .end: 3
        case .endWords: 8
        case .punctuation, .digits, .capitals: 4
        case .quoted, .copyright, .at, .bar, .repeated, .description: 2
        case .tag: BlockTag.allCases.count
        case .title, .only, .heading: 3
        case .near, .middle, .far: ClassWord.allCases.count
        case .nearTag, .farTag: BlockTag.ancestors.count
        case .depth, .signature, .parent: 6
        case .position: 7
        case .up: 4
        case .upWords: 16
        case .upLinks: 12
        case .upDown: 20
        case .upTag: 4 * BlockTag.allCases.count
        case .span: 6
        case .spanWords: 12
        case .inside: 8
        case .insideWords: 32
        case .insideLinks: 24
        case .insideTag: 2 * BlockTag.allCases.count
        case .insideDown: 6
        case .within: ClassWord.allCases.count
        case .share: 4
        case .shareWords, .unit: 16
        case .unitSize: 5
        case .prose, .proseAbove: 7
        case .before, .after: 28
        case .phrase, .begin: Phrase.allCases.count
        }
    }

    /// The number of the first feature of each group.
    static let starts: [Int] = {
        var sum = 0
        return allCases.map { group in
            defer { sum += group.count }
            return sum
        }
    }()

    static let featureCount = allCases.reduce(0) { $0 + $1.count }

    /// The names of all features, as in the table of weights.
    static let featureNames: [String] = {
        // The names of cases are looked up by reflection, each once here.
        let tags = BlockTag.allCases.map { "\($0)" }
        let words = ClassWord.allCases.map { "\($0)" }
        let phrases = Phrase.allCases.map { "\($0)" }
        let ancestors = BlockTag.ancestors.map { tags[Int($0.rawValue)] }
        return allCases.flatMap { group in
            let name = "\(group)."
            return (0..<group.count).map { index in
                switch group {
                case .tag: name + tags[index]
                case .near, .middle, .far, .within: name + words[index]
                case .phrase, .begin: name + phrases[index]
                case .nearTag, .farTag: name + ancestors[index]
                case .upTag, .insideTag: name + "\(index / tags.count)" + tags[index % tags.count]
                default: name + "\(index)"
                }
            }
        }
    }()
}

/// The features of a page's blocks.
struct BlockFeatures {
    let page: TextBlocks
    /// The score of each block.
    private(set) var scores: [Double] = []
    /// The features of each block, if they are wanted.
    private(set) var features: [[Int32]] = []
    private(set) var counts: [TextCounts] = []
    /// The element with the most text; -1 if there is no text.
    private(set) var top = -1

    private let blocks: [TextBlocks.Block]
    private let elements: [TextBlocks.Element]

    /// - Parameter keepsFeatures: whether the features themselves are wanted, to show why a block is content.
    init(_ page: TextBlocks, titles: [[UInt8]], descriptions: [[UInt8]], keepsFeatures: Bool) {
        self.page = page
        blocks = page.blocks
        elements = page.elements
        var keys: [TextKey] = []
        keys.reserveCapacity(blocks.count)
        var isRepeated = [Bool](repeating: false, count: blocks.count)
        counts.reserveCapacity(blocks.count)
        page.text.withUnsafeBufferPointer { all in
            var firsts: [UInt64: Int] = [:]
            for (index, block) in blocks.enumerated() {
                let text = UnsafeBufferPointer(rebasing: all[block.range])
                counts.append(TextCounts(text))
                keys.append(TextKey(text))
                let hash = ByteHash.quick(text)
                if let first = firsts[hash] {
                    isRepeated[first] = true
                    isRepeated[index] = true
                } else {
                    firsts[hash] = index
                }
            }
        }
        let surroundings = Surroundings(self)
        top = surroundings.top
        let containers = Containers(self)
        scores.reserveCapacity(blocks.count)
        var headings = HeadingKeys(titles.map(TextKey.init))
        var first = -1
        for (index, block) in blocks.enumerated() where first < 0 {
            if elements[block.element].tag == .h1 || headings.contains(keys[index]) { first = index }
        }
        for (index, block) in blocks.enumerated() where elements[block.element].tag == .h1 {
            headings.insert(keys[index])
        }
        let described = descriptions.map(TextKey.init).filter { $0.bytes.count > 20 }
        let total = max(1, counts.indices.reduce(0) { $0 + counts[$1].unlinked(blocks[$1]) })
        var before = 0
        var isLate = false
        for (index, block) in blocks.enumerated() {
            isLate = isLate || Deadline.isProbablyPast
            if isLate {
                scores.append(0)
                if keepsFeatures { features.append([]) }
                continue
            }
            var list = FeatureList(keepsFeatures: keepsFeatures)
            addText(index, to: &list)
            let key = keys[index]
            list.add(.repeated, isRepeated[index] ? 1 : 0)
            list.add(.title, headings.contains(key) ? 2 : headings.containPart(key) ? 1 : 0)
            list.add(.description, described.contains { $0.hasStartOf(key) } ? 1 : 0)
            addElement(block, to: &list)
            surroundings.add(index, to: &list, self)
            containers.add(index, to: &list, self)
            let share = Double(before) / Double(total)
            list.add(.position, bucket(share, [0.02, 0.1, 0.3, 0.6, 0.8, 0.95]))
            before += counts[index].unlinked(block)
            list.add(.heading, first < 0 ? 0 : index > first ? 2 : 1)
            scores.append(Double(list.score))
            if keepsFeatures { features.append(list.features) }
        }
    }

    private func addText(_ index: Int, to list: inout FeatureList) {
        let text = counts[index]
        let words = text.words
        let links = bucket(text.linkShare(blocks[index]), [0.15, 0.6])
        let length = bucket(words, [4, 11, 25])
        list.add(.words, bucket(words, [2, 4, 7, 11, 16, 25, 40, 70]))
        list.add(.links, bucket(text.linkShare(blocks[index]), [0.01, 0.15, 0.35, 0.6, 0.9]))
        list.add(.wordsLinks, length * 3 + links)
        list.add(.end, text.end)
        list.add(.endWords, (text.end == 1 ? 4 : 0) + length)
        list.add(.punctuation, bucket(Double(text.punctuation), [1, 2, 4]))
        list.add(.digits, bucket(text.share(text.digits), [0.01, 0.1, 0.3]))
        list.add(.capitals, bucket(text.share(text.capitals), [0.001, 0.1, 0.5]))
        list.add(.quoted, text.isQuoted ? 1 : 0)
        list.add(.copyright, text.isCopyright ? 1 : 0)
        list.add(.at, text.hasAt ? 1 : 0)
        list.add(.bar, text.hasBar ? 1 : 0)
        list.add(.tag, Int(elements[blocks[index].element].tag.rawValue))
        let phrases = page.text.withUnsafeBufferPointer {
            PhraseSearch(UnsafeBufferPointer(rebasing: $0[blocks[index].range]))
        }
        list.add(.phrase, phrases.found)
        list.add(.begin, phrases.first)
    }

    private func addElement(_ block: TextBlocks.Block, to list: inout FeatureList) {
        let element = elements[block.element]
        list.add(.only, emphasis(of: element.node))
        var index = block.element
        var near = ClassWords()
        var middle = ClassWords()
        var far = ClassWords()
        var nearTags: UInt32 = 0
        var farTags: UInt32 = 0
        for distance in 0..<5 where index >= 0 {
            let ancestor = elements[index]
            if distance < 2 { near.formUnion(ancestor.words) } else { middle.formUnion(ancestor.words) }
            if distance == 1 || distance == 2 { nearTags |= ancestor.tag.ancestorBit }
            if distance == 3 { farTags = ancestor.tags }
            index = ancestor.parent
        }
        if index >= 0 { far = elements[index].inherited }
        list.add(.near, near.rawValue)
        list.add(.middle, middle.rawValue)
        list.add(.far, far.intersection(FeatureList.farWords).rawValue)
        list.add(.nearTag, nearTags)
        list.add(.farTag, farTags & FeatureList.farTags)
        list.add(.depth, bucket(Double(element.depth + 1), [4, 7, 10, 14, 18]))
    }

    /// 1 if all of a block is in one `em` or `i`, 2 if it is in one `strong` or `b`, otherwise 0.
    private func emphasis(of node: NodeRef) -> Int {
        var found: NodeRef?
        var child = node.firstChild
        while let current = child {
            if current.isElement {
                if found != nil { return 0 }
                found = current
            } else if current.isText, current.content.contains(where: { !$0.isASCIIWhiteSpace }) {
                return 0
            }
            child = current.nextSibling
        }
        switch found?.name.string {
        case "em", "i": return 1
        case "strong", "b": return 2
        default: return 0
        }
    }
}

/// Adds up the weights of a block's features.
struct FeatureList {
    /// The score of the features until now.
    private(set) var score: Float
    /// The features, if they are wanted.
    private(set) var features: [Int32] = []

    private let weights = FeatureWeights.shared
    private let starts = FeatureGroup.starts
    private let keepsFeatures: Bool

    /// The classes of far ancestors that have a meaning; the others are on wrappers of whole pages.
    static let farWords = ClassWords([
        .comment, .foot, .nav, .roleNavigation, .roleContentinfo, .articleBody, .invisible,
    ])
    static let farTags: UInt32 = [
        BlockTag.aside, .footer, .nav, .header, .form, .article, .main, .figure, .table,
    ].reduce(0) { $0 | $1.ancestorBit }

    init(keepsFeatures: Bool) {
        score = weights.base
        self.keepsFeatures = keepsFeatures
    }

    mutating func add(_ group: FeatureGroup, _ index: Int) {
        let feature = Int32(starts[group.rawValue] + index)
        score += weights[feature]
        if keepsFeatures { features.append(feature) }
    }

    /// Adds the feature of each bit.
    mutating func add(_ group: FeatureGroup, _ bits: UInt32) {
        var rest = bits
        while rest != 0 {
            add(group, rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}

/// The index of the interval that contains a value: 0 below the first edge.
func bucket(_ value: Double, _ edges: [Double]) -> Int { edges.count { value >= $0 } }
