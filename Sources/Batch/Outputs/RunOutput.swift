import Engine
import Platform
package import Records

/// The output of a run, which receives the records in portions.
package protocol RunOutput: AnyObject {
    /// The preferred number of pages per portion; 1 by default.
    var portion: Int { get }
    /// Whether the output stores the notes of portions; true by default.
    var keepsNotes: Bool { get }
    /// Writes the results of some pages, and the note that records them as finished.
    ///
    /// - Parameter note: `nil` if the last result is a part of a page. An interrupted run is then continued as if nothing had
    ///   been written since the last note.
    /// - Returns: false if the reader of the output has closed it, so that the run can end.
    func write(_ pages: [FinishedPage], note: String?) throws(Diagnostic) -> Bool
    /// Finishes the output.
    ///
    /// - Parameter note: a note without pages.
    func finish(note: String) throws(Diagnostic)
    /// Values that the output represents differently from what a reader may expect, after its end; empty by default.
    var warnings: [Diagnostic] { get }
}

extension RunOutput {
    package var portion: Int { 1 }
    package var keepsNotes: Bool { true }
    package var warnings: [Diagnostic] { [] }
}

/// The output of a run into a store, such as a database, which stores the notes too.
package final class StoreOutput: RunOutput {
    private let store: any RecordStore
    private let path: String
    /// The records that the store receives with the next note, if it takes only whole portions.
    private var waiting = RecordBatch()
    /// A portion is a transaction, which costs as much as the records of several pages.
    package let portion = 128

    /// Starts the output into an open store.
    ///
    /// - Parameters:
    ///   - run: the identity of the run.
    ///   - continues: whether the run continues an earlier one.
    ///   - journal: receives the notes of the earlier run.
    package init(
        _ store: any RecordStore,
        path: String,
        run: String,
        continues: Bool,
        _ journal: inout RunJournal
    ) throws(Diagnostic) {
        self.store = store
        self.path = path
        var known = RunJournal()
        do throws(OutputError) {
            if continues { try store.readNotes { known.read($0) } }
            if known.isEmpty { try store.write([], note: RunNotes.run(run)) }
        } catch {
            throw diagnostic(error)
        }
        if !known.isEmpty, known.run != run { throw diagnostic(.otherRun(path)) }
        journal = known
    }

    package func write(_ pages: [FinishedPage], note: String?) throws(Diagnostic) -> Bool {
        do throws(OutputError) {
            var batch = waiting
            waiting = RecordBatch()
            for page in pages { batch.append(page.result.records) }
            if let note {
                try store.write(batch, note: note)
            } else if try !store.add(batch) {
                waiting = batch
            }
            return true
        } catch {
            throw diagnostic(error)
        }
    }

    package func finish(note: String) throws(Diagnostic) {
        do throws(OutputError) { try store.finish() } catch { throw diagnostic(error) }
    }

    package var warnings: [Diagnostic] {
        store.warnings.map { warning in
            var diagnostic = diagnostic(warning)
            diagnostic.severity = .warning
            return diagnostic
        }
    }

    private func diagnostic(_ error: OutputError) -> Diagnostic {
        Diagnostic(error.cause, error.message, at: Location(file: path), help: error.help)
    }
}

extension OutputError {
    /// The error for an output of a run with another identity.
    fileprivate static func otherRun(_ path: String) -> OutputError {
        .cannotContinue(path, "it was written with other rules or options")
    }
}

/// The output of a run into a text file that is appended to, with a journal next to it.
package final class JournaledOutput: RunOutput {
    private let files: JournaledFiles
    private let path: String
    /// Encodes the records that are not encoded yet.
    private var encoder: any RecordEncoder
    /// The time at which the files were last flushed to the disk.
    private var synchronized = MonotonicTime.now
    private static let interval = Duration.seconds(1)

    /// Opens or creates a file of records.
    ///
    /// - Parameters:
    ///   - run: the identity of the run.
    ///   - continues: whether the records of an earlier run are kept.
    ///   - journal: receives the notes of the earlier run.
    /// - Throws: an error if the file cannot be opened or continued.
    package init(
        _ path: String,
        encoder: any RecordEncoder,
        run: String,
        continues: Bool,
        _ journal: inout RunJournal
    ) throws(Diagnostic) {
        self.path = path
        self.encoder = encoder
        var known = RunJournal()
        let identity = JournaledFiles.Identity(note: RunNotes.run(run), mismatch: .otherRun(path))
        do throws(OutputError) {
            files = try JournaledFiles(
                [path],
                journal: JournaledOutput.journal(of: path),
                identity: identity,
                continues: continues
            ) {
                known.read($0)
            }
        } catch {
            throw Diagnostic(error.cause, error.message, at: Location(file: path), help: error.help)
        }
        do throws(File.Failure) {
            if files.isNew { try files.commit(identity.note) }
        } catch {
            throw JournaledOutput.diagnostic(error)
        }
        journal = known
        // A continued table has its header already.
        if files.sizes[0] > 0 { _ = try? self.encoder.finish() }
    }

    /// The path of the journal of an output file.
    package static func journal(of path: String) -> String { path + ".journal" }

    package func write(_ pages: [FinishedPage], note: String?) throws(Diagnostic) -> Bool {
        var bytes: [UInt8] = []
        do throws(File.Failure) {
            for page in pages {
                if !page.result.encoded.isEmpty { try files.append(page.result.encoded, to: 0) }
                bytes.removeAll(keepingCapacity: true)
                encoder.encode(page.result.records, into: &bytes)
                if !bytes.isEmpty { try files.append(bytes, to: 0) }
            }
            guard let note else {
                try files.flush()
                return true
            }
            try files.commit(note)
        } catch {
            throw JournaledOutput.diagnostic(error)
        }
        if MonotonicTime.now - synchronized > JournaledOutput.interval {
            files.synchronize()
            synchronized = .now
        }
        return true
    }

    package func finish(note: String) throws(Diagnostic) {
        let ending: String
        do throws(OutputError) { ending = try encoder.finish() } catch {
            throw Diagnostic(error.cause, error.message, at: Location(file: path), help: error.help)
        }
        if !ending.isEmpty {
            do throws(File.Failure) {
                try files.append(ending.utf8, to: 0)
                try files.commit(note)
            } catch {
                throw JournaledOutput.diagnostic(error)
            }
        }
        files.synchronize()
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the output: \(failure)", at: Location(file: failure.path))
    }
}
