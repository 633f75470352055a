import Engine

/// A kind of input: the contents of the files among the operands of a command, and how they are opened.
///
/// ``all`` is the only list of the kinds. The option `--input`, its help and its completions are made from it.
package struct InputKind: Sendable {
    /// The name on the command line.
    package private(set) var name: String
    /// A description of an input of this kind, in a few words for the command's help.
    package private(set) var summary: String
    /// The endings of the file names of this kind, in lower case and without an ending of compressed files.
    package private(set) var endings: [String] = []
    /// Whether a file with one of the ``endings`` is of this kind even if it is among ``pages``.
    package private(set) var isAutomatic = false
    /// Whether a folder represents the files of this kind in it.
    private(set) var acceptsFolders = true
    /// The number of pages in a file.
    private(set) var pageCount: PageCount
    /// Opens a file, or standard input for `-`.
    let open: @Sendable (_ path: String, InputOptions) throws(File.Failure) -> any PageInput

    /// The number of pages in a file.
    enum PageCount {
        case one
        /// Several. Only reading all of them shows how many there are.
        case several
        /// Several, which can be counted quickly since the file only names them.
        case named
    }

    /// All kinds, the default first.
    package static let all = [pages, jsonl, warc, list, sitemap]

    package static let pages = InputKind(
        name: "pages",
        summary: "pages, folders of them, and archives by their names (the default)",
        pageCount: .one,
        open: { path, options throws(File.Failure) in SingleInput(path, options.facts) }
    )

    package static let jsonl = InputKind(
        name: "jsonl",
        summary: #"one page per line: {"url", "html" or "body", "base64" or "file"}"#,
        endings: [".jsonl", ".ndjson"],
        pageCount: .several,
        open: { path, options throws(File.Failure) in
            JSONLinesInput(
                try .opening(path),
                options.facts,
                root: options.root,
                allowsAnyFile: options.allowsAnyFile
            )
        }
    )

    package static let warc = InputKind(
        name: "warc",
        summary: "web archives",
        // Common Crawl names the extracted texts of an archive *.warc.wet.
        endings: [".warc", ".warc.wet"],
        isAutomatic: true,
        pageCount: .several,
        open: { path, options throws(File.Failure) in WARCInput(try .opening(path), options.facts) }
    )

    package static let list = InputKind(
        name: "list",
        summary: "paths of pages, one per line",
        acceptsFolders: false,
        pageCount: .named,
        open: { path, options throws(File.Failure) in ListInput(try .opening(path), options.facts) }
    )

    package static let sitemap = InputKind(
        name: "sitemap",
        summary: "a sitemap whose pages are saved below its folder",
        acceptsFolders: false,
        pageCount: .named,
        open: { path, options throws(File.Failure) in
            SitemapInput(try .opening(path), options.facts, root: options.root)
        }
    )

}

extension InputKind {
    /// The kind with a name; `nil` if there is none.
    package init?(named name: String) {
        guard let kind = InputKind.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// The kind of a file by the ending of its name; `nil` if no kind has the ending.
    package static func of(file name: String) -> InputKind? {
        let plain = PackedName.unpacked(name).lowercased()
        return all.first { kind in kind.endings.contains { plain.hasSuffix($0) } }
    }

    /// This kind, or the kind that a file among ``pages`` has by its name.
    func resolved(for path: String) -> InputKind {
        guard self == .pages, let kind = InputKind.of(file: path), kind.isAutomatic else { return self }
        return kind
    }
}

extension InputKind: Equatable {
    package static func == (left: InputKind, right: InputKind) -> Bool { left.name == right.name }
}

extension ByteStream {
    /// The stream of a file, or of standard input for `-`.
    fileprivate static func opening(_ path: String) throws(File.Failure) -> ByteStream {
        path == "-" ? ByteStream() : try ByteStream(path)
    }
}
