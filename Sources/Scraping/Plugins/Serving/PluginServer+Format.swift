import Records

extension PluginServer {
    /// What an output format makes of all records.
    static func encode(_ input: Value, _ format: OutputFormat) throws(StepError) -> Value {
        var encoder = format.makeEncoder(Schema(input["schema"]))
        var text = ""
        for value in input["records"]?.list ?? [] {
            guard let record = Record(value) else {
                throw StepError("expected a record with \"@type\", found \(value.kind): \(value.quoted)")
            }
            text += encoder.encode(record)
        }
        return .string(text + encoder.finish())
    }
}
