/// The style sheet of a chart: every rule below the chart's own class, so that a page it stands in keeps its own.
enum ChartStyle {
    static let name = "scrape-chart"

    static var text: String {
        let rules =
            [
                "{color:#1f2328;font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}",
                " text{fill:currentColor}", " .paper{fill:#fff}", " .title{font-size:17px;font-weight:600}",
                " .name{font-weight:600}", " .quiet{opacity:.75}", " .middle{text-anchor:middle}",
                " .end{text-anchor:end}", " .grid{stroke:currentColor;stroke-opacity:.14}",
                " .base{stroke:currentColor;stroke-opacity:.55}",
                " .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}",
                " .thin{stroke-width:1.3}", " .mark{fill:currentColor}",
            ] + dashes + colours(\.light)
        let dark = ["{color:#e6edf3}", " .paper{fill:#161b22}"] + colours(\.dark)
        return lines(rules) + "@media (prefers-color-scheme:dark){\n" + lines(dark) + "}\n"
    }

    private static func lines(_ rules: [String]) -> String { rules.map { ".\(name)\($0)\n" }.joined() }

    private static func colours(_ theme: KeyPath<(light: String, dark: String), String>) -> [String] {
        SeriesStyle.colours.enumerated().map { " .c\($0){color:\($1[keyPath: theme])}" }
    }

    private static var dashes: [String] {
        SeriesStyle.dashes.enumerated().dropFirst().map { " .d\($0) .line{stroke-dasharray:\($1)}" }
    }
}
