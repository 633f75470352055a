import DOM

extension Binding {
    /// Whether an element is one of those that `:first` or its like picks: among the elements below the scope that
    /// match what stands before it, in document order.
    func passes(_ test: PositionTest, _ element: NodeRef) -> Bool {
        let index = order.index(of: element)
        if let known = answers[test.memo, index] { return known }
        pick(test)
        // What is not below the scope is not picked.
        return answers[test.memo, index] ?? false
    }

    private func pick(_ test: PositionTest) {
        let root = scope.pointee.node
        var candidates: [NodeRef] = []
        var node = root.nextElement(within: root)
        while let current = node {
            answers.set(test.memo, order.index(of: current), false, capacity: order.count)
            if matchesList(test.list, current) { candidates.append(current) }
            node = current.nextElement(within: root)
        }
        for (offset, candidate) in candidates.enumerated() {
            let isPicked =
                switch test.position {
                case .first: offset == 0
                case .last: offset == candidates.count - 1
                case .even: offset % 2 == 0
                case .odd: offset % 2 == 1
                }
            answers.set(test.memo, order.index(of: candidate), isPicked, capacity: order.count)
        }
    }
}
