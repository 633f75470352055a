package import Records
import Scraping

/// Records as text at the end of a file, with a journal beside it that tells which pages they are of.
package final class JournaledOutput: RunOutput {
    private let files: JournaledFiles
    private let path: String
    /// Encodes records where that is not done by those who read the pages.
    private var encoder: any RecordEncoder
    /// When the files were handed over to the disk last.
    private var synchronized = ContinuousClock.now
    private static let interval = Duration.seconds(1)

    /// Opens a file of records.
    ///
    /// - Parameters:
    ///   - run: what the run is.
    ///   - continues: whether what is there is kept, as far as the journal tells of it.
    ///   - journal: is filled with what it tells.
    /// - Throws: that the file cannot be opened, or not be continued.
    package init(
        _ path: String,
        encoder: any RecordEncoder,
        run: String,
        continues: Bool,
        _ journal: inout RunJournal
    ) throws(Diagnostic) {
        self.path = path
        if continues { try JournaledOutput.check(path, run) }
        self.encoder = encoder
        var known = RunJournal()
        let place = JournaledOutput.journal(of: path)
        do throws(OutputError) {
            files = try JournaledFiles([path], journal: place, continues: continues) { known.read($0) }
        } catch {
            throw Diagnostic(error.cause, error.message, at: Location(file: path), help: error.help)
        }
        do throws(File.Failure) {
            if known.isEmpty { try files.commit(RunNotes.run(run)) }
        } catch {
            throw JournaledOutput.diagnostic(error)
        }
        journal = known
        // A table that is continued has its header already.
        if files.sizes[0] > 0 { _ = try? self.encoder.finish() }
    }

    /// The journal's path.
    package static func journal(of path: String) -> String { path + ".journal" }

    package func write(_ results: [PageResult], note: String) throws(Diagnostic) -> Bool {
        var bytes: [UInt8] = []
        do throws(File.Failure) {
            for result in results {
                if !result.encoded.isEmpty { try files.append(result.encoded, to: 0) }
                for record in result.records {
                    bytes.removeAll(keepingCapacity: true)
                    encoder.encode(record, into: &bytes)
                    try files.append(bytes, to: 0)
                }
            }
            try files.commit(note)
        } catch {
            throw JournaledOutput.diagnostic(error)
        }
        if ContinuousClock.now - synchronized > JournaledOutput.interval {
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

    /// Tells a file that is of another run, before anything of it is cut off.
    private static func check(_ path: String, _ run: String) throws(Diagnostic) {
        let first: String?
        do throws(File.Failure) { first = try Journal.firstNote(of: journal(of: path)) } catch {
            throw diagnostic(error)
        }
        var known = RunJournal()
        if let first { known.read(first) }
        if first != nil, known.run != run { throw Diagnostic.otherRun(path) }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the output: \(failure)", at: Location(file: failure.path))
    }
}
