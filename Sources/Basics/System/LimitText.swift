/// Limits as a person would write them.
package enum LimitText {
    private static let binaryUnits = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    private static let decimalUnits = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]

    /// A number of bytes, in the largest unit that it is a multiple of.
    package static func bytes(_ count: Int) -> String {
        for (name, size) in binaryUnits + decimalUnits where count >= size && count.isMultiple(of: size) {
            return "\(count / size) \(name)"
        }
        return "\(count) bytes"
    }

    /// A number of seconds without needless decimals.
    package static func seconds(_ count: Double) -> String {
        if let whole = Int(exactly: count) { return "\(whole) s" }
        return "\(count) s"
    }
}
