import Records

extension Schema.FieldType {
    /// Whether a value is one that fits into a line.
    var isShort: Bool {
        switch self {
        case .scalar(let scalar):
            switch scalar {
            case .string, .integer, .decimal, .boolean, .date, .dateTime, .duration, .url, .size: true
            case .text, .html, .json: false
            }
        case .enumeration: true
        case .alternatives(let types): types.allSatisfy(\.isShort)
        case .list, .object, .enclosing: false
        }
    }

    /// Whether every text of this type is of the given kind.
    func isAlways(_ scalar: Schema.Scalar) -> Bool {
        switch self {
        case .scalar(let own): own == scalar
        case .alternatives(let types): types.allSatisfy { $0.isAlways(scalar) }
        case .enumeration, .list, .object, .enclosing: false
        }
    }

    /// The type of a list's elements.
    var element: Schema.FieldType? {
        if case .list(let element) = self { element } else { nil }
    }

    /// The fields of an object.
    var fields: [Schema.Field] {
        if case .object(let fields) = self { fields } else { [] }
    }

    /// The type as it is in an object within others: what it has in common with one of those is put in its place.
    ///
    /// - Parameters:
    ///   - name: the name of the field that has the type.
    ///   - enclosing: the fields of the objects around, by the names of the fields that hold them; those of this type
    ///     are added.
    func resolved(named name: String, in enclosing: inout [String: [Schema.Field]]) -> Schema.FieldType {
        switch self {
        case .list(let element): return .list(element.resolved(named: name, in: &enclosing))
        case .object(let fields):
            enclosing[name] = fields
            return self
        case .enclosing(let outer):
            guard let fields = enclosing[outer] else { return self }
            enclosing[name] = fields
            return .object(fields)
        case .scalar, .enumeration, .alternatives: return self
        }
    }
}
