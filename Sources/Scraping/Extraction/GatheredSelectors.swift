import DOM
import Selectors

/// The selectors of fields that look from one element after another, and what they match there, once one of them is
/// asked for.
final class GatheredSelectors {
    let selection: FieldSelection
    private let search: SetSearch
    /// What tells the lists apart, in the set's order.
    private let identities: [ObjectIdentifier]
    private let isFirstWanted: [Bool]
    private var scope: NodeRef?
    private var isFound = false
    /// The place of the list that is probably asked for next: fields come in their order.
    private var next = 0

    init(_ selection: FieldSelection, _ search: SetSearch) {
        self.selection = selection
        self.search = search
        identities = selection.identities
        isFirstWanted = selection.isForFirst
    }

    /// Whether the fields of an element are being read.
    var isInUse: Bool { scope != nil }

    /// Begins the fields of an element.
    func begin(from scope: NodeRef) {
        self.scope = scope
        isFound = false
        next = 0
    }

    /// Ends the fields of an element.
    func end() {
        scope = nil
    }

    /// What a list matches; `nil` where it is none of these, or is asked for in another way.
    func selected(_ list: SelectorList, from scope: NodeRef, isForFirst: Bool) -> Selected? {
        guard scope == self.scope, let index = index(of: list.identity),
            isForFirst || !isFirstWanted[index]
        else { return nil }
        if !isFound {
            search.run(from: scope, includingScope: true)
            isFound = true
        }
        return search[index]
    }

    private func index(of identity: ObjectIdentifier) -> Int? {
        var index = next
        for _ in identities.indices {
            if index >= identities.count { index = 0 }
            if identities[index] == identity {
                next = index + 1
                return index
            }
            index += 1
        }
        return nil
    }
}
