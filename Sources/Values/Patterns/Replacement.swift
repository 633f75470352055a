import Records

/// What a match is replaced by: text with the groups of the match in it, `$1`, `${name}`, `$0` for all of it; `$$` is a
/// dollar sign.
struct Replacement: Sendable {
    private enum Part {
        case text(String)
        case group(Int)
    }

    private let parts: [Part]

    /// The text that stands for every match; `nil` where that has groups in it.
    var literal: String? {
        var result = ""
        for part in parts {
            guard case .text(let text) = part else { return nil }
            result += text
        }
        return result
    }

    /// A text as it is.
    init(literal text: String) {
        parts = [.text(text)]
    }

    /// Reads a replacement for an expression of the given groups.
    init(_ text: String, groups: [String?]) throws(StepError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "$", let next = rest.first else {
                literal.append(character)
                continue
            }
            if next == "$" {
                literal.append("$")
                rest.removeFirst()
            } else if let group = try Replacement.group(&rest, groups) {
                parts += [.text(literal), .group(group)]
                literal = ""
            } else {
                literal.append("$")
            }
        }
        self.parts = parts + [.text(literal)]
    }

    /// Reads what follows a dollar sign; `nil` where that is no group.
    private static func group(_ rest: inout Substring, _ groups: [String?]) throws(StepError) -> Int? {
        let known = groups.count == 1 ? "1 group" : "\(groups.count) groups"
        if rest.first == "{" {
            let name = String(rest.dropFirst().prefix { $0 != "}" })
            guard let index = groups.firstIndex(of: name) ?? Int(name).map({ $0 - 1 }), index < groups.count,
                index >= -1
            else {
                throw StepError("\"${\(name)}\" is no group of the regular expression, which has \(known)")
            }
            rest = rest.dropFirst(name.count + 2)
            return index + 1
        }
        // Of "$12" the longest number counts that is a group's.
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if digits.isEmpty { return nil }
        for length in stride(from: min(digits.count, 3), to: 0, by: -1) {
            guard let index = Int(digits.prefix(length)), index <= groups.count else { continue }
            rest = rest.dropFirst(length)
            return index
        }
        throw StepError("\"$\(digits)\" is no group of the regular expression, which has \(known)")
    }

    /// The text for a match.
    func text(for match: RegularExpression.Match, in subject: [UInt16]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .group(let index): index < match.count ? match[index].map(subject.text) ?? "" : ""
            }
        }.joined()
    }
}
