import Basics

/// The domains below which anyone can register names, such as `co.uk`: no cookie applies to such a domain as a whole.
///
/// The list is the system's (Debian's package `publicsuffix`), read when the first cookie with a domain arrives.
/// Without it, only names without a dot are public suffixes: sites that share a suffix such as `co.uk` could then
/// receive each other's cookies if the sender sets such a domain.
package struct PublicSuffixes: Sendable {
    private var rules: Set<String> = []
    private var wildcards: Set<String> = []
    private var exceptions: Set<String> = []

    /// The paths of the list on different systems.
    package static let paths = [
        "/usr/share/publicsuffix/public_suffix_list.dat",
        "/usr/local/share/publicsuffix/public_suffix_list.dat",
    ]

    /// The system's list; without rules if there is none.
    package static let ofSystem: PublicSuffixes = {
        for path in paths { if let bytes = try? File.read(path) { return PublicSuffixes(bytes) } }
        return PublicSuffixes([])
    }()

    /// Whether any rules are known.
    package var isEmpty: Bool { rules.isEmpty }

    /// Reads a list in the format of [publicsuffix.org](https://publicsuffix.org/list/).
    package init(_ bytes: [UInt8]) {
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let rule = String(decoding: line.prefix { !$0.isWhiteSpace }, as: UTF8.self)
            if rule.isEmpty || rule.hasPrefix("//") { continue }
            if rule.hasPrefix("!") {
                exceptions.insert(String(rule.dropFirst()))
            } else if rule.hasPrefix("*.") {
                wildcards.insert(String(rule.dropFirst(2)))
            } else {
                rules.insert(rule)
            }
        }
    }

    /// Whether a domain in lower case is a public suffix.
    package func contains(_ domain: String) -> Bool {
        guard let dot = domain.firstIndex(of: ".") else { return true }
        if exceptions.contains(domain) { return false }
        return rules.contains(domain) || wildcards.contains(String(domain[domain.index(after: dot)...]))
    }
}
