public import Records

/// Which record is meant: its type, its key where the rules name one, and its number.
public struct RecordPlace: Hashable, Sendable {
    /// The record type's name; `record` for what says none.
    public let type: String
    /// The fields that no two records of the type share, with their values; none where the rules name none.
    public let key: [Value.Member]
    /// Its number from 1 among the old records of its type; `nil` where it was not there.
    public let oldNumber: Int?
    /// Its number from 1 among the new records of its type; `nil` where it is not there any more.
    public let newNumber: Int?

    /// A record's place.
    public init(type: String, key: [Value.Member], oldNumber: Int?, newNumber: Int?) {
        self.type = type
        self.key = key
        self.oldNumber = oldNumber
        self.newNumber = newNumber
    }
}

extension RecordPlace: CustomStringConvertible {
    /// `Workout 2`, `Offer 3 (sku A-12)`: the number is that of the new record, where it is gone of the old.
    public var description: String {
        let number = (newNumber ?? oldNumber).map { " \($0)" } ?? ""
        let keys = key.map { "\($0.name) \(RecordPlace.short($0.value.text))" }.joined(separator: ", ")
        return type + number + (keys.isEmpty ? "" : " (\(keys))")
    }

    /// A key is to be recognised, not read.
    private static func short(_ text: String) -> String {
        let line = text.replacing("\n", with: " ")
        return line.count > 60 ? line.prefix(40) + "…" + line.suffix(19) : line
    }
}
