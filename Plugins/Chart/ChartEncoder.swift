import Records

/// Gathers records and draws them when all are there.
struct ChartEncoder: RecordEncoder {
    private let choices: [ChartChoice]
    private let options: ChartOptions
    private var records: [Record] = []

    init(_ schema: Schema, _ options: ChartOptions) throws(OutputError) {
        choices = try ChartChoice.choices(schema, options)
        self.options = options
    }

    mutating func encode(_ record: Record) -> String {
        if choices.contains(where: { $0.type == record.type }) { records.append(record) }
        return ""
    }

    func finish() throws(OutputError) -> String {
        for choice in choices {
            let data = try ChartData(choice, records)
            if !data.series.isEmpty { return LineChart(data, options).svg }
        }
        throw nothingDrawn
    }

    private var nothingDrawn: OutputError {
        if records.isEmpty { return OutputError("there is nothing to draw: no record has come out") }
        let wanted = choices.map { choice in
            let place = choice.list.map { "\(choice.type).\($0)" } ?? choice.type
            return "\(place) with \(choice.x) and \(choice.y)"
        }
        return OutputError("there is nothing to draw: no \(wanted.joined(separator: ", no "))")
    }
}
