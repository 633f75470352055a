import Addresses

/// Decides when a request may be sent. Times are seconds of one clock, from any start.
package protocol RequestGate: AnyObject {
    /// Whether a request may be sent now. A permission is a request begun: ``finished(_:_:at:)`` follows.
    func permission(for request: FetchRequest, at time: Double) -> RequestPermission
    /// A request has been answered, or has failed.
    ///
    /// - Returns: after how many seconds it is repeated; `nil` where its result stays.
    func finished(_ request: FetchRequest, _ exchange: Exchange, at time: Double) -> Double?
}

/// What a gate says of a request.
package enum RequestPermission: Hashable, Sendable {
    case now
    /// Not before this time.
    case wait(until: Double)
    /// When another request of the same host has been answered.
    case busy
    case never(because: String)
}

/// One request at a time for each host, and a pause between an answer and the next request.
package final class HostGate: RequestGate {
    private let delay: Double
    private var busy: Set<String> = []
    private var free: [String: Double] = [:]

    package init(delay: Double) { self.delay = delay }

    package func permission(for request: FetchRequest, at time: Double) -> RequestPermission {
        let host = request.address.origin ?? ""
        if busy.contains(host) { return .busy }
        if let start = free[host], start > time { return .wait(until: start) }
        busy.insert(host)
        return .now
    }

    package func finished(_ request: FetchRequest, _ exchange: Exchange, at time: Double) -> Double? {
        let host = request.address.origin ?? ""
        busy.remove(host)
        free[host] = time + delay
        return nil
    }
}

/// Keeps cookies between requests.
package protocol CookieKeeper: AnyObject {
    /// The value of a request's `Cookie`; `nil` for none.
    func cookie(for request: FetchRequest, at time: String) -> String?
    /// Takes the `Set-Cookie` fields of an answer.
    func store(_ fields: [String], from request: FetchRequest, at time: String)
    /// The values that nothing may store.
    var secrets: [String] { get }
}
