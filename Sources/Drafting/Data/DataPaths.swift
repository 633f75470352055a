import DOM
import Selectors

/// An index of the elements of JSON or XML trees by their paths of names. Elements at one path have one meaning.
struct DataPaths {
    /// A path with its elements.
    struct Path {
        /// The step in a selector, `*` for keys that are numbers.
        let step: String
        /// The name as on the page, without its prefix.
        let name: String
        let parent: Int?
        var children: [Int] = []
        var nodes: [NodeRef] = []
        /// The index of each node's document.
        var documents: [Int] = []
    }

    private(set) var paths: [Path] = []
    private let isJSON: Bool
    let trees: [Document]

    /// Indexes trees. Complexity: linear in their size.
    init(_ trees: [Document], isJSON: Bool) {
        self.trees = trees
        self.isJSON = isJSON
        var known: [Key: Int] = [:]
        for (number, tree) in trees.enumerated() {
            var pathOf: [NodeRef: Int] = [:]
            var dictionaries: [NodeRef: Bool] = [:]
            var node = tree.rootElement
            while let element = node, let root = tree.rootElement {
                let parent = element.parentElement.flatMap { pathOf[$0] }
                let isInDictionary =
                    element.parentElement.map { parent in
                        let known = dictionaries[parent] ?? isDictionary(parent)
                        dictionaries[parent] = known
                        return known
                    } ?? false
                let (step, name) = isInDictionary ? ("*", element.name.string) : self.step(of: element)
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

    /// Whether the keys of an object are the ids of objects with mostly the same keys, as in a store: `byId`.
    private func isDictionary(_ element: NodeRef) -> Bool {
        guard isJSON, isObject(element) else { return false }
        var members: [NodeRef] = []
        var next = element.firstElementChild
        while let member = next {
            guard isObject(member), member.firstElementChild != nil else { return false }
            members.append(member)
            next = member.nextElementSibling
        }
        guard members.count > 1 else { return false }
        let names = members.map { Set(keys(of: $0)) }
        let areAlike = names.allSatisfy {
            $0.intersection(names[0]).count * 10 >= $0.union(names[0]).count * 6
        }
        return areAlike
            && (["byId", "entities"].contains(element.name.string)
                || members.allSatisfy { $0.name.string.contains(where: \.isNumber) || hasItsKey($0) })
    }

    private func keys(of object: NodeRef) -> [String] {
        var keys: [String] = []
        var next = object.firstElementChild
        while let member = next {
            keys.append(member.name.string)
            next = member.nextElementSibling
        }
        return keys
    }

    /// Whether an object has its own key as a value.
    private func hasItsKey(_ object: NodeRef) -> Bool {
        let key = Array(object.name.utf8)
        var next = object.firstElementChild
        while let member = next {
            if let text = member.firstChild, text.isText, text.content.elementsEqual(key) { return true }
            next = member.nextElementSibling
        }
        return false
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

    // MARK: - Queries

    /// The type of a JSON element: `object`, `array`, `string`, …
    func kind(of element: NodeRef) -> String? {
        var attribute = element.firstAttribute
        while let candidate = attribute {
            if candidate.name.utf8.elementsEqual("type".utf8) { return candidate.string }
            attribute = candidate.next
        }
        return nil
    }

    private func isObject(_ element: NodeRef?) -> Bool { element.flatMap(kind) == "object" }

    /// Whether all elements at a path, apart from `null`, have a type.
    func areAll(_ path: Int, _ kind: String) -> Bool {
        let kinds = paths[path].nodes.compactMap(self.kind).filter { $0 != "null" }
        return !kinds.isEmpty && kinds.allSatisfy { $0 == kind }
    }

    /// Whether a path is below another.
    func isBelow(_ path: Int, _ ancestor: Int) -> Bool { ancestors(of: path).contains(ancestor) }

    /// The ancestors of a path, nearest first, up to a depth limit.
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

    /// Whether each tree has an element at a path.
    func isEverywhere(_ path: Int) -> Bool { Set(paths[path].documents).count == trees.count }

    /// The elements at a path that are not `null`.
    func values(_ path: Int) -> [NodeRef] { paths[path].nodes.filter { kind(of: $0) != "null" } }

    /// Whether a parent has several elements at a path, apart from `null`.
    func isRepeated(_ path: Int) -> Bool {
        let values = values(path)
        return Set(values.map(\.parent)).count < values.count
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

    /// The shortest selector of at least two names that matches exactly the elements at a path.
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
