package import Scraping
package import Records

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
    /// - Throws: also where there is no journal of what is to be continued, or that of other files or none at all, or one in
    ///   use by another run; no file has lost anything then.
    package init(
        _ paths: [String],
        journal path: String?,
        continues: Bool,
        note: (String) -> Void = { _ in }
    ) throws(OutputError) {
        if let path, continues { try JournaledFiles.checkJournal(path, of: paths) }
        do throws(File.Failure) {
            (files, journal) = try JournaledFiles.open(paths, journal: path, continues: continues, note)
        } catch {
            throw OutputError("cannot write \(error.path): \(error)", cause: .input)
        }
    }

    /// Tells what cannot be continued: what no journal tells of may be anything.
    private static func checkJournal(_ path: String, of files: [String]) throws(OutputError) {
        guard File.kind(of: path) == .nothing, let whole = files.first(where: { File.size(of: $0) > 0 })
        else {
            return
        }
        throw OutputError(
            "\(whole) cannot be continued (--resume): \(path), which tells of its pages, is not there",
            help: "leave out --resume to begin anew, or choose another --output",
            cause: .rules
        )
    }

    private static func open(
        _ paths: [String],
        journal path: String?,
        continues: Bool,
        _ note: (String) -> Void
    ) throws(File.Failure) -> ([AppendedFile], AppendedFile?) {
        let journal: AppendedFile? = if let path { try AppendedFile(path) } else { nil }
        try journal?.lock()
        var kept = Kept(sizes: paths.map { _ in path == nil && continues ? .max : 0 })
        if let path, continues { kept = try Journal.read(path, for: paths, note) }
        // All are open before any is cut, so that a path that cannot be written loses nothing.
        let files = try paths.map { path throws(File.Failure) in try AppendedFile(path) }
        // The journal is cut first: what it does not tell of does not count, however much of it is there.
        try journal?.cut(to: kept.journal)
        for (file, size) in zip(files, kept.sizes) { try file.cut(to: size) }
        return (files, journal)
    }

    /// The files' sizes, with what has been appended and not yet written.
    package var sizes: [Int] { files.map(\.size) }

    /// Appends to a file; it counts from the next ``commit(_:)`` on.
    package func append(_ bytes: some Collection<UInt8>, to index: Int) throws(File.Failure) {
        try files[index].append(bytes)
    }

    /// Makes what has been appended count, and the note that tells of it.
    ///
    /// Once anything has failed, all that follows does: what counts stays what the journal tells.
    package func commit(_ note: String) throws(File.Failure) {
        for file in files { try file.flush() }
        guard let journal else { return }
        try journal.append(Journal.line(files.map(\.size), note).utf8)
        try journal.flush()
    }

    /// Hands all over to the disk, so that it outlives the machine's going down.
    package func synchronize() {
        for file in files { file.synchronize() }
        journal?.synchronize()
    }
}
