import Records

/// What is drawn: series of points in the order of x.
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
        /// As the record has them.
        let xText: String
        let yText: String
    }

    let choice: ChartChoice
    private(set) var series: [Series] = []
    /// How many numbers have no place along the chart.
    private(set) var unplaced = 0
    /// Whether times of several zones have been put on the clock of UTC.
    private(set) var isUTC = false
    /// Whether any x has a time of day.
    private(set) var hasTimes = false

    /// The most lines that a chart can have and still be read.
    static let seriesLimit = 100
    /// The greatest number that is drawn: beyond it sums of two have no value any more.
    private static let greatest = 1e300

    init(_ choice: ChartChoice, _ records: [Record]) throws(OutputError) {
        self.choice = choice
        let records = records.filter { $0.type == choice.type }
        let key = ChartData.seriesField(choice, records)
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
        // Clocks of several zones can be compared by the instant only.
        if offsets.count > 1 { useUTC(places) }
        series.removeAll { $0.points.allSatisfy { $0.y == nil } }
        guard series.count <= ChartData.seriesLimit else {
            throw OutputError(
                "\(series.count) lines are too many for a chart, \(ChartData.seriesLimit) are the most",
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

    /// The field that tells the series. Of records that are points it must be shared, or each were a line of its own.
    private static func seriesField(_ choice: ChartChoice, _ records: [Record]) -> String? {
        if choice.isSeriesGiven || choice.list != nil { return choice.series.first }
        return choice.series.first { name in
            let values = records.compactMap { $0[name]?.text }
            let distinct = Set(values).count
            return distinct > 0 && distinct <= seriesLimit / 3 && distinct * 2 <= values.count
        }
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

    /// What an object holds of a point; `nil` for nothing, and for a number that has no place.
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
            throw OutputError("a number is too great to be drawn: \(x?.text ?? ""), \(y?.digits ?? "")")
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

    /// What has the same x keeps its order.
    private func sort(_ points: inout [Point]) {
        points = points.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }
            .map(\.element)
    }
}
