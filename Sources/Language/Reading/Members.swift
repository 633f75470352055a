import Basics
import Records

/// The members of an object of the rules language, by their keys.
struct Members {
    private let values: [String: JSON]
    /// Whether it has an unknown key, which has been reported. A key that seems to be missing is probably that one.
    let isMisspelt: Bool

    static let none = Members([], isMisspelt: false)

    fileprivate init(_ members: [JSON.Member], isMisspelt: Bool) {
        values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        self.isMisspelt = isMisspelt
    }

    private init(_ values: [String: JSON], _ other: Members) {
        self.values = values
        isMisspelt = other.isMisspelt
    }

    subscript(key: String) -> JSON? { values[key] }

    /// The same without all other keys.
    func only(_ key: String) -> Members { Members(values.filter { $0.key == key }, self) }

    /// The keys and their values in the order of the text.
    var sorted: [(key: String, value: JSON)] {
        values.sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }
    }
}

extension RulesReader {
    /// An object's members by their keys; reports keys that are not allowed.
    mutating func members(_ json: JSON, of what: String, allowed: [String]) -> Members? {
        guard case .object(let members) = json.content else {
            error("expected an object for \(what), found \(json.kind)", at: json.range)
            return nil
        }
        let unknown = members.filter { !allowed.contains($0.key) }
        for member in unknown {
            error(
                "unknown key \"\(member.key)\" in \(what)",
                at: member.keyRange,
                help: Suggestion.help(for: member.key, among: allowed)
            )
        }
        return Members(members, isMisspelt: !unknown.isEmpty)
    }

    /// Reports that a key is missing, unless an unknown key has been reported.
    mutating func missing(
        _ message: String,
        in members: Members,
        at range: Range<Int>,
        help: String? = nil
    ) {
        if !members.isMisspelt { error(message, at: range, help: help) }
    }
}
