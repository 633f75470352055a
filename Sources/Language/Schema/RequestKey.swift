import Records

// The keys by which rules files request pages.
extension LanguageKey {
    private static let parameters: Value = reference("parameters")
    private static let object: Value = ["type": "object"]
    private static let word: Value = ["type": ["string", "number"]]
    private static let anyField: Value = reference("anyField")

    /// The keys of a rules file that describe how its pages are fetched.
    static let crawl: [LanguageKey] = [
        LanguageKey(
            "inputs",
            "what the caller gives, by names",
            ["type": "object", "additionalProperties": reference("input")]
        ),
        LanguageKey(
            "values",
            "names that are computed: fields read from the request's tree",
            ["type": "object", "additionalProperties": anyField]
        ),
        LanguageKey("session", "what every request has", reference("session")),
        LanguageKey(
            "requests",
            "kinds of pages by names, and how they are asked for",
            ["type": "object", "minProperties": 1, "additionalProperties": reference("request")]
        ),
        answers,
        LanguageKey("limits", "how much is asked for, and how fast", reference("limits")),
        LanguageKey(
            "timezone",
            "the time zone of today and of days, such as Europe/Berlin or {zone}",
            string
        ),
    ]

    static let answers = LanguageKey(
        "answers",
        "what answers mean: the first whose status or selector fits",
        ["type": "array", "items": reference("answer")]
    )

    /// The keys of an input.
    static let input: [LanguageKey] = [
        about,
        LanguageKey(
            "type",
            "string, integer, decimal, boolean, date, url, {\"enum\": […]} or {\"values-of\": TABLE}; in brackets a list",
            true
        ),
        LanguageKey("default", "its value where the caller gives none", true),
        LanguageKey("required", "whether the caller must give it", boolean),
        LanguageKey("secret", "the environment variable that has it; nothing stores it", string),
    ]

    /// The keys of a session.
    static let session: [LanguageKey] = [
        LanguageKey("headers", "header fields of every request", parameters),
        LanguageKey(
            "cookies",
            "cookies of every request: an object, or one text",
            ["type": ["object", "string"]]
        ),
        LanguageKey("agent", "the User-Agent", string),
        LanguageKey("encoding", "the encoding of queries and forms; UTF-8 unless given", string),
        LanguageKey(
            "login",
            "the steps that log in",
            ["anyOf": [reference("step"), ["type": "array", "items": reference("step")]]]
        ),
        LanguageKey(
            "check",
            "a page with a selector that matches while the session works",
            reference("sessionCheck")
        ),
    ]

    /// The keys of a session's check.
    static let check: [LanguageKey] = [
        LanguageKey("get", "the address", string),
        LanguageKey("select", "what must match", reference("selector")),
    ]

    private static let parts: [LanguageKey] = [
        about,
        LanguageKey("get", "the address of a request with GET", string),
        LanguageKey("post", "the address of a request with POST", string),
        LanguageKey("method", "the method, with url", string),
        LanguageKey("url", "the address, with method", string),
        LanguageKey("query", "parameters of the address", parameters),
        LanguageKey("form", "parameters in the body, as a form sends them", parameters),
        LanguageKey("json", "the body as JSON", true),
        LanguageKey("body", "the body as text", string),
        LanguageKey("graphql", "a query with its variables", reference("graphql")),
        LanguageKey("headers", "header fields", parameters),
        LanguageKey("cookies", "cookies", parameters),
        LanguageKey(
            "when",
            "what must match in the request's tree for the request to be made",
            reference("selector")
        ),
        LanguageKey("source", "what its pages are, in place of the file's source", reference("sources")),
        LanguageKey(
            "prepare",
            "changes to its pages, in place of the file's",
            ["type": "array", "items": reference("preparation")]
        ),
        LanguageKey(
            "take",
            "values for the requests that the page leads to",
            ["type": "object", "additionalProperties": anyField]
        ),
    ]

    /// The keys of a kind of pages.
    static let request: [LanguageKey] =
        parts + [
            LanguageKey("for", "a request for each value of a name", ["type": "object", "minProperties": 1]),
            LanguageKey("match", "the addresses of such pages, * for any text", reference("strings")),
            LanguageKey("rules", "another rules file that reads its pages", string),
            LanguageKey(
                "records",
                "the record types of its pages: names of the file's, or types of its own",
                ["type": ["array", "object"]]
            ),
            LanguageKey("next", "how the list goes on", ["anyOf": [anyField, reference("next")]]),
            LanguageKey(
                "follow",
                "where its entries lead, by kinds",
                ["type": "object", "minProperties": 1]
            ),
            LanguageKey(
                "key",
                "what makes two requests the same: a text, or {\"ignore\": [\"utm_*\"]}",
                ["type": ["string", "object"]]
            ),
            LanguageKey(
                "refresh",
                "with an earlier archive: always, changed, never, or a duration such as 1 day",
                string
            ),
            LanguageKey(
                "sitemaps",
                "the site whose robots.txt names sitemaps, in place of an address",
                string
            ),
            LanguageKey(
                "robots",
                "ignore: robots.txt is not asked about the address of the rules",
                ["enum": ["ignore"]]
            ),
            answers,
        ]

    /// The keys of a step of a login.
    static let step: [LanguageKey] =
        parts + [
            LanguageKey("submit", "the form of the page that is sent", reference("submit")),
            LanguageKey("refuse", "what shows that the login has failed", true),
        ]

    /// The keys of an entry of `follow`.
    static let follow: [LanguageKey] = [
        about,
        LanguageKey("each", "the entries", reference("selectors")),
        LanguageKey("when", "what must match in an entry", reference("selector")),
        LanguageKey("select", "the address, from the entry", anyField),
        LanguageKey(
            "take",
            "values of the entry for its request",
            ["type": "object", "additionalProperties": anyField]
        ),
    ]

    /// The keys of an object for the next page.
    static let next: [LanguageKey] = [
        about,
        LanguageKey("link", "the address of the next page; none ends the list", anyField),
        LanguageKey(
            "take",
            "values that change: fields, or {\"first\": 0, \"step\": 48}",
            ["type": "object", "minProperties": 1]
        ),
        LanguageKey("query", "parameters laid over the query; null removes", true),
        LanguageKey("submit", "a form of the page that is sent", reference("submit")),
        LanguageKey("until", "what matches on the last page", reference("selector")),
        LanguageKey("total", "how many entries there must be", anyField),
    ]

    /// The keys of a form to send.
    static let submit: [LanguageKey] = [
        LanguageKey("form", "the form; the page's first unless given", reference("selector")),
        LanguageKey("fill", "values by the names of controls, or by selectors", ["type": "object"]),
        LanguageKey(
            "press",
            "the button, by its name or a selector; null for none",
            ["anyOf": [string, ["const": .null], ["const": false]]]
        ),
        LanguageKey("to", "the address that it is sent to, in place of the form's", string),
    ]

    static let graphql: [LanguageKey] = [
        LanguageKey("query", "the query, sent unchanged", string),
        LanguageKey("variables", "its variables", object),
    ]

    /// The keys of an entry of `answers`.
    static let answer: [LanguageKey] = [
        about,
        LanguageKey(
            "status",
            "the status, or a list of them",
            ["anyOf": [["type": "integer"], ["type": "array", "items": ["type": "integer"]]]]
        ),
        LanguageKey("when", "what must match on the page, before preparations", reference("selector")),
        LanguageKey(
            "is",
            "what it means: busy, gone, empty or logged-out",
            ["enum": .list(AnswerRule.Meaning.allCases.map { .string($0.rawValue) })]
        ),
        LanguageKey("after", "after how long a busy host is asked again", word),
    ]

    /// The keys of `limits`.
    static let limits: [LanguageKey] = [
        LanguageKey("delay", "the time from an answer to the host's next request; 1 s unless given", word),
        LanguageKey("concurrency", "how many hosts are asked at the same time", ["type": "integer"]),
        LanguageKey("pages", "how many requests a run makes", ["type": "integer"]),
        LanguageKey("time", "how long a run takes", word),
        LanguageKey("bytes", "how large an answer may be, unpacked", ["type": "integer"]),
        LanguageKey("depth", "how many steps of follow there may be", ["type": "integer"]),
        LanguageKey("retries", "how often a request is repeated; 5 unless given", ["type": "integer"]),
    ]

    /// The keys of a range in `for`.
    static let loop: [LanguageKey] = ["first", "last", "times", "step", "keys-of"].map {
        LanguageKey($0, "a part of the range", true)
    }
}
