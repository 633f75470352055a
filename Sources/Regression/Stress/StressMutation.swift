/// One change to a page, which is the same whenever it is made.
public struct StressMutation: Hashable, Sendable {
    /// What is done.
    public let kind: StressKind
    /// The line of the page on which the element stands that it is done to; 0 where there is none.
    public let line: Int
    /// What it is done to, in the words of reports: `<li>`, `class "price"`.
    public let subject: String
    /// The element's place among all of the page, in document order.
    let element: Int
    /// Which of several: the class among those of the element, the column.
    let part: Int
    /// Decides between ways to do it.
    let variant: UInt64
}

extension StressMutation: CustomStringConvertible {
    /// The change in a few words: `line 14: wrap <li>`.
    public var description: String { (line > 0 ? "line \(line): " : "") + "\(kind.rawValue) \(subject)" }
}
