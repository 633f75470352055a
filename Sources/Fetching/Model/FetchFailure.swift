/// Why an address could not be fetched.
package struct FetchFailure: Error, Hashable, Sendable {
    /// The causes. Their raw values are the words in the transport's protocol and in archives.
    package enum Cause: String, CaseIterable, Sendable {
        /// The given text is not a web address.
        case address
        case dns
        case connect
        case tls
        case proxy
        /// The first or the last byte did not arrive in time.
        case timeout
        case slow
        case tooLarge = "too-large"
        case headerTooLarge = "header-too-large"
        /// The connection ended before the answer.
        case cut
        /// The answer is not HTTP.
        case notHTTP = "not-http"
        /// An address of this machine or in a private network.
        case privateAddress = "private-address"
        case redirect
        case redirectLoop = "redirect-loop"
        /// Politeness forbids the request.
        case disallowed
        /// A line of the host's robots.txt forbids it.
        case robots
        /// A replayed archive does not have the request.
        case notInArchive = "not-in-archive"
        /// The program that sends requests has failed.
        case transport
        case other
    }

    package let cause: Cause
    /// The details, in the transport's words; empty if the cause says everything.
    package let detail: String

    package init(_ cause: Cause, _ detail: String = "") {
        self.cause = cause
        self.detail = detail
    }

    /// The message, in one line.
    package var message: String {
        let words =
            switch cause {
            case .address: "it is not a web address"
            case .dns: "its host is not found"
            case .connect: "no connection can be made"
            case .tls: "the host's certificate or encryption is not accepted"
            case .proxy: "the proxy refuses the connection"
            case .timeout: "the answer takes too long"
            case .slow: "the answer arrives too slowly"
            case .tooLarge: "the answer is too large"
            case .headerTooLarge: "the header of the answer is too large"
            case .cut: "the connection ended before the end of the answer"
            case .notHTTP: "the answer is not valid HTTP"
            case .privateAddress: "the address belongs to this machine or to a private network"
            case .redirect: "a redirect cannot be followed"
            case .redirectLoop: "there are too many redirects"
            case .disallowed, .robots: "the host does not allow it"
            case .notInArchive: "the archive does not have it"
            case .transport: "the transport failed"
            case .other: "the request failed"
            }
        return detail.isEmpty ? words : "\(words): \(detail)"
    }

    /// What the user can do.
    package var help: String? {
        switch cause {
        case .tls: "name the authority's certificate with --cacert"
        case .timeout, .slow: "--timeout gives it more seconds"
        case .tooLarge: "--max-bytes raises the limit"
        case .privateAddress: "--allow-private permits it"
        case .address: "write it like https://example.org/page"
        default: nil
        }
    }

    /// Whether the same request may succeed later.
    package var isTemporary: Bool {
        switch cause {
        case .dns, .connect, .timeout, .slow, .cut, .transport, .other: true
        default: false
        }
    }
}
