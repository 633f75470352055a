/// Gives equal names equal numbers.
struct NameTable {
    private(set) var all: [[UInt8]] = []
    private var indexes: [[UInt8]: Int32] = [:]

    mutating func index(of name: ByteText) -> Int32 {
        if let index = indexes[name.utf8] { return index }
        let index = Int32(all.count)
        all.append(name.utf8)
        indexes[name.utf8] = index
        return index
    }
}
