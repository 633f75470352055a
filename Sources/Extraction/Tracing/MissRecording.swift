import DOM
import Language
import Selectors

// Why selectors match nothing, or extract nothing from what they match.
extension TraceRecorder {
    /// The diagnosis of a selector that matches nothing below an element; `nil` if it has been returned before.
    ///
    /// - Parameter alternative: the alternative of a field that has the selector.
    func miss(
        _ list: SelectorList,
        from scope: NodeRef,
        of alternative: FieldAlternative? = nil
    ) -> Trace.Miss? {
        guard misses?.admits(list) == true else { return nil }
        if let removal = removal(list, from: scope) {
            return Trace.Miss(part: nil, candidates: [], removal: removal)
        }
        guard let found = misses?.miss(list, from: scope, hints(for: alternative)) else { return nil }
        return Trace.Miss(
            part: found.part.map(finding),
            candidates: found.candidates.map {
                Trace.Miss.Candidate(reason: $0.reason, finding: finding($0.finding))
            }
        )
    }

    private func finding(_ finding: SelectorMiss.Finding) -> Trace.Miss.Finding {
        Trace.Miss.Finding(
            selector: finding.selector,
            matches: finding.matches,
            first: node(finding.first),
            isInScope: finding.isInScope
        )
    }
}

// MARK: - Matches without a value

extension TraceRecorder {
    /// The attribute that a search extracts and its first match does not have.
    func missingAttribute(_ search: OpenField.Search) -> String? {
        guard let match = match(search), case .attribute(let name)? = match.extractor else { return nil }
        let folded = document?.isHTML(match.node) == true ? name.lowercased() : name
        return attributes(of: match.node).contains(folded) ? nil : name
    }

    /// An element that a search matches without extracting anything from it.
    func unread(_ search: OpenField.Search) -> Trace.Unread? {
        guard let document, misses != nil, let node = match(search)?.node else { return nil }
        return Trace.Unread(
            node: self.node(node),
            text: document.string(of: node, onOneLine: true),
            attributes: attributes(of: node),
            removal: removal(in: node)
        )
    }

    private func match(_ search: OpenField.Search) -> Match? {
        guard let document else { return nil }
        return Matcher(document).firstMatch(search.list, from: search.scope, includingScope: true)
    }

    private func attributes(of node: NodeRef) -> [String] {
        var names: [String] = []
        var next = node.firstAttribute
        while let attribute = next {
            names.append(attribute.name.string)
            next = attribute.next
        }
        return names
    }

    /// The first element with text that a preparation has moved out of an element.
    private func removal(in node: NodeRef) -> Trace.Miss.Removal? {
        guard let changes, let saved, let element = saved.element(node) else { return nil }
        var next = element.nextElement(within: element)
        while let current = next {
            if let read = saved.read(current), let preparation = changes.removed[read],
                !saved.document.string(of: current, onOneLine: true).isEmpty
            {
                return removal(of: read, current, by: preparation, saved.path(of: current), matches: 1)
            }
            next = current.nextElement(within: element)
        }
        return nil
    }
}

// MARK: - What preparations have changed

extension TraceRecorder {
    /// The matches on the page as saved of a selector that matches nothing below an element, if a preparation has
    /// changed that.
    private func removal(_ list: SelectorList, from scope: NodeRef) -> Trace.Miss.Removal? {
        guard let changes, let saved else { return nil }
        var place: NodeRef? = scope
        while let node = place, node.isElement, saved.element(node) == nil { place = node.parentElement }
        let root = place.flatMap(saved.element) ?? saved.document.node
        let found = saved.matcher.select(list, from: root, includingScope: root.isElement).map(\.node)
        let isScope = place == scope
        for element in found {
            guard let node = saved.read(element) else { continue }
            // Below an element that a preparation has created, only removals are explained.
            guard let preparation = changes.removed[node] ?? (isScope ? cause(node, element) : nil) else {
                continue
            }
            return removal(of: node, element, by: preparation, list.description, matches: found.count)
        }
        return nil
    }

    /// The preparation that has changed an element or an ancestor of it that is still in the tree.
    private func cause(_ node: NodeRef, _ element: NodeRef) -> Int? {
        guard let changes, let saved else { return nil }
        var next: NodeRef? = element
        while let current = next {
            guard let read = saved.read(current) else { return nil }
            if let preparation = changes.removed[read] { return preparation }
            if read.name.string != current.name.string {
                return changes.targets.lastIndex { $0[read] != nil }
            }
            next = current.parentElement
        }
        // An attribute has been set, or the element has been moved.
        return changes.targets.lastIndex { $0[node] != nil }
    }

    private func removal(
        of node: NodeRef,
        _ element: NodeRef,
        by preparation: Int,
        _ selector: String,
        matches: Int
    ) -> Trace.Miss.Removal {
        let rule = rules.preparations[preparation]
        var removal = Trace.Miss.Removal(
            finding: Trace.Miss.Finding(
                selector: selector,
                matches: matches,
                first: self.node(node),
                isInScope: true
            ),
            preparation: rule.name,
            place: place(rule.range)
        )
        var next: NodeRef? = element
        while let current = next, let read = saved?.read(current) {
            if let target = changes?.targets[preparation][read] {
                let use = self.selector(target, in: rule.range, matches: nil)
                removal.selector = use.text
                removal.place = use.place ?? removal.place
                if current != element { removal.around = self.node(read) }
                break
            }
            next = current.parentElement
        }
        return removal
    }
}

/// Diagnoses the selectors of a page that match nothing: each selector once, and a limited number.
struct MissFinder {
    private let document: Document
    private var diagnosed: Set<SelectorList> = []
    private var diagnosis: SelectorDiagnosis?

    /// The number of selectors that are diagnosed: each takes a few walks over the page.
    private static let limit = 64

    init(_ document: Document) {
        self.document = document
    }

    /// Whether a selector is diagnosed: not if it has been diagnosed before, or if the limit is reached.
    mutating func admits(_ list: SelectorList) -> Bool {
        diagnosed.count < MissFinder.limit && diagnosed.insert(list).inserted
    }

    /// The diagnosis of a selector that matches nothing below an element.
    mutating func miss(_ list: SelectorList, from scope: NodeRef, _ hints: SelectorHints) -> SelectorMiss {
        let diagnosis = diagnosis ?? SelectorDiagnosis(document)
        self.diagnosis = diagnosis
        return diagnosis.miss(of: list, from: scope, hints)
    }
}
