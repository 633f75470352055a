package import Basics

/// When a request is made again.
package enum Retrying {
    /// The methods whose requests may be repeated: sending them several times has the same effect as sending them once.
    package static let idempotentMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// The status codes of a busy server.
    package static let busyStatuses: Set<Int> = [429, 503]

    /// The status codes of failures that may be temporary.
    package static let passingStatuses: Set<Int> = [408, 425, 500, 502, 504]

    /// The longest wait that is accepted if a server asks for one.
    package static let longestWait = Gap.seconds(86_400)

    /// The wait that a `Retry-After` header asks for: a number of seconds, or a date in one of HTTP's three formats.
    ///
    /// - Returns: `nil` if it is neither; zero for a date that has passed; at most ``longestWait``.
    package static func after(_ header: String, now: Instant) -> Gap? {
        let text = WhiteSpace.trim(header)
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            return min(Int(text).map { Gap.seconds(Double($0)) } ?? longestWait, longestWait)
        }
        guard let seconds = CookieDate.seconds(text.utf8) else { return nil }
        return min(max(Instant(milliseconds: seconds * 1000) - now, .zero), longestWait)
    }

    /// The wait before another try if the server does not specify one: twice as long each time, reduced by a random
    /// share of up to half, so that many clients do not retry at the same moment.
    ///
    /// - Parameters:
    ///   - tries: how often the request has failed, from one.
    ///   - random: a number from 0 to 1.
    package static func backOff(tries: Int, random: Double) -> Gap {
        let whole = min(2 * Double(1 << min(max(tries, 1) - 1, 20)), 3_600)
        return .seconds(whole * (0.5 + random / 2))
    }
}

extension SplitMix64 {
    /// A number from 0 up to, but not including, 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
