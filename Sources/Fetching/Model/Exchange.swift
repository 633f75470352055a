package import Addresses
package import Batch
import Basics
package import Records

/// A request to one address.
package struct FetchRequest: Hashable, Sendable {
    package var method = "GET"
    package let address: WebAddress
    /// Scheme, host and port of the address.
    package let origin: String
    /// Header fields in addition to those of every request.
    package var headers: [HeaderField] = []
    package var body: [UInt8] = []
    /// Whether addresses of this machine and in private networks are permitted.
    package var allowsPrivate = false
    /// Whether it is made regardless of robots.txt.
    package var ignoresRobots = false
    /// Whether it is made again when a run is continued: its answer contained values that no archive keeps.
    package var isAskedAgain = false
    /// Whether its answer leads to other requests, which need the secrets in it.
    package var needsSecrets = false
    /// The seconds for which an answer of an earlier run is used in place of a new one; infinite if it never expires.
    package var freshFor = 0.0
    /// When its page has last changed, in seconds since 1970: a later answer of an earlier run is used; `nil` if unknown.
    package var lastChange: Int?

    package init(_ address: WebAddress) {
        self.address = address.withoutFragment
        origin = address.origin ?? ""
    }

    /// Whether repeating the request changes nothing at the site.
    package var isIdempotent: Bool { ["GET", "HEAD"].contains(method) }
}

/// A request with its answer, as an archive stores it.
package struct Exchange: Sendable {
    package let url: String
    package var method = "GET"
    /// When the answer began, in ISO 8601.
    package var date: String
    /// The host's network address; `nil` if it is unknown.
    package var ip: String?
    /// The version of HTTP: `http/1.1`, `h2`.
    package var version: String?
    /// The bytes of the request.
    package var request: [UInt8] = []
    /// The body of the request.
    package var requestBody: [UInt8] = []
    /// The bytes of the answer starting with its status line; `nil` if there is none.
    package var response: [UInt8]? { didSet { head = response.flatMap { ResponseHead($0) } } }
    /// The status and header of the answer; `nil` if there is none.
    package private(set) var head: ResponseHead?
    /// Why the answer is missing or incomplete.
    package var failure: FetchFailure?
    /// The record of the archive whose body the answer repeats; `nil` if it has its own.
    package var original: RecordPlace?
    /// The earlier answer that an answer with status 304 refers to.
    package var unchanged: [UInt8]?
    /// Whether the archive masks secrets in it, other than cookies.
    package var isMasked = false
    /// Whether it replaces the answers already in the archive, which a continued run could not use.
    package var replaces = false
    /// Whether its request is repeated, since the answer is incomplete or the host was busy.
    package var isRetried = false

    package init(url: String, date: String) {
        self.url = url
        self.date = date
    }

    /// The record of the archive that contains the body of the answer.
    package var place: RecordPlace { original ?? RecordPlace(url: url, date: date) }

    /// The exchange as if the site had sent the earlier answer again.
    package var restored: Exchange {
        guard let unchanged else { return self }
        var restored = self
        restored.response = unchanged
        restored.unchanged = nil
        return restored
    }
}

/// A record of an archive, in the form in which other records refer to it.
package struct RecordPlace: Hashable, Sendable {
    package let url: String
    package let date: String
}

/// The result for an address.
package struct FetchResult: Sendable {
    /// The requested address.
    package let asked: String
    /// The requests with their answers: redirects, then the last request.
    package var exchanges: [Exchange] = []
    /// Why there is no page.
    package var failure: FetchFailure?
    /// The address that a redirect leads to, if that is not requested since its page is known.
    package var knownTarget: WebAddress?
    /// Whether the answer is one of an earlier run.
    package var isKept = false

    package init(asked: String) { self.asked = asked }

    /// The address after redirects.
    package var url: String { exchanges.last?.url ?? asked }

    /// The result with the page itself in place of a file that is compressed with gzip, such as `feed.xml.gz`.
    package func unpacked(limit: Int) -> FetchResult {
        guard let response = exchanges.last?.response,
            let plain = ReceivedBody.unpacked(response: response, limit: limit)
        else { return self }
        var result = self
        result.exchanges[exchanges.count - 1].response = plain
        return result
    }

    /// Why there is no page: the failure, or a status that is not a success; `nil` otherwise.
    package var problem: Diagnostic? {
        func problem(_ reason: String, help: String? = nil) -> Diagnostic {
            Diagnostic(.input, "cannot fetch the page: \(reason)", at: Location(file: asked), help: help)
        }
        if let failure { return problem(failure.message, help: failure.help) }
        guard let head = exchanges.last?.head, !(200..<300).contains(head.status) else { return nil }
        return problem("the host answers with status \(head.status)\(head.reasonText)")
    }

    /// The page of the answer, under the address that was asked for.
    ///
    /// - Parameter facts: data about the page in addition to its answer.
    package func page(_ facts: PageFacts) -> ReadPage {
        if let problem { return .failed(problem) }
        guard let last = exchanges.last, let response = last.response else { return .leftOut("no answer") }
        let place = PageFacts(
            url: last.url,
            encoding: facts.encoding,
            clock: last.date,
            limits: facts.limits
        )
        return ReadPage(response: response, name: asked, place)
    }
}
