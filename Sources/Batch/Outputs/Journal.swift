import Records
import Scraping

/// The journal of ``JournaledFiles``: a line for each portion, with how long each of the files is behind it and a note.
///
///     {"sizes":[1034,0],"note":"…"}
enum Journal {
    /// The line that tells of a portion.
    static func line(_ sizes: [Int], _ note: String) -> String {
        let sizes = Value.list(sizes.map { .number(Number($0)) })
        return JSONWriter.compact(["sizes": sizes, "note": .string(note)]) + "\n"
    }

    /// Reads a journal as far as it is whole and the files hold what it tells of.
    ///
    /// - Parameter note: is given the note of each portion that counts.
    @discardableResult
    static func read(
        _ path: String,
        for files: [String],
        _ note: (String) -> Void
    ) throws(File.Failure) -> Kept {
        var kept = Kept(sizes: files.map { _ in 0 })
        let actual = files.map(File.size)
        var reader = try LineReader(path)
        while let line = reader.next() {
            let entry = reader.isLineEnded ? Entry(line) : nil
            if kept.journal == 0 { try check(entry, line, isWhole: reader.isLineEnded, path, files) }
            guard let entry, entry.sizes.count == files.count,
                zip(entry.sizes, actual).allSatisfy({ $0 <= $1 })
            else { break }
            kept.sizes = entry.sizes
            kept.journal += line.count + 1
            note(entry.note)
        }
        return kept
    }

    /// The first note of a journal; `nil` where there is none.
    static func firstNote(of path: String) throws(File.Failure) -> String? {
        guard File.kind(of: path) == .file else { return nil }
        var reader = try LineReader(path)
        guard let line = reader.next(), reader.isLineEnded else { return nil }
        return Entry(line)?.note
    }

    /// Makes sure that the first line is of a journal of such files: what is something else must not be cut.
    private static func check(
        _ entry: Entry?,
        _ line: [UInt8],
        isWhole: Bool,
        _ path: String,
        _ files: [String]
    ) throws(File.Failure) {
        if let entry {
            if entry.sizes.count == files.count { return }
            throw File.Failure(
                path: path,
                description: "is the journal of \(entry.sizes.count) files, not \(files.count)"
            )
        }
        if !isWhole, beginning.starts(with: line) || line.starts(with: beginning) { return }
        throw File.Failure(path: path, description: "is not the journal of a run")
    }

    /// What every line of a journal begins with.
    private static let beginning = Array(#"{"sizes":["#.utf8)

    private struct Entry {
        let sizes: [Int]
        let note: String

        init?(_ line: [UInt8]) {
            guard let entry = JSON.read(line, dialect: .strict).json?.value, let note = entry["note"]?.string,
                let list = entry["sizes"]?.list
            else { return nil }
            let sizes = list.compactMap { $0.number?.integer }.filter { $0 >= 0 }
            guard sizes.count == list.count else { return nil }
            self.sizes = sizes
            self.note = note
        }
    }
}

/// How much of some files, and of their journal, counts.
struct Kept {
    var sizes: [Int]
    var journal = 0
}
