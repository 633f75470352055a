package import DOM

/// An element that a selector matched, and what that selector takes from it.
package struct Match: Hashable {
    package let node: NodeRef
    package let take: Take?

    package init(node: NodeRef, take: Take?) {
        self.node = node
        self.take = take
    }
}
