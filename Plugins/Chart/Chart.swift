public import Engine
public import Records

/// Draws records: the output format `chart`.
public let plugin = Plugin(
    name: "chart",
    about: "draws records as a line chart",
    formats: [.chart]
)

extension OutputFormat {
    /// A line chart of a date or number field against numbers, with a series for each group: one self-contained SVG,
    /// legible on light and on dark backgrounds.
    ///
    /// The schema determines what is drawn: for a record type with a list of objects that have a date (or a number) and
    /// a number, each record is a series and each object a point, so that
    ///
    ///     scrape --rules fitbod --format chart workout.txt > history.svg
    ///
    /// draws the history of every exercise. Without such a list, records are points, and a text field with shared
    /// values defines the series. Options override this: `--option y=weight`.
    public static let chart = OutputFormat(
        name: "chart",
        about: "a line chart as SVG: dates or numbers against numbers, a line for each group",
        options: ChartOption.allCases.map { FormatOption($0.rawValue, $0.about) }
    ) { schema, values throws(OutputError) in
        try ChartEncoder(schema, ChartOptions(values))
    }
}

// MARK: - Options

/// The options of a chart, in one table for parsing and help.
enum ChartOption: String, CaseIterable {
    case x
    case y
    case series
    case title
    case width
    case height

    var about: String {
        switch self {
        case .x: "the field of the x-axis, a date or a number; LIST.FIELD for a field of objects in a list"
        case .y: "the field of the y-axis, a number"
        case .series: "the field with a line for each of its values; empty (series=) for a single line"
        case .title: "the title; empty (title=) for none"
        case .width: "the picture's width in pixels, 300 to 4000; 960 by default"
        case .height: "the height of the plot area in pixels, 100 to 4000; 380 by default"
        }
    }
}

/// The values of a chart's options.
struct ChartOptions {
    let x: String?
    let y: String?
    let series: String?
    let title: String?
    let width: Int
    let height: Int

    init(_ values: [String: String]) throws(OutputError) {
        x = values[ChartOption.x.rawValue]
        y = values[ChartOption.y.rawValue]
        series = values[ChartOption.series.rawValue]
        title = values[ChartOption.title.rawValue]
        width = try ChartOptions.size(.width, values, 300...4000) ?? 960
        height = try ChartOptions.size(.height, values, 100...4000) ?? 380
    }

    private static func size(
        _ option: ChartOption,
        _ values: [String: String],
        _ range: ClosedRange<Int>
    ) throws(OutputError) -> Int? {
        guard let text = values[option.rawValue] else { return nil }
        guard let size = Int(text), range.contains(size) else {
            throw OutputError(
                "expected \(range.lowerBound) to \(range.upperBound) for the chart's \(option.rawValue), "
                    + "found \"\(text)\""
            )
        }
        return size
    }
}

// MARK: - Encoding

/// Collects records and draws them at the end.
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
        if records.isEmpty { return OutputError("there is nothing to draw: the run yielded no records") }
        let wanted = choices.map { choice in
            let place = choice.list.map { "\(choice.type).\($0)" } ?? choice.type
            return "\(place) with \(choice.x) and \(choice.y)"
        }
        return OutputError("there is nothing to draw: no \(wanted.joined(separator: ", no "))")
    }
}
