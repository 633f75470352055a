import CLibXML2

/// The attributes of one tag as they stand on the page.
struct XMLAttributes {
    /// Where each one's name and value stand.
    var ranges: [(name: Range<Int>, value: Range<Int>)] = []

    /// The names of a tag's attributes, to find one that stands twice.
    struct Names {
        private struct Key: Hashable {
            let local: Name
            let namespace: UnsafeMutablePointer<xmlNs>?
        }

        private var few: [Key] = []
        private var many: Set<Key> = []

        /// Adds a name; false where it is there already.
        mutating func insert(_ local: Name, _ namespace: UnsafeMutablePointer<xmlNs>?) -> Bool {
            let key = Key(local: local, namespace: namespace)
            if few.count < 16 {
                if few.contains(key) { return false }
                few.append(key)
                return true
            }
            return !few.contains(key) && many.insert(key).inserted
        }
    }
}
