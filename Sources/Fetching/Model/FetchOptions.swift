import Basics
/// The options with which requests are sent, and the limits on answers.
package struct FetchOptions: Sendable {
    /// Header fields that the user adds. They are sent only to the host of the user's address.
    package var headers: [HeaderField] = []
    /// The `User-Agent`.
    package var agent = "scrape"
    /// The address of a proxy; `nil` for none.
    package var proxy: String?
    /// A file with certificates of authorities, in place of the system's; `nil` for the system's.
    package var authorities: String?
    /// Whether addresses of this machine and in private networks may be requested after any redirect.
    package var allowsPrivate = false
    /// Whether robots.txt is ignored for the addresses that the user gives.
    package var ignoresRobots = false
    /// The program that sends the requests; `nil` for this one.
    package var transport: String?
    /// The maximum number of hosts with a request at the same time.
    package var concurrency = 16
    package var limits = FetchLimits()

    package init() {}
}

/// The limits on an answer.
package struct FetchLimits: Hashable, Sendable {
    /// The bytes of a body, before decompression.
    package var bytes = 64 << 20
    /// The bytes of a header.
    package var headerBytes = 256 << 10
    /// The lines of a header.
    package var headerCount = 1_000
    /// The number of redirects.
    package var redirects = 20
    /// The seconds until an answer must be complete.
    package var time = 60.0
    /// The seconds until a connection must be made and the first byte must arrive.
    package var firstByte = 30.0
    /// The bytes per second below which an answer is abandoned after ``slowTime``.
    package var slowBytes = 16
    /// The seconds for which an answer may be slow.
    package var slowTime = 20

    package init() {}
}

/// A field of a request's header.
package struct HeaderField: Hashable, Sendable {
    package let name: String
    package let value: String

    /// A field that a request can have; `nil` if the name is not a token, or the value would end the line.
    ///
    /// Specification: [RFC 9110, § 5.5](https://www.rfc-editor.org/rfc/rfc9110#section-5.5).
    package init?(_ name: String, _ value: String) {
        guard name.isHTTPToken,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return nil }
        self.name = name
        self.value = value
    }

    /// A field as written in a header, `Name: value`; `nil` if it is not one.
    package init?(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        self.init(String(line[..<colon]), String(value))
    }

    /// Whether the value is a credential, which must not be stored.
    package var isSecret: Bool {
        let name = name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return name.elementsEqual("cookie".utf8)
            || HeaderField.secretParts.contains { part in
                name.indices.contains { name[$0...].starts(with: part.utf8) }
            }
    }

    /// Parts of the names of fields with credentials, such as `Authorization` and `X-Api-Key`.
    private static let secretParts = [
        "token", "secret", "api-key", "apikey", "password", "session", "auth",
    ]
}
