import DOM

/// The invariants of trees for any input.
enum FuzzCheck {
    /// The violated invariant of an input's tree (`nil` for none), and the number of nodes.
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

    /// The maximum number of nodes for a number of bytes.
    ///
    /// A tag of three bytes creates an element and at most three implied ones, an end tag of a formatting element at
    /// most 8 × 4 copies, and the page has three elements whose tags are optional. Beyond that only open formatting
    /// elements multiply: each `<b>` (at most three of the same, so most need an attribute) is created again by each
    /// `<p>x`. According to the standard this is quadratic: (n / 2)² / (3 × 4) if both take half of the page.
    static func bound(bytes: Int) -> Int {
        bytes * bytes / 48 + 9 * bytes + 8
    }

    /// The reason why a node is invalid: a text that is not UTF-8, or a duplicate attribute.
    private static func problem(of node: NodeRef) -> String? {
        if node.isText || node.isComment {
            return isText(node.content) ? nil : "a text is not valid UTF-8"
        }
        var next = node.firstAttribute
        while let attribute = next {
            if !isText(attribute.value) { return "a value is not valid UTF-8" }
            if isRepeated(attribute) { return "a duplicate attribute \(attribute.name.string)" }
            next = attribute.next
        }
        return nil
    }

    private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    /// Whether a later attribute has the same name. Inputs are small, so all pairs are compared.
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
