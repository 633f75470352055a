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
        walk(steps[...], fields, body)
    }

    private func walk(_ steps: ArraySlice<Step>, _ fields: [Value.Member], _ body: (Value?) -> Void) {
        guard let step = steps.first else { return }
        let value = fields.first { $0.name == step.name }?.value
        guard step.isEach else {
            if steps.count == 1 {
                body(value)
            } else if case .object(let members)? = value {
                walk(steps.dropFirst(), members, body)
            }
            return
        }
        for element in value.map({ $0.list ?? [$0] }) ?? [] where element != .null {
            if steps.count == 1 {
                body(element)
            } else if case .object(let members) = element {
                walk(steps.dropFirst(), members, body)
            }
        }
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
    /// Reads a path in records with some fields, and the type of the values there.
    ///
    /// - Returns: `nil` if there is no such field. Below a field of the type `json` every path is valid.
    /// - Complexity: length of the text × number of fields on the path.
    package static func resolve(
        _ text: String,
        in fields: [Schema.Field]
    ) -> (path: RecordPath, type: Schema.FieldType)? {
        if text == "[]" { return (records, .object(fields)) }
        return resolve(text[...], Reached(steps: [], fields: fields, enclosing: []))
    }

    /// The part of the path that has been read.
    private struct Reached {
        var steps: [Step]
        var fields: [Schema.Field]
        /// The fields of the lists of objects on the path, by their names.
        var enclosing: [(name: String, fields: [Schema.Field])]
    }

    private static func resolve(
        _ text: Substring,
        _ reached: Reached
    ) -> (path: RecordPath, type: Schema.FieldType)? {
        // A field's name may itself have a point.
        let fitting = reached.fields.filter { !$0.name.isEmpty && text.hasPrefix($0.name) }
            .sorted { $0.name.utf8.count > $1.name.utf8.count }
        for field in fitting {
            var rest = text.dropFirst(field.name.count)
            let isEach = rest.hasPrefix("[]")
            if isEach { rest = rest.dropFirst(2) }
            guard rest.isEmpty || rest.first == "." else { continue }
            var next = reached
            next.steps.append(Step(field.name, isEach: isEach))
            guard let type = isEach ? field.type.element : field.type else { continue }
            if rest.isEmpty { return (RecordPath(next.steps), type) }
            rest = rest.dropFirst()
            if type.isAnything { return (RecordPath(next.steps + free(rest)), .scalar(.json)) }
            guard let fields = type.members(in: reached.enclosing) else { continue }
            next.fields = fields
            if isEach { next.enclosing.append((field.name, fields)) }
            if let resolved = resolve(rest, next) { return resolved }
        }
        return nil
    }

    /// The steps of a path's text, for data of any shape.
    private static func free(_ text: Substring) -> [Step] {
        text.split(separator: ".", omittingEmptySubsequences: false).map { name in
            name.hasSuffix("[]") ? Step(String(name.dropLast(2)), isEach: true) : Step(String(name))
        }
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
    fileprivate func members(in enclosing: [(name: String, fields: [Schema.Field])]) -> [Schema.Field]? {
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
