/// What steps and types may know of a page besides the value in hand.
public struct PageContext: Sendable {
    /// The address that relative links are resolved against, where one is known.
    public let baseURL: String?
    /// The page's own time as ISO 8601 writes it, against which relative dates are read; `nil` where none is known.
    public let clock: String?
    /// The same taken apart, where it is as plain as most are.
    let plainBase: PlainAddress?
    /// What is asked of programs for the page; `nil` where each question is put at once.
    package let calls: PendingCalls?
    /// Where warnings of built-in steps go.
    package let remarks = StepRemarks()

    /// The context of a page.
    public init(baseURL: String? = nil, clock: String? = nil) {
        self.init(baseURL: baseURL, clock: clock, calls: nil)
    }

    package init(baseURL: String?, clock: String?, calls: PendingCalls?) {
        self.baseURL = baseURL
        plainBase = baseURL.flatMap { PlainAddress($0) }
        self.clock = clock
        self.calls = calls
    }
}
