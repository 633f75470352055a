import Basics
import Records

/// One way to draw records of a type: the fields for x, y and the series.
struct ChartChoice {
    /// The kind of x.
    enum Along {
        case date
        case number
    }

    let type: String
    /// The field that contains a list of points; `nil` if each record is a point.
    let list: String?
    let x: String
    let along: Along
    let y: String
    /// The fields of the record that can define the series; the first with shared values does.
    let series: [String]
    /// Whether the user has chosen the series.
    let isSeriesGiven: Bool
}

// MARK: - Choosing

extension ChartChoice {
    /// Returns all ways to draw records of a schema, the best first: lists of points before records that are points, dates
    /// before numbers, then the schema's order.
    ///
    /// - Throws: an error if an option is invalid or there is no way.
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
        // Within a rank, the schema's order.
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

// MARK: - Places of points

/// The places where points can be: a record type's own fields, or those of the objects of one of its lists.
struct ChartPlace {
    let type: Schema.RecordType
    let list: String?
    let fields: [Schema.Field]

    static func places(_ type: Schema.RecordType) -> [ChartPlace] {
        [ChartPlace(type: type, list: nil, fields: type.fields)]
            + type.fields.compactMap { field in
                guard case .list(.object(let fields)) = field.type else { return nil }
                return ChartPlace(type: type, list: field.name, fields: fields)
            }
    }

    /// Returns the names by which a user can refer to a field.
    func names(of field: Schema.Field) -> [String] {
        list.map { [field.name, "\($0).\(field.name)"] } ?? [field.name]
    }

    /// Returns the way to draw its points; `nil` if it has none.
    func choice(_ options: ChartOptions) -> ChartChoice? {
        let ys = fields.filter { field in
            field.isNumber && (options.y.map { names(of: field).contains($0) } ?? true)
        }
        let xs = fields.filter { field in
            field.along != nil && (options.x.map { names(of: field).contains($0) } ?? true)
        }
        // A measurement is more often a decimal than a count is.
        let preferred = ys.filter(\.isDecimal) + ys.filter { !$0.isDecimal }
        for x in xs.filter({ $0.along == .date }) + xs.filter({ $0.along == .number }) {
            guard let y = preferred.first(where: { $0.name != x.name }), let along = x.along,
                let series = series(options, except: [x.name, y.name])
            else { continue }
            return ChartChoice(
                type: type.name,
                list: list,
                x: x.name,
                along: along,
                y: y.name,
                series: series,
                isSeriesGiven: options.series != nil
            )
        }
        return nil
    }

    /// Returns the fields that can define a record's series; `nil` if the chosen one does not exist.
    private func series(_ options: ChartOptions, except names: [String]) -> [String]? {
        guard let name = options.series else {
            let words = type.fields.filter { $0.type.isWord && (list != nil || !names.contains($0.name)) }
            return words.map(\.name)
        }
        if name.isEmpty { return [] }
        return type.fields.contains { $0.name == name && $0.type.isScalar } ? [name] : nil
    }
}

// MARK: - Kinds of fields

extension Schema.Field {
    /// The kind of x that the field can be; `nil` for neither date nor number.
    var along: ChartChoice.Along? {
        if type.includes([.date, .dateTime]) { return .date }
        return isNumber ? .number : nil
    }

    var isNumber: Bool { type.includes([.decimal, .integer, .size]) }

    var isDecimal: Bool { type.includes([.decimal]) }
}

extension Schema.FieldType {
    func includes(_ scalars: [Schema.Scalar]) -> Bool {
        switch self {
        case .scalar(let scalar): scalars.contains(scalar)
        case .alternatives(let types): types.contains { $0.includes(scalars) }
        case .nullable(let type): type.includes(scalars)
        case .enumeration, .list, .object, .enclosing, .dictionary: false
        }
    }

    /// Whether the values are short texts that can name a series.
    var isWord: Bool {
        if case .enumeration = self { true } else { includes([.string]) }
    }

    var isScalar: Bool {
        switch self {
        case .scalar, .enumeration: true
        case .alternatives(let types): types.allSatisfy(\.isScalar)
        case .nullable(let type): type.isScalar
        case .list, .object, .enclosing, .dictionary: false
        }
    }
}
