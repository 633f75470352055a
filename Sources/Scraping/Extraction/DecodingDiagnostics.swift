import DOM
import Records

extension Diagnostic {
    /// What a user is told of how a page's bytes became text.
    init(_ note: DecodingNote, page: String) {
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
            // That is no reason for doubt: the bytes prove it.
            let isUTF8 = used == .utf8
            self.init(
                .page,
                isUTF8
                    ? "the page does not declare its encoding: read as UTF-8, which its bytes are"
                    : "the page does not declare its encoding and is not UTF-8: read as \(used.name)",
                severity: .warning,
                at: Location(file: page, line: line),
                help: isUTF8 ? nil : "tell its encoding with --encoding"
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
        case .nul(let count, let line):
            self.init(
                .page,
                "\(count) NUL byte\(count == 1 ? "" : "s"), which browsers drop from text and read as U+FFFD elsewhere",
                severity: .warning,
                at: Location(file: page, line: line)
            )
        case .cutOff(let limit):
            self.init(
                .page,
                "the page has more than \(limit) bytes: what follows them is not read",
                at: Location(file: page),
                help: "--max-bytes raises the limit"
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
