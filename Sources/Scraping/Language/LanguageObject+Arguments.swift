import Records

// What preparations take.
extension LanguageObject {
    private static let string: Value = ["type": "string", "minLength": 1]
    private static let texts: Value = ["type": "array", "items": string, "minItems": 1]

    private static func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }

    /// `rename`.
    static let rename = LanguageObject(
        [
            LanguageKey("select", "which elements", reference("selectors")),
            LanguageKey("to", "their new name", string),
        ],
        required: ["select", "to"]
    )

    /// `lines`.
    static let lines = LanguageObject(
        [
            LanguageKey("in", "the elements that are meant", reference("selectors")),
            LanguageKey(
                "lead",
                "elements whose text becomes the attribute lead of a line that begins with one of them",
                reference("selectors")
            ),
        ],
        required: ["in"]
    )

    /// `refuse`.
    static let refuse = LanguageObject(
        [
            LanguageKey(
                "select",
                "which elements; where the page's root is one, the page has no records",
                reference("selectors")
            ),
            LanguageKey("because", "what is told of each", string),
            LanguageKey("show", "a selector for what of it is told too", reference("selector")),
        ],
        required: ["select", "because"]
    )

    /// `sections`.
    static let sections = LanguageObject(
        [
            LanguageKey("in", "whose children are meant", reference("selector")),
            LanguageKey(
                "start",
                "what a heading is: a list of texts, a selector, or a regular expression for its text",
                ["anyOf": [texts, reference("selector"), sectionPattern.schema]]
            ),
            LanguageKey(
                "levels",
                "selectors, of which a later one makes sections within those of an earlier one",
                reference("selectors")
            ),
            LanguageKey(
                "once",
                "whether each text of the list has exactly one section",
                ["type": "boolean"]
            ),
            LanguageKey(
                "run-in",
                "with a list of texts, a regular expression for what parts a heading from text in the same element",
                string
            ),
            LanguageKey(
                "before",
                "what becomes of what stands before the first heading",
                ["enum": .list(Sectioning.Before.allCases.map { .string($0.rawValue) })]
            ),
        ],
        required: ["in"],
        either: ["start", "levels"]
    )

    /// `start` in `sections` as a regular expression.
    static let sectionPattern = LanguageObject(
        [LanguageKey("pattern", "a regular expression", string)],
        required: ["pattern"]
    )

    /// `parse`.
    static let parse = LanguageObject(
        [
            LanguageKey("in", "the elements whose text is meant", reference("selector")),
            LanguageKey("as", "what the text is: a source", reference("source")),
            LanguageKey("attribute", "the attribute that is meant instead of the text", string),
            LanguageKey("after", "with json: the text behind which a literal of JavaScript stands", string),
        ],
        required: ["in", "as"]
    )

    /// `set`.
    static let set = LanguageObject(
        [
            LanguageKey("select", "which elements", reference("selectors")),
            LanguageKey("attribute", "which attribute is set; without it the text is", string),
            LanguageKey(
                "from",
                "a selector for the value, in the element or below it",
                reference("selector")
            ),
            LanguageKey("in", "where the selector looks", reference("place")),
            LanguageKey("template", "a text with attributes of the element in braces", string),
        ],
        required: ["select"],
        either: ["from", "template"]
    )
}

// What plugins and sources take.
extension LanguageObject {
    /// A plugin's preparation.
    static func contents(with arguments: ArgumentShape) -> LanguageObject {
        LanguageObject(
            [
                LanguageKey("in", "the elements that are meant", reference("selectors")),
                LanguageKey("with", "the plugin's own arguments", arguments.schema ?? [:]),
            ],
            required: ["in"]
        )
    }

    /// The options of `csv`.
    static let csv = LanguageObject([
        LanguageKey(
            "header",
            "the columns' names, where the first line does not tell them",
            reference("strings")
        ),
        LanguageKey(
            "separator",
            "the character between cells",
            ["type": "string", "minLength": 1, "maxLength": 1]
        ),
    ])
}
