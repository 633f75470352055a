import Records

/// Writes the records of one type into a file of their own.
struct TypeEncoder {
    let type: String
    /// The type's fields in the rules' order. The record's type is no column, since all have the same; a line of JSON
    /// has it all the same, as everywhere.
    let columns: [String]
    private let layout: TableLayout?

    init(_ type: Schema.RecordType, _ format: FolderFormat) {
        self.type = type.name
        columns = type.fields.map(\.name)
        layout =
            switch format {
            case .csv: .csv
            case .tsv: .tsv
            case .jsonLines: nil
            }
    }

    /// What stands first in the file.
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
