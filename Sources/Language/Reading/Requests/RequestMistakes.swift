import Addresses
import Basics
import Records
import Values

// Mistakes in the parts of a request.
extension RulesReader {
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SEARCH", "REPORT",
    ]

    /// Reports what no request can have.
    mutating func checkParts(_ kind: RequestKind, _ members: Members) {
        if let json = members["method"], !Self.methods.contains(kind.method) {
            error(
                "unknown method \(kind.method.quoted)",
                at: json.range,
                help: Suggestion.help(for: kind.method, among: Self.methods)
            )
        }
        if let address = kind.address { checkAddress(address) }
        checkFields(members)
    }

    /// Reports header fields and cookies that cannot be sent, and secrets that are written in the rules.
    mutating func checkFields(_ members: Members) {
        for member in members["headers"]?.objectMembers ?? [] { checkHeader(member) }
        for member in members["cookies"]?.objectMembers ?? [] {
            if !member.key.isHTTPToken, !member.key.contains("{") {
                error("\(member.key.quoted) cannot be the name of a cookie", at: member.keyRange)
            }
            checkSecret(member, isCookie: true)
        }
        for key in ["query", "json"] {
            for member in members[key]?.objectMembers ?? [] { checkSecret(member) }
        }
        for form in [members["form"], members["submit"]?.member("fill")?.value] {
            for member in form?.objectMembers ?? [] { checkSecret(member, isForm: true) }
        }
    }

    private mutating func checkHeader(_ member: JSON.Member) {
        let name = member.key.lowercased()
        if !member.key.isHTTPToken, !member.key.contains("{") {
            error("\(member.key.quoted) cannot be the name of a header field", at: member.keyRange)
        }
        if ["host", "content-length", "transfer-encoding", "connection"].contains(name) {
            error(
                "the header field \(member.key.quoted) follows from the request",
                at: member.keyRange,
                help: "leave it out"
            )
        }
        if member.value.value.string?.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            == true
        {
            error("a header field has one line", at: member.value.range)
        }
        if ["authorization", "proxy-authorization"].contains(name), Self.isLiteral(member.value) {
            reportSecret(member)
        } else {
            checkSecret(member, isCookie: name == "cookie")
        }
    }

    /// Reports a parameter whose name says that it is a secret, and whose value is written in the rules.
    private mutating func checkSecret(_ member: JSON.Member, isCookie: Bool = false, isForm: Bool = false) {
        guard Self.isLiteral(member.value) else { return }
        let text = member.value.value.text
        let name = member.key.lowercased().filter { $0.isLetter }
        let isPassword =
            name.contains("password") || name.contains("passwd")
            || isForm && name == "pin"
            || ["pwd", "pass", "passphrase", "secret", "clientsecret", "apisecret", "secretkey"]
                .contains(name)
        let isLong = text.utf8.count >= 16 && !text.contains(" ")
        let isKey =
            name.hasSuffix("apikey") || name.hasSuffix("accesstoken") || name.hasSuffix("authtoken")
            || isCookie && ["sess", "sid", "token", "auth", "cookie"].contains { name.contains($0) }
        if isPassword || isKey && isLong { reportSecret(member) }
    }

    private mutating func reportSecret(_ member: JSON.Member) {
        let variable = member.key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        error(
            "the secret of \(member.key.quoted) is written in the rules",
            at: member.value.range,
            help:
                "declare an input with \"secret\": \"\(String(variable))\", and write its name in braces; a key that the site gives to everyone can be one of \"values\""
        )
    }

    /// Whether a value has no names in braces.
    private static func isLiteral(_ json: JSON) -> Bool {
        switch json.content {
        case .string(let text): !text.isEmpty && !text.contains("{")
        case .number: true
        default: false
        }
    }

    // MARK: - Addresses

    /// Reports an address that cannot be requested.
    mutating func checkAddress(_ address: RequestText) {
        // An empty address has no parts.
        guard case .text(let start) = address.parts.first ?? .text("") else { return }
        let isWhole = WebAddress.begins(start)
        if !isWhole, address.parts.count <= 1 || !"https://".hasPrefix(start.lowercased()) {
            error(
                "expected an address with http or https, found \(start.quoted)",
                at: address.range,
                help: "write the whole address, such as \"https://plants.example/list\""
            )
        } else if isWhole,
            start.drop(while: { $0 != "/" }).dropFirst(2).prefix(while: { $0 != "/" }).contains("@")
        {
            error(
                "the address has a name and a password",
                at: address.range,
                help: "send them in the header field \"Authorization\", as an input with \"secret\""
            )
        }
    }

    /// Reports secrets in places of an address that everyone sees, and hosts that the caller gives.
    mutating func checkSecretPlaces(_ addresses: [RequestText], _ inputs: [CrawlInput], values: JSON?) {
        var secrets = Set(inputs.filter { $0.secret != nil }.map(\.name))
        if secrets.isEmpty { return }
        for member in values?.objectMembers ?? []
        where !secrets.isDisjoint(with: Self.namesInSelectors(member.value)) {
            secrets.insert(member.key)
        }
        for address in addresses {
            var text = ""
            for part in address.parts {
                switch part {
                case .text(let literal): text += literal
                case .name(let name, _):
                    let halves = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
                    let afterScheme = halves.count == 2 ? halves[1] : ""
                    // An address that consists of a single name is covered by `match`.
                    if !text.isEmpty, !afterScheme.contains("/") {
                        error(
                            "secrets are sent to addresses that the file names, and this one is the caller's",
                            at: address.range,
                            help: "leave out the secret \(secrets.sorted()[0].quoted), or write the host"
                        )
                        break
                    }
                    if secrets.contains(name), !text.contains("?") {
                        error(
                            "the secret \(name.quoted) is in the path of an address, which logs and records keep",
                            at: address.range,
                            help: "send it in a header field, in \"query\" or in a body"
                        )
                    }
                    text += "x"
                }
            }
        }
    }

    /// The names of the request's tree in the selectors of a value.
    private static func namesInSelectors(_ json: JSON) -> Set<String> {
        switch json.content {
        case .string(let text): names(in: text)
        case .array(let all): all.reduce(into: []) { $0.formUnion(namesInSelectors($1)) }
        case .object(let members):
            members.reduce(into: []) { found, member in
                switch member.key {
                case "select", "when": found.formUnion(namesInSelectors(member.value))
                case "case":
                    for choice in member.value.objectMembers { found.formUnion(names(in: choice.key)) }
                default: break
                }
            }
        default: []
        }
    }

    /// The names of elements in a selector, without arguments and attributes.
    private static func names(in selector: String, onlyLast: Bool = false) -> Set<String> {
        var depth = 0
        let plain = selector.map { character -> Character in
            if "([".contains(character) { depth += 1 }
            defer { if ")]".contains(character) { depth -= 1 } }
            return depth > 0 || ")]".contains(character) ? " " : character
        }
        let words = String(plain).split { " >,+~".contains($0) }
        return Set(words.suffix(onlyLast ? 1 : words.count).map { String($0.prefix { !":.#".contains($0) }) })
    }

    /// Reports a selector of links that yields the text of elements instead of their addresses.
    mutating func checkLink(_ json: JSON) {
        guard let select = json.member("select")?.value ?? (json.value.object == nil ? json : nil),
            json.member("apply") == nil
        else { return }
        let texts: [JSON] = if case .array(let all) = select.content { all } else { [select] }
        for text in texts {
            guard let selector = text.value.string, !selector.contains("::"),
                let name = Self.names(in: String(selector.split(separator: ",").last ?? ""), onlyLast: true)
                    .first,
                ["a", "area", "link"].contains(name)
            else { continue }
            error(
                "the address of a link is in its attribute, and \(selector.quoted) yields its text",
                at: text.range,
                help: "write \"\(selector)::attr(href)\""
            )
        }
    }

    // MARK: - Requests together

    /// Reports values that use one that is declared after them.
    mutating func checkOrder(ofValues json: JSON?) {
        let members = json?.objectMembers ?? []
        for (index, member) in members.enumerated() {
            if member.value.isInResponse {
                error(
                    "the value \(member.key.quoted) is computed before the request, which has no answer yet",
                    at: member.keyRange,
                    help: "read it with \"take\" from the page that has it"
                )
            }
            let later = members[index...].map(\.key).filter {
                Self.namesInSelectors(member.value).contains($0)
            }
            guard let name = later.first else { continue }
            if name == member.key {
                error("the value \(name.quoted) uses itself", at: member.keyRange)
            } else {
                error(
                    "the value \(member.key.quoted) uses \(name.quoted), which is declared after it",
                    at: member.keyRange,
                    help: "declare \(name.quoted) first; two values cannot use each other"
                )
            }
        }
    }

    /// Reports what only the requests together show.
    mutating func checkTogether(_ kinds: [RequestKind], _ session: SessionRule, _ members: Members) {
        let requests = members["requests"]?.objectMembers ?? []
        for kind in kinds {
            checkCounts(kind)
            for loop in kind.loops {
                for (key, what) in [("inputs", "an input"), ("values", "a value")]
                where members[key]?.member(loop.name) != nil {
                    error(
                        "\(loop.name.quoted) is \(what) already",
                        at: loop.range,
                        help: "choose another name"
                    )
                }
            }
        }
        checkLogins(requests, session, members)
        checkMatches(kinds, requests)
        // Another file may read all names.
        if !requests.contains(where: { $0.value.member("rules") != nil }) { checkTaken(kinds, session) }
    }

    private mutating func checkCounts(_ kind: RequestKind) {
        for loop in kind.loops {
            guard case .range(let first, let last, _, let step) = loop.values else { continue }
            if case .never(let message) = Self.course(first, last, step) {
                error(message, at: loop.range, help: "change \"last\", or the sign of \"step\"")
            }
        }
        for counter in kind.next?.counters ?? [] {
            if case .never(let message) = Self.course(counter.first, counter.last, counter.step) {
                error(message, at: counter.range, help: "change \"last\", or the sign of \"step\"")
            }
        }
    }

    private enum Course {
        case possible
        case never(String)
    }

    /// Whether counting from one value leads to another.
    private static func course(_ first: RequestValue, _ last: RequestValue?, _ step: RequestValue?) -> Course
    {
        guard let last, let from = first.literal, let to = last.literal else { return .possible }
        let isBackwards = (step?.literal?.number?.double ?? 1) < 0
        if let from = from.number?.double, let to = to.number?.double {
            let isPast = isBackwards ? from < to : from > to
            return isPast ? .never("counting from \(first.text) does not lead to \(last.text)") : .possible
        }
        guard let from = from.string, let to = to.string else {
            return .never("one of \(first.text) and \(last.text) is a number, and the other is none")
        }
        func isDay(_ text: String) -> Bool {
            text.utf8.count == 10
                && text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        }
        guard isDay(from), isDay(to) else { return .possible }
        let isPast = isBackwards ? from < to : from > to
        return isPast ? .never("counting from \(from) does not lead to \(to)") : .possible
    }

    private mutating func checkLogins(
        _ requests: [JSON.Member],
        _ session: SessionRule,
        _ members: Members
    ) {
        if !session.login.isEmpty { return }
        for answers in [members["answers"]] + requests.map({ $0.value.member("answers")?.value }) {
            guard case .array(let all)? = answers?.content else { continue }
            for answer in all {
                guard let json = answer.member("is")?.value, json.value.string == "logged-out" else {
                    continue
                }
                error("\"logged-out\" needs \"login\" in \"session\"", at: json.range)
            }
        }
    }

    /// Reports kinds with records whose pages no address distinguishes.
    private mutating func checkMatches(_ kinds: [RequestKind], _ requests: [JSON.Member]) {
        var known: [String: String] = [:]
        for request in requests where kinds.first(where: { $0.name == request.key })?.hasRecords == true {
            guard let json = request.value.member("match")?.value else { continue }
            let patterns: [JSON] = if case .array(let all) = json.content { all } else { [json] }
            for pattern in patterns {
                guard let text = pattern.value.string else { continue }
                if let other = known[text] {
                    error(
                        "\(other.quoted) has this \"match\" too: no address distinguishes their pages",
                        at: pattern.range,
                        help: "write a more specific one, or leave it out: links lead here by their selectors"
                    )
                } else {
                    known[text] = request.key
                }
            }
        }
    }

    /// Reports names that pages or loops give, and that nothing uses.
    private mutating func checkTaken(_ kinds: [RequestKind], _ session: SessionRule) {
        var names = session.login.flatMap(\.takes).map { ($0.name, $0.range) }
        for kind in kinds {
            names += kind.takes.map { ($0.name, $0.range) } + kind.loops.map { ($0.name, $0.range) }
            names += kind.follows.flatMap(\.takes).map { ($0.name, $0.range) }
            names += kind.next?.cursors.map { ($0.name, $0.range) } ?? []
            names += kind.next?.counters.map { ($0.name, $0.range) } ?? []
        }
        let unused = namesUsedNowhere(names.map(\.0))
        for (name, range) in names where unused.contains(name) {
            error(
                "nothing uses \(name.quoted)",
                at: range,
                help: "write {\(name)} in a request, read it with \"in\": \"request\", or leave it out"
            )
        }
    }
}

extension JSON {
    /// Whether it is a field, or a list with one, that reads from the answer's tree.
    fileprivate var isInResponse: Bool {
        if case .array(let all) = content { return all.contains(where: \.isInResponse) }
        return member("in")?.value.value.string == LanguageKey.responsePlace
    }
}

extension RequestValue {
    /// The value, if it has no names.
    fileprivate var literal: Value? {
        switch self {
        case .constant(let value): value
        case .text(let text) where text.names.isEmpty: .string(text.pattern)
        default: nil
        }
    }

    /// The value in a message.
    fileprivate var text: String { literal.map { $0.string?.quoted ?? $0.text } ?? "" }
}
