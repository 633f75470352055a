package import Records
import Scraping

/// A folder with a file for each record type: `Plants/Plant.csv`, `Plants/Photo.csv`.
///
/// A file has a column for each field of its type, and a header also where no record of the type comes. The folder's
/// journal, `.journal`, tells up to where the files are whole.
package final class FolderStore: RecordStore {
    private let journalPath: String
    private let paths: [String]
    private let files: JournaledFiles
    private let encoders: [TypeEncoder]
    private let indexes: [String: Int]
    private var bytes: [UInt8] = []

    /// Opens a folder, made where it is not there.
    ///
    /// - Parameter continues: whether what an interrupted run has kept is kept; else the files of these types are
    ///   emptied.
    package init(
        _ folder: String,
        format: FolderFormat,
        schema: Schema,
        continues: Bool
    ) throws(OutputError) {
        encoders = schema.distinctTypes.map { TypeEncoder($0, format) }
        let names = try encoders.map { encoder throws(OutputError) in
            try FolderStore.fileName(for: encoder.type, format)
        }
        indexes = Dictionary(uniqueKeysWithValues: zip(encoders.map(\.type), encoders.indices))
        journalPath = folder + "/.journal"
        paths = names.map { "\(folder)/\($0)" }
        let columns = zip(encoders, names).map { encoder, name -> Value in
            ["file": .string(name), "columns": .list(encoder.columns.map(Value.string))]
        }
        let note = JSONWriter.compact(.list(columns))
        if continues { try FolderStore.check(journalPath, note) }
        do throws(File.Failure) {
            try File.makeFolders(for: journalPath)
        } catch {
            throw FolderStore.error(error)
        }
        var isBegun = false
        files = try JournaledFiles(paths, journal: journalPath, continues: continues) { _ in isBegun = true }
        if isBegun { return }
        for (index, encoder) in encoders.enumerated() { try append(to: index, encoder.appendHeader) }
        try commit(note)
    }

    /// Makes sure that the files of an interrupted run have the same names and columns, before any is opened: of others the
    /// journal does not tell, and they would be cut.
    private static func check(_ journal: String, _ note: String) throws(OutputError) {
        let first: String?
        do throws(File.Failure) { first = try Journal.firstNote(of: journal) } catch {
            throw FolderStore.error(error)
        }
        guard let first, first != note else { return }
        throw OutputError(
            "the interrupted run that \(journal) tells of had other record types or fields",
            help: "begin anew, or in another folder",
            cause: .rules
        )
    }

    package func readNotes(_ body: (String) -> Void) throws(OutputError) {
        var isBeginning = true
        do throws(File.Failure) {
            try Journal.read(journalPath, for: paths) { note in
                if !isBeginning { body(note) }
                isBeginning = false
            }
        } catch {
            throw FolderStore.error(error)
        }
    }

    package func write(_ records: [Record], note: String) throws(OutputError) {
        for record in records {
            guard let index = indexes[record.type] else {
                throw OutputError(
                    "there is no file for records of the type \"\(record.type)\"",
                    cause: .rules
                )
            }
            try append(to: index) { encoders[index].append(record, to: &$0) }
        }
        try commit(note)
    }

    package func finish() throws(OutputError) { files.synchronize() }

    private func append(to index: Int, _ encode: (inout [UInt8]) -> Void) throws(OutputError) {
        bytes.removeAll(keepingCapacity: true)
        encode(&bytes)
        do throws(File.Failure) { try files.append(bytes, to: index) } catch {
            throw FolderStore.error(error)
        }
    }

    private func commit(_ note: String) throws(OutputError) {
        do throws(File.Failure) { try files.commit(note) } catch { throw FolderStore.error(error) }
    }

    private static func error(_ failure: File.Failure) -> OutputError {
        OutputError("cannot write \(failure.path): \(failure)", cause: .input)
    }
}

extension FolderStore {
    /// The name of a type's file: the type's own, with everything escaped as in an address (`%2F`) that means something
    /// in a path, on the command line or in file systems elsewhere.
    static func fileName(for type: String, _ format: FolderFormat) throws(OutputError) -> String {
        let special = Set(#"/\:*?"<>|%"#.utf8)
        var name: [UInt8] = []
        for (index, byte) in type.utf8.enumerated() {
            let isHidden = index == 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-"))
            if byte < 0x20 || byte == 0x7F || special.contains(byte) || isHidden {
                let digits = String(byte, radix: 16, uppercase: true)
                name += Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
            } else {
                name.append(byte)
            }
        }
        // File systems hold 255 bytes of a name.
        guard (1...240).contains(name.count) else {
            throw OutputError(
                "the record type's name \"\(type)\" makes no file name",
                help: "give it 1 to 240 letters",
                cause: .rules
            )
        }
        return String(decoding: name, as: UTF8.self) + "." + format.rawValue
    }
}
