public import Records

/// What adds to the rules language or to the outputs something that rules cannot say.
///
/// A plugin is a plain value: a name and what it contributes. A rules file asks for it by name
/// (`"plugins": ["one-rep-max"]`); output formats are there for every run.
public struct Plugin: Sendable {
    /// The name by which rules files ask for it.
    public let name: String
    /// What it is for, in one line.
    public let about: String
    /// The transforms that it adds.
    public let transforms: [Transform]
    /// The output formats that it adds.
    public let outputFormats: [OutputFormat]

    /// A plugin.
    public init(name: String, about: String, transforms: [Transform] = [], outputFormats: [OutputFormat] = [])
    {
        self.name = name
        self.about = about
        self.transforms = transforms
        self.outputFormats = outputFormats
    }
}
