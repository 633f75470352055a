public import Records
public import Scraping

extension Plugin {
    /// Draws records: the output format `chart`.
    public static let chart = Plugin(
        name: "chart",
        about: "draws records as a line chart",
        outputFormats: [.chart]
    )
}

extension OutputFormat {
    /// A line chart of a date or number field against numbers, a series for each group: one SVG that needs nothing
    /// else, legible on light and on dark.
    ///
    /// What is drawn is found in the schema: of a record type with a list of objects that have a date (or a number)
    /// and a number, each record is a series and each object a point, so that
    ///
    ///     scrape --rules fitbod --format chart workout.txt > history.svg
    ///
    /// draws the history of every exercise. Where there is no such list, records are points, and a text that they
    /// share tells their series. Options choose otherwise: `--option y=weight`.
    public static let chart = OutputFormat(
        name: "chart",
        about: "a line chart as SVG: dates or numbers against numbers, a line for each group",
        options: ChartOption.allCases.map { FormatOption($0.rawValue, $0.about) }
    ) { schema, values throws(OutputError) in
        try ChartEncoder(schema, ChartOptions(values))
    }
}
