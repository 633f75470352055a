package import Addresses
import Platform

/// Decides when a request may be sent. Times are seconds of one clock, with any start.
package protocol RequestGate: AnyObject {
    /// Whether a request may be sent now. After a permission the request begins, and ``finished(_:_:at:)`` follows.
    func permission(for request: FetchRequest, at time: Double) -> RequestPermission
    /// A request has been answered, or has failed.
    ///
    /// - Parameter tries: the number of earlier attempts.
    /// - Returns: whether it is repeated, when it is permitted.
    func finished(_ request: FetchRequest, _ exchange: Exchange, tries: Int, at time: Double) -> Bool
    /// Whether the same request may have another answer later.
    func mayImprove(_ request: FetchRequest, _ exchange: Exchange) -> Bool
    /// The decision of the host's robots.txt about a request.
    func robots(for request: FetchRequest, at time: Double) -> RobotsAnswer
    /// Processes the answer to a request for robots.txt.
    ///
    /// - Parameter status: `nil` if there was no answer.
    func received(robots status: Int?, _ bytes: [UInt8], from origin: String, at time: Double)
}

/// The decision of a host's robots.txt about a request.
package enum RobotsAnswer: Hashable, Sendable {
    case allowed
    case forbidden(FetchFailure)
    /// It must be fetched first, from this address.
    case unknown(WebAddress)
}

/// The clock by which requests are made: the machine's, or one that a test sets.
package struct FetchClock {
    /// The seconds since 1970.
    package let now: () -> Double
    /// Waits for some seconds.
    package let sleep: (Double) -> Void

    package init(now: @escaping () -> Double, sleep: @escaping (Double) -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's clock, which does not jump during a run.
    package static func ofSystem() -> FetchClock {
        let start = MonotonicTime.now
        let time = Double(time(nil))
        return FetchClock {
            time + (MonotonicTime.now - start) / .seconds(1)
        } sleep: { seconds in
            usleep(UInt32(max(0, min(seconds, 1000)) * 1_000_000))
        }
    }
}

/// The decision of a gate about a request.
package enum RequestPermission: Hashable, Sendable {
    case now
    /// Not before this time.
    case wait(until: Double)
    /// When another request of the same host has been answered.
    case busy
    case never(because: String)
}

/// Keeps cookies between requests.
package protocol CookieKeeper: AnyObject {
    /// The value of a request's `Cookie`; `nil` for none.
    func cookie(for request: FetchRequest, at time: String) -> String?
    /// Processes the `Set-Cookie` fields of an answer.
    func store(_ fields: [String], from request: FetchRequest, at time: String)
    /// Whether there are none.
    var isEmpty: Bool { get }
    /// The values that must not be stored.
    var secrets: [String] { get }
}
