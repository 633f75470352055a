import Records

/// What a preparation takes in a rules file.
enum PreparationArguments: Sendable {
    /// A selector or a list of them.
    case selectors
    /// An object.
    case object(LanguageObject)
    /// A selector or a list of them, or an object for what there is more to say.
    case selectorsOr(LanguageObject)

    /// The shape as JSON Schema.
    var schema: Value {
        switch self {
        case .selectors: ["$ref": "#/$defs/selectors"]
        case .object(let object): object.schema
        case .selectorsOr(let object): ["anyOf": [["$ref": "#/$defs/selectors"], object.schema]]
        }
    }
}
