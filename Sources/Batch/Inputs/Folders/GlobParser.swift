/// Reads a pattern of file names.
struct GlobParser {
    /// Why a pattern is none.
    struct Mistake: Error {
        let message: String
    }

    /// Braces multiply; no one means so many.
    private static let mostAlternatives = 1_000

    private let text: [Unicode.Scalar]

    init(_ text: [Unicode.Scalar]) {
        self.text = text
    }

    /// The patterns that one with braces stands for.
    mutating func alternatives() throws(Mistake) -> [[Glob.Component]] {
        var open = [text]
        var plain: [[Unicode.Scalar]] = []
        while let next = open.popLast() {
            if let expanded = try GlobParser.expanded(next) {
                open += expanded.reversed()
            } else {
                plain.append(next)
            }
            if open.count + plain.count > GlobParser.mostAlternatives {
                throw Mistake(
                    message: "its braces stand for more than \(GlobParser.mostAlternatives) patterns"
                )
            }
        }
        var patterns: [[Glob.Component]] = []
        for pattern in plain { patterns.append(try GlobParser.components(pattern)) }
        return patterns
    }

    /// The patterns that stand for one with its first braces written out; `nil` for one without braces.
    private static func expanded(_ text: [Unicode.Scalar]) throws(Mistake) -> [[Unicode.Scalar]]? {
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
        if start != nil { throw Mistake(message: "a { has no }") }
        return nil
    }

    private static func components(_ text: [Unicode.Scalar]) throws(Mistake) -> [Glob.Component] {
        var components: [Glob.Component] = []
        for name in text.split(separator: "/") {
            let isAnyFolders = name.elementsEqual(["*", "*"])
            components.append(isAnyFolders ? .anyFolders : .name(try tokens(Array(name))))
        }
        return components
    }

    private static func tokens(_ name: [Unicode.Scalar]) throws(Mistake) -> [Glob.Token] {
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

    /// Reads the characters behind a `[`.
    private static func set(_ name: [Unicode.Scalar], _ index: inout Int) throws(Mistake) -> Glob.Token {
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        let isNegated = index < name.count && (name[index] == "!" || name[index] == "^")
        if isNegated { index += 1 }
        let first = index
        while index < name.count, name[index] != "]" || index == first {
            let low = name[index]
            if index + 2 < name.count, name[index + 1] == "-", name[index + 2] != "]" {
                let high = name[index + 2]
                guard low <= high else { throw Mistake(message: "\(low)-\(high) is the wrong way round") }
                ranges.append(low...high)
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        guard index < name.count else { throw Mistake(message: "a [ has no ]") }
        index += 1
        return .oneOf(ranges, isNegated: isNegated)
    }
}
