import DOM
import Records

extension Diagnostic {
    /// What a user is told of a page's encoding; `nil` for what is as it should be.
    init?(_ note: DecodingNote, page: String) {
        switch note {
        case .contradicted(let label, let line, let used):
            self.init(
                .page,
                "the page is declared \(label), but its bytes are not: read as \(used.name)",
                severity: .warning,
                at: Location(file: page, line: line),
                help: "tell the right encoding with --encoding"
            )
        case .unknownLabel(let label, let line, let used):
            self.init(
                .page,
                "unknown encoding \"\(label)\": the page is read as \(used.name)",
                severity: .warning,
                at: Location(file: page, line: line),
                help: Encoding.suggestion(for: label).map { "\($0) was probably meant: --encoding \($0)" }
            )
        case .undeclared(let used, let line):
            // UTF-8 is what everyone expects, and the bytes prove it.
            if used == .utf8 { return nil }
            self.init(
                .page,
                "the page does not declare its encoding and is not UTF-8: read as \(used.name)",
                severity: .warning,
                at: Location(file: page, line: line),
                help: "tell its encoding with --encoding"
            )
        case .byteOrderMarkIgnored(let encoding):
            self.init(
                .page,
                "the page begins with the byte order mark of \(encoding.name), another encoding is given",
                severity: .warning,
                at: Location(file: page)
            )
        case .replaced(let count, let line):
            self.init(
                .page,
                "\(count) byte sequence\(count == 1 ? "" : "s") could not be decoded and became U+FFFD",
                severity: .warning,
                at: Location(file: page, line: line)
            )
        case .replacedNUL(let count, let line):
            self.init(
                .page,
                "\(count) NUL byte\(count == 1 ? "" : "s") became U+FFFD",
                severity: .warning,
                at: Location(file: page, line: line)
            )
        case .converterMissing(let encoding):
            self.init(
                .input,
                "the system cannot convert \(encoding.name)",
                at: Location(file: page),
                help: "install the C library's converters (gconv modules)"
            )
        }
    }
}
