package import Records

/// A pattern of file names: `*.html`, `**/item-[0-9]*.{html,htm}`.
///
/// A pattern without a slash is matched against a file's name, any other pattern against its path below the folder. `*`
/// matches any text and `?` any character, but not a slash; `[a-z]` matches one of some characters and `[!a-z]` any
/// other; `{a,b}` matches one of several patterns; `**` matches any number of folders; after a backslash the next
/// character is literal.
package struct Glob: Sendable {
    /// A part of a name's pattern.
    enum Token: Hashable, Sendable {
        case character(Unicode.Scalar)
        case anyCharacter
        case anyText
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    /// A part of a path's pattern.
    enum Component: Hashable, Sendable {
        case name([Token])
        case anyFolders
    }

    /// The pattern's text.
    package let text: String
    private let alternatives: [[Component]]
    private let isOfNames: Bool

    /// Parses a pattern; throws if it is invalid.
    package init(_ text: String) throws(Diagnostic) {
        self.text = text
        let text = text.hasPrefix("./") ? text.dropFirst(2) : text[...]
        isOfNames = !text.contains("/")
        var parser = GlobParser(Array(text.unicodeScalars))
        do throws(GlobParser.SyntaxError) {
            alternatives = try parser.alternatives()
        } catch {
            throw Diagnostic(.rules, "invalid pattern \(self.text): \(error.message)")
        }
    }

    /// Whether the pattern matches a file, by its path below the folder.
    package func matches(path: String) -> Bool {
        let names = path.unicodeScalars.split(separator: "/").map(Array.init)
        let compared = isOfNames ? names.suffix(1) : names[...]
        return alternatives.contains { components in
            Glob.matches(components[...], compared, isStar: { $0 == .anyFolders }) { component, name in
                guard case .name(let tokens) = component else { return false }
                return Glob.matches(tokens[...], name[...], isStar: { $0 == .anyText }, Glob.matches)
            }
        }
    }

    /// Matches a list against a pattern in which stars match any number of elements.
    ///
    /// - Complexity: the product of both lengths, since only the last star is retried.
    private static func matches<Part, Thing>(
        _ pattern: ArraySlice<Part>,
        _ things: ArraySlice<Thing>,
        isStar: (Part) -> Bool,
        _ matchesOne: (Part, Thing) -> Bool
    ) -> Bool {
        var (part, thing) = (pattern.startIndex, things.startIndex)
        var retry: (part: Int, thing: Int)?
        while thing < things.endIndex || part < pattern.endIndex {
            if part < pattern.endIndex, isStar(pattern[part]) {
                retry = (part, thing)
                part += 1
            } else if part < pattern.endIndex, thing < things.endIndex,
                matchesOne(pattern[part], things[thing])
            {
                part += 1
                thing += 1
            } else if let again = retry, again.thing < things.endIndex {
                retry = (again.part, again.thing + 1)
                (part, thing) = (again.part + 1, again.thing + 1)
            } else {
                return false
            }
        }
        return true
    }

    private static func matches(_ token: Token, _ scalar: Unicode.Scalar) -> Bool {
        switch token {
        case .character(let expected): expected == scalar
        case .anyCharacter, .anyText: true
        case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}

/// Parses a pattern of file names.
private struct GlobParser {
    /// Why a pattern is invalid.
    struct SyntaxError: Error {
        let message: String
    }

    /// The limit for the patterns that braces expand to.
    private static let mostAlternatives = 1_000

    private let text: [Unicode.Scalar]

    init(_ text: [Unicode.Scalar]) {
        self.text = text
    }

    /// The patterns that the braces of this one expand to.
    mutating func alternatives() throws(SyntaxError) -> [[Glob.Component]] {
        var open = [text]
        var plain: [[Unicode.Scalar]] = []
        while let next = open.popLast() {
            if let expanded = try GlobParser.expanded(next) {
                open += expanded.reversed()
            } else {
                plain.append(next)
            }
            if open.count + plain.count > GlobParser.mostAlternatives {
                throw SyntaxError(
                    message: "its braces expand to more than \(GlobParser.mostAlternatives) patterns"
                )
            }
        }
        var patterns: [[Glob.Component]] = []
        for pattern in plain { patterns.append(try GlobParser.components(pattern)) }
        return patterns
    }

    /// The patterns that the first braces expand to; `nil` for a pattern without braces.
    private static func expanded(_ text: [Unicode.Scalar]) throws(SyntaxError) -> [[Unicode.Scalar]]? {
        var index = 0
        var start: Int?
        var depth = 0
        var parts: [[Unicode.Scalar]] = [[]]
        while index < text.count {
            let scalar = text[index]
            if scalar == "\\", index + 1 < text.count {
                if start != nil { parts[parts.count - 1] += text[index...index + 1] }
                index += 2
                continue
            }
            if scalar == "{" { depth += 1 }
            if scalar == "}", depth > 0 { depth -= 1 }
            if let first = start {
                if depth == 0 {
                    let tail = text[(index + 1)...]
                    return parts.map { text[..<first] + $0 + tail }
                }
                if scalar == ",", depth == 1 {
                    parts.append([])
                } else {
                    parts[parts.count - 1].append(scalar)
                }
            } else if depth == 1 {
                start = index
            }
            index += 1
        }
        if start != nil { throw SyntaxError(message: "a { is not closed") }
        return nil
    }

    private static func components(_ text: [Unicode.Scalar]) throws(SyntaxError) -> [Glob.Component] {
        var components: [Glob.Component] = []
        for name in text.split(separator: "/") {
            let isAnyFolders = name.elementsEqual(["*", "*"])
            components.append(isAnyFolders ? .anyFolders : .name(try tokens(Array(name))))
        }
        return components
    }

    private static func tokens(_ name: [Unicode.Scalar]) throws(SyntaxError) -> [Glob.Token] {
        var tokens: [Glob.Token] = []
        var index = 0
        while index < name.count {
            let scalar = name[index]
            index += 1
            switch scalar {
            case "*": if tokens.last != .anyText { tokens.append(.anyText) }
            case "?": tokens.append(.anyCharacter)
            case "[": tokens.append(try set(name, &index))
            case "\\" where index < name.count:
                tokens.append(.character(name[index]))
                index += 1
            default: tokens.append(.character(scalar))
            }
        }
        return tokens
    }

    /// Parses the characters after a `[`.
    private static func set(_ name: [Unicode.Scalar], _ index: inout Int) throws(SyntaxError) -> Glob.Token {
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        let isNegated = index < name.count && (name[index] == "!" || name[index] == "^")
        if isNegated { index += 1 }
        let first = index
        while index < name.count, name[index] != "]" || index == first {
            let low = name[index]
            if index + 2 < name.count, name[index + 1] == "-", name[index + 2] != "]" {
                let high = name[index + 2]
                guard low <= high else { throw SyntaxError(message: "the range \(low)-\(high) is reversed") }
                ranges.append(low...high)
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        guard index < name.count else { throw SyntaxError(message: "a [ is not closed") }
        index += 1
        return .oneOf(ranges, isNegated: isNegated)
    }
}
