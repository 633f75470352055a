import Basics
package import DOM
import Encoding
import Language
package import Records

/// Why a file cannot be a page, judged by its bytes before they are decoded.
package struct PageProblem {
    let message: String
    let help: String?

    /// The first bytes of files that people mistake for pages.
    private static let signatures: [(bytes: [UInt8], what: String, help: String?)] = [
        ([0x1F, 0x8B], "gzip data", "unpack it first: gunzip"),
        ([0x50, 0x4B, 0x03, 0x04], "a zip archive", "unpack it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd data", "unpack it first: unzstd"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data", "unpack it first: unxz"),
        ([0x42, 0x5A, 0x68], "bzip2 data", "unpack it first: bunzip2"),
        ([0x25, 0x50, 0x44, 0x46, 0x2D], "a PDF", nil),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG picture", nil),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture", nil),
        ([0x47, 0x49, 0x46, 0x38], "a GIF picture", nil),
        ([0x7F, 0x45, 0x4C, 0x46], "a program", nil),
        ([0x53, 0x51, 0x4C, 0x69, 0x74, 0x65, 0x20], "an SQLite database", nil),
    ]

    /// The problem of a file, or `nil` if it may be a page.
    package init?(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            self.init("the file is empty")
        } else if let signature = PageProblem.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
            self.init("the file is \(signature.what), not a page", help: signature.help)
        } else if PageProblem.isBinary(bytes.prefix(8192)) {
            self.init("the file is binary, not a page")
        } else {
            return nil
        }
    }

    private init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    /// Whether more than one byte in twenty is a control character that does not occur in text. NUL is not one of them:
    /// it is every second byte of UTF-16, and some pages have many.
    private static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { controlCount(in: $0) * 20 > $0.count }
    }

    private static func controlCount(in bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var index = 0
        // Sixteen bytes at a time: few blocks have such a control character.
        while index + 16 <= bytes.count {
            let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            let isFirst: SIMDMask<SIMD16<Int8>> = block &- SIMD16(repeating: 0x01) .< SIMD16(repeating: 0x08)
            let isSecond: SIMDMask<SIMD16<Int8>> = block &- SIMD16(repeating: 0x0E) .< SIMD16(repeating: 0x0D)
            let isDelete: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: 0x7F)
            let words = unsafeBitCast(isFirst .| isSecond .| isDelete, to: SIMD2<UInt64>.self)
            if words[0] | words[1] != 0 { count += bytes[index..<index + 16].count(where: isControl) }
            index += 16
        }
        return count + bytes[index...].count(where: isControl)
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        (0x01...0x08).contains(byte) || (0x0E...0x1A).contains(byte) || byte == 0x7F
    }
}

extension Diagnostic {
    /// Why a file is not a page.
    package init(_ problem: PageProblem, page: String) {
        self.init(.input, problem.message, at: Location(file: page), help: problem.help)
    }

    /// Reports that a page looks truncated: an error if a part of it is lost, otherwise a warning.
    ///
    /// - Parameters:
    ///   - lost: what is missing.
    ///   - help: what to do besides getting the page again.
    package init(_ truncation: Truncation, page: String, lost: String? = nil, help: String? = nil) {
        self.init(
            .page,
            "\(truncation): it looks cut off" + (lost.map { ", and \($0)" } ?? ""),
            severity: lost == nil ? .warning : .error,
            at: Location(file: page, line: truncation.line, column: truncation.column),
            help: "fetch or save the page again" + (help.map { "; \($0)" } ?? "")
        )
        isOfTruncation = true
    }

    /// The message for a note of the decoder.
    init(_ note: DecodingNote, page: String) {
        switch note {
        case .contradicted(let label, let line, let used):
            self.init(
                .page,
                "the page is declared \(label), but its bytes are not: read as \(used.name)",
                severity: .warning,
                at: Location(file: page, line: line),
                help: "pass the right encoding with --encoding"
            )
        case .declarationIgnored(let label, let line, let used):
            self.init(
                .page,
                "the page begins with the byte order mark of \(used.name), which applies: its declaration \(label) is ignored",
                severity: .warning,
                at: Location(file: page, line: line)
            )
        case .unknownLabel(let label, let line, let used):
            self.init(
                .page,
                "unknown encoding \"\(label)\": the page is read as \(used.name)",
                severity: .warning,
                at: Location(file: page, line: line),
                help: Encoding.suggestion(for: label).map { "did you mean \($0)? pass --encoding \($0)" }
            )
        case .undeclared(let used, let line):
            // The bytes prove UTF-8.
            let isUTF8 = used == .utf8
            self.init(
                .page,
                isUTF8
                    ? "the page does not declare its encoding: read as UTF-8, which its bytes are"
                    : used == .windows1252
                        ? "the page does not declare its encoding and is not UTF-8: read as \(used.name)"
                        : "the page does not declare its encoding: read as \(used.name), which its letters suggest",
                severity: .warning,
                at: Location(file: page, line: line),
                help: isUTF8 ? nil : "pass its encoding with --encoding"
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
            isOfLimit = true
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

extension Diagnostic {
    /// Diagnostics for the limits that a page reached while it was parsed.
    ///
    /// - Parameter known: the limits that have been reported.
    package static func limits(
        of document: Document,
        page: String,
        since known: ReachedLimits = ReachedLimits()
    ) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if let error = document.limitReached, error != known.limit {
            diagnostics.append(Diagnostic(reached: error, page: page))
        }
        if document.isFlattened, !known.isFlattened { diagnostics.append(Diagnostic(flattened: page)) }
        return diagnostics
    }

    /// Reports the problem of a page's text.
    init(_ problem: SourceProblem, page: String) {
        self.init(
            .page,
            problem.message,
            severity: problem.severity,
            at: Location(file: page, line: problem.line, column: problem.column)
        )
        isOfLimit = problem.isOfLimit
    }

    /// Reports that elements are nested deeper than in any browser.
    private init(flattened page: String) {
        self.init(
            .page,
            "elements are nested so deeply that the deeper ones become siblings, as in browsers",
            severity: .warning,
            at: Location(file: page),
            help: "--max-depth raises the limit"
        )
    }

    /// Reports that a page has reached a limit: the rest of it is not read.
    package init(reached error: ParseError, page: String) {
        self.init(
            .page,
            "\(error.description): what comes after is not read",
            at: error.location(in: page),
            help: error.remedy
        )
        isOfLimit = true
    }

    /// The reason why there is no tree: the problem is the input, not its content.
    package init(unreadable error: ParseError, page: String) {
        var message = error.description
        if case .malformed(_, _, let reason) = error { message = reason }
        self.init(.input, message, at: error.location(in: page), help: error.remedy)
        isOfLimit = error.isLimit
    }
}

/// The limits that a page had reached at some time.
package struct ReachedLimits {
    var limit: ParseError?
    var isFlattened = false

    init() {}

    package init(_ document: Document) {
        limit = document.limitReached
        isFlattened = document.isFlattened
    }
}

extension ParseError {
    /// Whether it is a limit that the page has reached, not a problem of its content.
    package var isLimit: Bool {
        switch self {
        case .tooLarge, .tooLong, .tooManyElements, .tooMuchGrowth, .tooDeep, .tooSlow, .tooMuchMemory,
            .tooManyAttributes, .tooManyNamespaces:
            true
        case .tooLittleMemory, .outOfMemory, .noLibrary, .ended, .malformed: false
        }
    }

    fileprivate func location(in page: String) -> Location {
        switch self {
        case .malformed(let line, let column, _): Location(file: page, line: line, column: column)
        case .tooManyAttributes(let line, _), .tooManyNamespaces(let line, _):
            Location(file: page, line: line)
        case .tooLarge, .tooLong, .tooManyElements, .tooMuchGrowth, .tooDeep, .tooSlow, .tooMuchMemory,
            .tooLittleMemory, .outOfMemory, .noLibrary, .ended:
            Location(file: page)
        }
    }

    /// The option that raises the limit, if there is one.
    fileprivate var remedy: String? {
        switch self {
        case .tooLarge, .tooLong: "--max-bytes raises the limit"
        case .tooManyElements: "--max-elements raises the limit"
        case .tooMuchGrowth: "--max-growth raises the limit"
        case .tooDeep: "--max-depth raises the limit"
        case .tooSlow: "--max-time raises the limit"
        case .tooMuchMemory: "--max-memory raises the limit"
        case .tooLittleMemory: "read it with fewer --jobs, or where more memory is free"
        case .tooManyAttributes: "--max-attributes raises the limit"
        case .tooManyNamespaces: "--max-namespaces raises the limit"
        case .noLibrary: "install the package libxml2, or use the standard parser"
        case .outOfMemory, .ended, .malformed: nil
        }
    }
}

extension Location {
    /// The location of a node, as far as it is known, on the page with the given name.
    package init(of node: NodeRef, on page: String) {
        let line = node.line
        self.init(file: page, line: line > 0 ? line : nil, column: line > 0 ? node.column : nil)
    }
}
