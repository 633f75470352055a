package import Records

/// JSON in a text as a value of a record.
package enum JSONValue {
    /// What a text of JSON holds; what its strings have lost becomes a remark.
    package static func read(_ text: String, _ context: PageContext) throws(StepError) -> Value {
        let bytes = Array(text.utf8)
        let (json, errors, losses) = JSON.readWithLosses(bytes, dialect: .strict)
        guard let json, errors.isEmpty else {
            throw StepError("not JSON: \(errors.first?.message ?? "no value"): \(text.quoted)")
        }
        // A value holds NUL as well as any other character.
        let told = losses.first.filter { $0.kind == .halfSurrogate }.map { $0.message(in: bytes) }
        for message in told { context.remarks.add("\(message) in \(text.quoted)") }
        if losses.others > 0 { context.remarks.add("\(losses.others) more such escapes in \(text.quoted)") }
        return json.value
    }
}

extension JSONLoss {
    /// The message for a loss where U+FFFD takes the place of what is lost.
    package func message(in text: [UInt8]) -> String {
        let written = String(decoding: text[range.clamped(to: text.indices)], as: UTF8.self)
        switch kind {
        case .halfSurrogate: return "\(written) is half of a surrogate pair: read as U+FFFD"
        case .nul: return "\(written) stands for NUL, which no text of a page holds: read as U+FFFD"
        }
    }
}
