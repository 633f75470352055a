import Basics
import Encoding
import Records
import Selectors
import Values

// Reads a kind of pages.
extension RulesReader {
    mutating func readKind(_ member: JSON.Member, _ base: RequestBase) -> RequestKind? {
        let what = "the request \"\(member.key)\""
        guard let members = members(member.value, of: what, allowed: LanguageKey.request.map(\.name)) else {
            return nil
        }
        guard var kind = readRequest(member, members, base) else { return nil }
        if let json = members["sitemaps"] {
            kind.sitemaps = requestText(json, "sitemaps")
            if let sitemaps = kind.sitemaps { checkAddress(sitemaps) }
            if kind.address != nil {
                error("a request has an address or \"sitemaps\", not both", at: json.range)
            }
        }
        if let json = members["match"] {
            kind.match = readMatch(json)
            if kind.match.contains(where: { $0.contains("{") }) {
                for (text, json) in strings(json, "match") ?? [] { _ = requestText(text, at: json.range) }
            }
        }
        if kind.match.isEmpty, let address = kind.address,
            let json = members["get"] ?? members["post"] ?? members["url"]
        {
            _ = json
            let pattern = address.pattern
            kind.match = pattern.contains("?") ? [pattern] : [pattern, pattern + "?*"]
        }
        kind.loops = members["for"].map { readLoops($0) } ?? []
        kind.key = nil
        if let json = members["key"] { readKey(json, &kind) }
        if let json = members["refresh"] { kind.refresh = readRefresh(json) }
        if let json = members["robots"] {
            if json.value.string == "ignore" {
                kind.ignoresRobots = true
            } else {
                error("expected \"ignore\" for \"robots\", found \(json.value.quoted)", at: json.range)
            }
        }
        kind.answers = members["answers"].map { readAnswers($0, base, members) } ?? []
        readPages(of: &kind, members, base)
        return kind
    }

    /// Reads the common keys of requests and of the steps of a login.
    mutating func readRequest(
        _ member: JSON.Member,
        _ members: Members,
        _ base: RequestBase
    ) -> RequestKind? {
        guard let none = rules([], sources: base.content.sources, preparations: []) else { return nil }
        var kind = RequestKind(name: member.key, range: member.keyRange, page: none, links: none)
        let addresses = ["get", "post", "url"].filter { members[$0] != nil }
        if addresses.count > 1, let json = members[addresses[1]] {
            error("a request has one address, found \(addresses.joined(separator: " and "))", at: json.range)
        }
        if let key = addresses.first, let json = members[key] {
            kind.address = requestText(json, key)
            if let address = kind.address { checkCovered(address, base) }
            if key == "post" { kind.method = "POST" }
        }
        if let json = members["method"], let method = string(json, "method") {
            kind.method = method.uppercased()
            if members["get"] != nil || members["post"] != nil {
                error("\"method\" needs \"url\"", at: json.range)
            }
        }
        kind.query = members["query"].flatMap { requestMembers($0, "query") } ?? []
        kind.form = members["form"].flatMap { requestMembers($0, "form") }
        kind.json = members["json"].flatMap { requestValue($0) }
        kind.body = members["body"].flatMap { requestText($0, "body") }
        if let json = members["graphql"],
            let parts = self.members(json, of: "\"graphql\"", allowed: LanguageKey.graphql.map(\.name))
        {
            if let query = parts["query"].flatMap({ string($0, "query") }) {
                kind.graphql = GraphQLRule(
                    query: query,
                    variables: parts["variables"].flatMap { requestValue($0) }
                )
            } else if parts["query"] == nil {
                missing("expected \"query\" in \"graphql\"", in: parts, at: json.range)
            }
        }
        let bodies = ["form", "json", "body", "graphql"].filter { members[$0] != nil }
        if bodies.count > 1, let json = members[bodies[1]] {
            error("a request has one body, found \(bodies.joined(separator: " and "))", at: json.range)
        }
        if let key = bodies.first, let json = members[key], kind.method == "GET", members["method"] == nil,
            !members.isMisspelt
        {
            if key == "graphql" || members["get"] == nil {
                kind.method = "POST"
            } else {
                error(
                    "a request with GET has no body",
                    at: json.range,
                    help: "write \"post\" in place of \"get\""
                )
            }
        }
        kind.headers = members["headers"].flatMap { requestMembers($0, "headers") } ?? []
        kind.cookies = members["cookies"].flatMap { requestMembers($0, "cookies") } ?? []
        if let json = members["when"], let list = plainSelector(json, "when") {
            requestSelectors.append((json.value.string ?? "", json.range))
            kind.condition = askedRules([conditionRecord("when", list, at: json.range)])
        }
        checkParts(kind, members)
        return kind
    }

    /// Reports an address that the file's `match` does not cover.
    mutating func checkCovered(_ address: RequestText, _ base: RequestBase) {
        guard case .text(let start)? = address.parts.first, !base.content.match.isEmpty,
            base.content.openMatch.isEmpty
        else { return }
        let isRelative = !start.contains("://")
        if isRelative { return }
        let whole = address.parts.map { part in
            guard case .text(let text) = part else { return "x" }
            return text
        }
        .joined()
        let candidates = [whole, whole + "?x=x", whole + "&x=x"]
        let isCovered = base.content.match.contains { pattern in
            candidates.contains { AddressPattern.matches($0, pattern: pattern) }
        }
        if isCovered { return }
        if !address.names.isEmpty {
            // The values of the names may fit.
            let fits = base.content.match.contains { pattern in
                let literal = pattern.prefix { $0 != "*" }
                return start.hasPrefix(literal) || literal.hasPrefix(start)
            }
            if fits { return }
        }
        error(
            "no \"match\" of the file covers this address",
            at: address.range,
            help:
                "requests go only to addresses that it covers; add one such as \"\(start.prefix { $0 != "?" })*\""
        )
    }
}
