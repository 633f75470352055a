import Basics
package import Records
package import Values

// Calls, their pages and their answers as the protocol writes them.

extension PluginCall {
    /// The call as the protocol writes it: `{"transform": "one-rep-max", "input": [100, 5]}`.
    package var message: Value {
        var members = [Value.Member(kind.rawValue, .string(name)), Value.Member("input", input)]
        if arguments != .null { members.append(Value.Member("arguments", arguments)) }
        return .object(members)
    }

    /// Reads a call; `nil` for what is none.
    init?(_ message: Value) {
        let kinds = DefinitionKind.allCases.filter { message[$0.rawValue] != nil }
        guard let kind = kinds.first, kinds.count == 1, let name = message[kind.rawValue]?.string,
            let input = message["input"]
        else { return nil }
        self.init(kind: kind, name: name, input: input, arguments: message["arguments"] ?? .null)
    }
}

extension PluginPage {
    /// The page as the protocol writes it: `{"name": "a.html", "base": "https://…", "clock": "2026-05-28T18:00:00Z"}`.
    package var message: Value {
        let members = [("name", name), ("base", baseURL), ("clock", clock)]
        return .object(members.compactMap { key, value in value.map { Value.Member(key, .string($0)) } })
    }

    /// The context that the steps of such a page have.
    static func context(_ message: Value?) -> PageContext {
        PageContext(baseURL: message?["base"]?.string, clock: message?["clock"]?.string)
    }
}

/// A plugin's answer to a call: an output, or why there is none.
package typealias PluginAnswer = Result<Value, StepError>

extension PluginAnswer {
    /// The answer as the protocol writes it: `{"output": 112.5}` or `{"error": "…"}`.
    package var message: Value {
        switch self {
        case .success(let value): ["output": value]
        case .failure(let error): ["error": .string(error.description)]
        }
    }

    /// Reads an answer; `nil` for what is none.
    package init?(_ message: Value) {
        switch (message["output"], message["error"]) {
        case (let output?, nil): self = .success(output)
        case (nil, .string(let error)?): self = .failure(StepError(TerminalText.line(error)))
        case (nil, _), (.some, .some): return nil
        }
    }
}
