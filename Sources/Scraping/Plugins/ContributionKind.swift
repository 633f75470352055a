import Records

/// What a plugin can contribute. Within a kind each name stands for one thing.
enum ContributionKind: String, CaseIterable, Sendable {
    case decoder = "source"
    case preparation
    case transform
    case fieldType = "type"
    case outputFormat = "output format"

    /// The names of what a plugin contributes of this kind.
    func names(of plugin: Plugin) -> [String] {
        switch self {
        case .decoder: plugin.decoders.map(\.name)
        case .preparation: plugin.preparations.map(\.name)
        case .transform: plugin.transforms.map(\.name)
        case .fieldType: plugin.fieldTypes.map(\.name)
        case .outputFormat: plugin.outputFormats.map(\.name)
        }
    }

    /// The names of what is built in.
    var builtIn: [String] {
        switch self {
        case .decoder: Decoder.builtIn.map(\.name)
        case .preparation: Preparation.builtIn.map(\.name) + ["in", "when"]
        case .transform: Transform.builtIn.map(\.name)
        case .fieldType: FieldType.names + ["enum"]
        case .outputFormat: OutputFormat.builtIn.map(\.name)
        }
    }
}
