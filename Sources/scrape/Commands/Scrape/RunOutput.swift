import Batch
import Engine
import Platform
import Records

/// Opens the output of a run: standard output, a file that is replaced, a file that grows with a journal, a folder of
/// tables, or a store.
struct OutputChoice {
    private let options: ScrapeCommand
    private let format: OutputFormat
    private let schema: Schema
    private let choice: RulesChoice

    init(_ options: ScrapeCommand, _ format: OutputFormat, _ schema: Schema, _ choice: RulesChoice) {
        self.options = options
        self.format = format
        self.schema = schema
        self.choice = choice
    }

    /// Opens the output.
    ///
    /// - Parameter journal: filled with the journal of the run's earlier parts.
    func open(_ journal: inout RunJournal) throws(Diagnostic) -> any RunOutput {
        let continues = options.resumes
        if format.isStore {
            guard let path = options.output else {
                throw Diagnostic(
                    .rules,
                    "the format \(format.name) is written to a file, not to standard output",
                    help: "name one with --output"
                )
            }
            let store = try self.store(path, continues)
            return try StoreOutput(store, path: path, run: run, continues: continues, &journal)
        }
        if let (folder, format) = try folder() {
            let store = try opened(folder) { () throws(OutputError) in
                try FolderStore(folder, format: format, schema: schema, continues: continues)
            }
            return try StoreOutput(store, path: folder, run: run, continues: continues, &journal)
        }
        if continues { try checkContinuable() }
        let encoder = try self.encoder()
        guard let path = options.output, options.isRun, format.isContinuable, !File.isSpecial(path) else {
            return try RecordOutput(path: options.output, encoder: encoder, isOfMany: options.isRun)
        }
        return try JournaledOutput(path, encoder: encoder, run: run, continues: continues, &journal)
    }

    /// The list of begun pages of a run that can be continued; `nil` for any other.
    func begunPages(of output: any RunOutput, after journal: RunJournal) throws(Diagnostic) -> BegunPages? {
        guard options.isRun, output.keepsNotes, let path = options.output else { return nil }
        return try BegunPages(of: path, after: options.resumes ? journal : nil)
    }

    private func checkContinuable() throws(Diagnostic) {
        guard let path = options.output, !File.isSpecial(path) else {
            throw Diagnostic(
                .rules,
                "--resume needs a file to continue",
                help: "name the interrupted run's file with --output"
            )
        }
        if !format.isContinuable {
            throw Diagnostic(
                .rules,
                "\(path) cannot be continued (--resume): the format \(format.name) is written as a whole",
                help: "use --format jsonl"
            )
        }
    }

    // MARK: - Encoders

    /// Makes an encoder; all encoders are made here.
    private func encoder() throws(Diagnostic) -> any RecordEncoder {
        do throws(OutputError) {
            return try format.makeEncoder(schema, options: options.formatOptions)
        } catch {
            throw Diagnostic(.rules, error.message, help: error.help)
        }
    }

    /// Makes encoders for the threads that read pages, if records are encoded independently; `nil` if the output
    /// encodes them in order, like stores and folders.
    var sharedEncoder: @Sendable () -> (any RecordEncoder)? {
        guard !format.isStore, !options.isFolderOutput,
            let first = try? encoder(), first.isStateless
        else { return { nil } }
        return { try? encoder() }
    }

    // MARK: - Stores and folders

    private func store(_ path: String, _ continues: Bool) throws(Diagnostic) -> any RecordStore {
        try opened(path) { () throws(OutputError) in
            try format.makeStore(schema, path: path, options: options.formatOptions, continues: continues)
        }
    }

    /// The folder for a file of each record type, and their format; `nil` if the output is not a folder.
    private func folder() throws(Diagnostic) -> (path: String, format: FolderFormat)? {
        guard let path = options.output, FolderStore.isFolder(path) else { return nil }
        guard let folderFormat = FolderFormat(rawValue: format.name) else {
            let formats = FolderFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw Diagnostic(
                .rules,
                "\(path) is a folder (--output), and the format \(format.name) is written to one file",
                help:
                    "name a file, or choose a --format that writes a file for each record type: \(formats)"
            )
        }
        do throws(OutputError) { try format.check(options.formatOptions) } catch {
            throw Diagnostic(.rules, error.message, help: error.help)
        }
        // The tables of a folder have no options.
        if let (name, value) = options.formatOptions.first, (name, value) != ("formulas", "escape") {
            throw Diagnostic(
                .rules,
                "\(path) is a folder (--output), whose tables always escape formulas: --option \(name)=\(value)"
                    + " has no effect",
                help: "name a file with --output, or leave the option out"
            )
        }
        let trimmed = String(path.reversed().drop { $0 == "/" }.reversed())
        return (trimmed.isEmpty ? "/" : trimmed, folderFormat)
    }

    private func opened(
        _ path: String,
        _ open: () throws(OutputError) -> any RecordStore
    ) throws(Diagnostic) -> any RecordStore {
        do throws(OutputError) { return try open() } catch {
            throw Diagnostic(
                error.cause == .page ? .rules : error.cause,
                error.message,
                at: Location(file: path),
                help: error.help
            )
        }
    }

    /// The identity of the run: a run with a different identity would write something else.
    private var run: String {
        var parts = [choice.identity, "format \(format.name)"]
        parts += options.formatOptions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if let record = options.record { parts.append("record \(record)") }
        parts += options.filters.map { "where \($0)" }
        if options.addsPage { parts.append("with page") }
        if options.skipsUnmatched { parts.append("skip unmatched") }
        if let input = options.input { parts.append("input \(input.name)") }
        if let root = options.root { parts.append("root \(root.normalPath.fromRoot)") }
        if let url = options.url { parts.append("url \(url)") }
        if let clock = options.clock { parts.append("clock \(clock)") }
        if let encoding = options.encoding { parts.append("encoding \(encoding)") }
        parts.append("reading \(options.reading)")
        return parts.joined(separator: "; ")
    }
}

/// An output without a journal: standard output, or a file that is replaced when the run has succeeded.
final class RecordOutput: RunOutput {
    private var encoder: any RecordEncoder
    private let file: ReplacementFile?
    private var isEmpty = true
    /// The status of the run, to be set before ``finish(note:)``: the file is replaced unless an input could not be read,
    /// or pages that do not satisfy their rules left nothing to write.
    var status = ExitStatus.success
    /// Whether a signal has ended the run.
    var isInterrupted = false
    private let isOfMany: Bool
    /// The output cannot be continued.
    let keepsNotes = false

    /// Opens the output before any page is read, so that a wrong path is reported immediately.
    ///
    /// - Parameter isOfMany: whether the run is over many pages.
    init(path: String?, encoder: any RecordEncoder, isOfMany: Bool) throws(Diagnostic) {
        self.encoder = encoder
        self.isOfMany = isOfMany
        guard let path else {
            file = nil
            return
        }
        do throws(File.Failure) {
            file = try ReplacementFile(path)
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    func write(_ pages: [FinishedPage], note: String?) throws(Diagnostic) -> Bool {
        var bytes: [UInt8] = []
        for page in pages {
            bytes += page.result.encoded
            if !page.result.records.isEmpty {
                isEmpty = false
                encoder.encode(page.result.records, into: &bytes)
            }
        }
        if !bytes.isEmpty { isEmpty = false }
        return try put(bytes)
    }

    func finish(note: String) throws(Diagnostic) {
        let ending: String
        do throws(OutputError) { ending = try encoder.finish() } catch {
            throw Diagnostic(error.cause, error.message, help: error.help)
        }
        guard try put(ending.utf8), let file else { return }
        if hasFailed {
            if !File.isSpecial(file.path) {
                Console.log(.note, "the run has failed, \(file.path) is unchanged")
            }
            return
        }
        do throws(File.Failure) {
            try file.commit()
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    /// Whether the file must remain unchanged. A page of many that cannot be read does not affect the others; an
    /// interrupted run is incomplete.
    private var hasFailed: Bool {
        if isInterrupted || status == .usage { return true }
        return isOfMany ? isEmpty && status != .success : status == .input || (status == .page && isEmpty)
    }

    private func put(_ bytes: some Collection<UInt8>) throws(Diagnostic) -> Bool {
        if bytes.isEmpty { return true }
        do throws(File.Failure) {
            if let file {
                try file.write(bytes)
                return true
            }
            let error = Terminal.output.write(bytes)
            if error == EPIPE { return false }
            if error != 0 {
                throw File.Failure(path: "standard output", description: String(cString: strerror(error)))
            }
            return true
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the output: \(failure)", at: Location(file: failure.path))
    }
}
