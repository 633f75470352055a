import Records

/// An output format of a program: it is handed all records at once.
struct RemoteEncoder: RecordEncoder {
    let remote: RemotePlugin
    let name: String
    let schema: Schema
    /// What the user has set, by its names.
    let options: [String: String]
    private var records: [Value] = []

    init(remote: RemotePlugin, name: String, schema: Schema, options: [String: String]) {
        self.remote = remote
        self.name = name
        self.schema = schema
        self.options = options
    }

    mutating func encode(_ record: Record) -> String {
        records.append(record.value)
        return ""
    }

    mutating func finish() throws(OutputError) -> String {
        let input: Value = ["schema": schema.message, "records": .list(records)]
        let arguments = options.sorted { $0.key < $1.key }.map { Value.Member($0.key, .string($0.value)) }
        let call = PluginCall(
            kind: .format,
            name: name,
            input: input,
            arguments: arguments.isEmpty ? .null : .object(arguments)
        )
        do throws(StepError) {
            return try remote.text(for: call, in: PageContext())
        } catch {
            let message = error.fault == .plugin ? error.description : "\(name): \(error)"
            throw OutputError(message, cause: error.fault == .plugin ? .input : .page)
        }
    }
}
