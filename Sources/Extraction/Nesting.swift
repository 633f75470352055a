import Basics
import Language
import Records

/// A flat list of elements as a tree.
struct NestedElements {
    /// The elements that are not nested in others, with those nested in them.
    let roots: [[Value.Member]]
    /// Their indices in the flat list.
    let indices: [Int]
    /// The number of elements that have no depth, and therefore are not nested.
    let withoutDepth: Int
    /// The number of elements that are nested deeper than the limit, and become siblings of the elements that they
    /// should be in.
    let tooDeep: Int
}

extension Nesting {
    /// The tree of elements: each is in the nearest previous one with a smaller depth. An element without a depth is
    /// not nested, and contains no others.
    ///
    /// Complexity: linear in the number of elements.
    func nested(_ elements: [[Value.Member]]) -> NestedElements {
        let depths = elements.map { members in members.first { $0.name == depth }?.value.number }
        var parents = [Int?](repeating: nil, count: elements.count)
        var open: [(depth: Number, index: Int)] = []
        var tooDeep = 0
        for (index, depth) in depths.enumerated() {
            guard let depth else { continue }
            while let last = open.last, last.depth >= depth { open.removeLast() }
            if open.count == Nesting.limit {
                tooDeep += 1
                open.removeLast()
            }
            parents[index] = open.last?.index
            open.append((depth, index))
        }
        // The contents of an element follow it, so the last element is complete first.
        var children = [[Value]](repeating: [], count: elements.count)
        var roots: [[Value.Member]] = []
        var indices: [Int] = []
        for index in elements.indices.reversed() {
            let members = elements[index] + [Value.Member(name, .list(children[index].reversed()))]
            children[index] = []
            if let parent = parents[index] {
                children[parent].append(.object(members))
            } else {
                roots.append(members)
                indices.append(index)
            }
        }
        return NestedElements(
            roots: roots.reversed(),
            indices: indices.reversed(),
            withoutDepth: depths.count { $0 == nil },
            tooDeep: tooDeep
        )
    }
}

extension NestedElements {
    /// The elements that cannot be nested as declared.
    ///
    /// - Parameter what: the name of the elements in messages.
    func problems(_ nesting: Nesting, _ what: String) -> [String] {
        var problems: [String] = []
        if withoutDepth > 0 {
            problems.append("\(withoutDepth) \(what) have no \(nesting.depth): they are nested in nothing")
        }
        if tooDeep > 0 {
            problems.append(
                "\(tooDeep) \(what) are nested more than \(Nesting.limit) deep: they become siblings"
            )
        }
        return problems
    }
}
