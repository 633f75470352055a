/// A page's text as a tree of chunks, which are identified by numbers. Chunk 0 is the page.
///
/// The tree may differ from a parser's, because the oracle reads every candidate as a page.
struct ChunkTree {
    let bytes: [UInt8]
    private(set) var chunks: [Chunk]

    /// Creates the chunks of a text.
    init(_ bytes: [UInt8], _ kind: PageKind) {
        self.bytes = bytes
        let whole = bytes.indices
        switch kind {
        case .html, .linkedData, .xml:
            chunks = [Chunk(whole, .chunks)]
            var reader = MarkupChunks(whole, of: 0, isHTML: kind != .xml)
            reader.read(into: &self)
        case .json:
            chunks = [Chunk(whole, .brackets(whole, isScript: false))]
            open(0)
        case .csv, .text:
            chunks = [Chunk(whole, .chunks)]
            LineChunks(whole, isTable: kind == .csv).read(into: &self)
            if kind == .csv { for row in children(of: 0) { open(row) } }
        }
    }

    subscript(number: Int) -> Chunk {
        get { chunks[number] }
        set { chunks[number] = newValue }
    }

    /// Appends a chunk to another's children.
    ///
    /// - Parameter label: the chunk's name: a tag's name and class, an attribute's name, a key.
    @discardableResult
    mutating func append(
        _ chunk: Chunk,
        to parent: Int,
        label: some Sequence<UInt8> = EmptyCollection()
    ) -> Int {
        let number = chunks.count
        chunks.append(chunk)
        chunks[number].parent = parent
        name(number, in: parent, label)
        let last = chunks[parent].lastChild
        if last == Chunk.none { chunks[parent].firstChild = number } else { chunks[last].next = number }
        chunks[parent].lastChild = number
        return number
    }

    /// Sets the name of a chunk, which must not have children.
    mutating func name(_ number: Int, in parent: Int, _ label: some Sequence<UInt8>) {
        // FNV-1a: stable between runs, unlike the standard library's hashes.
        let prime: UInt64 = 0x100_0000_01B3
        var hash = (chunks[parent].groupHash ^ 0xFF) &* prime
        for byte in label { hash = (hash ^ UInt64(byte)) &* prime }
        chunks[number].groupHash = hash
    }

    /// The groups of at least two similar chunks, most bytes first, among the chunks that have been opened.
    func similarChunks(limit: Int) -> [[Int]] {
        var groups: [UInt64: (chunks: [Int], size: Int)] = [:]
        var parents: [Int] = [0]
        while let parent = parents.popLast() {
            var child = chunks[parent].firstChild
            while child != Chunk.none {
                if !chunks[child].isDeleted {
                    groups[chunks[child].groupHash, default: ([], 0)].chunks.append(child)
                    groups[chunks[child].groupHash]?.size += chunks[child].range.count
                    parents.append(child)
                }
                child = chunks[child].next
            }
        }
        // Numbers ascend in document order, so that the smallest one orders groups of equal size.
        let sorted = groups.values.filter { $0.chunks.count > 1 }.map { ($0.chunks.sorted(), $0.size) }
            .sorted { ($1.1, $0.0[0]) < ($0.1, $1.0[0]) }
        return sorted.prefix(limit).map(\.0)
    }

    /// Groups chunks by parent.
    func byParents(_ numbers: [Int]) -> [(parent: Int, chunks: [Int])] {
        Dictionary(grouping: numbers) { chunks[$0].parent }.map { ($0.key, $0.value) }
    }

    /// The remaining children of a chunk, in order.
    mutating func children(of parent: Int) -> [Int] {
        open(parent)
        var children: [Int] = []
        var child = chunks[parent].firstChild
        while child != Chunk.none {
            if !chunks[child].isDeleted { children.append(child) }
            child = chunks[child].next
        }
        return children
    }

    /// Finds the children of a chunk, once.
    private mutating func open(_ parent: Int) {
        let content = chunks[parent].content
        chunks[parent].content = .chunks
        switch content {
        case .atom, .chunks: break
        case .words(let range): WordChunks(range).read(into: &self, of: parent)
        case .cells(let range, let separator):
            LineChunks.readCells(range, separator: separator, into: &self, of: parent)
        case .brackets(let range, let isScript):
            var reader = BracketChunks(range, of: parent, isScript: isScript)
            reader.read(into: &self)
        case .markup(let range):
            var reader = MarkupChunks(range, of: parent, isHTML: true)
            reader.read(into: &self)
        }
    }

    /// The ranges to delete with chunks of one parent: the chunks, and a separator that would remain at the end.
    func ranges(ofDeleting numbers: [Int], in parent: Int) -> [Range<Int>] {
        var ranges = numbers.map { chunks[$0].range }
        guard let first = numbers.first, let last = numbers.last else { return ranges }
        // The separator before them is deleted only if no chunk follows.
        var left: Int?
        var child = chunks[parent].firstChild
        let cut = numbers.count > 1 ? Set(numbers) : []
        while child != Chunk.none {
            let isInRun = child == first || child == last || cut.contains(child)
            if !chunks[child].isDeleted, !isInRun {
                if child > last { return ranges }
                left = child
            }
            child = chunks[child].next
        }
        if let left, chunks[left].separator < chunks[left].range.upperBound {
            ranges.insert(chunks[left].separator..<chunks[left].range.upperBound, at: 0)
        }
        return ranges
    }
}

/// A part of a page's text that can be deleted: an element, an attribute, a text, a member of an object, a row, a word.
struct Chunk {
    /// The content of a chunk, which is parsed when the search descends into it.
    enum Content {
        /// A content without parts that can be deleted by themselves.
        case atom
        /// The chunks that are its children.
        case chunks
        /// Words.
        case words(Range<Int>)
        /// Objects, lists and strings.
        case brackets(Range<Int>, isScript: Bool)
        /// Tags and text, for example in a JSON string.
        case markup(Range<Int>)
        /// The cells of a row.
        case cells(Range<Int>, separator: UInt8)
    }

    /// The range, including the separator after it.
    var range: Range<Int>
    /// The start of a separator that only occurs between two chunks, or the end of the range.
    var separator: Int
    var content: Content
    /// Whether it is an attribute. Attributes are tried apart from the content of their element.
    var isAttribute = false
    /// The hash of its name and its parents' names. Equal for similar chunks, such as the prices of all items.
    var groupHash: UInt64 = 0
    /// Whether it is a text whose children are words.
    var isText = false
    var isDeleted = false
    var firstChild = Chunk.none
    var lastChild = Chunk.none
    var next = Chunk.none
    var parent = Chunk.none

    /// The number that identifies no chunk.
    static let none = -1

    init(_ range: Range<Int>, separator: Int? = nil, _ content: Content = .atom) {
        self.range = range
        self.separator = separator ?? range.upperBound
        self.content = content
    }
}
