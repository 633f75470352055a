/// Where records go that is more than text at the end of a file, such as a database: takes them in portions, each with a
/// note, and keeps both or neither whatever becomes of the process.
///
/// Used by one thread at a time.
public protocol RecordStore: AnyObject {
    /// Hands over the notes of what an interrupted run has kept, in their order; nothing where the store is new.
    ///
    /// Called at most once, before anything is written.
    func readNotes(_ body: (String) -> Void) throws(OutputError)

    /// Keeps records and the note that goes with them: after a crash the store has all of them or none.
    func write(_ records: [Record], note: String) throws(OutputError)

    /// Ends the store, after the last portion; never called where a run has failed.
    func finish() throws(OutputError)
}
