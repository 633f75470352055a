/// A place in the records of a type: `price`, `author.name`, `dishes[].name` for the name of each dish, `tags[]` for each
/// tag, and `[]` for the records themselves.
package struct RecordPath: Hashable, Sendable {
    /// A step of the path.
    package struct Step: Hashable, Sendable {
        package let name: String
        /// Whether the path continues with each element of the list with that name.
        package let isEach: Bool

        package init(_ name: String, isEach: Bool = false) {
            self.name = name
            self.isEach = isEach
        }
    }

    package let steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }

    /// The path of the records themselves.
    package static let records = RecordPath([])

    /// Whether it denotes the elements of a list.
    package var isEach: Bool { steps.last?.isEach ?? true }

    /// The path of the list whose elements it denotes, or else the path itself.
    package var list: RecordPath {
        guard let last = steps.last, last.isEach else { return self }
        return RecordPath(steps.dropLast() + [Step(last.name)])
    }

    /// The path of the elements of the list that it denotes.
    package var elements: RecordPath {
        guard let last = steps.last else { return self }
        return RecordPath(steps.dropLast() + [Step(last.name, isEach: true)])
    }

    /// The path of a member of the values that it denotes.
    package func member(_ name: String) -> RecordPath { RecordPath(steps + [Step(name)]) }

    /// The names of the steps joined by points, as in ``Diagnostic/field``.
    package var fieldName: String { steps.map(\.name).joined(separator: ".") }

    /// Whether it leads to a part of what another one leads to.
    package func isBelow(_ other: RecordPath) -> Bool {
        steps.count > other.steps.count
            && zip(steps, other.steps).allSatisfy { $0.name == $1.name }
    }
}

extension RecordPath: CustomStringConvertible {
    package var description: String {
        steps.isEmpty ? "[]" : steps.map { $0.name + ($0.isEach ? "[]" : "") }.joined(separator: ".")
    }
}

// MARK: - Values

extension RecordPath {
    /// Calls `body` with each value that the path denotes, `nil` if the last name is missing. It is not called for a
    /// missing object or a list without elements on the path.
    ///
    /// - Complexity: linear in the number of values on the path.
    package func forEachValue(in fields: [Value.Member], _ body: (Value?) -> Void) {
        forEachValue(in: MemberTable(fields, questions: 1), body)
    }

    /// Does the same for the members of a record in which several paths are followed.
    package func forEachValue(in fields: MemberTable, _ body: (Value?) -> Void) {
        guard let first = steps.first else { return }
        walk(fields[first.name], steps[...], body)
    }

    /// - Parameter value: the member with the name of the first step.
    private func walk(_ value: Value?, _ steps: ArraySlice<Step>, _ body: (Value?) -> Void) {
        guard let step = steps.first else { return }
        let rest = steps.dropFirst()
        guard step.isEach else {
            if rest.isEmpty { body(value) } else { walk(below: value, rest, body) }
            return
        }
        for element in value.map({ $0.list ?? [$0] }) ?? [] where element != .null {
            if rest.isEmpty { body(element) } else { walk(below: element, rest, body) }
        }
    }

    private func walk(below value: Value?, _ steps: ArraySlice<Step>, _ body: (Value?) -> Void) {
        guard case .object(let members)? = value, let name = steps.first?.name else { return }
        walk(members.first { $0.name == name }?.value, steps, body)
    }

    /// Whether a field has a value: a list without elements and `null` are not values.
    package static func isFilled(_ value: Value?) -> Bool {
        switch value {
        case nil, .null?: false
        case .list(let elements)?: !elements.isEmpty
        case .boolean?, .number?, .string?, .object?: true
        }
    }
}

// MARK: - Schema

extension RecordPath {
    /// Reads a path in records with some fields, as ``FieldIndex/resolve(_:)`` does.
    ///
    /// - Complexity: linear in the number of fields: an index is better for several paths.
    package static func resolve(
        _ text: String,
        in fields: [Schema.Field]
    ) -> (path: RecordPath, type: Schema.FieldType)? {
        FieldIndex(Schema.RecordType(name: "", fields: fields)).resolve(text)
    }

    /// All paths in records with some fields, each list followed by its elements; recursive objects are omitted.
    package static func all(in fields: [Schema.Field]) -> [(path: RecordPath, type: Schema.FieldType)] {
        var all: [(path: RecordPath, type: Schema.FieldType)] = []
        gather(fields, below: records, &all)
        return all
    }

    private static func gather(
        _ fields: [Schema.Field],
        below parent: RecordPath,
        _ all: inout [(path: RecordPath, type: Schema.FieldType)]
    ) {
        for field in fields {
            let path = parent.member(field.name)
            all.append((path, field.type))
            if let members = field.type.members(in: []) { gather(members, below: path, &all) }
            guard let element = field.type.element, !field.type.isAnything else { continue }
            all.append((path.elements, element))
            if let members = element.members(in: []) { gather(members, below: path.elements, &all) }
        }
    }
}

extension Schema.FieldType {
    private var types: [Schema.FieldType] {
        switch self {
        case .alternatives(let types): types.flatMap(\.types)
        case .nullable(let type): type.types
        case .scalar, .enumeration, .list, .object, .enclosing, .dictionary: [self]
        }
    }

    /// Whether it may be a value of any shape, or an object with members of any names.
    package var isAnything: Bool {
        types.contains { type in
            if case .dictionary = type { return true }
            return type == .scalar(.json)
        }
    }

    /// The type of the elements if it may be a list; otherwise `nil`.
    package var element: Schema.FieldType? {
        if isUnknown { return .unknown }
        let elements = types.compactMap { type -> Schema.FieldType? in
            switch type {
            case .list(let element): element
            case .scalar(.json): .scalar(.json)
            case .scalar, .enumeration, .object, .enclosing, .alternatives, .nullable, .dictionary: nil
            }
        }
        return elements.isEmpty ? nil : .union(elements)
    }

    /// The fields if it may be an object; otherwise `nil`.
    ///
    /// - Parameter enclosing: the fields of the objects around it.
    func members(in enclosing: [(name: String, fields: [Schema.Field])]) -> [Schema.Field]? {
        let objects = types.compactMap { type -> [Schema.Field]? in
            switch type {
            case .object(let fields): fields
            case .enclosing(let name): enclosing.last { $0.name == name }?.fields
            case .scalar, .enumeration, .list, .alternatives, .nullable, .dictionary: nil
            }
        }
        return objects.isEmpty ? nil : Schema.Field.union(objects)
    }

    /// Whether its values are neither lists nor objects.
    package var isScalar: Bool {
        types.allSatisfy { type in
            switch type {
            case .scalar, .enumeration: true
            case .list, .object, .enclosing, .alternatives, .nullable, .dictionary: false
            }
        }
    }
}

/// The members of an object, for several questions about them.
///
/// A few members are searched one by one, and so are all for a few questions; otherwise a dictionary has their places.
package struct MemberTable {
    private let members: [Value.Member]
    /// Empty if the members are searched.
    private var places: [String: Int] = [:]

    /// The number of members, and of questions, up to which searching is faster.
    private static let few = 16

    /// - Parameter questions: how often a member is looked up, about.
    package init(_ members: [Value.Member], questions: Int) {
        self.members = members
        guard members.count > MemberTable.few, questions > MemberTable.few else { return }
        places = Dictionary(members.indices.map { (members[$0].name, $0) }) { first, _ in first }
    }

    /// The value of the first member with a name, or `nil`.
    package subscript(name: String) -> Value? {
        if places.isEmpty { return members.first { $0.name == name }?.value }
        return places[name].map { members[$0].value }
    }
}
