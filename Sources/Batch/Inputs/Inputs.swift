import Engine
package import Records

/// How the operands of a run are read.
package struct InputOptions: Sendable {
    /// The kind of the operands.
    package var kind: InputKind
    /// Patterns of the files in folders that are read; if empty, the files whose names are those of pages.
    package var globs: [String]
    /// The folder with the pages that a sitemap or the lines of a JSON Lines file name; `nil` for the input's own
    /// folder.
    package var root: String?
    /// Whether the lines of a JSON Lines file may name files outside that folder.
    package var allowsAnyFile: Bool
    /// Facts about all pages.
    package var facts: PageFacts

    package init(
        kind: InputKind? = nil,
        globs: [String] = [],
        root: String? = nil,
        allowsAnyFile: Bool = false,
        facts: PageFacts = PageFacts()
    ) {
        self.kind = kind ?? .pages
        self.globs = globs
        self.root = root
        self.allowsAnyFile = allowsAnyFile
        self.facts = facts
    }
}

/// All pages of a run: those of its operands in order.
package struct Inputs: PageInput {
    private let operands: [Operand]
    private var index = 0
    private var current: OffsetInput?
    /// The number of bytes that have been consumed up to the last page.
    private var bytesRead = 0

    /// The pages of the operands of a command line.
    ///
    /// - Throws: an error if a pattern is invalid, or if standard input is given twice.
    package init(_ operands: [String], _ options: InputOptions = InputOptions()) throws(Diagnostic) {
        let files = try FolderFiles(kind: options.kind, globs: options.globs)
        if operands.count(where: { $0 == "-" }) > 1 {
            throw Diagnostic(.rules, "standard input (-) can be read only once")
        }
        self.operands = operands.map { Operand(path: $0, options: options, files: files) }
    }

    package mutating func next() -> PendingPage? {
        while true {
            if let page = current?.next() {
                bytesRead = max(bytesRead, page.bytesRead)
                return page
            }
            guard index < operands.count else { return nil }
            current = OffsetInput(operands[index].input, bytesRead)
            index += 1
        }
    }

    /// The amount of data to read, found by walking through the folders.
    package var size: InputSize {
        var size = InputSize(pages: 0, bytes: 0)
        for operand in operands { size += operand.size }
        return size
    }
}

/// An operand of the command line: a file, a folder, or `-`.
private struct Operand: Sendable {
    let path: String
    let options: InputOptions
    /// Which files of a folder are read.
    let files: FolderFiles

    private var kind: InputKind { options.kind }

    private var isFolder: Bool { path != "-" && File.kind(of: path) == .folder }

    /// The operand's pages.
    var input: any PageInput {
        guard isFolder else { return kind.input(path, options) }
        if kind.acceptsFolders { return FolderInput(path, files, options) }
        return SingleInput(failed: path, "\(path) is a folder, not a \(kind.name)")
    }

    /// The amount of data of the operand.
    var size: InputSize {
        if isFolder {
            return kind.acceptsFolders ? FolderInput.size(of: path, files) : .init(pages: 0, bytes: 0)
        }
        let isStandardInput = path == "-"
        let bytes = isStandardInput ? nil : File.size(of: path)
        switch kind.resolved(for: path).pageCount {
        case .one: return InputSize(pages: 1, bytes: bytes)
        case .several: return InputSize(pages: nil, bytes: bytes)
        case .named where isStandardInput: return InputSize()
        case .named:
            // The size of the named pages would take longer to find out than their number.
            var names = input
            var pages = 0
            while names.next() != nil { pages += 1 }
            return InputSize(pages: pages, bytes: nil)
        }
    }
}

extension InputKind {
    /// The pages of a file, or of standard input for `-`.
    func input(_ path: String, _ options: InputOptions) -> any PageInput {
        do throws(File.Failure) { return try resolved(for: path).open(path, options) } catch {
            return SingleInput(failed: path, "cannot read the input: \(error)")
        }
    }
}
