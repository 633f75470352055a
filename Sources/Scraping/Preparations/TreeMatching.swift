import DOM
import Selectors

/// The matcher of a tree that is changed now and then: one serves until the next change.
final class TreeMatching {
    private let document: Document
    private var matcher: Matcher?
    private var revision = 0

    init(_ document: Document) {
        self.document = document
    }

    /// A matcher of the tree as it is now.
    var current: Matcher {
        if let matcher, revision == document.revision { return matcher }
        let matcher = Matcher(document)
        self.matcher = matcher
        revision = document.revision
        return matcher
    }
}
