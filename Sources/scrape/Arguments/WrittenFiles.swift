import Batch
import Glibc
import Records
import Scraping

/// The files that a run writes: none may be another's, or one that the run reads.
struct WrittenFiles {
    /// A file by what is to be said of it.
    private struct File {
        let path: String
        let name: String
        /// The folder that it is in, links followed, and its name there: a file need not be there to be the same.
        let place: String

        init(_ path: String, _ name: String) {
            self.path = path
            self.name = name
            place = WrittenFiles.place(of: path)
        }
    }

    private var files: [File] = []

    /// Tells what would be overwritten or mixed.
    static func check(_ options: ScrapeOptions) throws(Diagnostic) {
        var written = WrittenFiles()
        if let output = options.output {
            try written.add(output, "--output")
            if options.isRun {
                try written.add(JournaledOutput.journal(of: output), "the journal of --output")
            }
        }
        if let errors = options.run.errors { try written.add(errors, "--errors") }
        if let summary = options.run.summary { try written.add(summary, "--summary") }
        for file in written.files {
            if let output = options.output, OutputChoice.isFolder(output), file.name != "--output",
                isBelow(file.place, output), !file.name.hasPrefix("the journal")
            {
                throw Diagnostic(
                    .rules,
                    "\(file.name) \(file.path) lies in \(output), whose files the run writes"
                )
            }
            try written.check(file, options)
        }
    }

    private mutating func add(_ path: String, _ name: String) throws(Diagnostic) {
        // What is written to a pipe or a device is read elsewhere.
        if Scraping.File.isSpecial(path), Scraping.File.kind(of: path) != .folder { return }
        let file = File(path, name)
        if let other = files.first(where: { $0.place == file.place }) {
            throw Diagnostic(.rules, "\(other.name) and \(name) are one file, \(path)")
        }
        files.append(file)
    }

    private func check(_ file: File, _ options: ScrapeOptions) throws(Diagnostic) {
        for page in options.pages where page != "-" {
            if Scraping.File.kind(of: page) == .folder {
                guard WrittenFiles.isBelow(file.place, page) else { continue }
                throw Diagnostic(
                    .rules,
                    "\(file.name) \(file.path) lies in \(page), whose files are read as pages",
                    help: "write it somewhere else"
                )
            }
            if Scraping.File.isSame(page, file.path) {
                throw Diagnostic(
                    .rules,
                    "\(file.name) \(file.path) is one of the pages: it would be overwritten"
                )
            }
        }
        for (read, name) in [
            (options.rules, "the rules file"), (options.run.expectation, "what --expect reads"),
        ] {
            guard let read, Scraping.File.isSame(read, file.path) else { continue }
            throw Diagnostic(.rules, "\(file.name) \(file.path) is \(name): it would be overwritten")
        }
    }

    /// Where a path leads: links followed as far as there is something, and the rest as it is written.
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
}
