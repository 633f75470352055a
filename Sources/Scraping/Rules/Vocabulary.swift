import Records

/// What a rules file may call by name: what is built in and what the plugins that it asks for contribute.
struct Vocabulary: Sendable {
    let decoders: [Decoder]
    let preparations: [Preparation]
    let fieldTypes: [FieldType]
    private let transforms: [String: Transform]
    /// Whether a plugin that the file asks for could not be had, so that an unknown name may be one of its.
    var isIncomplete = false

    init(plugins: [Plugin]) {
        decoders = Decoder.builtIn + plugins.flatMap(\.decoders).map(Decoder.init)
        preparations = Preparation.builtIn + plugins.flatMap(\.preparations).map(Preparation.init)
        fieldTypes = FieldType.builtIn + plugins.flatMap(\.fieldTypes)
        let all = Transform.builtIn + plugins.flatMap(\.transforms)
        transforms = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    func transform(_ name: String) -> Transform? { transforms[name] }

    /// The names of a kind, for messages.
    func names(_ kind: ContributionKind) -> [String] {
        switch kind {
        case .decoder: decoders.map(\.name)
        case .preparation: preparations.map(\.name)
        case .transform: transforms.keys.sorted()
        case .fieldType: fieldTypes.map(\.name) + FieldType.dated + ["enum"]
        case .outputFormat: []
        }
    }
}

extension RulesReader {
    /// Tells a name that nothing has.
    mutating func error(unknown kind: ContributionKind, _ name: String, at range: Range<Int>) {
        if vocabulary.isIncomplete { return }
        let help =
            registry.plugin(bringing: kind, name).map { "ask for its plugin: \"plugins\": [\"\($0.name)\"]" }
            ?? Suggestion.help(for: name, among: vocabulary.names(kind))
        error("unknown \(kind.rawValue) \"\(name)\"", at: range, help: help)
    }
}
