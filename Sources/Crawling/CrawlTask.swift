import Addresses
import Fetching
import Language
package import Records

/// A request that is waiting or being made.
struct CrawlTask {
    let kind: RequestKind
    var request: FetchRequest
    /// The names with which it is made, and which the requests of its pages inherit, without computed values.
    let names: RequestNames
    /// The steps of `follow` that have led to it.
    let depth: Int
    /// Whether its address comes from a page.
    let isFollowed: Bool
    /// The list that it is a page of.
    let list: ListRun?
    /// The parameters with which its list overrides the query.
    var overlay: [(name: String, value: Value)] = []
    /// The number of its request, if that has been started ahead of its turn.
    var started: Int?
    /// The sitemaps to read, the next one last; `nil` before the site has named them.
    var sitemaps: [String]?
    /// The requests of its `for` that come after it, if it is the last one that has been generated.
    var rest: LoopRun?
    /// How many logins there had been when its request was generated.
    var logins = 0

    /// Whether another page of its list comes before its page.
    var isLaterPage: Bool { list.map { $0.pages > 0 } ?? false }
}

/// A list that is read page by page.
final class ListRun {
    let entries: KnownKeys
    let requests: KnownKeys
    var total: Int?
    /// The number of pages that have been read.
    var pages = 0
    /// The reports on pages of this run that look cut off: how the site's whole pages end, if several have the same.
    var truncations: Set<String> = []

    init(_ store: CrawlStore) {
        entries = KnownKeys(store)
        requests = KnownKeys(store)
    }

    /// Whether it has been requested.
    var hasBegun: Bool { !requests.isEmpty || pages > 0 }
}

// MARK: - On disk

extension CrawlTask {
    /// The request as a value, from which it can be created again.
    ///
    /// - Parameters:
    ///   - list: the number of its list, if that has begun.
    ///   - rest: the number of the rest of its `for`, if it has one.
    func stored(_ kinds: [RequestKind], list: Int?, rest: Int?) -> Value {
        func number(_ value: Int) -> Value { .number(Number(value)) }
        func pairs(_ all: [(String, Value)]) -> Value { .list(all.map { .list([.string($0), $1]) }) }
        var members: [Value.Member] = [
            Value.Member("kind", number(kinds.firstIndex { $0.name == kind.name } ?? 0)),
            Value.Member("url", .string(request.address.href)),
            Value.Member("method", .string(request.method)),
            Value.Member("private", .boolean(request.allowsPrivate)),
            Value.Member("robots", .boolean(request.ignoresRobots)), Value.Member("depth", number(depth)),
            Value.Member("followed", .boolean(isFollowed)), Value.Member("names", .object(names.members)),
        ]
        if !request.headers.isEmpty {
            members.append(
                Value.Member("headers", pairs(request.headers.map { ($0.name, .string($0.value)) }))
            )
        }
        if !request.body.isEmpty {
            members.append(Value.Member("body", .list(request.body.map { number(Int($0)) })))
        }
        if self.list != nil { members.append(Value.Member("list", number(list ?? 0))) }
        if let rest { members.append(Value.Member("rest", number(rest))) }
        if !overlay.isEmpty {
            members.append(Value.Member("overlay", pairs(overlay.map { ($0.name, $0.value) })))
        }
        if let change = request.lastChange { members.append(Value.Member("change", number(change))) }
        if let started { members.append(Value.Member("started", number(started))) }
        if let sitemaps { members.append(Value.Member("sitemaps", .list(sitemaps.map { .string($0) }))) }
        return .object(members)
    }

    /// The request that was written as a value; `nil` for any other value.
    ///
    /// - Parameters:
    ///   - list: returns the list with a number; 0 for one that has not begun.
    ///   - rest: returns the rest of a `for` with a number.
    init?(
        stored value: Value,
        _ kinds: [RequestKind],
        list: (Int) -> ListRun,
        rest: (Int) -> LoopRun?
    ) {
        func integer(_ name: String) -> Int? { value[name]?.number?.integer }
        func pairs(_ name: String) -> [(name: String, value: Value)] {
            (value[name]?.list ?? []).compactMap { pair in
                guard let parts = pair.list, parts.count == 2, let name = parts[0].string else { return nil }
                return (name, parts[1])
            }
        }
        guard let kind = integer("kind"), kinds.indices.contains(kind), let depth = integer("depth"),
            let address = value["url"]?.string.flatMap({ try? WebAddress($0) })
        else { return nil }
        var request = FetchRequest(address)
        request.method = value["method"]?.string ?? "GET"
        request.freshFor = kinds[kind].freshFor
        request.needsSecrets = kinds[kind].needsSecrets
        request.lastChange = integer("change")
        request.allowsPrivate = value["private"] == .boolean(true)
        request.ignoresRobots = value["robots"] == .boolean(true)
        request.headers = pairs("headers").compactMap { HeaderField($0.name, $0.value.text) }
        request.body = (value["body"]?.list ?? []).compactMap {
            $0.number?.integer.map { UInt8(truncatingIfNeeded: $0) }
        }
        self.init(
            kind: kinds[kind],
            request: request,
            names: RequestNames(value["names"]?.object ?? []),
            depth: depth,
            isFollowed: value["followed"] == .boolean(true),
            list: integer("list").map(list),
            overlay: pairs("overlay"),
            started: integer("started"),
            sitemaps: value["sitemaps"]?.list.map { $0.compactMap(\.string) },
            rest: integer("rest").flatMap(rest)
        )
    }
}

/// A page of a crawl.
package struct CrawlPage {
    package let url: String
    package var records: [Record] = []
    package var diagnostics: [Diagnostic] = []

    package init(url: String) { self.url = url }

    /// The report that the page looks cut off; `nil` if it does not.
    var truncation: String? { diagnostics.first(where: \.isOfTruncation)?.message }

    /// Makes the report that the page looks cut off an error, since a part of the run is lost with it; returns whether the page
    /// looks cut off.
    ///
    /// - Parameters:
    ///   - loss: what is lost; an error already says what the page lacks.
    ///   - usual: the reports that earlier pages of a list had too, which do not indicate a loss.
    @discardableResult
    mutating func lose(_ loss: String, usual: Set<String> = []) -> Bool {
        guard let index = diagnostics.firstIndex(where: \.isOfTruncation) else { return false }
        if diagnostics[index].severity != .error, !usual.contains(diagnostics[index].message) {
            diagnostics[index].severity = .error
            diagnostics[index].message += ", and \(loss)"
        }
        return true
    }
}

/// The result of a crawl.
package struct CrawlSummary: Sendable {
    package var requests = 0
    package var pages = 0
    package var records = 0
    package var failures = 0
    /// The number of requests that limits have left out.
    package var left = 0
    /// The number of addresses that have been found repeatedly.
    package var repeated = 0
    /// The number of answers of an earlier run that have been used again.
    package var kept = 0

    package init() {}
}
