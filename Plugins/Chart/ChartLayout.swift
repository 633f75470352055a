/// Where the parts of a chart stand, in pixels.
struct ChartLayout {
    let width: Double
    let height: Double
    /// The baseline of the title.
    let titleY: Double
    /// The legend's columns and the top of its first row.
    let legend: Legend
    /// The baseline of the name of y.
    let nameY: Double
    /// The part with the lines.
    let plot: Plot

    struct Plot {
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double
    }

    struct Legend {
        let columns: Int
        let columnWidth: Double
        let top: Double
    }

    static let margin = 20.0
    static let rowHeight = 22.0
    /// What stands left of a name in the legend: a piece of the line.
    static let swatch = 32.0
    /// The widest name in the legend.
    static let nameLimit = 230.0
    /// How far the first and the last point stand from the plot's edges.
    static let inset = 10.0

    init(_ options: ChartOptions, names: [String], hasTitle: Bool, yLabels: [String], hasNote: Bool) {
        width = Double(options.width)
        let left = (yLabels.map { TextWidth.of($0, size: 12) }.max() ?? 0) + ChartLayout.margin + 8
        let right = width - ChartLayout.margin - 6
        titleY = 32
        let top = hasTitle ? 46.0 : 12.0
        let widest = names.map { TextWidth.of($0, size: 12) }.max() ?? 0
        let column = min(widest, ChartLayout.nameLimit) + ChartLayout.swatch + 18
        let columns = max(1, Int((width - 2 * ChartLayout.margin) / column))
        legend = Legend(columns: columns, columnWidth: column, top: top)
        let rows = (names.count + columns - 1) / columns
        nameY = top + Double(rows) * ChartLayout.rowHeight + 20
        let plotTop = nameY + 12
        plot = Plot(left: left, right: right, top: plotTop, bottom: plotTop + Double(options.height))
        height = plot.bottom + 64 + (hasNote ? ChartLayout.rowHeight : 0)
    }

    /// The pixel of a place along the chart, from 0 to 1.
    func x(_ place: Double) -> Double {
        let (left, right) = (plot.left + ChartLayout.inset, plot.right - ChartLayout.inset)
        return left + place * (right - left)
    }

    /// The pixel of a place up the chart, from 0 to 1.
    func y(_ place: Double) -> Double { plot.bottom - place * (plot.bottom - plot.top) }
}
