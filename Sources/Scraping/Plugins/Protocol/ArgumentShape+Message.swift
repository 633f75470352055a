import Records

extension ArgumentShape {
    /// The shape as the protocol writes it; `nil` for no arguments.
    ///
    /// A word for what is simple (`"string"`), and an object of one key for the rest: `{"word": ["left", "right"]}`,
    /// `{"tuple": ["pattern", "string"], "required": 1}`, `{"table": "string"}`,
    /// `{"object": [{"name": "width", "about": "…", "shape": "integer", "required": true}]}`, `{"either": […]}`.
    var message: Value? {
        switch self {
        case .none: nil
        case .anything: "any"
        case .scalar: "scalar"
        case .string: "string"
        case .number: "number"
        case .integer: "integer"
        case .boolean: "boolean"
        case .pattern: "pattern"
        case .selector: "selector"
        case .locale: "locale"
        case .word(let words): ["word": .list(words.map(Value.string))]
        case .tuple(let shapes, let required):
            ["tuple": .list(shapes.map { $0.message ?? .null }), "required": .number(Number(required))]
        case .table(let shape): ["table": shape.message ?? .null]
        case .object(let arguments): ["object": .list(arguments.map(\.message))]
        case .either(let shapes): ["either": .list(shapes.map { $0.message ?? .null })]
        }
    }

    /// Reads a shape; `nil` for what is none.
    init?(_ message: Value?) {
        switch message {
        case nil, .null: self = .none
        case .string(let word):
            guard let shape = ArgumentShape.words[word] else { return nil }
            self = shape
        case .object(let members):
            guard let first = members.first(where: { $0.name != "required" }),
                members.allSatisfy({ $0.name == first.name || $0.name == "required" })
            else { return nil }
            self.init(first.name, first.value, required: message?["required"])
        case .boolean, .number, .list: return nil
        }
    }

    private init?(_ key: String, _ value: Value, required: Value?) {
        switch (key, value) {
        case ("word", .list(let words)):
            guard let texts = ArgumentShape.all(words, \.string), !texts.isEmpty else { return nil }
            self = .word(texts)
        case ("tuple", .list(let elements)):
            guard let shapes = ArgumentShape.all(elements, { ArgumentShape($0) }), !shapes.isEmpty,
                let count = required.map({ $0.number?.integer }) ?? shapes.count,
                (0...shapes.count).contains(count)
            else { return nil }
            self = .tuple(shapes, required: count)
        case ("table", _):
            guard let shape = ArgumentShape(value) else { return nil }
            self = .table(shape)
        case ("object", .list(let elements)):
            guard let arguments = ArgumentShape.all(elements, { Argument($0) }) else { return nil }
            self = .object(arguments)
        case ("either", .list(let elements)):
            guard let shapes = ArgumentShape.all(elements, { ArgumentShape($0) }), !shapes.isEmpty else {
                return nil
            }
            self = .either(shapes)
        default: return nil
        }
    }

    private static let words: [String: ArgumentShape] = [
        "any": .anything, "scalar": .scalar, "string": .string, "number": .number, "integer": .integer,
        "boolean": .boolean, "pattern": .pattern, "selector": .selector, "locale": .locale,
    ]

    /// What each of some values is read as; `nil` unless all can be.
    private static func all<Element>(_ values: [Value], _ read: (Value) -> Element?) -> [Element]? {
        let elements = values.compactMap(read)
        return elements.count == values.count ? elements : nil
    }
}

extension Argument {
    /// The key as the protocol writes it.
    fileprivate var message: Value {
        [
            "name": .string(name), "about": .string(about), "shape": shape.message ?? .null,
            "required": .boolean(isRequired),
        ]
    }

    fileprivate init?(_ message: Value) {
        guard let name = message["name"]?.string, let shape = ArgumentShape(message["shape"]) else {
            return nil
        }
        self.init(name, message["about"]?.string ?? "", shape, isRequired: message["required"] == true)
    }
}
