import Records

/// What a plugin gives for a call: an output, or why there is none.
typealias PluginAnswer = Result<Value, StepError>

extension PluginAnswer {
    /// The answer as the protocol writes it: `{"output": 112.5}` or `{"error": "…"}`.
    var message: Value {
        switch self {
        case .success(let value): ["output": value]
        case .failure(let error): ["error": .string(error.description)]
        }
    }

    /// Reads an answer; `nil` for what is none.
    init?(_ message: Value) {
        switch (message["output"], message["error"]) {
        case (let output?, nil): self = .success(output)
        case (nil, .string(let error)?): self = .failure(StepError(TerminalText.line(error)))
        case (nil, _), (.some, .some): return nil
        }
    }
}
