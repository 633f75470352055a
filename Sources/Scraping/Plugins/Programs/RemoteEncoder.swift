import Records

/// An output format of a program: it is handed all records at once.
struct RemoteEncoder: RecordEncoder {
    let remote: RemotePlugin
    let name: String
    let schema: Schema
    private var records: [Value] = []

    init(remote: RemotePlugin, name: String, schema: Schema) {
        self.remote = remote
        self.name = name
        self.schema = schema
    }

    mutating func encode(_ record: Record) -> String {
        records.append(record.value)
        return ""
    }

    mutating func finish() -> String {
        let input: Value = ["schema": schema.message, "records": .list(records)]
        let call = PluginCall(kind: .format, name: name, input: input, arguments: .null)
        return (try? remote.text(for: call, in: PageContext())) ?? ""
    }
}
