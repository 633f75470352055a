/// What steps and types may know of a page besides the value in hand.
public struct PageContext: Sendable {
    /// The address that relative links are resolved against, where one is known.
    public let baseURL: String?
    /// The page's own time as ISO 8601 writes it, against which relative dates are read; `nil` where none is known.
    public let clock: String?

    /// The context of a page.
    public init(baseURL: String? = nil, clock: String? = nil) {
        self.baseURL = baseURL
        self.clock = clock
    }
}
