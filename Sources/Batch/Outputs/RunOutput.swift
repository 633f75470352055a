package import Records

/// Where the records of a run go, portion by portion.
package protocol RunOutput: AnyObject {
    /// How many pages are best written at once, where they come quickly.
    var portion: Int { get }
    /// Whether it keeps the notes that come with pages.
    var keepsNotes: Bool { get }
    /// Takes what became of some pages, and the note by which a journal tells that they are done.
    ///
    /// - Returns: false when whoever reads the output has gone, so that there is nothing left to do.
    func write(_ results: [PageResult], note: String) throws(Diagnostic) -> Bool
    /// Ends the output.
    ///
    /// - Parameter note: tells of no further page.
    func finish(note: String) throws(Diagnostic)
}

extension RunOutput {
    /// Each as it comes.
    package var portion: Int { 1 }
    /// It does.
    package var keepsNotes: Bool { true }
}

/// Records into a store, such as a database, which keeps the notes as well.
package final class StoreOutput: RunOutput {
    private let store: any RecordStore
    private let path: String
    /// A portion is a transaction, which costs as much as the records of several pages.
    package let portion = 128

    /// A store that has been opened.
    ///
    /// - Parameters:
    ///   - run: what the run is.
    ///   - continues: whether it goes on where an earlier one has ended.
    ///   - journal: is filled with what the store has noted of that.
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
        if !known.isEmpty, known.run != run { throw Diagnostic.otherRun(path) }
        journal = known
    }

    package func write(_ results: [PageResult], note: String) throws(Diagnostic) -> Bool {
        do throws(OutputError) {
            try store.write(results.flatMap(\.records), note: note)
            return true
        } catch {
            throw diagnostic(error)
        }
    }

    package func finish(note: String) throws(Diagnostic) {
        do throws(OutputError) { try store.finish() } catch { throw diagnostic(error) }
    }

    private func diagnostic(_ error: OutputError) -> Diagnostic {
        Diagnostic(error.cause, error.message, at: Location(file: path), help: error.help)
    }
}

extension Diagnostic {
    /// That an output cannot be continued, since what it holds is of a run that was not the same.
    static func otherRun(_ path: String) -> Diagnostic {
        Diagnostic(
            .rules,
            "\(path) holds what other rules or options have made of pages, and cannot be continued (--resume)",
            help: "leave out --resume to begin anew, or choose another --output"
        )
    }
}
