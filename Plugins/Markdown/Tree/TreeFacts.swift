import DOM

/// Facts about lists and tables that depend on their whole content, but are needed at their start.
struct TreeFacts {
    /// A list.
    struct List {
        /// Whether an item contains paragraphs: then blank lines separate the items.
        var isLoose = false
        /// The number of its items.
        var items = 0
    }

    /// A table.
    struct Table {
        fileprivate var isPresentation = false
        fileprivate var holdsTable = false
        fileprivate var holdsBlocks = false
        fileprivate var hasHeaders = false
        fileprivate var cells = 0
        fileprivate var isWide = false

        /// Whether it is for layout and has no rows of data: then its cells become blocks one after the other.
        var isLayout: Bool {
            isPresentation || holdsTable || cells <= 1 || !hasHeaders && (holdsBlocks || !isWide)
        }
    }

    private(set) var lists: [Element: List] = [:]
    private(set) var tables: [Element: Table] = [:]

    /// The enclosing elements.
    private enum Frame {
        case list(Element), item, table(Element), row(cells: Int), other
    }

    private var frames: [Frame] = []
    private var openTables: [Element] = []
    private var openLists: [Element] = []

    /// Determines the facts about an element and its descendants. Complexity: linear.
    init(of root: Element) {
        var walk = TreeWalk(root)
        while let event = walk.next() {
            switch event {
            case .start(let element):
                let role = Role.of(element.name)
                if Visibility.isHidden(element, role) {
                    frames.append(.other)
                    walk.skipChildren()
                } else {
                    start(element, role)
                }
            case .text: break
            case .end: end()
            }
        }
    }

    private mutating func start(_ element: Element, _ role: Role) {
        let frame: Frame
        switch role {
        case .orderedList, .bulletList, .definitionList:
            lists[element] = List()
            openLists.append(element)
            frame = .list(element)
        case .item:
            if let list = openLists.last { lists[list]?.items += 1 }
            frame = .item
        case .definition: frame = .item
        case .paragraph:
            if case .item = frames.last, let list = openLists.last { lists[list]?.isLoose = true }
            frame = .other
        case .table:
            if let outer = openTables.last { tables[outer]?.holdsTable = true }
            let role = element.attribute("role")
            tables[element] = Table(isPresentation: role == "presentation" || role == "none")
            openTables.append(element)
            frame = .table(element)
        case .row: frame = .row(cells: 0)
        case .cell:
            startCell(isHeader: element.name == "th")
            frame = .other
        case .preformatted, .heading:
            if let table = openTables.last { tables[table]?.holdsBlocks = true }
            frame = .other
        default: frame = .other
        }
        frames.append(frame)
    }

    private mutating func startCell(isHeader: Bool) {
        guard let table = openTables.last else { return }
        tables[table]?.cells += 1
        if isHeader { tables[table]?.hasHeaders = true }
        if case .row(let cells) = frames.last {
            frames[frames.count - 1] = .row(cells: cells + 1)
            if cells > 0 { tables[table]?.isWide = true }
        }
    }

    private mutating func end() {
        switch frames.popLast() {
        case .list: openLists.removeLast()
        case .table: openTables.removeLast()
        case .item, .row, .other, nil: break
        }
    }
}
