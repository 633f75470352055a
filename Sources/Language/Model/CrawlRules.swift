import Basics
package import Records

/// How a rules file fetches its pages: what it requests, how lists continue, and where their entries lead.
///
/// Everything that is read from a page, or from the data about a request, is an ordinary record with its own rules, so
/// that requests use the same engine as pages.
package final class CrawlRules: Sendable {
    /// The inputs, which the caller gives.
    package let inputs: [CrawlInput]
    /// The computed names: the fields of one record, ``CrawlRules/valuesRecord``, read from the request's tree. Each
    /// can use those before it.
    package let values: [(name: String, rules: Rules)]
    /// Header fields and cookies of every request.
    package let session: SessionRule
    /// The kinds of pages, in the file's order.
    package let kinds: [RequestKind]
    package let answers: [AnswerRule]
    package let limits: CrawlLimits
    /// The time zone of `today` and of days.
    package let timezone: RequestText?
    /// The addresses that requests may be sent to.
    package let match: [String]
    /// The values of tables by their names, for inputs.
    package let entries: [String: [String]]

    init(
        inputs: [CrawlInput],
        values: [(name: String, rules: Rules)],
        session: SessionRule,
        kinds: [RequestKind],
        answers: [AnswerRule],
        limits: CrawlLimits,
        timezone: RequestText?,
        match: [String],
        entries: [String: [String]]
    ) {
        self.inputs = inputs
        self.values = values
        self.session = session
        self.kinds = kinds
        self.answers = answers
        self.limits = limits
        self.timezone = timezone
        self.match = match
        self.entries = entries
    }

    /// The rules with values in place of the names in the addresses that requests may be sent to. An address without a
    /// value is left out.
    ///
    /// - Parameter value: the text of a name.
    package func covering(_ value: (String) -> String?) -> CrawlRules {
        func resolved(_ patterns: [String]) -> [String] {
            patterns.compactMap { pattern in
                guard pattern.contains("{"), let text = try? RequestText(pattern, range: 0..<1) else {
                    return pattern
                }
                var result = ""
                for part in text.parts {
                    switch part {
                    case .text(let literal): result += literal
                    case .name(let name, _):
                        // A star in a value is not a pattern.
                        guard let value = value(name), !value.isEmpty, !value.contains("*") else {
                            return nil
                        }
                        result += value
                    }
                }
                return result
            }
        }
        guard (match + kinds.flatMap(\.match)).contains(where: { $0.contains("{") }) else { return self }
        return CrawlRules(
            inputs: inputs,
            values: values,
            session: session,
            kinds: kinds.map { kind in
                var kind = kind
                let found = resolved(kind.match)
                // Without addresses, a kind would match all links.
                kind.match = found.isEmpty && !kind.match.isEmpty ? [""] : found
                return kind
            },
            answers: answers,
            limits: limits,
            timezone: timezone,
            match: resolved(match),
            entries: entries
        )
    }

    /// The name of the record whose fields are the values.
    package static let valuesRecord = "values"

    /// Whether a request may be sent to an address.
    package func covers(_ url: String) -> Bool {
        match.contains { AddressPattern.matches(url, pattern: $0) }
    }

    /// The kinds that no other kind leads to: a run begins with them.
    package var first: [RequestKind] {
        let reached = Set(kinds.flatMap { kind in kind.follows.map(\.kind).filter { $0 != kind.name } })
        return kinds.filter { !reached.contains($0.name) && $0.hasAddress }
    }

    /// The kind whose pages have an address; `nil` if several fit equally well.
    package func kind(of url: String) -> RequestKind? {
        let fitting = kinds.compactMap { kind in
            kind.match.filter { AddressPattern.matches(url, pattern: $0) }
                .map { $0.utf8.count { $0 != UInt8(ascii: "*") } }.max().map { (kind, $0) }
        }
        guard let best = fitting.map(\.1).max() else { return nil }
        let all = fitting.filter { $0.1 == best }
        return all.count == 1 ? all[0].0 : nil
    }
}

extension Rules {
    /// The rules for a single page: those of the kind that its address belongs to, as in a crawl. A kind without
    /// records, whose pages only lead to others, is read by all of the rules.
    package func ofKind(at url: String?) -> Rules {
        guard let crawl, let url, let kind = crawl.kind(of: url), kind.hasRecords else { return self }
        return kind.page
    }

    /// Why a crawl with the rules reads no records from the page of an address; `nil` for a page that it reads, and for rules that
    /// fetch no pages.
    package func reasonToLeaveOut(_ url: String?) -> String? {
        guard let crawl, let url else { return nil }
        let fitting = crawl.kinds.filter { kind in
            kind.match.contains { pattern in
                // Whatever the values of a run are.
                let open = pattern.contains("{") ? try? RequestText(pattern, range: 0..<1).pattern : pattern
                return AddressPattern.matches(url, pattern: open ?? pattern)
            }
        }
        if fitting.isEmpty { return "no request of the rules leads to it" }
        // The best-fitting kind reads it, if there is one.
        let kind = crawl.kind(of: url)
        let hasRecords = kind?.hasRecords ?? fitting.contains(where: \.hasRecords)
        return hasRecords ? nil : "its kind of pages has no records"
    }
}

extension RequestKind {
    /// The record types that the kind declares itself, within `requests`.
    package func ownRecords(besides rules: Rules) -> [RecordRule] {
        guard page.file.name == rules.file.name else { return [] }
        return page.records.filter { own in !rules.records.contains { $0.range == own.range } }
    }
}

extension Rules {
    /// The rules for a page of a crawl: those of the kind with a name; for other pages, or without such a kind, the rules themselves.
    package func ofKind(named name: String?) -> Rules {
        guard let name, let kind = crawl?.kinds.first(where: { $0.name == name }) else { return self }
        return kind.page
    }
}

/// What the caller of a crawl gives.
package struct CrawlInput: Sendable {
    package let name: String
    package let about: String?
    package let type: InputType
    package let isList: Bool
    /// The permitted values; `nil` for any.
    package let choices: [String]?
    package let fallback: Value?
    package let isRequired: Bool
    /// The environment variable that holds it; `nil` for an input that is not a secret.
    package let secret: String?

    package enum InputType: String, CaseIterable, Sendable {
        case string, integer, decimal, boolean, date, url
    }
}

/// The common properties of all requests.
package struct SessionRule: Sendable {
    package var headers: [RequestMember] = []
    package var cookies: [RequestMember] = []
    /// Cookies in one text, as a browser sends them.
    package var cookieText: RequestText?
    package var agent: RequestText?
    /// The name of the encoding of queries and forms; `nil` for UTF-8, and for that of a form's page.
    package var encoding: String?
    /// The steps of a login.
    package var login: [RequestKind] = []
    /// A page that shows whether the session is valid: if so, it has the record `check`.
    package var check: RequestKind?
}

/// A parameter: its name and its value.
package struct RequestMember: Sendable {
    package let name: RequestText
    package let value: RequestValue
}

/// A kind of pages, and how they are requested.
package struct RequestKind: Sendable {
    package let name: String
    /// The place of its name in the rules file.
    package let range: Range<Int>
    package var method = "GET"
    /// Its address; `nil` if its addresses are followed from other pages.
    package var address: RequestText?
    package var query: [RequestMember] = []
    package var form: [RequestMember]?
    package var json: RequestValue?
    package var body: RequestText?
    package var graphql: GraphQLRule?
    package var headers: [RequestMember] = []
    package var cookies: [RequestMember] = []
    /// Rules with the record `when`, which exists if the request is made.
    package var condition: Rules?
    package var loops: [LoopRule] = []
    package var match: [String] = []
    /// The records of its pages.
    package var page: Rules
    /// Where its pages lead: a record type for each of ``follows``, and `next`, `total`, `until`, `take`, `fill`.
    package var links: Rules
    package var hasRecords = true
    package var follows: [FollowRule] = []
    package var next: NextRule?
    /// The names that ``links`` takes from its pages, and whether they must have a value.
    package var takes: [TakeRule] = []
    package var key: RequestText?
    /// Query parameters to ignore, with `*` for any text.
    package var ignored: [String] = []
    package var refresh = Refresh.always
    /// The site whose robots.txt names sitemaps.
    package var sitemaps: RequestText?
    package var ignoresRobots = false
    package var answers: [AnswerRule] = []
    /// The form that a step of a login sends.
    package var submit: SubmitRule?

    /// Whether it can be requested by itself.
    package var hasAddress: Bool { address != nil || sitemaps != nil }

    package enum Refresh: Hashable, Sendable {
        case always, changed, never
        case after(seconds: Double)
    }
}

package struct GraphQLRule: Sendable {
    package let query: String
    package let variables: RequestValue?
}

/// The values for which a request is made.
package struct LoopRule: Sendable {
    package enum Values: Sendable {
        case list(RequestValue)
        case keys([String])
        /// From one number or day to another, or a number of times.
        case range(first: RequestValue, last: RequestValue?, times: RequestValue?, step: RequestValue?)
    }

    package let name: String
    package let values: Values
    package let range: Range<Int>
}

/// Where the entries of a page lead.
package struct FollowRule: Sendable {
    /// The name of the kind of the pages.
    package let kind: String
    /// The name of the record type of the entries; `nil` if the kind has an address of its own, and there are no entries.
    package let record: String?
    package let takes: [TakeRule]
    /// Whether entries have addresses; otherwise the kind has its own.
    package let hasAddress: Bool
    /// Whether every link that the kind's ``RequestKind/match`` covers is an entry.
    package let isByMatch: Bool
    package let range: Range<Int>
}

package struct TakeRule: Sendable {
    package let name: String
    package let isRequired: Bool
    package let range: Range<Int>
}

/// How a list continues.
package struct NextRule: Sendable {
    package var hasLink = false
    package var cursors: [TakeRule] = []
    package var counters: [Counter] = []
    package var query: [RequestMember] = []
    package var hasQueryField = false
    package var submit: SubmitRule?
    package var hasEnd = false
    package var hasTotal = false
    package var range = 0..<1

    package struct Counter: Sendable {
        package let name: String
        /// The place of its name in the rules file.
        package let range: Range<Int>
        package let first: RequestValue
        package let step: RequestValue
        package let last: RequestValue?
    }
}

/// A form of a page, to be sent as a browser sends it.
package struct SubmitRule: Sendable {
    package var form: String?
    /// Names or selectors of controls, with their values.
    package var fills: [(control: String, value: RequestValue?, field: String?)] = []
    /// The button that is pressed: its name or a selector.
    package var press: String?
    /// Whether no button is pressed, as when a script sends the form.
    package var pressesNone = false
    package var to: String?
}

/// The meaning of an answer.
package struct AnswerRule: Sendable {
    package enum Meaning: String, CaseIterable, Sendable {
        case busy, gone, empty
        case loggedOut = "logged-out"
    }

    package var statuses: [Int] = []
    /// Rules with the record `when`, which exists if the rule applies.
    package var condition: Rules?
    package let meaning: Meaning
    /// The seconds after which a busy host is sent another request.
    package var after: Double?
}

package struct CrawlLimits: Sendable {
    /// The seconds from the end of an answer to the host's next request.
    package var delay: Double?
    package var concurrency: Int?
    package var pages: Int?
    package var time: Double?
    package var bytes: Int?
    package var depth: Int?
    package var retries: Int?
}

/// A value of a request: a constant, a text with names, or a list or object of such values.
package indirect enum RequestValue: Sendable {
    case constant(Value)
    case text(RequestText)
    case list([RequestValue])
    case object([RequestMember])

    /// The names in it.
    package var names: [String] {
        switch self {
        case .constant: []
        case .text(let text): text.names
        case .list(let values): values.flatMap(\.names)
        case .object(let members): members.flatMap { $0.name.names + $0.value.names }
        }
    }
}

/// Text with the names of values in braces, which are encoded for its place: `https://x.example/{kind}`. A name after a plus
/// keeps the slashes of its value: `{+path}`.
package struct RequestText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case text(String)
        case name(String, keepsSlashes: Bool)
    }

    package let parts: [Part]
    package let range: Range<Int>

    /// The names in it.
    package var names: [String] {
        parts.compactMap { part in
            guard case .name(let name, _) = part else { return nil }
            return name
        }
    }

    /// The name, if the text is nothing but a name.
    package var onlyName: String? {
        guard parts.count == 1, case .name(let name, false) = parts[0] else { return nil }
        return name
    }

    /// The text with `*` in place of names.
    package var pattern: String {
        parts.map { part in
            guard case .text(let text) = part else { return "*" }
            return text
        }
        .joined()
    }

    /// Reads a text.
    ///
    /// - Throws: the mistake in its braces.
    package init(_ text: String, range: Range<Int>) throws(BraceError) {
        var parts: [Part] = []
        var rest = text[...]
        var literal = ""
        while let character = rest.popFirst() {
            if character == rest.first, character == "{" || character == "}" {
                literal.append(rest.removeFirst())
            } else if character == "}" {
                throw BraceError(message: "a \"}\" has no matching \"{\"; write }} for a brace")
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw BraceError(message: "a \"{\" has no matching \"}\"; write {{ for a brace")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                let name = rest[..<end]
                let keeps = name.first == "+"
                parts.append(.name(String(keeps ? name.dropFirst() : name), keepsSlashes: keeps))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
        self.range = range
    }

    package struct BraceError: Error { package let message: String }
}
