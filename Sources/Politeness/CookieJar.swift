package import Addresses
import Basics

/// A cookie with the data that a jar stores.
package struct Cookie: Equatable, Sendable {
    package let name: String
    package let value: String
    package let domain: String
    package let path: String
    /// Whether it is sent only to the host that has set it.
    package let isHostOnly: Bool
    package let isSecure: Bool
    package let isHTTPOnly: Bool
    /// When it expires, in seconds since 1970; `nil` if it ends with the session.
    package let expiry: Int?
    package var creation: Int
}

/// The cookies of a run.
///
/// Specification: [RFC 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis), sections 5.4 to 5.8.
package struct CookieJar: Sendable {
    /// In the order of their creation.
    package private(set) var cookies: [Cookie] = []
    private let suffixes: PublicSuffixes
    private var creations = 0

    /// The maximum numbers of cookies of a host and of a jar; the oldest cookies are removed.
    private static let hostLimit = 180
    private static let limit = 3_000
    private static let lengthLimit = 4_096

    /// An empty jar.
    package init(_ suffixes: PublicSuffixes = .ofSystem) { self.suffixes = suffixes }

    // MARK: Receiving

    /// Keeps the cookie of a `Set-Cookie` header, or drops it as the specification says.
    ///
    /// - Parameters:
    ///   - header: the value of the header.
    ///   - address: the address whose answer has the header.
    ///   - now: seconds since 1970.
    package mutating func receive(_ header: String, from address: WebAddress, now: Int) {
        guard let host = address.host?.asciiLowercased else { return }
        let bytes = Array(header.utf8)
        // Control characters other than the tab are refused (5.6, step 1).
        if bytes.contains(where: { $0 < 0x09 || (0x0A...0x1F).contains($0) || $0 == 0x7F }) { return }
        var parts = header.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let pair = parts.removeFirst()
        // A cookie without a name is ignored, as in RFC 6265; browsers send it back as a value alone.
        guard let equals = pair.firstIndex(of: "=") else { return }
        let name = CookieJar.trimmed(pair[..<equals])
        let value = CookieJar.trimmed(pair[pair.index(after: equals)...])
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= CookieJar.lengthLimit else { return }
        let attributes = Attributes(parts)
        guard let domain = domain(attributes.domain, host) else { return }
        let isSecureAddress = address.scheme == "https"
        if attributes.isSecure, !isSecureAddress { return }
        let path = attributes.path ?? CookieJar.defaultPath(address.path)
        let lowered = name.lowercased()
        if lowered.hasPrefix("__secure-") || lowered.hasPrefix("__host-"), !attributes.isSecure { return }
        if lowered.hasPrefix("__host-"), attributes.domain?.isEmpty == false || attributes.path != "/" {
            return
        }
        let old = cookies.firstIndex { $0.name == name && $0.domain == domain.name && $0.path == path }
        // A cookie of a secure page is not replaced from an insecure one (step 17).
        if !isSecureAddress,
            cookies.contains(where: { $0.isSecure && $0.name == name && isOver($0, domain.name, path) })
        {
            return
        }
        creations += 1
        let cookie = Cookie(
            name: name,
            value: value,
            domain: domain.name,
            path: path,
            isHostOnly: domain.isHostOnly,
            isSecure: attributes.isSecure,
            isHTTPOnly: attributes.isHTTPOnly,
            expiry: attributes.expiry(now: now),
            creation: old.map { cookies[$0].creation } ?? creations
        )
        if let old { cookies.remove(at: old) }
        if let expiry = cookie.expiry, expiry <= now { return }
        let place = cookies.firstIndex { $0.creation > cookie.creation } ?? cookies.endIndex
        cookies.insert(cookie, at: place)
        makeRoom(cookie.domain, now)
    }

    private func isOver(_ cookie: Cookie, _ domain: String, _ path: String) -> Bool {
        (CookieJar.isDomain(domain, within: cookie.domain)
            || CookieJar.isDomain(cookie.domain, within: domain))
            && CookieJar.isPath(path, within: cookie.path)
    }

    /// The domain of a cookie, and whether it is for its host only; `nil` if the cookie is refused.
    private func domain(_ attribute: String?, _ host: String) -> (name: String, isHostOnly: Bool)? {
        guard let attribute, !attribute.isEmpty else { return (host, true) }
        if suffixes.contains(attribute) { return attribute == host ? (host, true) : nil }
        return CookieJar.isDomain(host, within: attribute) ? (attribute, false) : nil
    }

    private mutating func makeRoom(_ domain: String, _ now: Int) {
        if cookies.count(where: { $0.domain == domain }) > CookieJar.hostLimit,
            let oldest = cookies.firstIndex(where: { $0.domain == domain })
        {
            cookies.remove(at: oldest)
        }
        if cookies.count > CookieJar.limit {
            cookies.removeAll { ($0.expiry ?? .max) <= now }
            if cookies.count > CookieJar.limit { cookies.removeFirst() }
        }
    }

    // MARK: Sending

    /// The value of a request's `Cookie` header; `nil` if no cookie applies to it.
    ///
    /// - Complexity: linear in the number of cookies, plus sorting the ones that apply.
    package func header(for address: WebAddress, now: Int) -> String? {
        guard let host = address.host?.asciiLowercased else { return nil }
        let chosen = cookies.filter { cookie in
            (cookie.isHostOnly ? cookie.domain == host : CookieJar.isDomain(host, within: cookie.domain))
                && CookieJar.isPath(address.path, within: cookie.path)
                && (!cookie.isSecure || address.scheme == "https")
                && (cookie.expiry ?? .max) > now
        }
        if chosen.isEmpty { return nil }
        let sorted = chosen.sorted { ($1.path.utf8.count, $0.creation) < ($0.path.utf8.count, $1.creation) }
        return sorted.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    // MARK: Comparing

    /// Whether a host equals a domain or is below it (5.1.3).
    private static func isDomain(_ host: String, within domain: String) -> Bool {
        if host == domain { return true }
        let isAddress = host.hasPrefix("[") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2E }
        return host.hasSuffix("." + domain) && !isAddress
    }

    /// Whether a path equals a cookie's or is below it (5.1.4).
    private static func isPath(_ path: String, within own: String) -> Bool {
        if path == own { return true }
        guard path.hasPrefix(own) else { return false }
        return own.hasSuffix("/") || path.utf8.dropFirst(own.utf8.count).first == UInt8(ascii: "/")
    }

    /// The path of the folder of an address.
    private static func defaultPath(_ path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            return "/"
        }
        return String(path[..<slash])
    }

    fileprivate static func trimmed(_ text: some StringProtocol) -> String {
        var bytes = Array(text.utf8)[...].drop { $0 == 0x20 || $0 == 0x09 }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The attributes of a cookie; if an attribute is repeated, the last one applies.
    private struct Attributes {
        var domain: String?
        var path: String?
        var isSecure = false
        var isHTTPOnly = false
        private var maxAge: Int?
        private var expires: Int?

        init(_ parts: [String]) {
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = pair.count > 1 ? CookieJar.trimmed(pair[1]) : ""
                if value.utf8.count > 1024 { continue }
                switch CookieJar.trimmed(pair[0]).asciiLowercased {
                case "expires": if let time = CookieDate.seconds(value.utf8) { expires = time }
                case "max-age": readMaxAge(value)
                case "domain":
                    domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).asciiLowercased
                case "path": path = value.hasPrefix("/") ? value : nil
                case "secure": isSecure = true
                case "httponly": isHTTPOnly = true
                default: break
                }
            }
        }

        private mutating func readMaxAge(_ value: String) {
            let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return }
            // No cookie lives longer than 400 days (5.5).
            maxAge = value.hasPrefix("-") ? -1 : min(Int(digits) ?? .max, 400 * 86_400)
        }

        func expiry(now: Int) -> Int? {
            if let maxAge { return maxAge <= 0 ? 0 : now + maxAge }
            return expires
        }
    }
}
