/// The main content of a page: an element, and the parts in it that are not content.
///
/// It is a mark in addition to the tree: the tree is unchanged, and so are all texts except that of the element itself.
package struct MainContent {
    /// The element that contains all of the content.
    package let element: NodeRef
    /// The nodes below it that are not content, including their descendants.
    package let leftOut: Set<NodeRef>

    package init(element: NodeRef, leftOut: Set<NodeRef>) {
        self.element = element
        self.leftOut = leftOut
    }
}

extension Document {
    /// Marks the page's main content; earlier marks are removed.
    package func markMainContent(_ content: MainContent?) {
        mainContent = content
        // What was selected before may have depended on the mark.
        selections = nil
    }

    /// The nodes that are left out of an element's text and markup: for the element of the main content, those that are
    /// not content.
    ///
    /// - Returns: `nil` if nothing is left out.
    func leftOut(of element: NodeRef) -> Set<NodeRef>? {
        guard let mainContent, mainContent.element == element, !mainContent.leftOut.isEmpty else {
            return nil
        }
        return mainContent.leftOut
    }
}
