import Basics

/// A site's robots.txt: which addresses a program may request.
///
/// ```swift
/// let robots = RobotsText(bytes)
/// robots.decision(for: "/private/a", agent: "scrape").isAllowed
/// ```
///
/// Specification: [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309). `Crawl-delay` and `Sitemap` are not part of it.
public struct RobotsText: Sendable {
    /// A rule of a group.
    struct Rule: Sendable {
        let isAllow: Bool
        /// The path with `*` and `$`, in the form in which paths are compared.
        let pattern: [UInt8]
        /// The line of the file, from one.
        let line: Int
    }

    /// The rules for some agents.
    struct Group: Sendable {
        /// Product tokens in lower case; `*` for all others.
        var agents: [[UInt8]] = []
        var rules: [Rule] = []
        var crawlDelay: Double?
    }

    /// Whether an address may be requested, and the line that decides it.
    public struct Decision: Equatable, Sendable {
        /// Whether the address may be requested.
        public let isAllowed: Bool
        /// The line of the rule, from one; `nil` if no rule matches.
        public let line: Int?
    }

    /// The number of a file's bytes that are read: the rest is ignored, which the RFC permits above 500 KiB.
    public static let limit = 1 << 20
    /// Longer lines are truncated, as in Google's parser.
    private static let lineLimit = 16_663

    private var groups: [Group] = []
    /// The addresses of the file's sitemaps, as written.
    public private(set) var sitemaps: [String] = []

    /// Reads a file; lines that are not rules are ignored.
    ///
    /// - Complexity: linear in the size of the file.
    public init(_ bytes: [UInt8]) {
        var bytes = bytes.prefix(RobotsText.limit)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var isGroupOpen = false
        var number = 0
        var start = bytes.startIndex
        while start < bytes.endIndex {
            number += 1
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
            add(bytes[start..<min(end, start + RobotsText.lineLimit)], number, &isGroupOpen)
            let isPair =
                end + 1 < bytes.endIndex && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
    }

    private init() {}

    /// The meaning of the status of an answer for robots.txt: a file, no restriction (4xx), or that nothing may be
    /// requested (5xx and no answer); see section 2.3.1 of the RFC.
    ///
    /// - Parameters:
    ///   - status: the status of the answer after redirects; `nil` if there was none.
    ///   - bytes: the body of the answer.
    public init(status: Int?, _ bytes: [UInt8]) {
        switch status {
        case .some(200..<300): self.init(bytes)
        case .some(300..<500): self.init()
        default:
            self.init()
            groups = [
                Group(agents: [[UInt8(ascii: "*")]], rules: [Rule(isAllow: false, pattern: [0x2F], line: 0)])
            ]
        }
    }

    // MARK: Questions

    /// Whether an agent may request an address.
    ///
    /// The longest rule that matches decides; if several have the same length, one that allows. `/robots.txt` itself
    /// may always be requested.
    ///
    /// - Parameters:
    ///   - path: the path and the query of the address, from its first slash.
    ///   - agent: the product token of the agent, such as `scrape`, without a version.
    public func decision(for path: String, agent: String) -> Decision {
        let path = RobotsText.normalized(Array(path.utf8)[...])
        if path == Array("/robots.txt".utf8) { return Decision(isAllowed: true, line: nil) }
        var best: Rule?
        for group in groups(for: agent) {
            for rule in group.rules where !rule.pattern.isEmpty {
                if let best, best.pattern.count > rule.pattern.count { continue }
                if let best, best.pattern.count == rule.pattern.count, best.isAllow || !rule.isAllow {
                    continue
                }
                if PathPattern.matches(rule.pattern, path) { best = rule }
            }
        }
        return Decision(isAllowed: best?.isAllow ?? true, line: best.flatMap { $0.line > 0 ? $0.line : nil })
    }

    /// The seconds between two requests that the file requires of an agent; `nil` if it does not.
    public func crawlDelay(agent: String) -> Double? {
        groups(for: agent).compactMap(\.crawlDelay).max()
    }

    /// The groups for an agent: those that name it, or else those for all agents.
    private func groups(for agent: String) -> [Group] {
        let token = RobotsText.token(Array(agent.utf8)[...])
        let own = token.isEmpty ? [] : groups.filter { $0.agents.contains(token) }
        return own.isEmpty ? groups.filter { $0.agents.contains([UInt8(ascii: "*")]) } : own
    }

    // MARK: Reading

    private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int, _ isGroupOpen: inout Bool) {
        let line = line.prefix { $0 != UInt8(ascii: "#") }
        guard let (key, value) = RobotsText.parts(line) else { return }
        switch RobotsText.key(key) {
        case .agent:
            if !isGroupOpen { groups.append(Group()) }
            isGroupOpen = true
            let isEveryone =
                value.first == UInt8(ascii: "*") && (value.dropFirst().first?.isASCIIWhiteSpace ?? true)
            groups[groups.count - 1].agents.append(isEveryone ? [UInt8(ascii: "*")] : RobotsText.token(value))
        case .allow, .disallow:
            guard !groups.isEmpty else { return }
            isGroupOpen = false
            let rule = Rule(
                isAllow: RobotsText.key(key) == .allow,
                pattern: RobotsText.normalized(value),
                line: number
            )
            groups[groups.count - 1].rules.append(rule)
            // A rule that allows the index of a folder allows the folder.
            if rule.isAllow, let slash = rule.pattern.lastIndex(of: 0x2F),
                rule.pattern[slash...].starts(with: Array("/index.htm".utf8))
            {
                let folder = Array(rule.pattern[...slash]) + [UInt8(ascii: "$")]
                groups[groups.count - 1].rules.append(Rule(isAllow: true, pattern: folder, line: number))
            }
        case .crawlDelay:
            guard !groups.isEmpty else { return }
            let seconds = Double(String(decoding: value, as: UTF8.self))
            if let seconds, seconds >= 0, seconds.isFinite {
                groups[groups.count - 1].crawlDelay = min(seconds, 86_400)
            }
        case .sitemap: if !value.isEmpty { sitemaps.append(String(decoding: value, as: UTF8.self)) }
        case nil: break
        }
    }

    private enum Key { case agent, allow, disallow, crawlDelay, sitemap }

    /// The keys, with the spellings that occur in real files and that Google's parser accepts.
    private static let keys: [(Key, [String])] = [
        (.agent, ["user-agent", "useragent", "user agent"]),
        (.allow, ["allow"]),
        (.disallow, ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]),
        (.crawlDelay, ["crawl-delay"]),
        (.sitemap, ["sitemap", "site-map"]),
    ]

    private static func key(_ bytes: ArraySlice<UInt8>) -> Key? {
        let name = String(decoding: bytes.asciiLowercased, as: UTF8.self)
        return keys.first { $0.1.contains { name.hasPrefix($0) } }?.0
    }

    /// The parts of a line before and after the colon, or of a line of two words before and after the white space.
    private static func parts(_ line: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        let line = trimmed(line)
        if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let key = trimmed(line[..<colon])
            return key.isEmpty ? nil : (key, trimmed(line[(colon + 1)...]))
        }
        let words = line.split { $0.isASCIIWhiteSpace }
        return words.count == 2 ? (words[0], words[1]) : nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0.isWhiteSpace }
        while bytes.last?.isWhiteSpace == true { bytes.removeLast() }
        return bytes
    }

    /// The product token at the beginning of an agent's name, in lower case. Digits and non-ASCII letters, which the
    /// RFC does not permit, occur in real names.
    private static func token(_ name: ArraySlice<UInt8>) -> [UInt8] {
        name.prefix {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 >= 0x80
        }
        .asciiLowercased
    }

    /// A path in the form in which paths are compared (section 2.2.2): `%XX` of unreserved characters is decoded, other
    /// `%xx` is in upper case, and non-ASCII bytes are encoded.
    static func normalized(_ path: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(path.count)
        var index = path.startIndex
        while index < path.endIndex {
            let byte = path[index]
            if byte == UInt8(ascii: "%"), index + 2 < path.endIndex,
                let high = path[index + 1].hexDigitValue, let low = path[index + 2].hexDigitValue
            {
                let decoded = UInt8(high << 4 | low)
                if isUnreserved(decoded) { result.append(decoded) } else { encode(decoded, &result) }
                index += 3
                continue
            }
            if byte >= 0x80 { encode(byte, &result) } else { result.append(byte) }
            index += 1
        }
        return result
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
    }

    private static func encode(_ byte: UInt8, _ result: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

/// A path pattern, in which `*` matches any bytes and a `$` at its end matches the end of the path.
enum PathPattern {
    /// Whether a pattern matches the beginning of a path.
    ///
    /// - Complexity: the length of the path times that of the longest part between two asterisks.
    static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
        var pattern = pattern[...]
        let isAnchored = pattern.last == UInt8(ascii: "$")
        if isAnchored { pattern.removeLast() }
        let parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        guard let first = parts.first, path.starts(with: first) else { return false }
        var position = first.count
        for (index, part) in parts.enumerated().dropFirst() {
            if part.isEmpty { continue }
            if isAnchored, index == parts.count - 1 {
                // The last part is at the end.
                return path.count - part.count >= position && path.suffix(part.count).elementsEqual(part)
            }
            guard let found = find(part, in: path, from: position) else { return false }
            position = found + part.count
        }
        return !isAnchored || position == path.count || parts.count > 1 && parts.last?.isEmpty == true
    }

    private static func find(_ part: ArraySlice<UInt8>, in path: [UInt8], from start: Int) -> Int? {
        guard path.count >= part.count, start <= path.count - part.count else { return nil }
        return (start...(path.count - part.count)).first { path[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
