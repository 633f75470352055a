import Basics
import DOM

/// The names of the elements that are used to find the main content.
enum BlockTag: UInt8, CaseIterable {
    case other
    case p, div, li, h1, h2, h3, h4, h5, h6, td, th, dt, dd, figcaption, blockquote, pre, section, article,
        main
    case aside, nav, header, footer, form, figure, ul, ol, table, dl, details, body, a, br
    // Elements that only end other blocks.
    case address, caption, center, fieldset, hgroup, hr, legend, menu, search, summary, tbody, tfoot, thead,
        tr
    case dialog, dir, html, colgroup, col, listing, xmp, plaintext, frameset
    // Not read: not text, or for a person to fill in.
    case script, style, noscript, template, noembed, noframes, iframe, link, meta, base, head, svg, button,
        select
    case option, textarea, audio, video, object, canvas

    var isBlock: Bool { self != .other && self != .a && rawValue < BlockTag.script.rawValue }
    var isUnread: Bool { rawValue >= BlockTag.script.rawValue }

    /// The elements whose presence among the ancestors is a feature.
    static let ancestors: [BlockTag] = [
        .article, .main, .aside, .nav, .footer, .header, .form, .figure, .ul, .ol, .table, .blockquote,
        .section,
        .li, .td, .dl, .figcaption, .details, .a,
    ]

    /// The bit of a tag in a set of ``ancestors``; 0 if it is none of them.
    var ancestorBit: UInt32 { BlockTag.ancestorBits[Int(rawValue)] }

    private static let ancestorBits: [UInt32] = allCases.map { tag in
        ancestors.firstIndex(of: tag).map { 1 << UInt32($0) } ?? 0
    }

    /// Whether the element is a part that surrounds the content of a page.
    var isSurrounding: Bool {
        switch self {
        case .aside, .nav, .footer, .figure, .form: true
        default: false
        }
    }

    /// The tag of an element's name.
    static func of(_ name: Name) -> BlockTag { byName[UInt64(name.address)] ?? .other }

    /// The tags by the addresses of the names that all documents share.
    private static let byName: HashedTable<BlockTag> = {
        var tags: [UInt64: BlockTag] = [:]
        for tag in allCases where tag != .other {
            if let name = Name.standard(Array("\(tag)".utf8)) { tags[UInt64(name.address)] = tag }
        }
        return HashedTable(tags)
    }()
}

/// A page's elements and the blocks of their text.
struct TextBlocks {
    /// An element that has been read.
    struct Element {
        let node: NodeRef
        /// The index of its parent; -1 for the root.
        let parent: Int
        let tag: BlockTag
        let depth: Int
        /// The meaning of its class, id and role.
        let words: ClassWords
        /// The words of the element and all its ancestors.
        let inherited: ClassWords
        /// Which of ``BlockTag/ancestors`` it and its ancestors are.
        let tags: UInt32
        /// Whether it is in a part that surrounds the content.
        let isSurrounding: Bool
        /// The hash of its name and class.
        let signature: UInt64
    }

    /// A run of text that is interrupted only by inline elements.
    struct Block {
        /// The block element that it is in.
        let element: Int
        /// The bytes of ``TextBlocks/text``.
        var range: Range<Int>
        /// The number of bytes that are not white space and are in links.
        var linked = 0
        /// The text nodes, if they are not all text nodes of the element.
        var nodes: [NodeRef] = []
    }

    private(set) var elements: [Element] = []
    private(set) var blocks: [Block] = []
    /// The texts of the blocks, white space collapsed.
    private(set) var text: [UInt8] = []
    /// Elements that are not read, with the index of their parent.
    private(set) var unread: [(node: NodeRef, parent: Int)] = []

    private var isOpen = false
    /// The meaning of the classes and ids that have been read, by their hashes.
    private var wordsOfValues: [UInt64: ClassWords] = [:]
    private let names: AttributeNames

    private struct AttributeNames {
        let `class`, id, role, itemprop, style, hidden, ariaHidden: Name?

        init(_ document: Document) {
            func name(_ text: String) -> Name? { document.existingName(text.utf8) }
            `class` = name("class")
            id = name("id")
            role = name("role")
            itemprop = name("itemprop")
            style = name("style")
            hidden = name("hidden")
            ariaHidden = name("aria-hidden")
        }
    }

    /// Reads the descendants of an element. Complexity: linear; no recursion.
    init(_ root: NodeRef, _ document: Document) {
        names = AttributeNames(document)
        var stack: [(block: Int, links: Int)] = []
        add(root, parent: -1)
        stack.append((0, 0))
        var current = 0
        var node = root.firstChild
        while let child = node {
            if child.isText {
                append(child, to: stack[stack.count - 1])
            } else if child.isElement {
                let isHTML = document.isHTML(child)
                let tag = isHTML ? BlockTag.of(child.name) : .svg
                if tag.isUnread || tag == .br || tag == .hr {
                    if tag.isUnread { unread.append((child, current)) }
                    if tag.isBlock { end() }
                } else {
                    if tag.isBlock { end() }
                    add(child, parent: current)
                    let top = stack[stack.count - 1]
                    current = elements.count - 1
                    stack.append((tag.isBlock ? current : top.block, top.links + (tag == .a ? 1 : 0)))
                    if let first = child.firstChild {
                        node = first
                        continue
                    }
                    leave(&stack, &current)
                }
            }
            node = child.nextSibling
            while node == nil, stack.count > 1 {
                let left = elements[current].node
                leave(&stack, &current)
                node = left.nextSibling
            }
        }
        end()
    }

    private mutating func leave(_ stack: inout [(block: Int, links: Int)], _ current: inout Int) {
        if elements[current].tag.isBlock { end() }
        stack.removeLast()
        current = elements[current].parent
    }

    private mutating func end() {
        guard isOpen else { return }
        isOpen = false
        if text.last == 0x20 {
            text.removeLast()
            let start = blocks[blocks.count - 1].range.lowerBound
            blocks[blocks.count - 1].range = start..<text.count
        }
    }

    private mutating func append(_ node: NodeRef, to place: (block: Int, links: Int)) {
        let content = node.content
        if !isOpen {
            guard content.contains(where: { !$0.isASCIIWhiteSpace }) else { return }
            isOpen = true
            blocks.append(Block(element: place.block, range: text.count..<text.count))
        }
        let last = blocks.count - 1
        let start = blocks[last].range.lowerBound
        let visible = appendCollapsed(content, after: start)
        if place.links > 0 { blocks[last].linked += visible }
        blocks[last].range = start..<text.count
        blocks[last].nodes.append(node)
    }

    /// Appends a text to the block that begins at an index, each run of white space as one space, and none at the
    /// beginning of the block.
    ///
    /// - Returns: the number of bytes that are not white space.
    private mutating func appendCollapsed(_ content: UnsafeBufferPointer<UInt8>, after start: Int) -> Int {
        var visible = 0
        var index = 0
        while index < content.count {
            let word = index
            while index < content.count, !content[index].isASCIIWhiteSpace { index += 1 }
            visible += index - word
            // A single space after a word is copied with it.
            let isSpace = index > word && index < content.count && content[index] == 0x20
            if isSpace { index += 1 }
            text.append(contentsOf: UnsafeBufferPointer(rebasing: content[word..<index]))
            guard index < content.count, content[index].isASCIIWhiteSpace else { continue }
            if text.count > start, text[text.count - 1] != 0x20 { text.append(0x20) }
            while index < content.count, content[index].isASCIIWhiteSpace { index += 1 }
        }
        return visible
    }

    /// The meaning of a class or an id, and its hash. Most values are on many elements.
    private mutating func words(in value: UnsafeBufferPointer<UInt8>) -> (words: ClassWords, hash: UInt64) {
        let hash = ByteHash.quick(value)
        if let words = wordsOfValues[hash] { return (words, hash) }
        let words = ClassWords(in: value)
        wordsOfValues[hash] = words
        return (words, hash)
    }

    /// Whether a style hides its element: contains `display:none`, with any spaces. Long styles are not searched.
    private static func hides(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        guard style.count < 1000 else { return false }
        let wanted: StaticString = "display:none"
        var found = 0
        for byte in style where byte != 0x20 {
            // Only the first letter of what is wanted begins it again.
            found = byte == wanted.utf8Start[found] ? found + 1 : byte == wanted.utf8Start[0] ? 1 : 0
            if found == wanted.utf8CodeUnitCount { return true }
        }
        return false
    }

    private mutating func add(_ node: NodeRef, parent: Int) {
        let tag = BlockTag.of(node.name)
        var words = ClassWords()
        var signature = UInt64(node.name.address)
        var attribute = node.firstAttribute
        while let current = attribute {
            switch current.name {
            case names.class:
                let (found, hash) = self.words(in: current.value)
                words.formUnion(found)
                signature ^= hash
            case names.id: words.formUnion(self.words(in: current.value).words)
            case names.role: words.formUnion(ClassWords(role: current.string))
            case names.itemprop:
                if current.value.elementsEqual("articlebody".utf8, by: { $0 | 0x20 == $1 }) {
                    words.formUnion(ClassWords(.articleBody))
                }
            case names.style:
                if TextBlocks.hides(current.value) { words.formUnion(ClassWords(.invisible)) }
            case names.hidden: words.formUnion(ClassWords(.invisible))
            case names.ariaHidden:
                if current.value.elementsEqual("true".utf8) { words.formUnion(ClassWords(.invisible)) }
            default: break
            }
            attribute = current.next
        }
        var isSurrounding = tag.isSurrounding
        if !words.isDisjoint(with: .surrounding), words.isDisjoint(with: .body) { isSurrounding = true }
        var inherited = words
        var tags = tag.ancestorBit
        if parent >= 0 {
            inherited.formUnion(elements[parent].inherited)
            tags |= elements[parent].tags
            if parent > 0, elements[parent].isSurrounding, tag != .body { isSurrounding = true }
        }
        elements.append(
            Element(
                node: node,
                parent: parent,
                tag: tag,
                depth: parent < 0 ? 0 : elements[parent].depth + 1,
                words: words,
                inherited: inherited,
                tags: tags,
                isSurrounding: isSurrounding,
                signature: signature
            )
        )
    }
}
