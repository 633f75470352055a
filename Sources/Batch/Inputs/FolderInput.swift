import Engine
import Records

/// The pages in a folder and its subfolders, including those of archives.
struct FolderInput: PageInput {
    private let files: FolderFiles
    private let options: InputOptions
    private var walk: FolderWalk
    /// The current file with several pages.
    private var file: OffsetInput?
    /// The number of bytes of the files before this one.
    private var bytesRead = 0

    init(_ folder: String, _ files: FolderFiles, _ options: InputOptions) {
        self.files = files
        self.options = options
        walk = FolderWalk(folder)
    }

    mutating func next() -> PendingPage? {
        while true {
            if let page = file?.next() { return page }
            file = nil
            switch walk.next() {
            case .file(let path): if let page = page(of: path) { return page }
            case .special(let path):
                return pending(walk.path(of: path)) { .leftOut(ReadPage.special) }
            case .unreadable(let path, let reason):
                let path = walk.path(of: path)
                let message = "cannot read the folder: \(reason)"
                let diagnostic = Diagnostic(.input, message, at: Location(file: path))
                return pending(path) { .failed(diagnostic) }
            case nil: return nil
            }
        }
    }

    /// The page of a file; `nil` after opening a file with several pages, and for a file that no pattern matches.
    private mutating func page(of file: String) -> PendingPage? {
        let path = walk.path(of: file)
        switch files.use(of: file) {
        case .unmatched: return nil
        case .leftOut(let reason): return pending(path) { .leftOut(reason) }
        case .page:
            bytesRead += File.size(of: path)
            let facts = options.facts
            return PendingPage(
                name: path,
                place: InputPlace(file: path),
                bytesRead: bytesRead,
                open: { SavedPage.open(path, facts) }
            ) {
                ReadPage { () throws(Diagnostic) in try SavedPage.read(path, facts) }
            }
        case .several where files.leavesOutArchives && PageFolder.isArchive(ofPagesBeside: path):
            bytesRead += File.size(of: path)
            return pending(path) { .leftOut("an archive of the pages in its folder") }
        case .several(let kind):
            self.file = OffsetInput(kind.input(path, options), bytesRead)
            bytesRead += File.size(of: path)
            return nil
        }
    }

    private func pending(_ path: String, _ read: @escaping @Sendable () -> ReadPage) -> PendingPage {
        PendingPage(name: path, place: InputPlace(file: path), bytesRead: bytesRead, read: read)
    }

    /// The amount of data in a folder, found by walking through it.
    static func size(of folder: String, _ files: FolderFiles) -> InputSize {
        var walk = FolderWalk(folder)
        var size = InputSize(pages: 0, bytes: 0)
        while let found = walk.next() {
            guard case .file(let path) = found else { continue }
            switch files.use(of: path) {
            case .page: size += InputSize(pages: 1, bytes: File.size(of: walk.path(of: path)))
            case .several: size += InputSize(pages: nil, bytes: File.size(of: walk.path(of: path)))
            case .leftOut, .unmatched: break
            }
        }
        return size
    }
}

/// Which files of a folder are read, and how.
struct FolderFiles: Sendable {
    private let kind: InputKind
    private let globs: [Glob]

    /// Whether an archive is left out if the folder has its pages as files: unless the files are chosen.
    var leavesOutArchives: Bool { kind == .pages && globs.isEmpty }

    /// The use of a file.
    enum Use: Equatable {
        case page
        /// A file with several pages.
        case several(InputKind)
        /// Not read, with a reason that many files share.
        case leftOut(String)
        /// Not matched by any pattern.
        case unmatched
    }

    /// - Throws: an error if a pattern is invalid.
    init(kind: InputKind, globs: [String]) throws(Diagnostic) {
        self.kind = kind
        self.globs = try globs.map { glob throws(Diagnostic) in try Glob(glob) }
    }

    /// The use of a file, by its path below the folder.
    func use(of path: String) -> Use {
        if !globs.isEmpty, !globs.contains(where: { $0.matches(path: path) }) { return .unmatched }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let kind = kind.resolved(for: name)
        let ending = FileEnding(name)
        switch kind.pageCount {
        case .one: if !globs.isEmpty || ending.isPage { return .page }
        case .several, .named: if !globs.isEmpty || InputKind.of(file: name) == kind { return .several(kind) }
        }
        return .leftOut(ending.text.map { "*.\($0) files" } ?? "files without an extension")
    }
}

/// A folder into which fetched pages are written, each as a file, next to the archive of their answers.
package enum PageFolder {
    /// The name of the archive.
    package static let archive = "archive.warc.gz"

    /// Whether a file is such an archive, and each of its pages is a file in the folder as well. Complexity: reads the archive.
    static func isArchive(ofPagesBeside path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.last == Substring(archive),
            let names = try? File.names(in: parts.dropLast().joined(separator: "/"))
        else { return false }
        let files = Set(
            names.lazy.filter { $0 != archive }.map {
                $0.split(separator: ".").dropLast().joined(separator: ".")
            }
        )
        var isComplete = !files.isEmpty
        WARCReader.read(path, Limits()) { record in
            guard isComplete, record.type == "response", let url = record.url,
                !WARCRecord.isRobotsText(url), record.isSuccess
            else { return }
            isComplete = files.contains(PageFolder.name(of: url))
        }
        return isComplete
    }

    /// The name of the file of an address without its ending, in characters that every system allows. Several addresses may
    /// have the same name: then all but the first get a number.
    package static func name(of url: String) -> String {
        var name = ""
        for character in url.drop(while: { $0 != "/" }) {
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || character == ".")
            if isPlain { name.append(character) } else if !name.isEmpty, name.last != "-" { name.append("-") }
        }
        while let last = name.last, last == "-" || last == "." { name.removeLast() }
        return name.isEmpty ? "page" : String(name.prefix(120))
    }
}

/// The ending of a file's name, which identifies its content.
private struct FileEnding {
    /// The ending in lower case, for compressed files the one before `.gz` or `.zst`; `nil` if there is none.
    let text: String?
    /// Whether the name contains a query, as in the files of mirrored sites.
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
        // A longer suffix, or one with other characters, is part of a name such as a host or a version.
        let isEnding =
            (1...10).contains(ending.utf8.count)
            && ending.utf8.allSatisfy { FileEnding.isLetter($0) || FileEnding.isDigit($0) }
            && !ending.utf8.allSatisfy(FileEnding.isDigit)
        text = isEnding ? String(ending) : nil
    }

    /// Whether rules can read the content.
    var isPage: Bool {
        guard let text else { return true }
        // A query identifies the output of a program; a style sheet may have one too.
        return FileEnding.pages.contains(text) || hasQuery && FileEnding.programs.contains(text)
    }

    private static let pages: Set = [
        "html", "htm", "xhtml", "shtml", "xml", "rss", "atom", "json", "csv", "txt",
    ]
    private static let programs: Set = ["php", "asp", "aspx", "jsp", "cgi", "pl", "cfm", "do", "action"]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
