extension Schema {
    /// Returns the JSON Schema (2020-12) of an array of such records, as written by the output format `json`.
    ///
    /// It is valid for pages that satisfy their rules; a record that is reported as incomplete may lack required
    /// fields.
    ///
    /// - Parameter title: the schema's title, in one line.
    public func jsonSchema(title: String? = nil) -> Value {
        var members = [Value.Member("$schema", "https://json-schema.org/draft/2020-12/schema")]
        if let title { members.append(Value.Member("title", .string(title))) }
        let types = types.enumerated().map { index, type in
            FieldType.objectSchema(
                type.fields,
                title: type.name,
                first: Value.Member(Record.typeKey, ["const": .string(type.name)]),
                SchemaPlace(path: "#/items/anyOf/\(index)")
            )
        }
        members.append(Value.Member("type", "array"))
        members.append(Value.Member("items", ["anyOf": .list(types)]))
        return .object(members)
    }
}

/// The place of a schema within the whole, which another schema can refer to.
private struct SchemaPlace {
    /// A JSON pointer (RFC 6901) in a URI's fragment.
    var path: String
    /// The innermost field.
    var field = ""
    /// The enclosing objects, by their fields, the outermost first.
    var enclosing: [(field: String, path: String)] = []

    func below(_ keys: String) -> SchemaPlace {
        var place = self
        place.path += "/" + keys
        return place
    }

    func property(_ name: String) -> SchemaPlace {
        var place = below("properties/" + SchemaPlace.escaped(name))
        place.field = name
        return place
    }

    var entered: SchemaPlace {
        var place = self
        place.enclosing.append((field, path))
        return place
    }

    /// Returns a name as a part of a pointer; characters other than unreserved ones are percent-encoded (RFC 3986).
    private static func escaped(_ name: String) -> String {
        let pointer = name.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "~"): Array("~0".utf8)
            case UInt8(ascii: "/"): Array("~1".utf8)
            default: [byte]
            }
        }
        return pointer.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789-_.~".unicodeScalars.contains(scalar))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(scalar) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}

extension Schema.FieldType {
    /// Returns the JSON Schema of a value of this type.
    private func jsonSchema(_ place: SchemaPlace) -> Value {
        switch self {
        case .scalar(let scalar): return scalar.jsonSchema
        case .enumeration(let words): return ["type": "string", "enum": .list(words.map(Value.string))]
        case .list(let element): return ["type": "array", "items": element.jsonSchema(place.below("items"))]
        case .object(let fields): return Schema.FieldType.objectSchema(fields, place.entered)
        case .dictionary(let type):
            let values = type.jsonSchema(place.below("additionalProperties"))
            return ["type": "object", "additionalProperties": values]
        case .enclosing(let name):
            let known = place.enclosing.last { $0.field == name }
            return known.map { ["$ref": .string($0.path)] } ?? ["type": "object"]
        case .alternatives(let types):
            let schemas = types.enumerated().map { $1.jsonSchema(place.below("anyOf/\($0)")) }
            return ["anyOf": .list(schemas)]
        case .nullable(let type):
            return ["anyOf": [type.jsonSchema(place.below("anyOf/0")), ["type": "null"]]]
        }
    }

    /// Returns the JSON Schema of an object: its fields, and no others.
    fileprivate static func objectSchema(
        _ fields: [Schema.Field],
        title: String? = nil,
        first: Value.Member? = nil,
        _ place: SchemaPlace
    ) -> Value {
        var members: [Value.Member] = []
        if let title { members.append(Value.Member("title", .string(title))) }
        let properties = fields.map { Value.Member($0.name, $0.type.jsonSchema(place.property($0.name))) }
        let required = (first.map { [$0.name] } ?? []) + fields.filter(\.isAlwaysPresent).map(\.name)
        members.append(Value.Member("type", "object"))
        members.append(Value.Member("properties", .object((first.map { [$0] } ?? []) + properties)))
        if !required.isEmpty { members.append(Value.Member("required", .list(required.map(Value.string)))) }
        members.append(Value.Member("additionalProperties", false))
        return .object(members)
    }
}

extension Schema.Scalar {
    fileprivate var jsonSchema: Value {
        switch self {
        case .string: ["type": "string"]
        case .text, .html, .duration: ["type": "string", "description": .string(about)]
        case .integer: ["type": "integer"]
        case .size: ["type": "integer", "description": .string(about)]
        case .decimal: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .date: ["type": "string", "format": "date"]
        case .dateTime:
            // The format requires an offset, which a page need not give.
            [
                "type": "string",
                "anyOf": [["format": "date-time"], ["pattern": .string(Schema.Scalar.localTime)]],
            ]
        case .url: ["type": "string", "format": "uri"]
        case .json: [:]
        }
    }

    /// A day and time without an offset, in ECMA 262's regular expressions.
    private static let localTime = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?$"
}
