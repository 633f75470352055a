package import Engine
import Platform
package import Records

/// Files that are appended to, with a journal that records up to where they are complete.
///
/// Appended bytes are part of the files once the journal has a line for them. A run that was interrupted anywhere, even in
/// the middle of a line, is continued by truncating all files to the sizes in the journal's last complete line.
package final class JournaledFiles {
    /// The identity of the files, as the journal's first note. A run continues only files with its own identity.
    package struct Identity {
        /// The first note, which the owner of new files commits.
        let note: String
        /// The error if the journal starts with another note.
        let mismatch: OutputError
    }

    private let paths: [String]
    private let files: [AppendedFile]
    private let journalPath: String
    private let journal: AppendedFile
    private let hasIdentity: Bool
    /// Whether nothing from an earlier run is kept.
    let isNew: Bool

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - journal: the journal's path.
    ///   - identity: the identity that the files must have to be continued.
    ///   - continues: whether the files are kept, up to where they are complete; otherwise they are emptied.
    ///   - note: called with each note that is kept, in order, except that of the identity.
    /// - Throws: an error if a file cannot be opened, or if the files cannot be continued: their journal is missing, is
    ///   not a journal, belongs to other files, or is in use by another run. No file has changed then.
    package init(
        _ paths: [String],
        journal journalPath: String,
        identity: Identity? = nil,
        continues: Bool,
        note: (String) -> Void = { _ in }
    ) throws(OutputError) {
        self.paths = paths
        self.journalPath = journalPath
        hasIdentity = identity != nil
        do throws(File.Failure) { try File.checkOwn(journalPath) } catch { throw JournaledFiles.error(error) }
        if continues { try JournaledFiles.check(paths, journalPath, identity) }
        do throws(File.Failure) {
            journal = try AppendedFile(journalPath)
            try journal.lock()
            var kept = JournalPrefix(sizes: paths.map { _ in 0 })
            if continues {
                kept = try JournalPrefix(journalPath, for: paths, skipsFirst: identity != nil, note)
            }
            // All files are open before the first is truncated, so that a path that cannot be written loses nothing.
            files = try paths.map { path throws(File.Failure) in try AppendedFile(path) }
            // The journal is truncated first: bytes that it does not record are not part of the files.
            try journal.cut(to: kept.length)
            for (file, size) in zip(files, kept.sizes) { try file.cut(to: size) }
            isNew = kept.length == 0
        } catch {
            throw JournaledFiles.error(error)
        }
    }

    /// Checks whether files can be continued, before any of them is opened.
    private static func check(
        _ paths: [String],
        _ journal: String,
        _ identity: Identity?
    ) throws(OutputError) {
        if File.kind(of: journal) == .nothing {
            guard let file = paths.first(where: { File.size(of: $0) > 0 }) else { return }
            throw .cannotContinue(file, "its journal \(journal) is missing")
        }
        guard let identity else { return }
        let first: String?
        do throws(File.Failure) {
            var reader = try LineReader(journal)
            first = reader.next().flatMap { reader.isLineEnded ? JournalEntry($0)?.note : nil }
        } catch {
            throw JournaledFiles.error(error)
        }
        if let first, first != identity.note { throw identity.mismatch }
    }

    private static func error(_ failure: File.Failure) -> OutputError {
        OutputError("cannot write \(failure.path): \(failure)", cause: .input)
    }

    /// The files' sizes, including data that is not written yet.
    package var sizes: [Int] { files.map(\.size) }

    /// Reads the notes in the journal, except that of the identity.
    func readNotes(_ body: (String) -> Void) throws(File.Failure) {
        _ = try JournalPrefix(journalPath, for: paths, skipsFirst: hasIdentity, body)
    }

    /// Appends to a file. The bytes are part of it after the next ``commit(_:)``.
    package func append(_ bytes: some Collection<UInt8>, to index: Int) throws(File.Failure) {
        try files[index].append(bytes)
    }

    /// Writes all appended bytes, so that others can read them before they are part of the files.
    func flush() throws(File.Failure) {
        for file in files {
            try file.flush()
            try file.checkPresence()
        }
    }

    /// Makes all appended bytes part of the files, together with a note.
    ///
    /// After a failure all further commits fail, and the files stay as the journal records them.
    package func commit(_ note: String) throws(File.Failure) {
        try flush()
        try journal.checkPresence()
        try journal.append(JournalEntry(sizes: sizes, note: note).line.utf8)
        try journal.flush()
    }

    /// Flushes everything to the disk, so that it survives a crash of the machine.
    package func synchronize() {
        for file in files { file.synchronize() }
        journal.synchronize()
    }
}

extension OutputError {
    /// The error for an output that cannot be continued.
    static func cannotContinue(_ path: String, _ reason: String) -> OutputError {
        OutputError(
            "cannot continue \(path) (--resume): \(reason)",
            help: "leave out --resume to start over, or choose another --output",
            cause: .rules
        )
    }
}

/// A line of a journal: the size of each file after a portion, and a note about it.
///
///     {"sizes":[1034,0],"note":"…"}
private struct JournalEntry {
    let sizes: [Int]
    let note: String

    /// The bytes that every line starts with.
    static let start = Array(#"{"sizes":["#.utf8)

    init(sizes: [Int], note: String) {
        self.sizes = sizes
        self.note = note
    }

    /// Parses a line; `nil` if it is not a line of a journal.
    init?(_ line: [UInt8]) {
        guard let entry = JSON.read(line, dialect: .strict).json?.value, let note = entry["note"]?.string,
            let list = entry["sizes"]?.list
        else { return nil }
        let sizes = list.compactMap { $0.number?.integer }.filter { $0 >= 0 }
        guard sizes.count == list.count else { return nil }
        self.init(sizes: sizes, note: note)
    }

    /// The line with its line feed.
    var line: String {
        let sizes = Value.list(sizes.map { .number(Number($0)) })
        return JSONWriter.compact(["sizes": sizes, "note": .string(note)]) + "\n"
    }
}

/// The part of a journal that is valid: its lines are complete, and the files contain the bytes that it records.
private struct JournalPrefix {
    /// The size of each file.
    private(set) var sizes: [Int]
    /// The length of this part of the journal.
    private(set) var length = 0

    init(sizes: [Int]) { self.sizes = sizes }

    /// Reads a journal.
    ///
    /// - Parameters:
    ///   - skipsFirst: whether `note` is not called with the first note.
    ///   - note: called with each note of the part.
    /// - Throws: an error if the file cannot be read, or is not the journal of such files, so that it must not be
    ///   truncated.
    init(
        _ path: String,
        for files: [String],
        skipsFirst: Bool,
        _ note: (String) -> Void
    ) throws(File.Failure) {
        sizes = files.map { _ in 0 }
        let actual = files.map(File.size)
        var reader = try LineReader(path)
        while let line = reader.next() {
            let entry = reader.isLineEnded ? JournalEntry(line) : nil
            let isFirst = length == 0
            if isFirst, let reason = JournalPrefix.problem(entry, line, isComplete: reader.isLineEnded, files)
            {
                throw File.Failure(path: path, description: reason)
            }
            guard let entry, entry.sizes.count == files.count,
                zip(entry.sizes, actual).allSatisfy({ $0 <= $1 })
            else { break }
            sizes = entry.sizes
            length += line.count + 1
            if !(isFirst && skipsFirst) { note(entry.note) }
        }
    }

    /// Why a file with this first line is not a journal of these files.
    private static func problem(
        _ entry: JournalEntry?,
        _ line: [UInt8],
        isComplete: Bool,
        _ files: [String]
    ) -> String? {
        if let entry {
            if entry.sizes.count == files.count { return nil }
            return "is the journal of \(entry.sizes.count) files, not \(files.count)"
        }
        let start = JournalEntry.start
        if !isComplete, start.starts(with: line) || line.starts(with: start) { return nil }
        return "is not the journal of a run"
    }
}

/// A file that is appended to, with a buffer.
final class AppendedFile {
    let path: String
    private let descriptor: Int32
    private let isTerminal: Bool
    private var buffer: [UInt8] = []
    private var written: Int
    /// The first failure. Since it is then unknown how much of the buffer was written, no more may be appended.
    private var failure: File.Failure?
    private static let capacity = 1 << 18

    /// Opens or creates a file. Its content is kept until ``cut(to:)``.
    init(_ path: String) throws(File.Failure) {
        self.path = path
        descriptor = PathText.withSystemPath(path) { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw File.Failure.last(path) }
        isTerminal = isatty(descriptor) == 1
        // A pipe or a device has no size.
        written = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    }

    deinit { close(descriptor) }

    /// Locks the file for this run until the file is closed or the process ends.
    func lock() throws(File.Failure) {
        // A killed run may still be ending, and a program that is being started may not have closed its descriptors yet.
        for _ in 0..<20 {
            // Other errors are those of file systems without locks.
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
            usleep(10_000)
        }
        throw File.Failure(path: path, description: "is in use by another run")
    }

    /// Truncates the file to at most `size` bytes.
    func cut(to size: Int) throws(File.Failure) {
        guard size < written else { return }
        guard ftruncate(descriptor, size) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw File.Failure.last(path)
        }
        written = size
    }

    /// The file's size, including the buffer.
    var size: Int { written + buffer.count }

    func append(_ bytes: some Collection<UInt8>) throws(File.Failure) {
        // A large page is not copied again.
        if bytes.count >= AppendedFile.capacity {
            try flush()
            return try write(bytes)
        }
        buffer.append(contentsOf: bytes)
        if buffer.count >= AppendedFile.capacity { try flush() }
    }

    /// Writes the buffer to the file.
    func flush() throws(File.Failure) {
        if let failure { throw failure }
        if buffer.isEmpty { return }
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: some Collection<UInt8>) throws(File.Failure) {
        // What is written after the end of a file that has become shorter follows NUL bytes.
        try checkSize(of: ownStatus)
        let error = File.write(bytes, to: descriptor, isTerminal: isTerminal)
        guard error == 0 else {
            let failure = File.Failure(path: path, description: String(cString: strerror(error)))
            self.failure = failure
            throw failure
        }
        written += bytes.count
    }

    /// Checks that the file still has its name and its content: data written to a removed file is lost.
    func checkPresence() throws(File.Failure) {
        guard let own = ownStatus else { return }
        try checkSize(of: own)
        let named = File.status(of: path)
        guard named?.st_ino != own.st_ino || named?.st_dev != own.st_dev else { return }
        let reason = named == nil ? "it was removed during the run" : "it was replaced during the run"
        throw File.Failure(path: path, description: reason)
    }

    /// The status of the open file; `nil` for a pipe or a device.
    private var ownStatus: stat? {
        var own = stat()
        return fstat(descriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG ? own : nil
    }

    /// Checks that the file has the size that has been written.
    private func checkSize(of own: stat?) throws(File.Failure) {
        guard let own, own.st_size != written else { return }
        let change = own.st_size < written ? "truncated" : "written to by another program"
        throw File.Failure(path: path, description: "it was \(change) during the run")
    }

    /// Flushes the file to the disk.
    func synchronize() { fdatasync(descriptor) }
}
