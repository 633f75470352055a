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
        "what becomes of the text of hidden elements within others: keep (the default) or skip",
        ["enum": .list(HiddenText.allCases.map { .string($0.rawValue) })]
    )

    static let about = LanguageKey("about", "what it is for, in a sentence", string)

    /// The keys of a rules file.
    static let file: [LanguageKey] =
        [
            LanguageKey("$schema", "the address of this schema, for editors", string),
            about,
            LanguageKey("extends", "another rules file, over which this one is laid key by key", string),
            LanguageKey(
                "match",
                "addresses of the pages that the rules are for, * for any text",
                reference("strings")
            ),
            LanguageKey(
                "priority",
                "of several rules files for one address the highest applies",
                ["type": "integer"]
            ),
            LanguageKey(
                "source",
                "what the pages are; of a list the first that the input can be",
                reference("sources")
            ),
            LanguageKey(
                "parser",
                "what makes trees of HTML: standard, as browsers do, or libxml2's own",
                ["enum": .list(HTMLOptions.Parser.allCases.map { .string($0.rawValue) })]
            ),
            LanguageKey(
                "scripting",
                "whether HTML is read as by a browser that runs scripts: the content of noscript is text then",
                boolean
            ),
            LanguageKey(
                "templates",
                "whether selectors find the contents of template, which a browser keeps apart; false unless given",
                boolean
            ),
            hiddenText,
            LanguageKey(
                "complete",
                "false for a site whose whole pages look cut off: they are not reported",
                boolean
            ),
            LanguageKey("plugins", "the plugins whose transforms the rules use", reference("strings")),
            LanguageKey("tables", "tables of values by their names, for map", ["type": "object"]),
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
                "where the names that the rules use are on the site's pages, as scrape expect has learned it",
                ["type": "object", "additionalProperties": string]
            ),
        ] + crawl

    /// The keys of one layout of a record type.
    static let layout: [LanguageKey] = [
        about,
        LanguageKey(
            "each",
            "a record for each element; of a list the first that matches is used",
            reference("selectors")
        ),
        LanguageKey("within", "looks only below the elements that match", reference("selector")),
        LanguageKey("when", "what must match in an element for it to be a record", reference("selector")),
        LanguageKey("fields", "the fields by their names", reference("fields")),
        LanguageKey("whole", "whether a record without one of its required fields is left out", boolean),
    ]

    static let expect = LanguageKey("expect", "what the records are normally like", reference("expect"))

    /// The keys of a record type except those that find its records.
    private static let claims: [LanguageKey] = [
        expect,
        LanguageKey("unique", "the fields whose values no two records share", reference("strings")),
        LanguageKey(
            "across",
            "whether records of several pages of a crawl with the same unique values are one",
            boolean
        ),
        order("the order in which the records come"),
        LanguageKey(
            "where",
            "further names of fields for --where: a name and its field",
            ["type": "object", "additionalProperties": string]
        ),
    ]

    private static func order(_ about: String) -> LanguageKey {
        LanguageKey("order", about, reference("order"))
    }

    /// The keys of a field to sort by.
    static let order: [LanguageKey] = [
        LanguageKey("by", "the field to sort by", string),
        LanguageKey("descending", "whether the greatest comes first", boolean),
    ]

    /// The keys of a record type of a page's elements.
    static let record = layout + [nest] + claims

    private static let nest = LanguageKey(
        "nest",
        "the list that elements are nested in, below the nearest previous one of a smaller depth, and the field of the depth",
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
    static let innerGroup = grouping + [order("the order in which the groups come")]

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
            "the nearest of the record's element and its ancestors",
            reference("selector")
        ),
        LanguageKey("ancestor", "the nearest ancestor of the record's element", reference("selector")),
        LanguageKey("previous", "the nearest match before the record's element", reference("selector")),
        LanguageKey(
            "next",
            "the nearest match after the record's element and what is in it",
            reference("selector")
        ),
    ]

    /// The keys of a place that the record refers to.
    static let join: [LanguageKey] = [
        LanguageKey("join", "the elements of the page that can be referred to", reference("selector")),
        LanguageKey("key", "the key of such an element; what by selects unless given", reference("joinKey")),
        LanguageKey("by", "what the record refers by", reference("joinKey")),
    ]

    /// The keys of a key to which transforms are applied.
    static let joinKey: [LanguageKey] = [
        LanguageKey("select", "a selector, which may extract an attribute or a name", reference("selector")),
        LanguageKey("apply", "transforms in order", ["type": "array", "items": reference("transform")]),
    ]

    /// The keys of a field that constrain its values.
    static let constraint: [LanguageKey] = [
        LanguageKey("pattern", "a regular expression that matches in every value", string),
        LanguageKey("min", "the least value: a number, a day or time, or a duration", bound),
        LanguageKey("max", "the greatest value: a number, a day or time, or a duration", bound),
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
                "how many records there are; by their paths, how many elements lists have",
                ["anyOf": [count, byPath(count)]]
            ),
            LanguageKey(
                "filled",
                "the share of records, or of objects in them, that have a field; \"1..\" for their number",
                byPath(["anyOf": [["type": "number", "exclusiveMinimum": 0, "maximum": 1], string]])
            ),
        ]
        + constraint.map { LanguageKey($0.name, $0.about + ", by paths", byPath($0.schema)) } + [
            LanguageKey(
                "one-of",
                "the values that a field may have, by paths",
                byPath(["type": "array", "minItems": 1])
            ),
            LanguageKey(
                "distinct",
                "the share of a field's values on a page that differ; \"2..\" for their number; by paths",
                byPath(filling)
            ),
            LanguageKey("when", "only on pages in which it matches", reference("selector")), about,
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
            LanguageKey("within", "one object, of the first element that matches", reference("selectors")),
            LanguageKey(
                "fields",
                "the fields of each or within; a name: those of the field of that name around this one",
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
                "a constant for the first selector that matches; * always does",
                ["type": "object", "minProperties": 1]
            ),
            LanguageKey("in", "where to look", reference("place")),
            LanguageKey("column", "the cell of the record's table row below a header", reference("strings")),
            LanguageKey(
                "label",
                "what a text of the page labels: Height, or several spellings, or these by language",
                ["anyOf": [reference("strings"), byPath(reference("strings"))]]
            ),
            LanguageKey("without", "elements whose text is ignored for this field", reference("selectors")),
            hiddenText,
            LanguageKey("apply", "transforms in order", ["type": "array", "items": reference("transform")]),
            LanguageKey("type", "what the value is read as; in brackets a list of it", reference("type")),
            LanguageKey(
                "gaps",
                "what becomes of a list's elements without a value: left out with a warning (warn, the default), null, or left out (ignore)",
                ["enum": .list(Gaps.allCases.map { .string($0.rawValue) })]
            ),
            LanguageKey(
                "format",
                "how a date is written; of a list the first that fits",
                reference("strings")
            ),
            LanguageKey("locale", "the language of names and numbers, such as de or pt_BR", string),
            LanguageKey(
                "calendar",
                "the calendar of dates, gregorian unless given",
                ["enum": .list(FieldType.calendars.map(Value.string))]
            ),
            LanguageKey("timezone", "the time zone of a time without one, such as Europe/Berlin", string),
            LanguageKey("in-text", "whether the value is a text with one date in it", boolean),
        ] + constraint + [
            LanguageKey(
                "not-before",
                "an earlier field of the record whose value this one's is not before",
                string
            ),
            LanguageKey("required", "whether a record without the field is a failure", boolean),
            LanguageKey("default", "the value where there is none", true),
            LanguageKey("when", "what must match in the record for this to apply", reference("selector")),
            about,
        ]
}
