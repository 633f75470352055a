import Batch
import Records
import Scraping

/// Opens what a run writes to: standard output, a file that is replaced, one that grows with a journal, a folder of tables,
/// or a store.
struct OutputChoice {
    private let options: ScrapeOptions
    private let format: OutputFormat
    private let schema: Schema
    private let choice: RulesChoice

    init(_ options: ScrapeOptions, _ format: OutputFormat, _ schema: Schema, _ choice: RulesChoice) {
        self.options = options
        self.format = format
        self.schema = schema
        self.choice = choice
    }

    /// Opens the output.
    ///
    /// - Parameter journal: is filled with what is known of the run's earlier parts.
    func open(_ journal: inout RunJournal) throws(Diagnostic) -> any RunOutput {
        let continues = options.run.resumes
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

    private func checkContinuable() throws(Diagnostic) {
        guard let path = options.output, !File.isSpecial(path) else {
            throw Diagnostic(
                .rules,
                "--resume needs a file that it can go on with",
                help: "name the interrupted run's with --output"
            )
        }
        if !format.isContinuable {
            throw Diagnostic(
                .rules,
                "\(path) cannot be continued (--resume): what the format \(format.name) writes is one whole",
                help: "use --format jsonl"
            )
        }
    }

    // MARK: - Encoders

    /// The only place where encoders are made.
    private func encoder() throws(Diagnostic) -> any RecordEncoder {
        do throws(OutputError) {
            return try format.makeEncoder(schema, options: options.formatOptions)
        } catch {
            throw Diagnostic(.rules, error.message, help: error.help)
        }
    }

    /// Makes encoders for those who read the pages, where records stand by themselves; gives `nil` where the output encodes
    /// them in their order, as stores and folders do, each in its own way.
    var sharedEncoder: @Sendable () -> (any RecordEncoder)? {
        guard !format.isStore, !OutputChoice.isFolder(options.output),
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

    /// Whether an output is a folder: there, or to be made.
    static func isFolder(_ path: String?) -> Bool {
        guard let path else { return false }
        return path.hasSuffix("/") || File.kind(of: path) == .folder
    }

    /// The folder that a file for each record type goes to, with their format; `nil` where the output is none.
    private func folder() throws(Diagnostic) -> (path: String, format: FolderFormat)? {
        guard let path = options.output, OutputChoice.isFolder(path) else { return nil }
        guard let folderFormat = FolderFormat(rawValue: format.name) else {
            let formats = FolderFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw Diagnostic(
                .rules,
                "\(path) is a folder (--output), and the format \(format.name) is written to one file",
                help:
                    "name a file, or choose a --format of which a folder holds a file a record type: \(formats)"
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

    /// What the run is: a run that differs in any of it would write something else.
    private var run: String {
        var parts = [choice.identity, "format \(format.name)"]
        parts += options.formatOptions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if let record = options.record { parts.append("record \(record)") }
        parts += options.filters.map { "where \($0)" }
        if options.run.tellsPage { parts.append("with page") }
        if options.run.skipsUnmatched { parts.append("skip unmatched") }
        if let clock = options.clock { parts.append("clock \(clock)") }
        if let encoding = options.encoding { parts.append("encoding \(encoding)") }
        parts.append("reading \(options.reading)")
        return parts.joined(separator: "; ")
    }
}
