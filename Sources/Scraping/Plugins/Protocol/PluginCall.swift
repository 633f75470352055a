import Records

/// A question to a plugin: one of its contributions with an input and arguments.
struct PluginCall: Hashable, Sendable {
    /// What is called.
    enum Kind: String, CaseIterable, Sendable {
        case decoder, preparation, transform, type, format
    }

    let kind: Kind
    /// The contribution's name.
    let name: String
    let input: Value
    /// The arguments in the rules file; `null` where there are none.
    let arguments: Value
}

extension PluginCall {
    /// The call as the protocol writes it: `{"transform": "one-rep-max", "input": [100, 5]}`.
    var message: Value {
        var members = [Value.Member(kind.rawValue, .string(name)), Value.Member("input", input)]
        if arguments != .null { members.append(Value.Member("arguments", arguments)) }
        return .object(members)
    }

    /// Reads a call; `nil` for what is none.
    init?(_ message: Value) {
        let kinds = Kind.allCases.filter { message[$0.rawValue] != nil }
        guard let kind = kinds.first, kinds.count == 1, let name = message[kind.rawValue]?.string,
            let input = message["input"]
        else { return nil }
        self.init(kind: kind, name: name, input: input, arguments: message["arguments"] ?? .null)
    }
}
