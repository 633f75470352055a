/// What the transport or the page itself says about its encoding, which need not be true.
struct EncodingClaim {
    let encoding: Encoding
    let label: String
    /// The line of the page that says so; `nil` for the transport.
    let line: Int?

    var source: DecodedText.Source {
        line.map { .declared(line: $0) } ?? .transportHint
    }

    init(encoding: Encoding, label: String, line: Int) {
        self.encoding = encoding
        self.label = label
        self.line = line
    }

    init(hint: Encoding) {
        encoding = hint
        label = hint.name
        line = nil
    }
}
