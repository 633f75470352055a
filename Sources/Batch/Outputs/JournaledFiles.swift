package import Scraping
import Glibc
import Records

/// Files that are appended to, and a journal that tells up to where they are whole.
///
/// What is appended counts from the moment that the journal has a line for it. An interrupted run, be it in the middle
/// of a line, is continued by cutting all files back to what the journal's last whole line says.
package final class JournaledFiles {
    private let files: [AppendedFile]
    private let journal: AppendedFile?

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - journal: the journal's path; `nil` for none, which cannot be continued.
    ///   - continues: whether what is there is kept, up to where it is whole; else the files are emptied.
    ///   - note: is given the notes of what is kept, in their order.
    package init(
        _ paths: [String],
        journal path: String?,
        continues: Bool,
        note: (String) -> Void = { _ in }
    ) throws(File.Failure) {
        guard let path else {
            files = try paths.map { path throws(File.Failure) in
                try AppendedFile(path, keeping: continues ? .max : 0)
            }
            journal = nil
            return
        }
        let known = try continues ? JournaledFiles.read(path, for: paths, note) : Known(paths.count)
        // The journal is cut first: what it does not tell of does not count, however much of it is there.
        journal = try AppendedFile(path, keeping: known.journal)
        var files: [AppendedFile] = []
        for (path, size) in zip(paths, known.sizes) {
            files.append(try AppendedFile(path, keeping: size))
        }
        self.files = files
    }

    /// The files' sizes, with what has been appended and not yet written.
    package var sizes: [Int] { files.map(\.size) }

    /// Appends to a file; it counts from the next ``commit(_:)`` on.
    package func append(_ bytes: some Collection<UInt8>, to index: Int) throws(File.Failure) {
        try files[index].append(bytes)
    }

    /// Makes what has been appended count, and the note that tells of it.
    package func commit(_ note: String) throws(File.Failure) {
        for file in files { try file.flush() }
        guard let journal else { return }
        let sizes = Value.list(files.map { .number(Number($0.size)) })
        try journal.append((JSONWriter.compact(["sizes": sizes, "note": .string(note)]) + "\n").utf8)
        try journal.flush()
    }

    /// Hands all over to the disk, so that it outlives the machine's going down.
    package func synchronize() {
        for file in files { file.synchronize() }
        journal?.synchronize()
    }

    /// The first note of a journal; `nil` where there is none.
    static func firstNote(of journal: String) throws(File.Failure) -> String? {
        guard File.kind(of: journal) == .file else { return nil }
        var reader = try LineReader(journal)
        guard let line = reader.next(), reader.isLineEnded else { return nil }
        return JSON.read(line, dialect: .strict).json?.value["note"]?.string
    }

    /// How much of the files counts.
    private struct Known {
        var sizes: [Int]
        var journal = 0

        init(_ count: Int) {
            sizes = Array(repeating: 0, count: count)
        }
    }

    /// Reads the journal as far as it is whole and the files hold what it tells of.
    private static func read(
        _ path: String,
        for files: [String],
        _ note: (String) -> Void
    ) throws(File.Failure) -> Known {
        var known = Known(files.count)
        guard File.kind(of: path) == .file else { return known }
        let actual = files.map(File.size)
        var reader = try LineReader(path)
        while let line = reader.next(), reader.isLineEnded {
            let entry = JSON.read(line, dialect: .strict).json?.value
            guard let text = entry?["note"]?.string,
                let sizes = entry?["sizes"]?.list?.compactMap({ $0.number?.integer }),
                sizes.count == files.count,
                zip(sizes, actual).allSatisfy({ $0 <= $1 })
            else { break }
            known.sizes = sizes
            known.journal += line.count + 1
            note(text)
        }
        return known
    }
}
