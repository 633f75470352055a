/// The fields of a record type, found by their names and by paths.
///
/// Each field is found in constant time, however many there are; the fields of an object are indexed when a path first
/// leads there.
package final class FieldIndex {
    /// The record type; below a path, the fields of an object in one.
    package let type: Schema.RecordType
    private let places: [String: Int]
    /// The length of the longest name, in bytes.
    private let longest: Int
    /// The fields of the lists of objects around these ones, by their names.
    private let enclosing: [(name: String, fields: [Schema.Field])]
    /// The indices of the fields of objects in these ones.
    private var members: [Key: FieldIndex] = [:]

    private struct Key: Hashable {
        let place: Int
        /// Whether they are those of the elements of a list.
        let isEach: Bool
    }

    /// Indexes the fields of a record type. Complexity: linear in their number.
    package convenience init(_ type: Schema.RecordType) {
        self.init(type, enclosing: [])
    }

    private init(_ type: Schema.RecordType, enclosing: [(name: String, fields: [Schema.Field])]) {
        self.type = type
        self.enclosing = enclosing
        let fields = type.fields
        places = Dictionary(fields.indices.map { (fields[$0].name, $0) }) { first, _ in first }
        longest = fields.map(\.name.utf8.count).max() ?? 0
    }

    package var name: String { type.name }

    private var fields: [Schema.Field] { type.fields }

    /// The field with a name, or `nil`.
    package subscript(name: String) -> Schema.Field? { places[name].map { fields[$0] } }

    /// The names of the fields, in order.
    package var names: [String] { fields.map(\.name) }

    /// The texts of all paths, as ``RecordPath/all(in:)`` returns them.
    package private(set) lazy var paths = RecordPath.all(in: fields).map(\.path.description)
}

// MARK: - Paths

extension FieldIndex {
    /// Reads a path, and the type of the values there.
    ///
    /// - Returns: `nil` if there is no such field. Below a field of the type `json`, and below one of an unknown type,
    ///   every path is valid.
    /// - Complexity: length of the text × number of its points and brackets.
    package func resolve(_ text: String) -> (path: RecordPath, type: Schema.FieldType)? {
        if text == "[]" { return (.records, .object(fields)) }
        return resolve(text[...], [])
    }

    private func resolve(
        _ text: Substring,
        _ steps: [RecordPath.Step]
    ) -> (path: RecordPath, type: Schema.FieldType)? {
        // A field's name may itself have a point, so that the longest name is tried first.
        for end in ends(ofNamesIn: text).reversed() {
            guard end > text.startIndex, let place = places[String(text[..<end])] else { continue }
            let field = fields[place]
            var rest = text[end...]
            let isEach = rest.hasPrefix("[]")
            if isEach { rest = rest.dropFirst(2) }
            let path = steps + [RecordPath.Step(field.name, isEach: isEach)]
            guard let type = isEach ? field.type.element : field.type else { continue }
            if rest.isEmpty { return (RecordPath(path), type) }
            rest = rest.dropFirst()
            if type.isUnknown { return (RecordPath(path + FieldIndex.free(rest)), .unknown) }
            if type.isAnything { return (RecordPath(path + FieldIndex.free(rest)), .scalar(.json)) }
            guard let members = members(of: type, at: Key(place: place, isEach: isEach)) else { continue }
            if let resolved = members.resolve(rest, path) { return resolved }
        }
        return nil
    }

    /// Where the name at the beginning of a path may end: before a point, before brackets, or at the path's end.
    private func ends(ofNamesIn text: Substring) -> [Substring.Index] {
        var ends: [Substring.Index] = []
        var end = text.startIndex
        var length = 0
        while length <= longest {
            let rest = text[end...]
            let after = rest.hasPrefix("[]") ? rest.dropFirst(2) : rest
            if after.isEmpty || after.first == "." { ends.append(end) }
            guard let character = rest.first else { break }
            length += character.utf8.count
            end = text.index(after: end)
        }
        return ends
    }

    /// The index of the fields of objects of a type; `nil` if there are none.
    private func members(of type: Schema.FieldType, at key: Key) -> FieldIndex? {
        if let known = members[key] { return known }
        guard let fields = type.members(in: enclosing) else { return nil }
        let list = key.isEach ? [(self.fields[key.place].name, fields)] : []
        let index = FieldIndex(
            Schema.RecordType(name: name, fields: fields),
            enclosing: enclosing + list
        )
        members[key] = index
        return index
    }

    /// The steps of a path's text, for data of any shape.
    private static func free(_ text: Substring) -> [RecordPath.Step] {
        text.split(separator: ".", omittingEmptySubsequences: false).map { name in
            name.hasSuffix("[]")
                ? RecordPath.Step(String(name.dropLast(2)), isEach: true) : RecordPath.Step(String(name))
        }
    }
}
