public import Records

/// What adds to the rules language or to the outputs something that rules cannot say.
///
/// A plugin is a plain value: a name and what it contributes. A rules file asks for it by name
/// (`"plugins": ["one-rep-max"]`), and then calls what it contributes as it calls what is built in; output formats
/// are there for every run. The same value works compiled in (``Registry/register(_:)``) and as a program of its own
/// (``serve()``).
public struct Plugin: Sendable {
    /// The name by which rules files ask for it: lower-case words joined by hyphens.
    public let name: String
    /// What it is for, in one line.
    public let about: String
    /// The sources that it can read.
    public let decoders: [PageDecoder]
    /// The changes that it makes to pages before records are taken from them.
    public let preparations: [ContentPreparation]
    /// The transforms that it adds.
    public let transforms: [Transform]
    /// The field types that it adds.
    public let fieldTypes: [FieldType]
    /// The output formats that it adds.
    public let outputFormats: [OutputFormat]

    /// A plugin.
    public init(
        name: String,
        about: String,
        decoders: [PageDecoder] = [],
        preparations: [ContentPreparation] = [],
        transforms: [Transform] = [],
        fieldTypes: [FieldType] = [],
        outputFormats: [OutputFormat] = []
    ) {
        self.name = name
        self.about = about
        self.decoders = decoders
        self.preparations = preparations
        self.transforms = transforms
        self.fieldTypes = fieldTypes
        self.outputFormats = outputFormats
    }
}
