import DOM
import Records

extension Location {
    /// Where a node stands on the page of a name, as far as it is known.
    init(of node: NodeRef, on page: String) {
        let line = node.line
        self.init(file: page, line: line > 0 ? line : nil, column: line > 0 ? node.column : nil)
    }
}
