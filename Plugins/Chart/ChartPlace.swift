import Records

/// Where points can be: a record type's own fields, or those of the objects of one of its lists.
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

    /// What a user may call one of its fields.
    func names(of field: Schema.Field) -> [String] {
        list.map { [field.name, "\($0).\(field.name)"] } ?? [field.name]
    }

    /// How its points are drawn; `nil` where it has none.
    func choice(_ options: ChartOptions) -> ChartChoice? {
        let ys = fields.filter { field in
            field.isNumber && (options.y.map { names(of: field).contains($0) } ?? true)
        }
        let xs = fields.filter { field in
            field.along != nil && (options.x.map { names(of: field).contains($0) } ?? true)
        }
        // What is measured has a fraction more often than what is counted.
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

    /// The fields that may tell a record's series; `nil` where the one that is asked for is not there.
    private func series(_ options: ChartOptions, except names: [String]) -> [String]? {
        guard let name = options.series else {
            let words = type.fields.filter { $0.type.isWord && (list != nil || !names.contains($0.name)) }
            return words.map(\.name)
        }
        if name.isEmpty { return [] }
        return type.fields.contains { $0.name == name && $0.type.isScalar } ? [name] : nil
    }
}

// MARK: - What fields can be

extension Schema.Field {
    /// What points lie along it; `nil` for what is neither date nor number.
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
        case .enumeration, .list, .object, .enclosing: false
        }
    }

    /// Whether it is text that can name something.
    var isWord: Bool {
        if case .enumeration = self { true } else { includes([.string]) }
    }

    var isScalar: Bool {
        switch self {
        case .scalar, .enumeration: true
        case .alternatives(let types): types.allSatisfy(\.isScalar)
        case .list, .object, .enclosing: false
        }
    }
}
