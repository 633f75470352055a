import Records

/// Draws series of points as SVG.
struct LineChart {
    private let data: ChartData
    private let title: String
    private let x: Axis
    private let y: Axis
    private let layout: ChartLayout
    /// The series' names; empty if one series has no name.
    private let names: [String]

    init(_ data: ChartData, _ options: ChartOptions) {
        self.data = data
        title = options.title ?? "\(data.choice.type): \(data.choice.y) by \(data.choice.x)"
        names = data.series.count == 1 && data.series[0].name.isEmpty ? [] : data.series.map(\.label)
        let points = data.series.flatMap(\.points)
        let xs = points.map(\.x)
        let ys = points.compactMap(\.y)
        y = NumberAxis.axis(
            ys.min() ?? 0,
            ys.max() ?? 0,
            count: max(2, options.height / 55),
            isRounded: true
        )
        let yLabels = y.ticks.map(\.label)
        layout = ChartLayout(
            options,
            names: names,
            hasTitle: !title.isEmpty,
            yLabels: yLabels,
            hasNote: data.unplaced > 0
        )
        let width = layout.plot.right - layout.plot.left
        x = LineChart.xAxis(data, xs.min() ?? 0, xs.max() ?? 0, width: width)
    }

    private static func xAxis(_ data: ChartData, _ least: Double, _ greatest: Double, width: Double) -> Axis {
        var count = max(2, Int(width / 85))
        switch data.choice.along {
        case .date: return DateAxis.axis(least, greatest, count: count, hasTimes: data.hasTimes)
        case .number:
            while true {
                let axis = NumberAxis.axis(least, greatest, count: count, isRounded: false)
                let widest = axis.ticks.map { TextWidth.of($0.label, size: 12) }.max() ?? 0
                if count == 1 || (widest + 12) * Double(axis.ticks.count) <= width { return axis }
                count -= 1
            }
        }
    }

    /// The whole picture.
    var svg: String {
        let size = "width=\"\(SVG.length(layout.width))\" height=\"\(SVG.length(layout.height))\""
        let box = "viewBox=\"0 0 \(SVG.length(layout.width)) \(SVG.length(layout.height))\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" class="\(ChartStyle.name)" \(size) \(box) role="img" \
            aria-labelledby="chart-title chart-desc">
            <title id="chart-title">\(SVG.escaped(title.isEmpty ? "Chart" : title))</title>
            <desc id="chart-desc">\(SVG.escaped(ChartDescription.text(data)))</desc>
            <style>
            \(ChartStyle.text)</style>
            <rect class="paper" width="100%" height="100%"/>
            \(head)\(yAxis)\(xAxis)\(lines)</svg>

            """
    }

    // MARK: - Around the lines

    private var head: String {
        var text = ""
        let limit = layout.width - 2 * ChartLayout.margin
        if !title.isEmpty {
            let shown = TextWidth.fitted(title, size: 18, limit: limit)
            text += SVG.text(shown, x: ChartLayout.margin, y: layout.titleY, kind: "title")
        }
        if !names.isEmpty {
            text += "<g class=\"legend\">\n"
            for (index, name) in names.enumerated() { text += legendEntry(index, name) }
            text += "</g>\n"
        }
        return text
    }

    private func legendEntry(_ index: Int, _ name: String) -> String {
        let style = SeriesStyle(index: index)
        let column = Double(index % layout.legend.columns)
        let x = ChartLayout.margin + column * layout.legend.columnWidth
        let row = Double(index / layout.legend.columns)
        let y = layout.legend.top + (row + 0.5) * ChartLayout.rowHeight
        let shown = TextWidth.fitted(name, size: 12, limit: ChartLayout.nameLimit)
        return "<g class=\"\(style.classes)\">"
            + SVG.line(x, y, x + ChartLayout.swatch - 8, y, kind: "line").dropLast()
            + mark(style, x + (ChartLayout.swatch - 8) / 2, y, title: nil) + "</g>\n"
            + SVG.text(
                shown,
                x: x + ChartLayout.swatch,
                y: y + 4,
                kind: "entry",
                title: shown == name ? nil : name
            )
    }

    private var yAxis: String {
        let plot = layout.plot
        let limit = plot.right - ChartLayout.margin
        let name = TextWidth.fitted(data.choice.y, size: 12, limit: limit)
        var text = SVG.text(name, x: ChartLayout.margin, y: layout.nameY, kind: "name")
        for tick in y.ticks {
            let y = layout.y(self.y.place(tick.value))
            let isBase = tick.value == 0 && self.y.range.lowerBound < 0
            text += SVG.line(plot.left, y, plot.right, y, kind: isBase ? "base" : "grid")
            text += SVG.text(tick.label, x: plot.left - 8, y: y + 4, kind: "end")
        }
        return text
    }

    private var xAxis: String {
        let plot = layout.plot
        var text = SVG.line(plot.left, plot.bottom, plot.right, plot.bottom, kind: "base")
        for tick in x.ticks {
            let x = layout.x(self.x.place(tick.value))
            text += SVG.line(x, plot.bottom, x, plot.bottom + 5, kind: "base")
            text += centred(tick.label, x: x, y: plot.bottom + 19, kind: "middle")
            if !tick.context.isEmpty {
                text += centred(tick.context, x: x, y: plot.bottom + 34, kind: "middle quiet")
            }
        }
        let suffix = data.isUTC ? " (UTC)" : ""
        let name = TextWidth.fitted(data.choice.x, size: 12, limit: plot.right - plot.left) + suffix
        text += SVG.text(name, x: plot.right, y: plot.bottom + 52, kind: "name end")
        if let note = ChartDescription.note(data) {
            text += SVG.text(note, x: ChartLayout.margin, y: plot.bottom + 74, kind: "quiet")
        }
        return text
    }

    /// Returns text centred at a place, moved as far as the picture's edges require.
    private func centred(_ text: String, x: Double, y: Double, kind: String) -> String {
        let half = TextWidth.of(text, size: 12) / 2
        return SVG.text(text, x: max(half, min(x, layout.width - half)), y: y, kind: kind)
    }

    // MARK: - Lines

    private var lines: String {
        data.series.enumerated().map { index, series in
            let style = SeriesStyle(index: index)
            let path = path(series.points)
            let count = series.points.count { $0.y != nil }
            // Where marks would touch each other, the line alone is clearer.
            let hasMarks = Double(count) <= (layout.plot.right - layout.plot.left) / 8
            let kind = hasMarks ? "line" : "line thin"
            let line = path.line.isEmpty ? "" : "<path class=\"\(kind)\" d=\"\(path.line)\"/>\n"
            let marks = (hasMarks ? series.points : path.alone).compactMap { point in
                pixel(point).map { x, y in
                    let title =
                        (series.name.isEmpty ? "" : series.label + ", ") + ChartDescription.text(point)
                    return mark(style, x, y, title: title) + "\n"
                }
            }
            return "<g class=\"series \(style.classes)\">\n\(line)\(marks.joined())</g>\n"
        }.joined()
    }

    private func pixel(_ point: ChartData.Point) -> (x: Double, y: Double)? {
        point.y.map { (layout.x(x.place(point.x)), layout.y(y.place($0))) }
    }

    /// Returns a line through points, interrupted if one has no y, and the points that no line touches.
    private func path(_ points: [ChartData.Point]) -> (line: String, alone: [ChartData.Point]) {
        var line = ""
        var alone: [ChartData.Point] = []
        for run in points.split(whereSeparator: { $0.y == nil }) {
            if let point = run.first, run.count == 1 {
                alone.append(point)
                continue
            }
            var last = ""
            for point in run {
                guard let (x, y) = pixel(point) else { continue }
                let place = "\(SVG.length(x)) \(SVG.length(y))"
                // One point per pixel is enough.
                if place != last { line += (last.isEmpty ? "M" : "L") + place }
                last = place
            }
        }
        return (line, alone)
    }

    private func mark(_ style: SeriesStyle, _ x: Double, _ y: Double, title: String?) -> String {
        let place = "M\(SVG.length(x)) \(SVG.length(y))"
        guard let title else { return "<path class=\"mark\" d=\"\(place)\(style.mark)\"/>" }
        return "<path class=\"mark\" d=\"\(place)\(style.mark)\"><title>\(SVG.escaped(title))</title></path>"
    }
}

extension ChartData.Series {
    /// The name in the legend.
    var label: String { name.isEmpty ? "(no name)" : name }
}

// MARK: - Layout

/// The positions of a chart's parts, in pixels.
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
    /// The width of the line sample before a name in the legend.
    static let swatch = 32.0
    /// The widest name in the legend.
    static let nameLimit = 230.0
    /// The distance of the first and the last point from the plot's edges.
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
