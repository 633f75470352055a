import Basics
package import DOM

/// Chooses the mutations of a page: half of them near the elements that the rules use, half anywhere, and each half
/// spread over the page.
package struct MutationPlan {
    private let document: Document
    private let pageKind: PageKind
    private let elements: [NodeRef]
    /// Whether each element is one that the rules use, or a neighbour or ancestor of one.
    private var near: [Bool]
    /// The number of protected elements before each element, and in total.
    private var keptBefore: [Int]
    /// The index after the last descendant of each element.
    private var ends: [Int]
    private var isPreformatted: [Bool]
    /// The names of the protected elements, since a column has the same name in every row.
    private var keptNames: Set<Name> = []

    /// Creates a plan for a page.
    ///
    /// - Parameters:
    ///   - used: the indices of the elements that the rules match.
    ///   - kept: the indices of the elements that values come from. They are protected from being dropped.
    /// - Complexity: linear in the size of the page.
    package init(_ document: Document, used: Set<Int>, kept: Set<Int>) {
        let index = ElementIndex(document)
        self.document = document
        pageKind = PageKind(document)
        elements = index.elements
        near = Array(repeating: false, count: elements.count)
        isPreformatted = near
        ends = Array(repeating: 0, count: elements.count)
        keptNames = Set(kept.filter(elements.indices.contains).map { [elements] in elements[$0].name })
        var sum = 0
        keptBefore = [0]
        for (place, element) in elements.enumerated() {
            if kept.contains(place) || pageKind == .html && MutationPlan.isLinkedData(element, document) {
                sum += 1
            }
            keptBefore.append(sum)
            let parent = element.parentElement.flatMap { index[$0] }
            isPreformatted[place] =
                parent.map { isPreformatted[$0] } ?? false
                || pageKind == .html && HTMLContentModel.preformatted.contains(element.name.string)
        }
        for place in elements.indices.reversed() {
            ends[place] = max(ends[place], place + 1)
            if let parent = elements[place].parentElement.flatMap({ index[$0] }) {
                ends[parent] = max(ends[parent], ends[place])
            }
        }
        for place in used where elements.indices.contains(place) { markNear(place, index) }
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
        return name == "script" ? has("type") : HTMLContentModel.linkedData.contains(where: has)
    }

    /// Returns mutations with all operators in turn, and fewer than `count` if the page has no more sites.
    package func mutations(_ count: Int, seed: UInt64) -> [PageMutation] {
        var generator = SplitMix64(seed: seed)
        var queues = MutationKind.all(on: pageKind).map { kind in
            (kind: kind, targets: ordered(targets(kind), &generator)[...])
        }
        var mutations: [PageMutation] = []
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
        _ kind: MutationKind,
        _ target: Target,
        _ generator: inout SplitMix64
    ) -> PageMutation {
        let element = elements[target.element]
        let subject =
            switch kind {
            case .rename: "class \"\(ClassList(of: element, in: document).tokens[target.part])\""
            case .column: "before column \(target.part + 1)"
            case .wrap, .insert, .drop, .attributes, .space, .reorder: "<\(element.name.string)>"
            }
        return PageMutation(
            kind: kind,
            line: element.line,
            subject: subject,
            element: target.element,
            part: target.part,
            variant: generator.next()
        )
    }

    /// Orders targets near the elements that the rules use and others alternately.
    private func ordered(_ targets: [Target], _ generator: inout SplitMix64) -> [Target] {
        let close = targets.filter { near[$0.element] }
        let rest = targets.filter { !near[$0.element] }
        let first = generator.spread(close.count).map { close[$0] }
        let second = generator.spread(rest.count).map { rest[$0] }
        return (0..<max(first.count, second.count)).flatMap { index in
            [first, second].filter { $0.indices.contains(index) }.map { $0[index] }
        }
    }

    /// All targets of an operator.
    private func targets(_ kind: MutationKind) -> [Target] {
        var classes: Set<String> = []
        return elements.indices.flatMap { place -> [Target] in
            let element = elements[place]
            // SVG and MathML are not changed.
            if pageKind == .html, !document.isHTML(element) { return [] }
            switch kind {
            case .wrap: return MutationSite.canWrap(element, pageKind, document) ? [(place, 0)] : []
            case .insert: return MutationSite.canInsert(beside: element, pageKind) ? [(place, 0)] : []
            case .column: return (0..<columns(at: element)).map { (place, $0) }
            case .drop: return isOptional(place) ? [(place, 0)] : []
            case .rename:
                let tokens = ClassList(of: element, in: document).tokens
                return tokens.indices.filter { classes.insert(tokens[$0]).inserted }.map { (place, $0) }
            case .attributes: return element.firstAttribute?.next == nil ? [] : [(place, 0)]
            case .space: return isSpaced(place) ? [(place, 0)] : []
            case .reorder: return canReorder(element) ? [(place, 0)] : []
            }
        }
    }

    /// The number of positions for a column in a table, by its first row, or 0 for other elements.
    private func columns(at element: NodeRef) -> Int {
        switch pageKind {
        case .html:
            guard element.name.string == "table" else { return 0 }
            return MutationSite.rows(of: element).first.map { MutationSite.cells(of: $0).count + 1 } ?? 0
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
        switch pageKind {
        case .html: return HTMLContentModel.optional.contains(element.name.string)
        case .xml, .linkedData: return true
        case .json: return MutationSite.type(of: parent, document) == "object"
        // A cell of the first row represents its column.
        case .csv:
            return parent.previousElementSibling == nil && parent.parentElement != nil
                && !keptNames.contains(element.name)
        case .text: return false
        }
    }

    private func isSpaced(_ place: Int) -> Bool {
        let element = elements[place]
        if isPreformatted[place] { return false }
        switch pageKind {
        case .html:
            return !["html", "head"].contains(element.name.string)
                && !element.name.string.hasPrefix("noscript")
                && element.firstChild != nil
        case .xml: return element.firstElementChild != nil && !MutationSite.hasOwnText(element)
        case .json, .linkedData, .csv, .text: return false
        }
    }

    private func canReorder(_ element: NodeRef) -> Bool {
        switch pageKind {
        case .json:
            MutationSite.type(of: element, document) == "object"
                && element.firstElementChild?.nextElementSibling != nil
        // Rules may depend on the order of items, but not on the order of their properties.
        case .linkedData:
            element.parentElement != nil && element.firstElementChild?.nextElementSibling != nil
        case .csv: element.parentElement == nil && cellCount(of: element.firstElementChild) > 1
        case .html, .xml, .text: false
        }
    }
}

extension SplitMix64 {
    /// Returns the numbers below `count` in an order whose prefixes are all spread evenly: in steps of about the golden
    /// ratio, from a random start.
    mutating func spread(_ count: Int) -> [Int] {
        guard count > 1 else { return Array(0..<count) }
        var stride = max(1, Int(Double(count) * 0.618_033_988_75))
        while SplitMix64.greatestCommonDivisor(stride, count) > 1 { stride += 1 }
        let start = Int.random(in: 0..<count, using: &self)
        return (0..<count).map { (start + $0 * stride) % count }
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        var (larger, smaller) = (first, second)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
