import Glibc
import Records

@testable import SQLite

/// A database file that exists during a test, with the files next to it.
final class DatabaseFile {
    let path: String

    init() {
        // In memory if possible, so that the test does not wait for a disk.
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        path = "\(folder)/scrape-test-\(getpid())-\(UInt64.random(in: 0 ... .max)).db"
    }

    deinit { for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) } }

    /// Whether this machine has SQLite.
    static let isPossible = (try? SQLiteLibrary.system()) != nil

    /// A store for records of a schema.
    func store(
        _ types: [Schema.RecordType],
        _ options: [String: String] = [:],
        continues: Bool = false,
        busyTimeout: Int32 = 5000
    ) throws(OutputError) -> SQLiteStore {
        try SQLiteStore(
            path: path,
            tables: SQLTable.tables(for: Schema(types: types), SQLiteOptions(options)),
            continues: continues,
            busyTimeout: busyTimeout
        )
    }

    /// Executes statements.
    func execute(_ statements: String...) throws(OutputError) {
        let database = try Database(path, busyTimeout: 5000)
        for statement in statements { try database.execute(statement) }
    }

    /// The result of a query, with bars between cells.
    func query(_ sql: String) throws(OutputError) -> [String] {
        try Database(path, busyTimeout: 5000).rows(sql).map { row in
            row.map { $0 ?? "NULL" }.joined(separator: "|")
        }
    }
}

extension Schema.RecordType {
    /// A type whose fields have types by their names in the rules language, with brackets around the type of a list.
    init(_ name: String, _ fields: KeyValuePairs<String, String>, unique: [String] = []) {
        self.init(
            name: name,
            fields: fields.map { name, type in
                let scalar = Schema.Scalar(rawValue: type.filter(\.isLetter)) ?? .json
                return Schema.Field(
                    name: name,
                    type: type.hasPrefix("[") ? .list(.scalar(scalar)) : .scalar(scalar),
                    isRequired: false
                )
            },
            uniqueKeys: unique
        )
    }
}

extension Record {
    init(_ type: String, _ fields: KeyValuePairs<String, Value>) {
        self.init(type: type, fields: fields.map { Value.Member($0, $1) })
    }
}

/// An error's message, or a text that reports success.
func message(_ body: () throws(OutputError) -> Void) -> String {
    do throws(OutputError) {
        try body()
        return "success"
    } catch {
        return error.message
    }
}
