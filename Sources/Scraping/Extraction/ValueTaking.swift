import DOM
import Records
import Selectors

// From a node to what a selector takes of it.
extension Extraction {
    /// What a selector takes at a node: of its first match, or of each for a list. What is empty is not there.
    func take(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        at node: NodeRef
    ) -> [(value: Value, node: NodeRef)] {
        let isExcluded = exclusion(alternative, at: node)
        let matches: [Match]
        if alternative.takesAllMatches {
            matches = matcher.select(list, from: node).matches
        } else {
            matches = matcher.selectFirst(list, from: node).first.map { [$0] } ?? []
        }
        tracer?.attempt(list, at: node, matches: matches.count)
        let outer = profiler?.enter(.take)
        defer { profiler?.leave(to: outer) }
        return matches.flatMap { match in
            if let json = takeJSON(match, alternative) { return json }
            let take = match.take ?? alternative.defaultTake
            let values = document.values(of: match.node, taking: take, excluding: isExcluded)
            return values.filter { !$0.isEmpty }.map { text in
                (value: Value.string(String(decoding: text, as: UTF8.self)), node: match.node)
            }
        }
    }

    /// Tells which elements' text does not count for a field; `nil` where each does.
    func exclusion(_ alternative: FieldAlternative, at node: NodeRef) -> ((NodeRef) -> Bool)? {
        guard let without = alternative.without else { return nil }
        let excluded = Set(matcher.select(without, below: node).nodes)
        return excluded.isEmpty ? nil : { excluded.contains($0) }
    }
}
