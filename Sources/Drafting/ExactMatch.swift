import DOM
import Selectors

/// Whether selectors match what they are meant to and nothing else, told by the engine that will use them.
enum ExactMatch {
    /// Whether a selector matches exactly the given elements of some trees, which are in document order.
    static func holds(_ selector: String, for nodes: [NodeRef], in trees: [Document]) -> Bool {
        guard let list = try? SelectorList(selector, prefixes: .page) else { return false }
        let found = trees.flatMap { tree in
            Matcher(tree).select(list, from: tree.node, includingScope: false).map(\.node)
        }
        return found == nodes
    }
}
