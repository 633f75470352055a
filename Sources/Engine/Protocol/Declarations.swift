public import Records

/// The protocol between the host and programs.
package enum PluginProtocol {
    /// The version that both sides must speak.
    package static let version = 1
    /// The key of a hello, whose value is the version.
    package static let key = "scrape"

    /// The host's first line.
    package static var greeting: Value { [key: .number(Number(version))] }
}

extension Plugin {
    /// The plugin's answer to the host's greeting: its name, description and definitions.
    public var hello: Value {
        var members: [Value.Member] = [
            Value.Member(PluginProtocol.key, .number(Number(PluginProtocol.version))),
            Value.Member("plugin", .string(name)),
            Value.Member("about", .string(about)),
        ]
        for kind in DefinitionKind.allCases {
            let served = definitions(kind).filter(\.canBeServed)
            if served.isEmpty { continue }
            members.append(Value.Member(kind.key, .list(served.map(\.declaration))))
        }
        return .object(members)
    }
}

// MARK: - Declarations

extension Definition {
    /// The declaration of the definition: its name, description and arguments, and the keys of its kind.
    fileprivate var declaration: Value {
        var members = [Value.Member("name", .string(name)), Value.Member("about", .string(about))]
        var shape: ArgumentShape? = arguments
        func add(_ key: String, _ value: Value) { members.append(Value.Member(key, value)) }
        switch self {
        case let source as Source: add("gives", .string(source.gives?.rawValue ?? ""))
        case let preparation as Preparation:
            guard let content = preparation.content else { break }
            shape = content.arguments
            add("takes", .string(content.takes.rawValue))
            add("gives", .string(content.gives.rawValue))
        case let transform as Transform:
            add("input", transform.input.message)
            add("output", transform.output.message)
        case let type as FieldType:
            add("accepts", .list(type.accepts.map(\.message)))
            add("gives", type.gives.message)
        case let format as OutputFormat:
            // The values of options are texts, so they have no shapes.
            shape = nil
            let options: [Value] = format.options.map {
                ["name": .string($0.name), "about": .string($0.about)]
            }
            if !options.isEmpty { add("options", .list(options)) }
        default: break
        }
        if let message = shape?.message { members.insert(Value.Member("arguments", message), at: 2) }
        return .object(members)
    }

    /// Whether a program can provide it. Definitions on trees need the host's memory, and a store needs the host's
    /// files.
    package var canBeServed: Bool {
        switch self {
        case let source as Source: source.gives != nil
        case let preparation as Preparation: preparation.content != nil
        case let format as OutputFormat: !format.isStore
        default: true
        }
    }
}

extension DefinitionKind {
    /// The key of a hello for the definitions of the kind.
    package var key: String { rawValue + "s" }
}

// MARK: - Shapes and types

extension ArgumentShape {
    /// The shape as JSON; `nil` for no arguments.
    ///
    /// A word for a simple shape (`"string"`), and an object with one key for the others:
    /// `{"word": ["left", "right"]}`, `{"tuple": ["pattern", "string"], "required": 1}`, `{"table": "string"}`,
    /// `{"object": [{"name": "width", "about": "…", "shape": "integer", "required": true}]}`, `{"either": […]}`.
    package var message: Value? {
        switch self {
        case .none: nil
        case .anything: "any"
        case .scalar: "scalar"
        case .string: "string"
        case .text: "text"
        case .character: "character"
        case .strings: "strings"
        case .number: "number"
        case .integer: "integer"
        case .boolean: "boolean"
        case .pattern: "pattern"
        case .selector: "selector"
        case .elements: "element"
        case .elementsList: "elements"
        case .place: "place"
        case .source: "source"
        case .locale: "locale"
        case .list(let shape): ["list": shape.message ?? .null]
        case .word(let words): ["word": .list(words.map(Value.string))]
        case .tuple(let shapes, let required):
            ["tuple": .list(shapes.map { $0.message ?? .null }), "required": .number(Number(required))]
        case .table(let shape): ["table": shape.message ?? .null]
        case .object(let arguments, let oneOf):
            oneOf.isEmpty
                ? ["object": .list(arguments.map(\.message))]
                : ["object": .list(arguments.map(\.message)), "one-of": .list(oneOf.map(Value.string))]
        case .either(let shapes): ["either": .list(shapes.map { $0.message ?? .null })]
        }
    }

    /// Reads a shape; `nil` for an invalid one.
    package init?(_ message: Value?) {
        switch message {
        case nil, .null: self = .none
        case .string(let word):
            guard let shape = ArgumentShape.words[word] else { return nil }
            self = shape
        case .object(let members):
            let modifiers = ["required", "one-of"]
            guard let first = members.first(where: { !modifiers.contains($0.name) }),
                members.allSatisfy({ $0.name == first.name || modifiers.contains($0.name) })
            else { return nil }
            self.init(first.name, first.value, required: message?["required"], oneOf: message?["one-of"])
        case .boolean, .number, .list: return nil
        }
    }

    private init?(_ key: String, _ value: Value, required: Value?, oneOf: Value?) {
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
        case ("list", _):
            guard let shape = ArgumentShape(value) else { return nil }
            self = .list(shape)
        case ("table", _):
            guard let shape = ArgumentShape(value) else { return nil }
            self = .table(shape)
        case ("object", .list(let elements)):
            guard let arguments = ArgumentShape.all(elements, { Argument($0) }) else { return nil }
            let names = (oneOf?.list ?? []).compactMap(\.string)
            self = .object(arguments, oneOf: names)
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
        "boolean": .boolean, "pattern": .pattern, "selector": .selector, "locale": .locale, "text": .text,
        "character": .character, "strings": .strings, "element": .elements, "elements": .elementsList,
        "place": .place, "source": .source,
    ]

    /// Reads a list of values; `nil` unless all are valid.
    private static func all<Element>(_ values: [Value], _ read: (Value) -> Element?) -> [Element]? {
        let elements = values.compactMap(read)
        return elements.count == values.count ? elements : nil
    }
}

extension Argument {
    /// The argument as JSON.
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

extension ValueType {
    /// The type as JSON: a word, or the element's type in brackets for a list.
    package var message: Value {
        switch self {
        case .any: "any"
        case .string: "string"
        case .number: "number"
        case .boolean: "boolean"
        case .object: "object"
        case .list(let element): [element.message]
        }
    }

    /// Reads a type; `nil` for an invalid one.
    package init?(_ message: Value) {
        switch message {
        case "any": self = .any
        case "string": self = .string
        case "number": self = .number
        case "boolean": self = .boolean
        case "object": self = .object
        case .list(let elements):
            guard elements.count == 1, let element = ValueType(elements[0]) else { return nil }
            self = .list(element)
        case .null, .boolean, .number, .string, .object: return nil
        }
    }

    /// Whether a value is of this type.
    package func holds(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (_, .null), (.string, .string), (.number, .number), (.boolean, .boolean),
            (.object, .object):
            true
        case (.list(.any), .list): true
        case (.list(let element), .list(let values)): values.allSatisfy { $0 != .null && element.holds($0) }
        case (.string, _), (.number, _), (.boolean, _), (.object, _), (.list, _): false
        }
    }
}
