package import Selectors

/// The selectors of fields that look from the same element, to be matched in one walk.
///
/// Those that cost much, and that may not be asked for since another one stands before them, are left out.
package final class FieldSelection: Sendable {
    /// `nil` where there are none.
    package let set: SelectorSet?
    /// What tells its lists apart, in the set's order.
    package let identities: [ObjectIdentifier]
    /// Whether only the first match of each list is wanted.
    package let isForFirst: [Bool]

    init(of rules: [FieldRule]) {
        var gathering = Gathering()
        for rule in rules {
            for (index, alternative) in rule.alternatives.enumerated() {
                gathering.add(alternative, isSure: index == 0)
            }
        }
        let (lists, first) = (gathering.lists, gathering.first)
        set = lists.isEmpty ? nil : SelectorSet(lists, forFirst: first)
        identities = lists.map(\.identity)
        isForFirst = lists.indices.map(first.contains)
    }

    private struct Gathering {
        var lists: [SelectorList] = []
        /// The places of those of which the first match is wanted.
        var first: Set<Int> = []

        /// - Parameter isSure: whether no other alternative stands before this one.
        mutating func add(_ alternative: FieldAlternative, isSure: Bool) {
            if let condition = alternative.condition { add(condition, isForFirst: true, isSure: isSure) }
            let isSure = isSure && alternative.condition == nil
            guard alternative.scope == FieldScope() else { return }
            switch alternative.origin {
            case .select(let lists):
                for (index, list) in lists.enumerated() {
                    add(list, isForFirst: !alternative.takesAllMatches, isSure: isSure && index == 0)
                }
            case .nested(let lists, _):
                for (index, list) in lists.enumerated() {
                    add(list, isForFirst: false, isSure: isSure && index == 0)
                }
            case .cases(let arms):
                for (index, arm) in arms.enumerated() {
                    add(arm.selector, isForFirst: true, isSure: isSure && index == 0)
                }
            case .value, .from, .template: break
            }
        }

        private mutating func add(_ list: SelectorList, isForFirst: Bool, isSure: Bool) {
            guard isSure || list.isCheap else { return }
            if isForFirst { first.insert(lists.count) }
            lists.append(list)
        }
    }
}
