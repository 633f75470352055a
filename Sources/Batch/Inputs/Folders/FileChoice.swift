import Scraping

/// Which files of a folder are read, and as what.
struct FileChoice: Sendable {
    let kind: InputKind
    let globs: [Glob]

    /// What becomes of a file.
    enum Verdict: Equatable {
        case page
        /// More than one page.
        case several(InputKind)
        /// None that are wanted; why, in words that many files share.
        case leftOut(String)
        /// One that was not asked for.
        case passedOver
    }

    /// What becomes of a file, by its path below the folder.
    func verdict(_ path: String) -> Verdict {
        if !globs.isEmpty, !globs.contains(where: { $0.matches(path: path) }) { return .passedOver }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let several = InputKind.of(file: name)
        switch kind {
        case .jsonl, .warc:
            if !globs.isEmpty || several == kind { return .several(kind) }
            return .leftOut(FileChoice.files(of: FileEnding(name)))
        case .pages, .list, .sitemap:
            if several == .warc { return .several(.warc) }
            let ending = FileEnding(name)
            return !globs.isEmpty || ending.isPage ? .page : .leftOut(FileChoice.files(of: ending))
        }
    }

    private static func files(of ending: FileEnding) -> String {
        ending.text.map { "*.\($0) files" } ?? "files without an ending"
    }
}

/// The ending of a file's name, which tells what is in it.
struct FileEnding {
    /// The ending in lower case, that before `.gz` and `.zst` for packed files; `nil` for none.
    let text: String?
    /// Whether the name holds a query, as programs that mirror sites save one.
    private let hasQuery: Bool

    init(_ name: String) {
        let parts = name.split(separator: "?", maxSplits: 1)
        hasQuery = parts.count > 1
        let plain = PackedName.unpacked(String(parts.first ?? "")).lowercased()
        guard let dot = plain.lastIndex(of: "."), dot > plain.startIndex else {
            text = nil
            return
        }
        let ending = plain[plain.index(after: dot)...]
        // A longer one, or one with other signs, is a part of a name such as that of a host or a version.
        let isEnding =
            (1...10).contains(ending.utf8.count)
            && ending.utf8.allSatisfy { FileEnding.isLetter($0) || FileEnding.isDigit($0) }
            && !ending.utf8.allSatisfy(FileEnding.isDigit)
        text = isEnding ? String(ending) : nil
    }

    /// Whether rules can read what is in it.
    var isPage: Bool {
        guard let text else { return true }
        // A program's page is told by its query; a style sheet may have one too.
        return FileEnding.pages.contains(text) || hasQuery && FileEnding.programs.contains(text)
    }

    private static let pages: Set = [
        "html", "htm", "xhtml", "shtml", "xml", "rss", "atom", "json", "csv", "txt",
    ]
    private static let programs: Set = ["php", "asp", "aspx", "jsp", "cgi", "pl", "cfm", "do", "action"]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
