/// Something that a user may set of an output format: `name=value`.
public struct FormatOption: Hashable, Sendable {
    /// The name.
    public let name: String
    /// What it is for, in one line.
    public let about: String

    /// Something that a user may set.
    public init(_ name: String, _ about: String) {
        self.name = name
        self.about = about
    }
}
