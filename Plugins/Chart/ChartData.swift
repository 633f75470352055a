import Records

/// The series of points of a chart, in the order of x.
struct ChartData {
    /// A line of a chart.
    struct Series {
        let name: String
        /// In ascending order of x.
        var points: [Point]
    }

    /// A point; without a y it is a gap in the line.
    struct Point {
        var x: Double
        let y: Double?
        /// The values as in the record.
        let xText: String
        let yText: String
    }

    let choice: ChartChoice
    private(set) var series: [Series] = []
    /// The number of numbers without an x.
    private(set) var unplaced = 0
    /// Whether times in several zones have been converted to UTC.
    private(set) var isUTC = false
    /// Whether any x has a time of day.
    private(set) var hasTimes = false

    /// The maximum number of lines of a legible chart.
    static let seriesLimit = 100
    /// The largest number that is drawn: sums of two larger ones overflow.
    private static let greatest = 1e300

    init(_ choice: ChartChoice, _ records: [Record]) throws(OutputError) {
        self.choice = choice
        let records = records.filter { $0.type == choice.type }
        let key = try ChartData.seriesField(choice, records)
        var indices: [String: Int] = [:]
        var offsets: Set<Int?> = []
        var places: [[ISOTime?]] = []
        for (number, record) in records.enumerated() {
            let name = ChartData.name(record, key, number: number, choice)
            for object in ChartData.objects(record, choice) {
                guard let (point, time) = try point(object) else { continue }
                let index = indices[name] ?? series.count
                if index == series.count {
                    indices[name] = index
                    series.append(Series(name: name, points: []))
                    places.append([])
                }
                series[index].points.append(point)
                places[index].append(time)
                if let time {
                    offsets.insert(time.offset)
                    hasTimes = hasTimes || time.hasTime
                }
            }
        }
        // Times in several zones can be compared by the instant only.
        if offsets.count > 1 { useUTC(places) }
        series.removeAll { $0.points.allSatisfy { $0.y == nil } }
        guard series.count <= ChartData.seriesLimit else {
            throw OutputError(
                "\(series.count) lines are too many for a chart: the limit is \(ChartData.seriesLimit)",
                help: "choose records with --where, or another series with --option series=FIELD"
            )
        }
        for index in series.indices { sort(&series[index].points) }
    }
}

// MARK: - Reading records

extension ChartData {
    private static func objects(_ record: Record, _ choice: ChartChoice) -> [[Value.Member]] {
        guard let list = choice.list else { return [record.fields] }
        return record[list]?.list?.compactMap(\.object) ?? []
    }

    /// Returns the field that defines the series. If the records are points, its values must be shared, or each record
    /// would be a separate line.
    ///
    /// - Throws: an error if the values of a field are shared, but too many to choose the field: without it, the points
    ///   of all of them would be joined into one line.
    private static func seriesField(_ choice: ChartChoice, _ records: [Record]) throws(OutputError) -> String?
    {
        if choice.isSeriesGiven || choice.list != nil { return choice.series.first }
        var joined: (name: String, count: Int)?
        for name in choice.series {
            let values = records.compactMap { $0[name]?.text }
            let distinct = Set(values).count
            guard distinct > 0, distinct * 2 <= values.count else { continue }
            if distinct <= seriesLimit / 3 { return name }
            joined = joined ?? (name, distinct)
        }
        guard let joined else { return nil }
        throw OutputError(
            "the points of \(joined.count) values of \"\(joined.name)\" would be joined into one line",
            help: "choose one with --where \(joined.name)=VALUE, or the field that makes the lines with "
                + "--option series=FIELD; --option series= draws one line"
        )
    }

    private static func name(
        _ record: Record,
        _ key: String?,
        number: Int,
        _ choice: ChartChoice
    ) -> String {
        guard let key else {
            return choice.list == nil || choice.isSeriesGiven ? "" : "\(choice.type) \(number + 1)"
        }
        return record[key]?.text ?? "(no \(key))"
    }

    /// Returns the point of an object; `nil` without an x.
    private mutating func point(
        _ object: [Value.Member]
    ) throws(OutputError) -> (Point, ISOTime?)? {
        func value(_ name: String) -> Value? { object.first { $0.name == name }?.value }
        let (x, y) = (value(choice.x), value(choice.y)?.number)
        var place: Double?
        var time: ISOTime?
        switch choice.along {
        case .number: place = x?.number?.double
        case .date:
            time = x?.string.flatMap { ISOTime($0) }
            place = time?.seconds
        }
        guard let place else {
            if y != nil { unplaced += 1 }
            return nil
        }
        for number in [place, y?.double ?? 0] where !(number.magnitude <= ChartData.greatest) {
            throw OutputError("a number is too large to be drawn: \(x?.text ?? ""), \(y?.digits ?? "")")
        }
        let point = Point(x: place, y: y?.double, xText: x?.text ?? "", yText: y?.digits ?? "")
        return (point, time)
    }

    private mutating func useUTC(_ places: [[ISOTime?]]) {
        isUTC = true
        for (index, times) in places.enumerated() {
            for (position, time) in times.enumerated() {
                if let time { series[index].points[position].x = time.instant }
            }
        }
    }

    /// Points with the same x keep their order.
    private func sort(_ points: inout [Point]) {
        points = points.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }
            .map(\.element)
    }
}

// MARK: - Description

/// A description of a chart, for readers who do not see it.
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

    /// A note on the points that are not drawn; `nil` if there are none.
    static func note(_ data: ChartData) -> String? {
        switch data.unplaced {
        case 0: nil
        case 1: "One number without \(data.choice.x) is not drawn"
        default: "\(data.unplaced) numbers without \(data.choice.x) are not drawn"
        }
    }

    /// The tooltip of a point.
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

    /// A number with six significant digits.
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
