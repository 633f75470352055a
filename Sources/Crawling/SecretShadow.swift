import Records

/// Names with other values in place of secrets: if a value computed with both differs, it is derived from secrets.
struct SecretShadow {
    var names: RequestNames

    init(_ names: RequestNames, _ secrets: Set<String>) {
        self.names = names
        for name in secrets { self.names[name] = names[name].map(SecretShadow.other) }
    }

    /// Another value of the same form.
    private static func other(_ value: Value) -> Value {
        switch value {
        case .null, .boolean: value
        case .number(let number): Number(other("\(number)")).map(Value.number) ?? value
        case .string(let text): .string(other(text))
        case .list(let elements): .list(elements.map(other))
        case .object(let members): .object(members.map { Value.Member($0.name, other($0.value)) })
        }
    }

    /// Letters and digits become the next ones, so that matching patterns still match.
    private static func other(_ text: String) -> String {
        let bytes = text.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x39: 0x31
            case 0x5A: 0x41
            case 0x7A: 0x61
            case 0x30...0x38, 0x41...0x59, 0x61...0x79: byte + 1
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
