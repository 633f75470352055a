import Records

/// A chart in words, for those who do not see it.
enum ChartDescription {
    static func text(_ data: ChartData) -> String {
        let choice = data.choice
        let count = data.series.reduce(0) { $0 + $1.drawn.count }
        let lines = data.series.count == 1 ? "one line" : "\(data.series.count) lines"
        let points = count == 1 ? "one point" : "\(count) points"
        var text = "Line chart of \(choice.y) by \(choice.x): \(lines), \(points)."
        for series in data.series { text += " " + sentence(series) }
        if let note = note(data) { text += " \(note)." }
        return text
    }

    /// What is not drawn; `nil` where all is.
    static func note(_ data: ChartData) -> String? {
        switch data.unplaced {
        case 0: nil
        case 1: "One number without \(data.choice.x) is not drawn"
        default: "\(data.unplaced) numbers without \(data.choice.x) are not drawn"
        }
    }

    /// A point as the pointer tells it.
    static func text(_ point: ChartData.Point) -> String { "\(point.xText): \(short(point.yText))" }

    private static func sentence(_ series: ChartData.Series) -> String {
        let points = series.drawn
        guard let first = points.first, let last = points.last else { return "" }
        let name = series.name.isEmpty ? "" : "\(series.label): "
        if points.count == 1 { return "\(name)\(short(first.yText)) at \(first.xText)." }
        let least = points.min { ($0.y ?? 0) < ($1.y ?? 0) } ?? first
        let greatest = points.max { ($0.y ?? 0) < ($1.y ?? 0) } ?? first
        return
            "\(name)from \(short(first.yText)) at \(first.xText) to \(short(last.yText)) at \(last.xText), "
            + "lowest \(short(least.yText)), highest \(short(greatest.yText))."
    }

    /// A number with six digits that count.
    private static func short(_ digits: String) -> String {
        guard let number = Number(digits) else { return digits }
        let magnitude = number.double.magnitude
        guard magnitude >= 1e-6, magnitude < 1e15 else {
            return digits.count > 24 ? "\(number.double)" : digits
        }
        var places = 5
        var bound = 10.0
        while bound <= magnitude {
            bound *= 10
            places -= 1
        }
        let rounded = try? number.rounded(to: max(places, 0))
        guard let rounded, rounded.digits.count < digits.count else { return digits }
        return rounded.digits
    }
}

extension ChartData.Series {
    /// The points that have a y.
    var drawn: [ChartData.Point] { points.filter { $0.y != nil } }
}
