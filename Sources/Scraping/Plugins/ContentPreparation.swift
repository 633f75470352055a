public import Records

/// A change that a plugin makes to a page before records are taken from it: what an element holds becomes something
/// else.
///
/// A rules file names it in `prepare` with the elements that are meant, and arguments where it takes any:
/// `{"unfold": ".details"}`, `{"unfold": {"in": ".details", "with": {"levels": 2}}}`. Where one such element lies in
/// another, the outer one is handed over.
public struct ContentPreparation: Sendable {
    /// Makes new content of an element's, or throws why it cannot.
    public typealias Function = @Sendable (String, PageContext) throws(StepError) -> String

    /// What of an element is handed over.
    public enum Content: String, CaseIterable, Sendable {
        /// The HTML of what the element holds.
        case html
        /// The text of what the element holds, white space as it stands on the page.
        case text
    }

    /// The name by which rules files call it.
    public let name: String
    /// What it does, in one line.
    public let about: String
    /// What it is handed.
    public let takes: Content
    /// What the text is that it gives: the tree of it takes the place of what the element holds.
    public let gives: Source
    /// What it takes in a rules file.
    public let arguments: ArgumentShape
    /// Makes the function from its arguments in the rules file (`null` where there are none).
    public let make: @Sendable (Value) throws(StepError) -> Function

    /// A preparation with arguments.
    public init(
        name: String,
        about: String,
        takes: Content = .html,
        gives: Source = .htmlFragment,
        arguments: ArgumentShape,
        make: @escaping @Sendable (Value) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.takes = takes
        self.gives = gives
        self.arguments = arguments
        self.make = make
    }

    /// A preparation without arguments.
    public init(
        name: String,
        about: String,
        takes: Content = .html,
        gives: Source = .htmlFragment,
        apply: @escaping Function
    ) {
        self.init(name: name, about: about, takes: takes, gives: gives, arguments: .none) {
            _ throws(StepError) in apply
        }
    }
}
