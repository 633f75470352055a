import Addresses
import Batch
import Records

// The message that passes a request to the transport: its header fields and limits.
extension Fetcher {
    /// The message with which the transport makes a request.
    func message(_ id: Int, _ job: Job) -> TransportRequest {
        var message = TransportRequest()
        message.id = id
        message.method = job.request.method
        message.url = job.request.address.href
        message.body = job.request.body
        message.allowsPrivate =
            options.allowsPrivate || job.request.allowsPrivate
            || givenOrigin != nil && job.request.origin == givenOrigin
        message.proxy = options.proxy
        message.authorities = options.authorities
        message.limits = options.limits
        var fields: [HeaderField] = []
        // The user's header fields are sent only to the host that the user names, not to hosts that it redirects to.
        if job.request.origin == job.origin { fields += options.headers }
        fields += job.request.headers
        if let earlier = job.earlier { fields += Fetcher.conditions(earlier) }
        let given = Set(fields.map { $0.name.lowercased() })
        for (name, value) in [
            ("User-Agent", options.agent),
            ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            ("Accept-Encoding", Fetcher.acceptedCodings),
        ] where !given.contains(name.lowercased()) && !value.isEmpty {
            if let field = HeaderField(name, value) { fields.append(field) }
        }
        if let cookie = cookies?.cookie(for: job.request, at: date) {
            let own = fields.filter { $0.name.lowercased() == "cookie" }.map(\.value)
            fields.removeAll { $0.name.lowercased() == "cookie" }
            if let field = HeaderField("Cookie", (own + [cookie]).joined(separator: "; ")) {
                fields.append(field)
            }
        }
        message.headers = fields
        return message
    }

    /// The header fields that request an answer only if it differs from an earlier one.
    ///
    /// Specification: [RFC 9110, § 13.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1).
    private static func conditions(_ earlier: Exchange) -> [HeaderField] {
        let head = earlier.head
        return [("If-None-Match", head?["etag"]), ("If-Modified-Since", head?["last-modified"])]
            .compactMap { name, value in value.flatMap { HeaderField(name, $0) } }
    }

    private static let acceptedCodings = ContentCodings.accepted.joined(separator: ", ")
}
