import Basics
import Records

extension Rules {
    /// The fields whose values no two records share (`unique`), by the record types that have such.
    public var uniqueKeys: [String: [String]] {
        Dictionary(
            records.filter { !$0.uniqueKeys.isEmpty }.map { ($0.name, $0.uniqueKeys) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The files that the rules were read from: this one, and those that it extends.
    package var fileNames: [String] { sources.names }
}
