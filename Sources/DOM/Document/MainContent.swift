/// The main content of a page: an element, and what is in it without being content.
///
/// It is a mark beside the tree: the tree is unchanged, and so are all texts but that of the element itself.
package struct MainContent {
    /// The element that holds all of the content.
    package let element: NodeRef
    /// The nodes below it that are not content, with all below them.
    package let leftOut: Set<NodeRef>

    package init(element: NodeRef, leftOut: Set<NodeRef>) {
        self.element = element
        self.leftOut = leftOut
    }
}

extension Document {
    /// Marks the page's main content; what was marked before no longer is.
    package func markMainContent(_ content: MainContent?) {
        mainContent = content
        // What was selected before may have depended on the mark.
        selections = nil
    }

    /// What is left out of an element's text and markup: of that of the main content's element, what is not content.
    ///
    /// - Returns: `nil` if nothing is left out.
    func leftOut(of element: NodeRef) -> Set<NodeRef>? {
        guard let mainContent, mainContent.element == element, !mainContent.leftOut.isEmpty else {
            return nil
        }
        return mainContent.leftOut
    }
}
