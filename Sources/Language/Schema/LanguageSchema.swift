public import Records
import Values

/// The JSON Schema of the rules language, for editors: generated from the tables by which the language itself is read.
///
/// A description ends with the section in the language's reference that describes more:
/// `RulesLanguage#each-of-a-record-type`.
public struct LanguageSchema {
    private let registry: Registry
    private let documentation: String?

    /// Creates the schema of a language.
    ///
    /// - Parameters:
    ///   - registry: the plugins that extend the language.
    ///   - documentation: the address of the documentation site; if given, descriptions link to the reference in
    ///     editors that show Markdown.
    public init(_ registry: Registry, documentation: String? = nil) {
        self.registry = registry
        self.documentation = documentation.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    }

    /// The schema as JSON Schema 2020-12.
    public var value: Value {
        var schema: [Value.Member] = [
            Value.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            Value.Member("title", "Rules of scrape"),
        ]
        schema += object(LanguageKey.file, required: [], at: fileHeading).object ?? []
        schema.append(
            Value.Member(
                "anyOf",
                [["required": ["records"]], ["required": ["requests"]], ["required": ["extends"]]]
            )
        )
        schema.append(Value.Member("$defs", definitions))
        return .object(schema)
    }

    private func object(
        _ keys: [LanguageKey],
        required: [String],
        at heading: (String) -> ReferenceHeading?
    ) -> Value {
        let properties = keys.map {
            Value.Member($0.name, described($0.schema, $0.about, at: heading($0.name)))
        }
        var members = [
            Value.Member("type", "object"),
            Value.Member("properties", .object(properties)),
            Value.Member("additionalProperties", false),
        ]
        if !required.isEmpty { members.append(Value.Member("required", .list(required.map(Value.string)))) }
        return .object(members)
    }

    /// A schema with a description for editors.
    private func described(_ schema: Value, _ about: String, at heading: ReferenceHeading? = nil) -> Value {
        guard let anchor = heading?.anchor else {
            return .object((schema.object ?? []) + [Value.Member("description", .string(about))])
        }
        var members = [Value.Member("description", .string("\(about) (\(anchor))"))]
        if let documentation {
            let parts = anchor.split(separator: "#")
            let page = "documentation/scraping/\(parts[0].lowercased())/#\(parts[1])"
            let link = "[\(anchor)](\(documentation)\(page))"
            members.append(Value.Member("markdownDescription", .string("\(about) (\(link))")))
        }
        return .object((schema.object ?? []) + members)
    }

    // MARK: - Where the reference describes keys

    private func fileHeading(_ name: String) -> ReferenceHeading? {
        switch name {
        case "match", "priority": .section("Overview", of: "RulesLanguage")
        case "source": .section("Sources", of: "RulesLanguage")
        case "parser", "scripting", "templates", "hidden-text", "complete":
            .section("HTML", of: "RulesLanguage")
        case "plugins": .section("Of-plugins", of: "RulesLanguage")
        case "tables": .transform("map")
        case "prepare": .section("Preparations", of: "RulesLanguage")
        case "records": .section("Records", of: "RulesLanguage")
        case "names": .section("Names", of: "RulesLanguage")
        case "inputs": .section("Inputs", of: "Crawling")
        case "values": .section("Names-in-braces", of: "Crawling")
        case "requests": .section("Requests", of: "Crawling")
        case "answers": .section("Answers", of: "Crawling")
        case "session": .section("Sessions", of: "Crawling")
        case "limits", "timezone": .section("Keys-of-the-file", of: "Crawling")
        default: nil
        }
    }

    private func recordHeading(_ name: String) -> ReferenceHeading? {
        switch name {
        case "about": nil
        case "across": .section("Records-of-several-pages", of: "Crawling")
        case "fields": .section("fields-of-a-record-type", of: "RulesLanguage")
        default: .record(name)
        }
    }

    private func groupHeading(_ name: String) -> ReferenceHeading? {
        name == "fields" ? .record(name) : recordHeading(name)
    }

    private func fieldHeading(_ name: String) -> ReferenceHeading? {
        switch name {
        case "about": nil
        case "calendar": .field("format")
        default: .field(name)
        }
    }

    // MARK: - Definitions

    private func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }

    private func oneOrMore(_ item: Value) -> Value {
        ["anyOf": [item, ["type": "array", "items": item, "minItems": 1]]]
    }

    private func words(_ names: [String]) -> Value { ["enum": .list(names.map(Value.string))] }

    private var definitions: Value {
        let string: Value = ["type": "string"]
        let vocabulary = Vocabulary(registry.builtIn, registry.plugins)
        return [
            "strings": oneOrMore(string),
            "selector": described(
                string,
                "a CSS selector; see the documentation for what it may say beyond CSS"
            ),
            "selectors": oneOrMore(reference("selector")),
            "sources": oneOrMore(reference("source")),
            "source": source(vocabulary),
            "preparation": preparation(vocabulary),
            "record": [
                "anyOf": [
                    object(LanguageKey.record, required: ["fields"], at: recordHeading),
                    object(LanguageKey.group, required: ["group", "by", "fields"], at: groupHeading),
                    [
                        "type": "array", "minItems": 1,
                        "items": object(
                            LanguageKey.layout + [.expect],
                            required: ["fields"],
                            at: recordHeading
                        ),
                    ],
                ]
            ],
            "fields": ["type": "object", "minProperties": 1, "additionalProperties": reference("field")],
            "field": oneOrMore([
                "anyOf": [reference("selector"), object(LanguageKey.field, required: [], at: fieldHeading)]
            ]),
            "groupField": groupField,
            "order": order,
            "extreme": extreme,
            "place": place,
            "joinKey": [
                "anyOf": [
                    reference("selector"),
                    object(
                        LanguageKey.joinKey,
                        required: ["select"],
                        at: { _ in .section("Places", of: "RulesLanguage") }
                    ),
                ]
            ],
            "expect": oneOrMore(
                object(
                    LanguageKey.expectation,
                    required: [],
                    at: { _ in .section("Expectations", of: "RulesLanguage") }
                )
            ),
            "type": type(vocabulary),
            "anyField": reference("field"),
            "parameters": ["type": "object"],
            "input": object(LanguageKey.input, required: [], at: { _ in .section("Inputs", of: "Crawling") }),
            "session": object(
                LanguageKey.session,
                required: [],
                at: { _ in .section("Sessions", of: "Crawling") }
            ),
            "sessionCheck": object(
                LanguageKey.check,
                required: ["get", "select"],
                at: { _ in .section("Sessions", of: "Crawling") }
            ),
            "request": object(
                LanguageKey.request,
                required: [],
                at: { _ in .section("Requests", of: "Crawling") }
            ),
            "step": object(LanguageKey.step, required: [], at: { _ in .section("Follow", of: "Crawling") }),
            "next": object(LanguageKey.next, required: [], at: { _ in .section("Next", of: "Crawling") }),
            "submit": object(
                LanguageKey.submit,
                required: [],
                at: { _ in .section("Requests", of: "Crawling") }
            ),
            "graphql": object(
                LanguageKey.graphql,
                required: ["query"],
                at: { _ in .section("Requests", of: "Crawling") }
            ),
            "answer": object(
                LanguageKey.answer,
                required: ["is"],
                at: { _ in .section("Answers", of: "Crawling") }
            ),
            "limits": object(
                LanguageKey.limits,
                required: [],
                at: { _ in .section("Keys-of-the-file", of: "Crawling") }
            ),
            "transform": transform(registry.builtIn.transforms + registry.plugins.flatMap(\.transforms)),
        ]
    }

    // MARK: - Parts

    /// An object of a definition's name and its arguments, for the definitions that have any.
    private func called(
        _ definitions: [any Definition],
        at heading: (any Definition) -> ReferenceHeading?
    ) -> Value {
        let members = definitions.compactMap { definition in
            definition.arguments.schema.map {
                Value.Member(definition.name, described($0, definition.about, at: heading(definition)))
            }
        }
        return [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "minProperties": 1, "maxProperties": 1,
        ]
    }

    private func source(_ vocabulary: Vocabulary) -> Value {
        [
            "anyOf": [
                words(vocabulary.sources.map(\.name)),
                called(vocabulary.sources, at: { _ in .section("Sources", of: "RulesLanguage") }),
            ]
        ]
    }

    private func preparation(_ vocabulary: Vocabulary) -> Value {
        let names = vocabulary.preparations.map {
            Value.Member($0.name, described($0.arguments.schema ?? [:], $0.about, at: .preparation($0.name)))
        }
        let limits = ReferenceHeading.section("Limits-of-a-preparation", of: "RulesLanguage")
        let keys = [
            Value.Member(
                "in",
                described(
                    reference("selector"),
                    "only in the descendants of the elements that match",
                    at: limits
                )
            ),
            Value.Member(
                "when",
                described(reference("selector"), "only on pages in which this selector matches", at: limits)
            ),
        ]
        let one = names.map { Value.object([Value.Member("required", [.string($0.name)])]) }
        return [
            "type": "object", "properties": .object(names + keys), "additionalProperties": false,
            "oneOf": .list(one),
        ]
    }

    private var groupField: Value {
        // One of the functions, and perhaps what limits it.
        var aggregate =
            object(LanguageKey.aggregate, required: [], at: { _ in .record("group") }).object ?? []
        let functions = Aggregate.allCases.map {
            Value.object([Value.Member("required", [.string($0.rawValue)])])
        }
        aggregate.append(Value.Member("oneOf", .list(functions)))
        return [
            "anyOf": [
                ["type": "string"], .object(aggregate),
                object(LanguageKey.innerGroup, required: ["by", "fields"], at: { _ in .record("group") }),
            ]
        ]
    }

    private var order: Value {
        let key: Value = [
            "anyOf": [
                ["type": "string"],
                object(LanguageKey.order, required: ["by"], at: { _ in .record("order") }),
            ]
        ]
        return oneOrMore(key)
    }

    private var extreme: Value {
        let words = [Aggregate.min, .max].map { Value.Member($0.rawValue, ["type": "string"]) }
        return [
            "type": "object", "properties": .object(words), "additionalProperties": false,
            "minProperties": 1, "maxProperties": 1,
        ]
    }

    private var place: Value {
        let places = LanguageKey.place.map {
            object([$0], required: [$0.name], at: { _ in .section("Places", of: "RulesLanguage") })
        }
        let join = object(
            LanguageKey.join,
            required: ["join", "by"],
            at: { _ in .section("Places", of: "RulesLanguage") }
        )
        return ["anyOf": .list([words(LanguageKey.placeWords + LanguageKey.askedPlaces)] + places + [join])]
    }

    private func type(_ vocabulary: Vocabulary) -> Value {
        // The arguments of dates are keys of the field or follow the type.
        let named = vocabulary.types.filter { type in
            if case .object = type.arguments { true } else { type.arguments.allowsNone }
        }
        let scalar: Value = [
            "anyOf": [words(named.map(\.name)), called(vocabulary.types, at: { _ in .field("type") })]
        ]
        return ["anyOf": [scalar, ["type": "array", "items": scalar, "minItems": 1, "maxItems": 1]]]
    }

    private func heading(of definition: any Definition) -> ReferenceHeading? {
        let isBuiltIn = registry.builtIn.transforms.contains { $0.name == definition.name }
        return isBuiltIn ? .transform(definition.name) : .section("Of-plugins", of: "RulesLanguage")
    }

    private func transform(_ transforms: [Transform]) -> Value {
        let bare = transforms.filter { $0.arguments.allowsNone }.map { transform -> Value in
            described(["const": .string(transform.name)], transform.about, at: heading(of: transform))
        }
        return ["anyOf": .list(bare + [called(transforms, at: heading(of:))])]
    }
}
