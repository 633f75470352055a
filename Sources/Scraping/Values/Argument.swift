/// A key of the object that a transform takes as its argument.
public struct Argument: Hashable, Sendable {
    /// The key.
    public let name: String
    /// What it is for, in one line.
    public let about: String
    /// What it may hold.
    public let shape: ArgumentShape
    /// Whether it must be there.
    public let isRequired: Bool

    /// A key.
    public init(_ name: String, _ about: String, _ shape: ArgumentShape, isRequired: Bool = false) {
        self.name = name
        self.about = about
        self.shape = shape
        self.isRequired = isRequired
    }
}
