import DOM
import Selectors

/// The elements of some trees of JSON or XML by their paths of names: what stands at one path means one thing.
struct DataPaths {
    /// All elements at one path.
    struct Path {
        /// The step as a selector writes it; `*` for keys that are numbers.
        let step: String
        /// The name as the page spells it, without its prefix.
        let name: String
        let parent: Int?
        var children: [Int] = []
        var nodes: [NodeRef] = []
        /// Which document each of the nodes is of.
        var documents: [Int] = []
    }

    private(set) var paths: [Path] = []
    private let isJSON: Bool
    let trees: [Document]

    /// Walks the trees. Complexity: linear in their size.
    init(_ trees: [Document], isJSON: Bool) {
        self.trees = trees
        self.isJSON = isJSON
        var known: [Key: Int] = [:]
        for (number, tree) in trees.enumerated() {
            var pathOf: [NodeRef: Int] = [:]
            var node = tree.rootElement
            while let element = node, let root = tree.rootElement {
                let parent = element.parentElement.flatMap { pathOf[$0] }
                let (step, name) = self.step(of: element)
                let key = Key(parent: parent, step: step)
                let index = known[key] ?? paths.count
                if index == paths.count {
                    known[key] = index
                    paths.append(Path(step: step, name: name, parent: parent))
                    if let parent { paths[parent].children.append(index) }
                }
                paths[index].nodes.append(element)
                paths[index].documents.append(number)
                pathOf[element] = index
                node = element.nextElement(within: root)
            }
        }
    }

    private struct Key: Hashable {
        let parent: Int?
        let step: String
    }

    private func step(of element: NodeRef) -> (step: String, name: String) {
        let name = element.name.string
        if isJSON, isObject(element.parentElement), !name.isEmpty,
            name.allSatisfy({ $0.isASCIIDigit || $0 == "-" })
        {
            return ("*", name)
        }
        let local = CSSText.identifier(name)
        guard let prefix = element.prefix else { return (local, name) }
        return (CSSText.identifier(String(decoding: prefix, as: UTF8.self)) + "|" + local, name)
    }

    // MARK: - Questions

    /// What kind of value an element of JSON is: `object`, `array`, `string`, …
    func kind(of element: NodeRef) -> String? {
        var attribute = element.firstAttribute
        while let candidate = attribute {
            if candidate.name.utf8.elementsEqual("type".utf8) { return candidate.string }
            attribute = candidate.next
        }
        return nil
    }

    private func isObject(_ element: NodeRef?) -> Bool { element.flatMap(kind) == "object" }

    /// Whether all elements at a path that say anything are of a kind.
    func areAll(_ path: Int, _ kind: String) -> Bool {
        let kinds = paths[path].nodes.compactMap(self.kind).filter { $0 != "null" }
        return !kinds.isEmpty && kinds.allSatisfy { $0 == kind }
    }

    /// Whether one path leads through another.
    func isBelow(_ path: Int, _ ancestor: Int) -> Bool { ancestors(of: path).contains(ancestor) }

    /// The paths that one leads through, the nearest first; no more of them than trees of people's making have.
    func ancestors(of path: Int) -> [Int] {
        var ancestors: [Int] = []
        var next = paths[path].parent
        while let index = next, ancestors.count < DataPaths.depthLimit {
            ancestors.append(index)
            next = paths[index].parent
        }
        return ancestors
    }

    private static let depthLimit = 64

    /// Whether each tree has an element at the path.
    func isEverywhere(_ path: Int) -> Bool { Set(paths[path].documents).count == trees.count }

    /// Whether an element at the path's parent has more than one of them.
    func isRepeated(_ path: Int) -> Bool {
        Set(paths[path].nodes.map(\.parent)).count < paths[path].nodes.count
    }

    /// The names from the root to a path.
    func steps(to path: Int) -> [String] {
        var steps: [String] = []
        var next: Int? = path
        while let index = next {
            steps.append(paths[index].step)
            next = paths[index].parent
        }
        return steps.reversed()
    }

    /// The shortest selector of at least two names that matches what stands at a path and nothing else.
    func selector(of path: Int) -> String? {
        let steps = steps(to: path)
        guard steps.count > 1 else { return steps.first }
        for count in 2...min(steps.count, 8) {
            let selector = steps.suffix(count).joined(separator: " > ")
            if ExactMatch.holds(selector, for: paths[path].nodes, in: trees) { return selector }
        }
        return nil
    }
}
