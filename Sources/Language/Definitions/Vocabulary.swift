import Basics
import Records
import Values

/// What a rules file may call by name: what is built in and the definitions of the plugins that it asks for.
struct Vocabulary: Sendable {
    let sources: [Source]
    let preparations: [Preparation]
    let types: [FieldType]
    private let transforms: [String: Transform]
    /// Whether a plugin that the file asks for is missing, so that an unknown name may be one of its.
    var isIncomplete = false

    init(_ builtIn: Plugin, _ plugins: [Plugin]) {
        let all = [builtIn] + plugins
        sources = all.flatMap(\.sources)
        preparations = all.flatMap(\.preparations)
        types = all.flatMap(\.types)
        transforms = Dictionary(all.flatMap(\.transforms).map { ($0.name, $0) }) { first, _ in first }
    }

    func source(_ name: String) -> Source? { sources.first { $0.name == name } }

    func preparation(_ name: String) -> Preparation? { preparations.first { $0.name == name } }

    func transform(_ name: String) -> Transform? { transforms[name] }

    func type(_ name: String) -> FieldType? { types.first { $0.name == name } }

    /// The names of a kind, for messages.
    func names(_ kind: DefinitionKind) -> [String] {
        switch kind {
        case .source: sources.map(\.name)
        case .preparation: preparations.map(\.name)
        case .transform: transforms.keys.sorted()
        case .type: types.map(\.name)
        case .format: []
        }
    }

    /// The keys beside a definition's name that the language uses itself.
    static func reserved(_ kind: DefinitionKind) -> [String] {
        switch kind {
        case .preparation: ["in", "when"]
        case .source, .transform, .type, .format: []
        }
    }
}

extension RulesReader {
    /// Reports a name that nothing has.
    mutating func error(unknown kind: DefinitionKind, _ name: String, at range: Range<Int>) {
        if vocabulary.isIncomplete { return }
        let help =
            registry.plugin(adding: kind, name).map { "ask for its plugin: \"plugins\": [\"\($0.name)\"]" }
            ?? Suggestion.help(for: name, among: vocabulary.names(kind))
        error("unknown \(kind.word) \"\(name)\"", at: range, help: help)
    }
}
