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
            "values that the caller gives, by name",
            ["type": "object", "additionalProperties": reference("input")]
        ),
        LanguageKey(
            "values",
            "computed values by name: fields read from the request's tree",
            ["type": "object", "additionalProperties": anyField]
        ),
        LanguageKey(
            "session",
            "header fields and cookies of every request, and the login",
            reference("session")
        ),
        LanguageKey(
            "requests",
            "the kinds of pages by name, and how they are requested",
            ["type": "object", "minProperties": 1, "additionalProperties": reference("request")]
        ),
        answers,
        LanguageKey("limits", "limits on the number, size and speed of requests", reference("limits")),
        LanguageKey(
            "timezone",
            "the time zone of today and of days, such as Europe/Berlin or {zone}",
            string
        ),
    ]

    static let answers = LanguageKey(
        "answers",
        "how answers are interpreted: the first that has the answer's status and whose selector matches",
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
        LanguageKey("default", "its value if the caller gives none", true),
        LanguageKey("required", "whether the caller must give it", boolean),
        LanguageKey("secret", "the environment variable that has the value, which is never stored", string),
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
        LanguageKey("encoding", "the encoding of queries and forms; UTF-8 by default", string),
        LanguageKey(
            "login",
            "the steps that log in",
            ["anyOf": [reference("step"), ["type": "array", "items": reference("step")]]]
        ),
        LanguageKey(
            "check",
            "a page, and a selector that matches on it while the session is valid",
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
        LanguageKey("source", "what its pages are, in place of the file's own source", reference("sources")),
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
                "the record types of its pages: names of the file's types, or its own types",
                ["type": ["array", "object"]]
            ),
            LanguageKey("next", "how the list continues", ["anyOf": [anyField, reference("next")]]),
            LanguageKey(
                "follow",
                "where its entries lead, by kinds",
                ["type": "object", "minProperties": 1]
            ),
            LanguageKey(
                "key",
                "what identifies a request: a text, or {\"ignore\": [\"utm_*\"]}",
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
                "ignore: robots.txt is ignored for these addresses",
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
        LanguageKey("query", "parameters that override the query; null removes one", true),
        LanguageKey("submit", "a form of the page that is sent", reference("submit")),
        LanguageKey("until", "what matches on the last page", reference("selector")),
        LanguageKey("total", "the expected number of entries", anyField),
    ]

    /// The keys of a form to send.
    static let submit: [LanguageKey] = [
        LanguageKey("form", "the form; by default the page's first", reference("selector")),
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
        LanguageKey("after", "the time after which a busy host is asked again", word),
    ]

    /// The keys of `limits`.
    static let limits: [LanguageKey] = [
        LanguageKey("delay", "the time from an answer to the host's next request; 1 s by default", word),
        LanguageKey(
            "concurrency",
            "the number of hosts that are sent requests at the same time",
            ["type": "integer"]
        ),
        LanguageKey("pages", "the maximum number of requests of a run", ["type": "integer"]),
        LanguageKey("time", "the maximum duration of a run", word),
        LanguageKey("bytes", "the maximum size of an answer, unpacked", ["type": "integer"]),
        LanguageKey("depth", "the maximum number of steps of follow", ["type": "integer"]),
        LanguageKey("retries", "how often a failed request is repeated; 5 by default", ["type": "integer"]),
    ]

    /// The keys of a range in `for`.
    static let loop: [LanguageKey] = ["first", "last", "times", "step", "keys-of"].map {
        LanguageKey($0, "a part of the range", true)
    }
}
