import DOM
import Records
import Values

/// A key of the rules language, for reading, "did you mean" and the language's schema.
struct LanguageKey: Sendable {
    let name: String
    /// Its purpose, in one line.
    let about: String
    /// Its permitted values, as JSON Schema.
    let schema: Value

    init(_ name: String, _ about: String, _ schema: Value) {
        self.name = name
        self.about = about
        self.schema = schema
    }
}

extension LanguageKey {
    static let string: Value = ["type": "string"]
    static let boolean: Value = ["type": "boolean"]

    static func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }

    private static let hiddenText = LanguageKey(
        "hidden-text",
        "what happens to the text of hidden descendants: keep (the default) or skip",
        ["enum": .list(HiddenText.allCases.map { .string($0.rawValue) })]
    )

    static let about = LanguageKey("about", "its purpose, in a sentence", string)

    /// The keys of a rules file.
    static let file: [LanguageKey] =
        [
            LanguageKey("$schema", "the address of this schema, for editors", string),
            about,
            LanguageKey("extends", "another rules file, which this one overrides key by key", string),
            LanguageKey(
                "match",
                "addresses of the pages that the rules apply to, with * for any text",
                reference("strings")
            ),
            LanguageKey(
                "priority",
                "if several rules files match an address, the one with the highest priority applies",
                ["type": "integer"]
            ),
            LanguageKey(
                "source",
                "what the pages are; in a list, the first that fits the input",
                reference("sources")
            ),
            LanguageKey(
                "parser",
                "the HTML parser: standard, as in browsers, or libxml2's own",
                ["enum": .list(HTMLOptions.Parser.allCases.map { .string($0.rawValue) })]
            ),
            LanguageKey(
                "scripting",
                "whether HTML is parsed as in a browser that runs scripts, where noscript contains text",
                boolean
            ),
            LanguageKey(
                "templates",
                "whether selectors find the contents of template, which browsers keep separate; false by default",
                boolean
            ),
            hiddenText,
            LanguageKey(
                "complete",
                "false for a site whose complete pages have no </html>, which is then not reported",
                boolean
            ),
            LanguageKey("plugins", "the plugins whose transforms the rules use", reference("strings")),
            LanguageKey("tables", "named tables of values, for map", ["type": "object"]),
            LanguageKey(
                "prepare",
                "changes to the tree before records are read, in order",
                ["type": "array", "items": reference("preparation")]
            ),
            LanguageKey(
                "records",
                "the record types by their names",
                ["type": "object", "minProperties": 1, "additionalProperties": reference("record")]
            ),
            LanguageKey(
                "names",
                "where the names that the rules use occur on the site's pages, written by scrape expect",
                ["type": "object", "additionalProperties": string]
            ),
        ] + crawl

    /// The keys of one layout of a record type.
    static let layout: [LanguageKey] = [
        about,
        LanguageKey(
            "each",
            "a record for each element; in a list of selectors, the first that matches is used",
            reference("selectors")
        ),
        LanguageKey(
            "within",
            "limits the search to the descendants of the elements that match",
            reference("selector")
        ),
        LanguageKey("when", "what must match in an element for it to be a record", reference("selector")),
        LanguageKey("fields", "the fields by their names", reference("fields")),
        LanguageKey("whole", "whether a record without one of its required fields is left out", boolean),
    ]

    static let expect = LanguageKey("expect", "the normal properties of the records", reference("expect"))

    /// The keys of a record type except those that find its records.
    private static let claims: [LanguageKey] = [
        expect,
        LanguageKey("unique", "the fields whose values no two records share", reference("strings")),
        LanguageKey(
            "across",
            "whether records with the same unique values from several pages of a crawl are merged",
            boolean
        ),
        order("the order of the records"),
        LanguageKey(
            "where",
            "additional names of fields for --where: a name and its field",
            ["type": "object", "additionalProperties": string]
        ),
    ]

    private static func order(_ about: String) -> LanguageKey {
        LanguageKey("order", about, reference("order"))
    }

    /// The keys of a field to sort by.
    static let order: [LanguageKey] = [
        LanguageKey("by", "the field to sort by", string),
        LanguageKey("descending", "whether the largest comes first", boolean),
    ]

    /// The keys of a record type of a page's elements.
    static let record = layout + [nest] + claims

    private static let nest = LanguageKey(
        "nest",
        "the name of the list that nested elements are put into, and the field with their depth",
        ["type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": string]
    )

    /// The keys of a record type of groups.
    static let group: [LanguageKey] =
        [
            about,
            LanguageKey("group", "the record type whose records are grouped", string),
        ] + grouping + claims

    private static let grouping: [LanguageKey] = [
        LanguageKey("by", "the field whose values make the groups", string),
        LanguageKey(
            "fields",
            "the groups' fields by their names",
            ["type": "object", "minProperties": 1, "additionalProperties": reference("groupField")]
        ),
    ]

    /// The keys of a group's field that is a list of groups within the group.
    static let innerGroup = grouping + [order("the order of the groups")]

    /// The keys of a group's field that is computed from a field of its records.
    static let aggregate: [LanguageKey] =
        Aggregate.allCases.map { LanguageKey($0.rawValue, $0.about, string) } + [
            LanguageKey("at", "only the records in which a field has its min or max", reference("extreme"))
        ]

    /// The places that are written as one word.
    static let placeWords = ["record", "document"]

    /// The place that is not part of the page: the page's request.
    static let requestPlace = "request"

    /// The place that is the answer's status and header.
    static let responsePlace = "response"

    /// Both.
    static let askedPlaces = [requestPlace, responsePlace]

    /// The keys of a place that is found by a selector.
    static let place: [LanguageKey] = [
        LanguageKey(
            "closest",
            "the nearest match among the record's element and its ancestors",
            reference("selector")
        ),
        LanguageKey(
            "ancestor",
            "the nearest matching ancestor of the record's element",
            reference("selector")
        ),
        LanguageKey("previous", "the nearest match before the record's element", reference("selector")),
        LanguageKey(
            "next",
            "the nearest match after the end of the record's element",
            reference("selector")
        ),
    ]

    /// The keys of a place that the record refers to.
    static let join: [LanguageKey] = [
        LanguageKey("join", "the elements of the page that can be referred to", reference("selector")),
        LanguageKey("key", "the key of such an element; by default, what by selects", reference("joinKey")),
        LanguageKey("by", "the reference in the record", reference("joinKey")),
    ]

    /// The keys of a key to which transforms are applied.
    static let joinKey: [LanguageKey] = [
        LanguageKey("select", "a selector, which may extract an attribute or a name", reference("selector")),
        LanguageKey("apply", "transforms in order", ["type": "array", "items": reference("transform")]),
    ]

    /// The keys of a field that constrain its values.
    static let constraint: [LanguageKey] = [
        LanguageKey("pattern", "a regular expression that must match in every value", string),
        LanguageKey("min", "the smallest value: a number, a day or time, or a duration", bound),
        LanguageKey("max", "the largest value: a number, a day or time, or a duration", bound),
        LanguageKey("length", "how many characters a value has: 5, \"1..\" or \"1..9\"", count),
    ]

    private static let bound: Value = ["type": ["number", "string"]]
    private static let count: Value = ["type": ["integer", "string"]]

    private static let filling: Value = [
        "anyOf": [["type": "number", "exclusiveMinimum": 0, "maximum": 1], string]
    ]

    private static func byPath(_ schema: Value) -> Value {
        ["type": "object", "minProperties": 1, "additionalProperties": schema]
    }

    /// The keys of an entry of `expect`. Most have an object of paths such as `price` and `dishes[].name`.
    static let expectation: [LanguageKey] =
        [
            LanguageKey(
                "count",
                "the number of records, or by path the number of elements of lists",
                ["anyOf": [count, byPath(count)]]
            ),
            LanguageKey(
                "filled",
                "the minimum share of records, or of objects in them, that have a field; or their number, such as \"1..\"",
                byPath(["anyOf": [["type": "number", "exclusiveMinimum": 0, "maximum": 1], string]])
            ),
        ]
        + constraint.map { LanguageKey($0.name, $0.about + ", by paths", byPath($0.schema)) } + [
            LanguageKey(
                "one-of",
                "the allowed values of a field, by path",
                byPath(["type": "array", "minItems": 1])
            ),
            LanguageKey(
                "distinct",
                "the minimum share of distinct values of a field on a page, or their number, such as \"2..\"; by path",
                byPath(filling)
            ),
            LanguageKey("when", "only on pages in which this selector matches", reference("selector")), about,
        ]

    /// The keys of a field.
    static let field: [LanguageKey] =
        [
            LanguageKey(
                "select",
                "a selector, or several: the first that yields a value is used",
                reference("selectors")
            ),
            LanguageKey("each", "a list of objects, one for each element", reference("selectors")),
            LanguageKey("within", "one object, from the first element that matches", reference("selectors")),
            LanguageKey(
                "fields",
                "the fields of each or within, or the name of an enclosing field that has them",
                ["anyOf": [reference("fields"), string]]
            ),
            nest,
            LanguageKey(
                "labels",
                "an object of all labels and their values in the elements that match",
                reference("selectors")
            ),
            LanguageKey("from", "earlier fields of the record instead of elements", reference("strings")),
            LanguageKey("value", "a constant", true),
            LanguageKey("template", "text with earlier fields in it: {title} ({year})", string),
            LanguageKey(
                "case",
                "a constant for the first selector that matches; * always matches",
                ["type": "object", "minProperties": 1]
            ),
            LanguageKey("in", "where to look", reference("place")),
            LanguageKey("column", "the cell of the record's table row below a header", reference("strings")),
            LanguageKey(
                "label",
                "the text that labels the value: one, several spellings, or spellings by language",
                ["anyOf": [reference("strings"), byPath(reference("strings"))]]
            ),
            LanguageKey("without", "elements whose text is ignored for this field", reference("selectors")),
            hiddenText,
            LanguageKey("apply", "transforms in order", ["type": "array", "items": reference("transform")]),
            LanguageKey("type", "the type of the value; in brackets, a list of this type", reference("type")),
            LanguageKey(
                "gaps",
                "what happens to a list's elements without a value: left out with a warning (warn, the default), null, or left out (ignore)",
                ["enum": .list(Gaps.allCases.map { .string($0.rawValue) })]
            ),
            LanguageKey(
                "format",
                "how a date is written; in a list, the first that fits",
                reference("strings")
            ),
            LanguageKey("locale", "the language of names and numbers, such as de or pt_BR", string),
            LanguageKey(
                "calendar",
                "the calendar of dates, gregorian by default",
                ["enum": .list(FieldType.calendars.map(Value.string))]
            ),
            LanguageKey("timezone", "the time zone of a time without one, such as Europe/Berlin", string),
            LanguageKey("in-text", "whether the value is a text with one date in it", boolean),
        ] + constraint + [
            LanguageKey(
                "not-before",
                "an earlier field of the record; a value before that field's value does not fit",
                string
            ),
            LanguageKey("required", "whether a record without the field is an error", boolean),
            LanguageKey("default", "the value to use if there is none", true),
            LanguageKey(
                "when",
                "a selector that must match in the record for this alternative to apply",
                reference("selector")
            ),
            about,
        ]
}
