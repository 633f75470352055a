import Records

extension PluginServer {
    /// What an output format makes of all records.
    static func encode(
        _ input: Value,
        _ format: OutputFormat,
        _ arguments: Value
    ) throws(StepError) -> Value {
        let values = arguments.object ?? []
        let options = Dictionary(values.map { ($0.name, $0.value.text) }) { first, _ in first }
        var records: [Record] = []
        for value in input["records"]?.list ?? [] {
            guard let record = Record(value) else {
                throw StepError("expected a record with \"@type\", found \(value.kind): \(value.quoted)")
            }
            records.append(record)
        }
        do throws(OutputError) {
            var encoder = try format.makeEncoder(Schema(input["schema"]), options: options)
            var text = ""
            for record in records { text += encoder.encode(record) }
            return .string(text + (try encoder.finish()))
        } catch {
            throw StepError(error.message)
        }
    }
}
