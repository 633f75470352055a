import Addresses
import Records
import Values

/// A record without what does not affect its data: how numbers are written, where the record was found, and tracking
/// parameters in addresses.
struct ComparedRecord: Sendable {
    let value: Value

    init(_ record: Value) {
        guard let members = record.object else {
            value = record.withoutNoise
            return
        }
        value = .object(
            members.filter { $0.name == Record.typeKey || !$0.name.hasPrefix("@") }
                .filter { $0.value != .null }
                .map { Value.Member($0.name, $0.value.withoutNoise) }
        )
    }

    /// The fields as another record writes them, where both have the same value in different spellings.
    func spelled(like other: ComparedRecord, _ type: Schema.RecordType?) -> Value {
        guard let type, let members = value.object else { return value }
        let known = Dictionary((other.value.object ?? []).map { ($0.name, $0.value) }) { first, _ in first }
        return .object(
            members.map { member in
                guard let old = known[member.name], old != member.value else { return member }
                let field = type.type(of: member.name)
                let isSame = old.compared(as: field) == member.value.compared(as: field)
                return isSame ? Value.Member(member.name, old) : member
            }
        )
    }
}

extension Value {
    fileprivate var withoutNoise: Value {
        switch self {
        case .string(let text): .string(TrackingParameters.removed(from: text))
        case .number(let number): .number(number.compared)
        case .list(let elements): .list(elements.map(\.withoutNoise))
        case .object(let members): .object(members.map { Member($0.name, $0.value.withoutNoise) })
        case .null, .boolean: self
        }
    }

    /// The value with members in the order of another, also in lists of the same elements.
    func ordered(like other: Value, lists: Bool) -> Value {
        if self == other { return self }
        if let own = object, let others = other.object {
            let places = Dictionary(own.enumerated().map { ($1.name, $0) }) { first, _ in first }
            guard places.count == own.count, Set(others.map(\.name)).count == others.count else {
                return self
            }
            let known = Set(others.map(\.name))
            let common = others.compactMap { member in
                places[member.name].map {
                    Member(member.name, own[$0].value.ordered(like: member.value, lists: lists))
                }
            }
            return .object(common + own.filter { !known.contains($0.name) })
        }
        guard let own = list, let others = other.list else { return self }
        if lists, own.count == others.count, Value.counts(own) == Value.counts(others) { return other }
        return self
    }

    private static func counts(_ values: [Value]) -> [Value: Int] {
        Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    }
}

/// Tracking parameters of addresses, which do not change the page.
package enum TrackingParameters {
    private static let names: Set<String> = [
        "_ga", "_gl", "_hsenc", "_hsmi", "_ke", "dclid", "fbclid", "gad_source", "gbraid", "gclid", "gclsrc",
        "igsh", "igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "ref_src", "rb_clickid", "s_cid",
        "srsltid", "ttclid", "twclid", "vero_conv", "vero_id", "wbraid", "wickedid", "yclid",
    ]
    private static let prefixes = ["utm_", "pk_", "piwik_", "mtm_", "matomo_", "hsa_", "oly_"]

    /// The address without such parameters; any other text unchanged.
    package static func removed(from text: String) -> String {
        guard WebAddress.begins(text), let mark = text.utf8.firstIndex(of: UInt8(ascii: "?"))
        else { return text }
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        guard mark < end, !text.contains(where: \.isWhitespace) else { return text }
        let query = text[text.index(after: mark)..<end]
        let parts = query.split(separator: "&", omittingEmptySubsequences: false)
        let kept = parts.filter { part in
            let name = part.prefix { $0 != "=" }.lowercased()
            return !names.contains(name) && !prefixes.contains { name.hasPrefix($0) }
        }
        if kept.count == parts.count { return text }
        return text[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + text[end...]
    }
}
