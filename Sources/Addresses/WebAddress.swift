public import Encoding

/// An address as browsers interpret it: parsed and serialised by the URL Standard.
///
/// ```swift
/// let page = try WebAddress("HTTPS://Plants.example:443/trees/../list?page=2")
/// page.href                                  // https://plants.example/list?page=2
/// try WebAddress("../a b", base: page).href  // https://plants.example/a%20b
/// ```
///
/// Two addresses are equal if their ``href`` is equal. The type's name is not `URL`, since Foundation's type has that
/// name and parses addresses differently.
///
/// Specification: [URL](https://url.spec.whatwg.org/).
public struct WebAddress: Sendable {
    /// The whole address as browsers write it.
    public let href: String
    let parts: AddressParts

    /// Whether a text begins as an address on the web: with `http://` or `https://`, in any letter case.
    package static func begins(_ text: some StringProtocol) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// Parses an address.
    ///
    /// - Parameters:
    ///   - text: the address, absolute or relative to the base. Control characters and spaces around it, and tabs and
    ///     line ends in it, are ignored.
    ///   - base: the address that a relative address is resolved against.
    ///   - encoding: the encoding of the page that contains the address, in which browsers write the query of an address with
    ///     the scheme `http`, `https`, `ftp` or `file`.
    /// - Throws: ``AddressError`` if a browser would find no address.
    /// - Complexity: linear in the lengths of the text and the base.
    public init(
        _ text: String,
        base: WebAddress? = nil,
        encoding: Encoding = .utf8
    ) throws(AddressError) {
        if let plain = PlainAddress.parts(of: text) {
            href = text
            parts = plain
            return
        }
        var text = text
        let parsed = text.withUTF8 { bytes in
            Result { () throws(AddressError) in try AddressParser.parse(bytes, base, encoding) }
        }
        self = try parsed.get()
    }

    /// The absolute address as browsers write it; the unchanged text if it is not an address.
    package static func normalized(_ text: String) -> String { (try? href(of: text)) ?? text }

    init(href: String, parts: AddressParts) {
        self.href = href
        self.parts = parts
    }

    /// The absolute form of an address; see ``init(_:base:encoding:)``.
    ///
    /// This is faster than creating an address and its parts.
    public static func href(
        of text: String,
        base: WebAddress? = nil,
        encoding: Encoding = .utf8
    ) throws(AddressError) -> String {
        if PlainAddress.isWhole(text) { return text }
        if let base, let plain = PlainAddress.resolve(text, against: base) { return plain }
        return try WebAddress(text, base: base, encoding: encoding).href
    }
}

extension WebAddress: Hashable {
    /// Whether two addresses are equal as text.
    public static func == (left: WebAddress, right: WebAddress) -> Bool { left.href == right.href }

    /// Hashes the text of the address.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension WebAddress: CustomStringConvertible {
    /// The whole address.
    public var description: String { href }
}

/// Where the parts of an address are, in bytes of its text.
struct AddressParts: Sendable {
    /// After the colon of the scheme.
    var schemeEnd = 0
    /// Whether there are two slashes and a host, which may be empty.
    var hasHost = false
    /// The end of the user's name.
    var userEnd = 0
    /// The start of the host, after the `@`.
    var hostStart = 0
    var hostEnd = 0
    var pathStart = 0
    /// The index of the question mark, or the end of the path.
    var pathEnd = 0
    /// The index of the number sign, or the end of the address.
    var queryEnd = 0
    var hasQuery = false
    var hasFragment = false
    /// Whether the path is not a list of segments: `mailto:a@b`.
    var hasOpaquePath = false
    var scheme = AddressScheme.other
}

/// The schemes that the standard treats specially, and all others.
enum AddressScheme: Sendable {
    case http, https, ws, wss, ftp, file, other

    /// The scheme with a name in lower case.
    init(_ name: some Collection<UInt8>) {
        self =
            switch name.count {
            case 2 where name.elementsEqual("ws".utf8): .ws
            case 3 where name.elementsEqual("wss".utf8): .wss
            case 3 where name.elementsEqual("ftp".utf8): .ftp
            case 4 where name.elementsEqual("http".utf8): .http
            case 4 where name.elementsEqual("file".utf8): .file
            case 5 where name.elementsEqual("https".utf8): .https
            default: .other
            }
    }

    @inline(__always)
    var isSpecial: Bool { self != .other }

    /// The default port, which is not written.
    var defaultPort: Int? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file, .other: nil
        }
    }
}

// MARK: - Parts

extension WebAddress {
    private func text(_ range: Range<Int>) -> String {
        let bytes = href.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return String(href[start..<bytes.index(start, offsetBy: range.count)])
    }

    /// The scheme without its colon: `https`.
    public var scheme: String { text(0..<parts.schemeEnd - 1) }

    /// Whether the scheme is one of those whose addresses always have a host and a path: `http`, `https`, `ws`, `wss`, `ftp`;
    /// or `file`.
    public var isSpecial: Bool { parts.scheme.isSpecial }

    /// The user's name, percent-encoded; empty if there is none.
    public var username: String {
        parts.hasHost ? text(parts.schemeEnd + 2..<parts.userEnd) : ""
    }

    /// The user's password, percent-encoded; empty if there is none.
    public var password: String {
        // A colon after the name and an at sign before the host surround it.
        parts.hasHost && parts.hostStart > parts.userEnd + 1
            ? text(parts.userEnd + 1..<parts.hostStart - 1) : ""
    }

    /// The host without the port: a name in ASCII, an IPv4 address, or an IPv6 address in brackets; `nil` if there is
    /// none. It may be empty: `file:///etc`.
    public var host: String? { parts.hasHost ? text(parts.hostStart..<parts.hostEnd) : nil }

    /// The port, if it is not the scheme's default port.
    public var port: Int? {
        guard parts.hasHost, parts.hostEnd < parts.pathStart else { return nil }
        return Int(text(parts.hostEnd + 1..<parts.pathStart))
    }

    /// The port, or the scheme's default port.
    public var portOrDefault: Int? { port ?? parts.scheme.defaultPort }

    /// The path, percent-encoded: `/list`.
    public var path: String { text(parts.pathStart..<parts.pathEnd) }

    /// Whether the path is opaque, so that relative addresses cannot change it, as in `mailto:a@b`.
    public var hasOpaquePath: Bool { parts.hasOpaquePath }

    /// The query without its question mark, percent-encoded; `nil` if there is none. It may be empty.
    public var query: String? { parts.hasQuery ? text(parts.pathEnd + 1..<parts.queryEnd) : nil }

    /// The fragment without its number sign, percent-encoded; `nil` if there is none. It may be empty.
    public var fragment: String? { parts.hasFragment ? text(parts.queryEnd + 1..<href.utf8.count) : nil }

    /// The address without its fragment.
    public var withoutFragment: WebAddress {
        guard parts.hasFragment else { return self }
        var parts = parts
        parts.hasFragment = false
        return WebAddress(href: text(0..<parts.queryEnd), parts: parts)
    }

    /// Scheme, host and port of a web address: `https://plants.example`; `nil` for other schemes, whose addresses have
    /// no common origin.
    public var origin: String? {
        switch parts.scheme {
        case .http, .https, .ws, .wss, .ftp:
            text(0..<parts.schemeEnd) + "//" + text(parts.hostStart..<parts.pathStart)
        case .file, .other: nil
        }
    }
}
