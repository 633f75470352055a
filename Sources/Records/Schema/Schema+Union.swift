extension Schema {
    /// The record types by name, each once, in the order in which they first appear.
    ///
    /// Rules of several sites may each have a type of the same name; it has the fields of all of them. It has unique
    /// keys only where all name the same ones: what tells the records of one apart may say nothing of another's.
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
    /// The fields of records of several layouts. What one layout requires another may not have.
    package static func union(_ layouts: [[Schema.Field]]) -> [Schema.Field] {
        var names: Set<String> = []
        return layouts.joined().map(\.name).filter { names.insert($0).inserted }.map { name in
            let fields = layouts.compactMap { layout in layout.first { $0.name == name } }
            let isEverywhere = fields.count == layouts.count
            return Schema.Field(
                name: name,
                type: .union(fields.map(\.type)),
                isRequired: isEverywhere && fields.allSatisfy(\.isRequired),
                isAlwaysPresent: isEverywhere && fields.allSatisfy(\.isAlwaysPresent)
            )
        }
    }
}
