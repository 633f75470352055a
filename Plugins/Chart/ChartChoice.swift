import Records

/// One way to draw records of a type: which fields are x and y, and what makes the series.
struct ChartChoice {
    /// What the points lie along.
    enum Along {
        case date
        case number
    }

    let type: String
    /// The field that holds a list of points; `nil` where each record is a point.
    let list: String?
    let x: String
    let along: Along
    let y: String
    /// The fields of the record that may tell its series; the first whose values are shared counts.
    let series: [String]
    /// Whether the user has said what makes the series.
    let isSeriesGiven: Bool
}

// MARK: - Choosing

extension ChartChoice {
    /// All ways to draw records of a schema, the best first: lists of points before records that are points, dates
    /// before numbers, then the schema's order.
    ///
    /// - Throws: what is wrong with the options, or that there is no way.
    static func choices(
        _ schema: Schema,
        _ options: ChartOptions
    ) throws(OutputError) -> [ChartChoice] {
        let places = schema.types.flatMap(ChartPlace.places)
        try check(options.x, .x, places.map { $0.fields.filter { $0.along != nil } }, places)
        try check(options.y, .y, places.map { $0.fields.filter(\.isNumber) }, places)
        if let series = options.series, !series.isEmpty {
            let names = schema.types.flatMap(\.fields).filter { $0.type.isScalar }.map(\.name)
            guard names.contains(series) else {
                throw OutputError(
                    "no record has a field \"\(series)\" of one value that can make the chart's series",
                    help: Suggestion.help(for: series, among: names)
                )
            }
        }
        let choices = places.compactMap { $0.choice(options) }
        guard !choices.isEmpty else { throw nothingFits(schema, options) }
        // Stable: each rank in the schema's order.
        return (0...3).flatMap { rank in choices.filter { $0.rank == rank } }
    }

    private var rank: Int { (list == nil ? 1 : 0) + (along == .date ? 0 : 2) }

    private static func check(
        _ name: String?,
        _ option: ChartOption,
        _ fitting: [[Schema.Field]],
        _ places: [ChartPlace]
    ) throws(OutputError) {
        guard let name else { return }
        let known = zip(places, fitting).flatMap { place, fields in fields.flatMap { place.names(of: $0) } }
        if known.contains(name) { return }
        let all = places.flatMap { place in place.fields.flatMap { place.names(of: $0) } }
        let isThere = all.contains(name)
        let kind = option == .x ? "a date or a number" : "a number"
        throw OutputError(
            isThere
                ? "the field \"\(name)\" is not \(kind), and cannot be the chart's \(option.rawValue)"
                : "no record has a field \"\(name)\" for the chart's \(option.rawValue)",
            help: isThere ? ChartChoice.listing(known) : Suggestion.help(for: name, among: known)
        )
    }

    private static func listing(_ names: [String]) -> String? {
        var seen: Set<String> = []
        let plain = names.filter { !$0.contains(".") && seen.insert($0).inserted }
        return plain.isEmpty ? nil : "there is " + plain.joined(separator: ", ")
    }

    private static func nothingFits(_ schema: Schema, _ options: ChartOptions) -> OutputError {
        let types = schema.types.map(\.name).joined(separator: ", ")
        if options.x != nil || options.y != nil || options.series != nil {
            return OutputError(
                "no record type has the chart's x, y and series together (\(types))",
                help: "x and y are fields of one record, or of the objects of one of its lists"
            )
        }
        return OutputError(
            "there is nothing that a chart could draw: it takes a date and a number, or two numbers, of a record "
                + "or of the objects of a list, and no record type has them (\(types))"
        )
    }
}
