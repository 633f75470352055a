import Engine
package import Records

/// A folder with a file for each record type: `Plants/Plant.csv`, `Plants/Photo.csv`.
///
/// A file has a column for each field of its type, and a header even if there is no record of the type. The folder's
/// journal is `.journal`.
package final class FolderStore: RecordStore {
    private let files: JournaledFiles
    private let encoders: [TypeEncoder]
    private let indexes: [String: Int]
    private var bytes: [UInt8] = []

    /// Opens or creates a folder.
    ///
    /// - Parameter continues: whether the records of an interrupted run are kept; otherwise the files of these types
    ///   are emptied.
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
        let columns = zip(encoders, names).map { encoder, name -> Value in
            ["file": .string(name), "columns": .list(encoder.columns.map(Value.string))]
        }
        let identity = JournaledFiles.Identity(
            note: JSONWriter.compact(.list(columns)),
            mismatch: .cannotContinue(folder, "it has other record types or fields")
        )
        let journal = folder + "/.journal"
        do throws(File.Failure) { try File.makeFolders(for: journal) } catch {
            throw FolderStore.error(error)
        }
        files = try JournaledFiles(
            names.map { "\(folder)/\($0)" },
            journal: journal,
            identity: identity,
            continues: continues
        )
        guard files.isNew else { return }
        for (index, encoder) in encoders.enumerated() { try append(to: index, encoder.appendHeader) }
        try commit(identity.note)
    }

    /// Whether an output's path is that of a folder: one that exists, or one that ends with a slash.
    package static func isFolder(_ path: String) -> Bool {
        path.hasSuffix("/") || File.kind(of: path) == .folder
    }

    package func readNotes(_ body: (String) -> Void) throws(OutputError) {
        do throws(File.Failure) { try files.readNotes(body) } catch { throw FolderStore.error(error) }
    }

    package func write(_ records: [Record], note: String) throws(OutputError) {
        try append(records)
        try commit(note)
    }

    package func add(_ batch: RecordBatch) throws(OutputError) -> Bool {
        try append(batch.records)
        do throws(File.Failure) { try files.flush() } catch { throw FolderStore.error(error) }
        return true
    }

    private func append(_ records: [Record]) throws(OutputError) {
        for record in records {
            guard let index = indexes[record.type] else {
                throw OutputError(
                    "the schema has no record type \"\(record.type)\"",
                    cause: .rules
                )
            }
            try append(to: index) { encoders[index].append(record, to: &$0) }
        }
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
    /// The name of a type's file: the type's name, with percent-encoding (`%2F`) of characters that have a meaning in
    /// paths, on the command line or in other systems' file names.
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
        // File systems limit names to 255 bytes.
        guard (1...240).contains(name.count) else {
            throw OutputError(
                "the record type \"\(type)\" cannot be the name of a file",
                help: "give the type a name of 1 to 240 letters",
                cause: .rules
            )
        }
        return String(decoding: name, as: UTF8.self) + "." + format.rawValue
    }
}

/// Encodes the records of one type for their file.
private struct TypeEncoder {
    let type: String
    /// The type's fields in the order of the rules. The record type is not a column, since all records of the file have
    /// the same type; a line of JSON includes it, as in other outputs.
    let columns: [String]
    private let layout: TableLayout?

    init(_ type: Schema.RecordType, _ format: FolderFormat) {
        self.type = type.name
        columns = type.fields.map(\.name)
        layout =
            switch format {
            case .csv: .csv.escapingFormulas
            case .tsv: .tsv.escapingFormulas
            case .jsonLines: nil
            }
    }

    /// Appends the file's header.
    func appendHeader(to bytes: inout [UInt8]) {
        layout?.append(columns, to: &bytes)
    }

    func append(_ record: Record, to bytes: inout [UInt8]) {
        if let layout {
            layout.append(record, columns, to: &bytes)
        } else {
            bytes.append(contentsOf: JSONWriter.compact(record.value).utf8)
            bytes.append(0x0A)
        }
    }
}

/// The format of the files in a ``FolderStore``, by the formats' names. Their lines are independent, so that a file can be
/// truncated and continued.
package enum FolderFormat: String, CaseIterable, Sendable {
    case csv
    case tsv
    case jsonLines = "jsonl"
}
