import Addresses
import Encoding
import Engine
import Language
import Records

/// The values with which a request is made, by their names.
struct RequestNames {
    private(set) var members: [Value.Member]
    private var index: [String: Int]

    init(_ members: [Value.Member] = []) {
        self.members = []
        index = [:]
        for member in members { self[member.name] = member.value }
    }

    subscript(name: String) -> Value? {
        get { index[name].map { members[$0].value } }
        set {
            guard let newValue, newValue != .null else {
                guard let place = index[name] else { return }
                members.remove(at: place)
                index = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
                return
            }
            if let place = index[name] {
                members[place].value = newValue
            } else {
                index[name] = members.count
                members.append(Value.Member(name, newValue))
            }
        }
    }

    mutating func add(_ others: [Value.Member]) { for member in others { self[member.name] = member.value } }
}

/// Where a text of a request is used, which determines how the values in it are written.
enum RequestPlace {
    /// Without any encoding.
    case plain
    /// In the path of an address.
    case path
    /// In a query or a form, in an encoding.
    case form(Encoding)

    func written(_ text: String, keepsSlashes: Bool) -> String {
        switch self {
        case .plain: text
        case .path:
            PercentText.encoded(
                text.utf8,
                keeping: { PercentText.isUnreserved($0) || keepsSlashes && $0 == UInt8(ascii: "/") }
            )
        case .form(let encoding):
            PercentText.encoded(PercentText.bytes(text, encoding), keeping: PercentText.isUnreserved)
        }
    }
}

enum PercentText {
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    static func encoded(_ bytes: some Collection<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }

    /// A text in an encoding; a character that the encoding lacks becomes a character reference, as in browsers' forms.
    static func bytes(_ text: String, _ encoding: Encoding) -> [UInt8] {
        var encoder = TextEncoder(encoding)
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let output = encoder.encode(scalar)
            bytes += output.bytes
            if let missing = output.unmappable { bytes += Array("&#\(missing);".utf8) }
        }
        return bytes + encoder.finish()
    }

    /// Names and values as a form sends them, with a plus for a space.
    static func form(_ pairs: [(String, String)], _ encoding: Encoding) -> String {
        func written(_ text: String) -> String {
            encoded(bytes(text, encoding)) {
                isUnreserved($0) && $0 != 0x7E || $0 == UInt8(ascii: "*") || $0 == 0x20
            }
            .split(separator: " ", omittingEmptySubsequences: false).joined(separator: "+")
        }
        return pairs.map { "\(written($0.0))=\(written($0.1))" }.joined(separator: "&")
    }
}

extension RequestText {
    /// The text with values in place of names; if one has no value, `nil` and that name.
    func text(_ names: RequestNames, _ place: RequestPlace = .plain, missing: inout String?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .name(let name, let keepsSlashes):
                guard let value = names[name], value.list?.isEmpty != true else {
                    missing = name
                    return nil
                }
                let plain = value.list.map { $0.map(\.text).joined(separator: ",") } ?? value.text
                text += place.written(plain, keepsSlashes: keepsSlashes)
            }
        }
        return text
    }
}

extension RequestValue {
    /// The value; `nil` if a name in it has none. A name alone keeps the type of its value.
    func value(_ names: RequestNames) -> Value? {
        switch self {
        case .constant(let value): return value
        case .text(let text):
            if let name = text.onlyName { return names[name] }
            var missing: String?
            return text.text(names, missing: &missing).map(Value.string)
        case .list(let values): return .list(values.compactMap { $0.value(names) })
        case .object(let members):
            var object: [Value.Member] = []
            for member in members {
                var missing: String?
                guard let name = member.name.text(names, missing: &missing),
                    let value = member.value.value(names)
                else { continue }
                object.append(Value.Member(name, value))
            }
            return .object(object)
        }
    }
}

extension [RequestMember] {
    /// Names and values in order: a list repeats its name, a list in a name yields an entry for each element, and
    /// entries without a value are left out.
    func pairs(_ names: RequestNames) -> [(name: String, value: String)] {
        var pairs: [(String, String)] = []
        for member in self {
            guard let value = member.value.value(names), value != .null else { continue }
            let values = value.list ?? [value]
            for name in member.name.each(names) {
                for value in values { pairs.append((name, value.text)) }
            }
        }
        return pairs
    }
}

extension RequestText {
    /// The text with each name replaced by its value; if a value is a list, one text for each of its elements.
    fileprivate func each(_ names: RequestNames) -> [String] {
        var texts = [""]
        for part in parts {
            switch part {
            case .text(let literal): texts = texts.map { $0 + literal }
            case .name(let name, _):
                guard let value = names[name] else { return [] }
                let values = value.list ?? [value]
                texts = texts.flatMap { text in values.map { text + $0.text } }
            }
        }
        return texts
    }
}
