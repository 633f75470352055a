public import Records

/// A source that a plugin can read: it makes of a page's bytes the text of a source that is built in.
///
/// A rules file names it as it names any source: `"source": "yaml"`, `"source": {"yaml": {"strict": true}}`, or
/// behind `"as"` in `parse`. Among several sources (`"source": ["yaml", "html"]`) one that refuses a page leaves it to
/// those that follow.
public struct PageDecoder: Sendable {
    /// Makes a text, in UTF-8, of a page's bytes, or throws what is wrong with the page.
    public typealias Function = @Sendable ([UInt8], PageContext) throws(StepError) -> [UInt8]

    /// The name by which rules files call it.
    public let name: String
    /// What it reads, in one line.
    public let about: String
    /// What the text is that it gives.
    public let gives: Source
    /// What it takes in a rules file.
    public let arguments: ArgumentShape
    /// Makes the function from its arguments in the rules file (`null` where there are none).
    public let make: @Sendable (Value) throws(StepError) -> Function

    /// A decoder with arguments.
    public init(
        name: String,
        about: String,
        gives: Source,
        arguments: ArgumentShape,
        make: @escaping @Sendable (Value) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.gives = gives
        self.arguments = arguments
        self.make = make
    }

    /// A decoder without arguments.
    public init(name: String, about: String, gives: Source, decode: @escaping Function) {
        self.init(name: name, about: about, gives: gives, arguments: .none) { _ throws(StepError) in decode }
    }
}
