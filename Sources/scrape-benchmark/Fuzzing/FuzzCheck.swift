import DOM

/// What must hold of every tree, whatever it was made from.
enum FuzzCheck {
    /// What is wrong with the tree of an input (`nil` where nothing is), and how many nodes it has.
    static func result(of input: FuzzInput) -> (problem: String?, nodes: Int) {
        do {
            let document = try input.parse()
            if let problem = TreeCheck.problem(in: document, isFresh: true) { return (problem, 0) }
            var nodes = 0
            var node: NodeRef? = document.node
            while let current = node {
                nodes += 1
                if let problem = problem(of: current) { return (problem, nodes) }
                node = current.next(within: document.node)
            }
            let bound = bound(bytes: input.bytes.count)
            return (nodes > bound ? "\(nodes) nodes, more than \(bound)" : nil, nodes)
        } catch {
            return ("refused: \(error)", 0)
        }
    }

    /// How many nodes so many bytes can make at most.
    ///
    /// A tag of three bytes makes an element and perhaps three around it, an end tag of a formatting element at most
    /// 8 × 4 copies, and the page has the three that it need not write. Beyond that only open formatting elements
    /// multiply: each `<b>` (at most three of the same, so that most need an attribute) is made again by each `<p>x`.
    /// That is quadratic, as the standard has it: (n / 2)² / (3 × 4) where both take half of the page.
    static func bound(bytes: Int) -> Int {
        bytes * bytes / 48 + 9 * bytes + 8
    }

    /// What no parser may make of valid UTF-8.
    private static func problem(of node: NodeRef) -> String? {
        if node.isText || node.isComment {
            return isText(node.content) ? nil : "a text that is no UTF-8"
        }
        var next = node.firstAttribute
        while let attribute = next {
            if !isText(attribute.value) { return "a value that is no UTF-8" }
            if isRepeated(attribute) { return "an attribute \(attribute.name.string) that is there twice" }
            next = attribute.next
        }
        return nil
    }

    private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    /// Whether another attribute behind this one has its name. Inputs are small: each is compared with each.
    private static func isRepeated(_ attribute: AttributeRef) -> Bool {
        var next = attribute.next
        while let other = next {
            if other.name == attribute.name, other.prefix.map(Array.init) == attribute.prefix.map(Array.init)
            {
                return true
            }
            next = other.next
        }
        return false
    }
}
