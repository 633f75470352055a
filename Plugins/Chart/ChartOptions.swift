import Records

/// What can be set of a chart: the one table that reading and help are made of.
enum ChartOption: String, CaseIterable {
    case x
    case y
    case series
    case title
    case width
    case height

    var about: String {
        switch self {
        case .x: "the field along the chart, a date or a number; LIST.FIELD of the objects of a list"
        case .y: "the field up the chart, a number"
        case .series: "the field whose values make the lines; nothing (series=) for one line"
        case .title: "the title; nothing (title=) for none"
        case .width: "the picture's width in pixels, 300 to 4000; 960 unless given"
        case .height: "the height of the part with the lines in pixels, 100 to 4000; 380 unless given"
        }
    }
}

/// What a user has set of a chart.
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
