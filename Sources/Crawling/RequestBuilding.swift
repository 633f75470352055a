import Addresses
import Encoding
import Engine
import Fetching
import Language
import Records
import Sources

/// A request that cannot be made, and the reason.
struct RequestProblem: Error {
    let message: String
}

/// Makes requests from rules and values.
struct RequestBuilder {
    let plan: CrawlRules
    let encoding: Encoding

    init(_ plan: CrawlRules) {
        self.plan = plan
        encoding = plan.session.encoding.flatMap { Encoding(label: $0) } ?? .utf8
    }

    /// The request of a kind.
    ///
    /// - Parameters:
    ///   - names: the names with which it is made.
    ///   - followed: the address that leads to it; `nil` for the address in the rules.
    ///   - overlay: parameters that override its query; those without a value are removed.
    func request(
        _ kind: RequestKind,
        _ names: RequestNames,
        followed: WebAddress?,
        base: WebAddress?,
        overlay: [(name: String, value: Value)] = []
    ) throws(RequestProblem) -> FetchRequest {
        var address: WebAddress
        if let followed {
            address = followed
        } else {
            guard let text = kind.address else { throw RequestProblem(message: "the request has no address") }
            address = try self.address(text, names, base)
        }
        var pairs = followed == nil || kind.address == nil ? kind.query.pairs(names) : []
        if followed != nil, !pairs.isEmpty, let query = address.query {
            // The next page of a list has them already, perhaps with other values.
            let own = Set(query.split(separator: "&").map { String($0.prefix { $0 != "=" }) })
            pairs.removeAll { own.contains($0.name) }
        }
        if !overlay.isEmpty {
            let over = Set(overlay.map(\.name))
            pairs.removeAll { over.contains($0.name) }
            for member in overlay where member.value != .null {
                for value in member.value.list ?? [member.value] { pairs.append((member.name, value.text)) }
            }
            if let query = address.query, !query.isEmpty {
                // Parameters of the address itself that are overridden.
                let kept = query.split(separator: "&").filter { part in
                    !over.contains(String(part.prefix { $0 != "=" }))
                }
                address = try replacing(query: kept.joined(separator: "&"), of: address)
            }
        }
        if !pairs.isEmpty {
            let added = PercentText.form(pairs.map { ($0.name, $0.value) }, encoding)
            let old = address.query ?? ""
            address = try replacing(query: old.isEmpty ? added : "\(old)&\(added)", of: address)
        }
        var request = FetchRequest(address)
        request.method = kind.method
        request.freshFor = kind.freshFor
        request.needsSecrets = kind.needsSecrets
        try addBody(kind, names, &request)
        let isOfLogin = (plan.session.login + [plan.session.check].compactMap { $0 }).contains {
            $0.range == kind.range
        }
        let taken = Set(plan.session.login.flatMap(\.takes).map(\.name))
        for member in plan.session.headers {
            // Values that the login takes are sent with all later requests.
            let isYetToCome =
                isOfLogin && member.value.names.contains { taken.contains($0) && names[$0] == nil }
            if !isYetToCome { try add(member, names, &request) }
        }
        for member in kind.headers { try add(member, names, &request) }
        if let agent = plan.session.agent {
            var missing: String?
            if let text = agent.text(names, missing: &missing), let field = HeaderField("User-Agent", text) {
                request.headers.append(field)
            }
        }
        var cookies = (plan.session.cookies + kind.cookies).pairs(names).map { "\($0.name)=\($0.value)" }
        var missing: String?
        if let text = plan.session.cookieText?.text(names, missing: &missing) { cookies.append(text) }
        if !cookies.isEmpty, let field = HeaderField("Cookie", cookies.joined(separator: "; ")) {
            request.headers.append(field)
        }
        return request
    }

    private func add(
        _ member: RequestMember,
        _ names: RequestNames,
        _ request: inout FetchRequest
    ) throws(RequestProblem) {
        for text in member.value.names where names[text] == nil {
            throw RequestProblem(message: "\"\(text)\" has no value, and a header field needs it")
        }
        for pair in [member].pairs(names) {
            guard let field = HeaderField(pair.name, pair.value) else {
                throw RequestProblem(message: "\"\(pair.name)\" is not a valid header field with this value")
            }
            request.headers.removeAll { $0.name.lowercased() == pair.name.lowercased() }
            request.headers.append(field)
        }
    }

    private func addBody(
        _ kind: RequestKind,
        _ names: RequestNames,
        _ request: inout FetchRequest
    ) throws(RequestProblem) {
        func set(_ type: String, _ body: [UInt8]) {
            request.body = body
            if let field = HeaderField("Content-Type", type) { request.headers.append(field) }
        }
        if let form = kind.form {
            let pairs = form.pairs(names).map { ($0.name, $0.value) }
            set("application/x-www-form-urlencoded", Array(PercentText.form(pairs, encoding).utf8))
        } else if let json = kind.json {
            let value = json.value(names) ?? .object([])
            set("application/json", Array(JSONWriter.compact(value).utf8))
        } else if let graphql = kind.graphql {
            var members = [Value.Member("query", .string(graphql.query))]
            if let variables = graphql.variables?.value(names) {
                members.append(Value.Member("variables", variables))
            }
            set("application/json", Array(JSONWriter.compact(.object(members)).utf8))
        } else if let body = kind.body {
            var missing: String?
            guard let text = body.text(names, missing: &missing) else {
                throw RequestProblem(message: "\"\(missing ?? "")\" has no value, and the body needs it")
            }
            request.body = PercentText.bytes(text, encoding)
        }
    }

    /// An address from the rules: values are encoded for the path, and after a question mark for the query.
    func address(
        _ text: RequestText,
        _ names: RequestNames,
        _ base: WebAddress?
    ) throws(RequestProblem) -> WebAddress {
        var written = ""
        for part in text.parts {
            switch part {
            case .text(let literal): written += literal
            case .name(let name, let keepsSlashes):
                guard let value = names[name], value.list?.isEmpty != true, !value.text.isEmpty else {
                    throw RequestProblem(message: "\"\(name)\" has no value, and the address needs it")
                }
                let plain = value.list.map { $0.map(\.text).joined(separator: ",") } ?? value.text
                let place: RequestPlace =
                    written.isEmpty ? .plain : written.contains("?") ? .form(encoding) : .path
                written += place.written(plain, keepsSlashes: keepsSlashes)
            }
        }
        guard let address = try? WebAddress(written, base: base) else {
            throw RequestProblem(message: "\(written.quoted) is not an address")
        }
        return address.withoutFragment
    }

    private func replacing(query: String, of address: WebAddress) throws(RequestProblem) -> WebAddress {
        let start = address.href.prefix { $0 != "?" && $0 != "#" }
        guard let new = try? WebAddress(query.isEmpty ? String(start) : "\(start)?\(query)") else {
            throw RequestProblem(message: "\(address.href.quoted) cannot have a query")
        }
        return new
    }

    /// The identity of a request.
    func key(_ kind: RequestKind, _ request: FetchRequest, _ names: RequestNames) -> RequestKey {
        if let key = kind.key {
            var missing: String?
            if let text = key.text(names, missing: &missing) { return RequestKey(kind.name + " " + text) }
        }
        var address = request.address
        if !kind.ignored.isEmpty, let query = address.query {
            let kept = query.split(separator: "&").filter { part in
                let name = String(part.prefix { $0 != "=" })
                return !kind.ignored.contains { RequestBuilder.fits(name, $0) }
            }
            if let new = try? replacing(query: kept.joined(separator: "&"), of: address) { address = new }
        }
        return RequestKey("\(request.method) \(address.href)\n", request.body)
    }

    private static func fits(_ name: String, _ pattern: String) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return name == pattern }
        let end = pattern[pattern.index(after: star)...]
        return name.hasPrefix(pattern[..<star]) && name.hasSuffix(end) && name.count >= pattern.count - 1
    }
}

extension RequestKind {
    /// Whether its pages lead to other requests, which need the secrets in them.
    var needsSecrets: Bool { !links.records.isEmpty || submit != nil }

    /// The seconds for which answers of an earlier run are used again.
    var freshFor: Double {
        switch refresh {
        case .always, .changed: 0
        case .after(let seconds): seconds
        case .never: .infinity
        }
    }
}

/// The digest of the identity of a request or an entry: two hashes of 64 bits (FNV-1a), so that ten million of them
/// need little memory and are distinct.
struct RequestKey: Hashable, Comparable {
    let first: UInt64
    let second: UInt64

    init(_ text: String, _ body: [UInt8] = []) {
        var one: UInt64 = 0xCBF2_9CE4_8422_2325
        var two: UInt64 = 0x9AE1_6A3B_2F90_404F
        for byte in text.utf8 {
            one = (one ^ UInt64(byte)) &* 0x100_0000_01B3
            two = (two ^ UInt64(byte ^ 0x5A)) &* 0x0000_0100_0000_01B3 &+ 0x9E37_79B9
        }
        for byte in body {
            one = (one ^ UInt64(byte)) &* 0x100_0000_01B3
            two = (two ^ UInt64(byte ^ 0x5A)) &* 0x0000_0100_0000_01B3 &+ 0x9E37_79B9
        }
        first = one
        second = two
    }

    /// The order of the store, whose numbers have a sign.
    static func < (left: RequestKey, right: RequestKey) -> Bool {
        (Int64(bitPattern: left.first), Int64(bitPattern: left.second))
            < (Int64(bitPattern: right.first), Int64(bitPattern: right.second))
    }
}
