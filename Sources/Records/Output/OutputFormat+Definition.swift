extension OutputFormat: Definition {
    /// Makes an encoder for records of a schema.
    public typealias Function = @Sendable (Schema) throws(OutputError) -> any RecordEncoder

    /// Which kind of definition it is.
    public static var kind: DefinitionKind { .format }

    /// Empty: every format receives records.
    public var signature: String { "" }

    /// The shape of its options.
    public var arguments: ArgumentShape {
        options.isEmpty ? .none : .object(options.map { Argument($0.name, $0.about, .string) })
    }

    /// Makes the function that makes encoders.
    public var make: @Sendable (Arguments) throws(StepError) -> Function {
        { arguments in
            let members = arguments.value.object ?? []
            let values = Dictionary(members.map { ($0.name, $0.value.text) }) { first, _ in first }
            return { schema throws(OutputError) in try makeEncoder(schema, options: values) }
        }
    }
}
