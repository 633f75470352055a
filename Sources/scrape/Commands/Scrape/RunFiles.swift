import Batch
import Engine
import Platform
import Records

/// The files that a run writes. They must differ from each other, and from those that the run reads.
struct RunFiles {
    /// A written file.
    private struct Written {
        let path: String
        let name: String
        /// The absolute path without links. The file need not exist.
        let place: String

        init(_ path: String, _ name: String) {
            self.path = path
            self.name = name
            place = RunFiles.place(of: path)
        }
    }

    private var files: [Written] = []

    /// Refuses files that would be overwritten or mixed.
    static func check(_ options: ScrapeCommand) throws(Diagnostic) {
        var written = RunFiles()
        if let output = options.output {
            try written.add(output, "--output")
            if options.isRun {
                try written.add(JournaledOutput.journal(of: output), "the journal of --output")
                try written.add(BegunPages.path(of: output), "the journal of begun pages of --output")
            }
        }
        if let errors = options.errors { try written.add(errors, "--errors") }
        if let summary = options.summary { try written.add(summary, "--summary") }
        for file in written.files {
            if let output = options.output, FolderStore.isFolder(output), file.name != "--output",
                isBelow(file.place, output), !file.name.hasPrefix("the journal")
            {
                throw Diagnostic(
                    .rules,
                    "\(file.name) \(file.path) is in \(output), which the run writes"
                )
            }
            try written.check(file, options)
        }
    }

    private mutating func add(_ path: String, _ name: String) throws(Diagnostic) {
        // The data of a pipe or a device is read elsewhere.
        if File.isDevice(path) { return }
        let file = Written(path, name)
        if let other = files.first(where: { $0.place == file.place }) {
            throw Diagnostic(.rules, "\(other.name) and \(name) are the same file, \(path)")
        }
        files.append(file)
    }

    private func check(_ file: Written, _ options: ScrapeCommand) throws(Diagnostic) {
        for page in options.pages where page != "-" {
            if File.kind(of: page) == .folder {
                guard RunFiles.isBelow(file.place, page) else { continue }
                throw Diagnostic(
                    .rules,
                    "\(file.name) \(file.path) is in \(page), whose files are read as pages",
                    help: "write it somewhere else"
                )
            }
            if File.isSame(page, file.path) {
                throw Diagnostic(
                    .rules,
                    "\(file.name) \(file.path) is one of the pages: it would be overwritten"
                )
            }
        }
        for (read, name) in [
            (options.rules, "the rules file"), (options.expectation, "the file of --expect"),
        ] {
            guard let read, File.isSame(read, file.path) else { continue }
            throw Diagnostic(.rules, "\(file.name) \(file.path) is \(name): it would be overwritten")
        }
    }

    /// The absolute path of a file: links are resolved as far as files exist, and the rest is unchanged.
    private static func place(of path: String) -> String {
        if let whole = resolved(path) { return whole }
        let root = path.hasPrefix("/") ? "/" : ""
        var parts = path.split(separator: "/")
        var missing: [Substring] = []
        while let last = parts.popLast() {
            missing.insert(last, at: 0)
            let folder = root + parts.joined(separator: "/")
            guard let known = resolved(folder.isEmpty ? "." : folder) else { continue }
            return (known == "/" ? "" : known) + "/" + missing.joined(separator: "/")
        }
        return path
    }

    private static func isBelow(_ place: String, _ folder: String) -> Bool {
        place.hasPrefix(self.place(of: folder) + "/")
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: - Read files

    /// The operands without duplicates, and those that are repeated.
    ///
    /// Each page is read once, however often it is named, so that a run that is interrupted and resumed reads the same
    /// pages.
    ///
    /// - Throws: an error for an operand that is inside another operand, a folder.
    static func distinct(
        _ operands: [String]
    ) throws(Diagnostic) -> (pages: [String], repeated: [String]) {
        // By bytes: é in one or two characters is equal as text, but names two files.
        var seen: [[UInt8]: Int] = [:]
        var pages: [String] = []
        var repeated: [String] = []
        for operand in operands {
            // A file with the name - is written ./-.
            let name = operand == "-" ? [] : Array(operand.normalPath.fromRoot.utf8)
            let count = seen[name, default: 0]
            seen[name] = count + 1
            if count == 0 { pages.append(operand) }
            if count == 1 { repeated.append(operand) }
        }
        try checkNesting(pages)
        return (pages, repeated)
    }

    private static func checkNesting(_ pages: [String]) throws(Diagnostic) {
        var folders: [String: String] = [:]
        for page in pages where page != "-" && File.kind(of: page) == .folder {
            folders[page.normalPath.fromRoot] = page
        }
        if folders.isEmpty { return }
        for page in pages where page != "-" {
            let path = page.normalPath.fromRoot
            guard let outer = path.foldersAbove.lazy.compactMap({ folders[$0] }).first else { continue }
            throw Diagnostic(
                .rules,
                "\(page) is in \(outer), whose pages are read too",
                help: "leave one of them out: each page is read once"
            )
        }
    }
}

extension String {
    /// The folders on an absolute path; empty for a path with "..", which can lead anywhere.
    fileprivate var foldersAbove: [String] {
        if split(separator: "/").contains("..") { return [] }
        var folders = ["/"]
        for index in utf8.indices.dropFirst() where utf8[index] == UInt8(ascii: "/") {
            folders.append(String(self[..<index]))
        }
        return folders.filter { $0 != self }
    }
}
