/// How often something occurs in a text, and where first.
struct Occurrences {
    var count = 0
    /// The offset of the first one.
    var first = 0

    mutating func add(at offset: Int) {
        if count == 0 { first = offset }
        count += 1
    }
}
