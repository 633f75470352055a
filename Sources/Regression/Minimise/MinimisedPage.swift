public import Scraping

/// What is left of a page when all that its rules do not consult has been cut.
public struct MinimisedPage: Sendable {
    /// How large a page is.
    public struct Size: Hashable, Sendable {
        /// How many bytes it has.
        public var bytes: Int
        /// How many elements its tree has before any preparation.
        public var elements: Int
    }

    /// The page, with its bytes cut.
    public let page: Page
    /// How large it was.
    public let before: Size
    /// How large it is.
    public let after: Size
    /// How many readings of candidates it took.
    public let runs: Int
    /// Whether readings were used up before all had been tried.
    public let isEnded: Bool

    /// Whether anything has been cut.
    public var isSmaller: Bool { after.bytes < before.bytes }
}
