import Addresses
import Batch
import Politeness

/// Determines, for a run that continues another one, which answers of the archive it cannot use, so that their
/// requests are made again.
struct ContinuedRun {
    /// The requests that are made although the archive has answers, and for each whether the archive has the new
    /// answer.
    private var askedAgain: [String: Bool] = [:]
    /// The cookies that the site has set in this run, or again on request, with their hosts.
    private var seenCookies: Set<String> = []

    /// Whether a request is made although the archive has answers.
    func isAskedAgain(_ request: FetchRequest) -> Bool { askedAgain[ContinuedRun.key(request)] != nil }

    /// Notes that a request is made although the archive has answers.
    mutating func askAgain(_ request: FetchRequest) { askedAgain[ContinuedRun.key(request)] = false }

    /// Whether an exchange replaces stored answers: the first one that is made although there are some.
    mutating func replaces(_ request: FetchRequest) -> Bool {
        let key = ContinuedRun.key(request)
        guard askedAgain[key] == false else { return false }
        askedAgain[key] = true
        return true
    }

    /// Notes the cookies that an answer has set.
    mutating func sawCookies(of exchange: Exchange, _ request: FetchRequest) {
        seenCookies.formUnion(ContinuedRun.cookieNames(exchange, request))
    }

    /// Whether a stored answer set cookies that the run lacks, so that its request has to be made again.
    ///
    /// - Parameter header: the value of the `Cookie` field that the request would have now.
    mutating func lacksCookies(
        of exchange: Exchange,
        _ request: FetchRequest,
        header: @autoclosure () -> String
    ) -> Bool {
        let set = ContinuedRun.cookieNames(exchange, request)
        if set.isSubset(of: seenCookies) { return false }
        let held = header().split(separator: ";").map { pair in
            "\(request.address.host ?? "") \(pair.drop { $0 == " " }.prefix { $0 != "=" })"
        }
        seenCookies.formUnion(held)
        if set.isSubset(of: seenCookies) { return false }
        // A site that does not set them again is not asked for them with every page.
        seenCookies.formUnion(set)
        return true
    }

    private static func key(_ request: FetchRequest) -> String {
        "\(request.method) \(request.address.href)\n" + String(decoding: request.body, as: UTF8.self)
    }

    /// The names of the cookies that an answer sets, with its host.
    private static func cookieNames(_ exchange: Exchange, _ request: FetchRequest) -> Set<String> {
        let fields = exchange.head?.fields.filter { $0.name == "set-cookie" } ?? []
        return Set(
            fields.map { field in
                let name = field.value.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" }
                return "\(request.address.host ?? "") \(name)"
            }
        )
    }
}
