extension Schema {
    /// The record types by name, without duplicates, in the order in which they first appear.
    ///
    /// Rules of several sites may each declare a type with the same name; the union has the fields of all of them. It has
    /// unique keys only if all of them declare the same ones: the key of one site may identify nothing on another.
    public var distinctTypes: [RecordType] {
        typesByName.compactMap(RecordType.union)
    }

    /// The record types of each name, in the order in which the names first appear.
    var typesByName: [[RecordType]] {
        var places: [String: Int] = [:]
        var groups: [[RecordType]] = []
        for type in types {
            if let place = places[type.name] {
                groups[place].append(type)
            } else {
                places[type.name] = groups.count
                groups.append([type])
            }
        }
        return groups
    }
}

extension Schema.RecordType {
    fileprivate static func union(_ types: [Schema.RecordType]) -> Schema.RecordType? {
        guard let first = types.first, types.count > 1 else { return types.first }
        return Schema.RecordType(
            name: first.name,
            fields: Schema.Field.union(types.map(\.fields)),
            aliases: types.flatMap(\.aliases),
            uniqueKeys: types.allSatisfy { Set($0.uniqueKeys) == Set(first.uniqueKeys) }
                ? first.uniqueKeys : [],
            origin: types.allSatisfy { $0.origin == first.origin } ? first.origin : nil
        )
    }
}

extension Schema.Field {
    /// Returns the fields of records of several layouts. A field is required only if every layout requires it.
    ///
    /// Complexity: linear in the number of fields.
    package static func union(_ layouts: [[Schema.Field]]) -> [Schema.Field] {
        if layouts.count == 1 { return layouts[0] }
        var places: [String: Int] = [:]
        var groups: [(fields: [Schema.Field], layout: Int)] = []
        for (layout, fields) in layouts.enumerated() {
            for field in fields {
                guard let place = places[field.name] else {
                    places[field.name] = groups.count
                    groups.append(([field], layout))
                    continue
                }
                if groups[place].layout == layout { continue }
                groups[place].fields.append(field)
                groups[place].layout = layout
            }
        }
        return groups.map { union($0.fields, isEverywhere: $0.fields.count == layouts.count) }
    }

    /// The union of the fields of one name.
    private static func union(_ fields: [Schema.Field], isEverywhere: Bool) -> Schema.Field {
        Schema.Field(
            name: fields[0].name,
            type: .union(fields.map(\.type)),
            isRequired: isEverywhere && fields.allSatisfy(\.isRequired),
            isAlwaysPresent: isEverywhere && fields.allSatisfy(\.isAlwaysPresent),
            hasOffset: fields.allSatisfy(\.hasOffset)
        )
    }
}

// MARK: - Conflicts

extension Schema {
    /// A difference between two record types with the same name, of two rules files.
    public struct Conflict: Hashable, Sendable {
        /// The types' name.
        public let type: String
        /// The field's name; `nil` for a difference in unique keys.
        public let field: String?
        /// What each file declares: `integer in Rules/a.json, string in Rules/b.json`.
        public let text: String

        fileprivate init(
            _ first: (type: RecordType, word: String),
            _ other: (type: RecordType, word: String),
            field: String? = nil
        ) {
            type = first.type.name
            self.field = field
            text =
                "\(first.word) in \(first.type.origin ?? "one rules file"), "
                + "\(other.word) in \(other.type.origin ?? "another one")"
        }
    }

    /// The record types of one name with different unique keys: for each name the first two that differ.
    public var keyConflicts: [Conflict] {
        typesByName.compactMap { group in
            guard let first = group.first,
                let other = group.first(where: { Set($0.uniqueKeys) != Set(first.uniqueKeys) })
            else { return nil }
            return Conflict((first, first.keyText), (other, other.keyText))
        }
    }

    /// The fields whose types differ between record types of the same name: for each field, the first two types that
    /// differ.
    public var fieldConflicts: [Conflict] { typesByName.flatMap(Schema.fieldConflicts) }

    private static func fieldConflicts(_ group: [RecordType]) -> [Conflict] {
        var known: [String: (owner: RecordType, type: FieldType)] = [:]
        var conflicts: [String: Conflict] = [:]
        var order: [String] = []
        for owner in group {
            for field in owner.fields {
                guard let first = known[field.name] else {
                    known[field.name] = (owner, field.type)
                    continue
                }
                guard first.type != field.type, conflicts[field.name] == nil else { continue }
                let word = first.type.description
                let other = field.type.description
                conflicts[field.name] = Conflict(
                    (first.owner, word),
                    (owner, word == other ? "another \(other)" : other),
                    field: field.name
                )
                order.append(field.name)
            }
        }
        return order.compactMap { conflicts[$0] }
    }
}

extension Schema.RecordType {
    /// The unique keys, for a message.
    fileprivate var keyText: String {
        uniqueKeys.isEmpty ? "nothing" : uniqueKeys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
