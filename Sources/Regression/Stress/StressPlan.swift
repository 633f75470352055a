import DOM

/// Chooses the changes that a page is tried with: half of them near what its rules look at, half anywhere, and each
/// half spread over the page.
struct StressPlan {
    private let document: Document
    private let ground: StressGround
    private let elements: [NodeRef]
    /// The elements that the rules look at, those around them, and those that they stand in.
    private var near: [Bool]
    /// How many of the elements before each, and of all, must not be dropped.
    private var keptBefore: [Int]
    /// For each element the place behind its last descendant.
    private var ends: [Int]
    private var isPreformatted: [Bool]
    /// The names of elements that must not be dropped: the rules look at a column in every row alike.
    private var keptNames: Set<Name> = []

    /// A plan for a page. Complexity: linear in the size of the page.
    ///
    /// - Parameters:
    ///   - looked: the places of the elements that the rules look at.
    ///   - kept: those of them that values come from.
    init(_ document: Document, lookedAt looked: Set<Int>, kept: Set<Int>) {
        let index = ElementIndex(document)
        self.document = document
        ground = StressGround(document)
        elements = index.elements
        near = Array(repeating: false, count: elements.count)
        isPreformatted = near
        ends = Array(repeating: 0, count: elements.count)
        keptNames = Set(kept.filter(elements.indices.contains).map { [elements] in elements[$0].name })
        var sum = 0
        keptBefore = [0]
        for (place, element) in elements.enumerated() {
            if kept.contains(place) || ground == .html && StressPlan.isLinkedData(element, document) {
                sum += 1
            }
            keptBefore.append(sum)
            let parent = element.parentElement.flatMap { index[$0] }
            isPreformatted[place] =
                parent.map { isPreformatted[$0] } ?? false
                || ground == .html && HTMLPlace.preformatted.contains(element.name.string)
        }
        for place in elements.indices.reversed() {
            ends[place] = max(ends[place], place + 1)
            if let parent = elements[place].parentElement.flatMap({ index[$0] }) {
                ends[parent] = max(ends[parent], ends[place])
            }
        }
        for place in looked where elements.indices.contains(place) { markNear(place, index) }
    }

    private mutating func markNear(_ place: Int, _ index: ElementIndex) {
        let element = elements[place]
        for neighbour in [element.previousElementSibling, element.nextElementSibling] {
            if let place = neighbour.flatMap({ index[$0] }) { near[place] = true }
        }
        var next: NodeRef? = element
        while let ancestor = next, let place = index[ancestor], !near[place] || ancestor == element {
            near[place] = true
            next = ancestor.parentElement
        }
    }

    private static func isLinkedData(_ element: NodeRef, _ document: Document) -> Bool {
        let name = element.name.string
        if ["meta", "link", "base", "title"].contains(name) { return true }
        func has(_ name: String) -> Bool {
            document.existingName(name.utf8).flatMap(element.attribute) != nil
        }
        return name == "script" ? has("type") : HTMLPlace.linkedData.contains(where: has)
    }

    /// The changes, of all kinds in turn; fewer than `count` where the page has no more to change.
    func mutations(_ count: Int, seed: UInt64) -> [StressMutation] {
        var generator = StressGenerator(seed: seed)
        var queues = StressKind.all(on: ground).map { kind in
            (kind: kind, targets: ordered(targets(kind), &generator)[...])
        }
        var mutations: [StressMutation] = []
        while mutations.count < count, queues.contains(where: { !$0.targets.isEmpty }) {
            for index in queues.indices {
                for target in queues[index].targets.prefix(queues[index].kind.weight)
                where mutations.count < count {
                    mutations.append(mutation(queues[index].kind, target, &generator))
                }
                queues[index].targets = queues[index].targets.dropFirst(queues[index].kind.weight)
            }
        }
        return mutations
    }

    private typealias Target = (element: Int, part: Int)

    private func mutation(
        _ kind: StressKind,
        _ target: Target,
        _ generator: inout StressGenerator
    ) -> StressMutation {
        let element = elements[target.element]
        let subject =
            switch kind {
            case .rename: "class \"\(StressClasses(of: element, in: document).tokens[target.part])\""
            case .column: "before column \(target.part + 1)"
            case .wrap, .insert, .drop, .attributes, .space, .reorder: "<\(element.name.string)>"
            }
        return StressMutation(
            kind: kind,
            line: element.line,
            subject: subject,
            element: target.element,
            part: target.part,
            variant: generator.next()
        )
    }

    /// Targets near what the rules look at and others in turn.
    private func ordered(_ targets: [Target], _ generator: inout StressGenerator) -> [Target] {
        let close = targets.filter { near[$0.element] }
        let rest = targets.filter { !near[$0.element] }
        let first = generator.spread(close.count).map { close[$0] }
        let second = generator.spread(rest.count).map { rest[$0] }
        return (0..<max(first.count, second.count)).flatMap { index in
            [first, second].filter { $0.indices.contains(index) }.map { $0[index] }
        }
    }

    /// All that a kind of change can be made to.
    private func targets(_ kind: StressKind) -> [Target] {
        var classes: Set<String> = []
        return elements.indices.flatMap { place -> [Target] in
            let element = elements[place]
            // What is drawn on an HTML page is a world of its own.
            if ground == .html, !document.isHTML(element) { return [] }
            switch kind {
            case .wrap: return StressShape.canWrap(element, ground, document) ? [(place, 0)] : []
            case .insert: return StressShape.canInsert(beside: element, ground) ? [(place, 0)] : []
            case .column: return (0..<columns(at: element)).map { (place, $0) }
            case .drop: return isOptional(place) ? [(place, 0)] : []
            case .rename:
                let tokens = StressClasses(of: element, in: document).tokens
                return tokens.indices.filter { classes.insert(tokens[$0]).inserted }.map { (place, $0) }
            case .attributes: return element.firstAttribute?.next == nil ? [] : [(place, 0)]
            case .space: return isSpaced(place) ? [(place, 0)] : []
            case .reorder: return canReorder(element) ? [(place, 0)] : []
            }
        }
    }

    /// How many columns a table has by its first row; 0 for what is no table.
    private func columns(at element: NodeRef) -> Int {
        switch ground {
        case .html:
            guard element.name.string == "table" else { return 0 }
            return StressShape.rows(of: element).first.map { StressShape.cells(of: $0).count + 1 } ?? 0
        case .csv: return element.parentElement == nil ? cellCount(of: element.firstElementChild) + 1 : 0
        case .xml, .json, .linkedData, .text: return 0
        }
    }

    private func cellCount(of row: NodeRef?) -> Int { row.map { $0.allChildren.count { $0.isElement } } ?? 0 }

    private func isOptional(_ place: Int) -> Bool {
        let element = elements[place]
        guard keptBefore[ends[place]] == keptBefore[place], let parent = element.parentElement else {
            return false
        }
        switch ground {
        case .html: return HTMLPlace.optional.contains(element.name.string)
        case .xml, .linkedData: return true
        case .json: return StressShape.type(of: parent, document) == "object"
        // A cell of the first row stands for its column.
        case .csv:
            return parent.previousElementSibling == nil && parent.parentElement != nil
                && !keptNames.contains(element.name)
        case .text: return false
        }
    }

    private func isSpaced(_ place: Int) -> Bool {
        let element = elements[place]
        if isPreformatted[place] { return false }
        switch ground {
        case .html:
            return !["html", "head"].contains(element.name.string)
                && !element.name.string.hasPrefix("noscript")
                && element.firstChild != nil
        case .xml: return element.firstElementChild != nil && !StressShape.hasOwnText(element)
        case .json, .linkedData, .csv, .text: return false
        }
    }

    private func canReorder(_ element: NodeRef) -> Bool {
        switch ground {
        case .json:
            StressShape.type(of: element, document) == "object"
                && element.firstElementChild?.nextElementSibling != nil
        // Which of several things comes first is what rules may go by; the order of what is said of one is not.
        case .linkedData:
            element.parentElement != nil && element.firstElementChild?.nextElementSibling != nil
        case .csv: element.parentElement == nil && cellCount(of: element.firstElementChild) > 1
        case .html, .xml, .text: false
        }
    }
}
