/// The words of a name of a page: `product--detail-page` has product, detail and page, `totalTimeISO` total, time, iso.
struct NameWords: Hashable {
    let words: [String]

    /// Complexity: linear in the name's length.
    init(_ name: String) {
        var words: [String] = []
        var word = ""
        var previous: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            let isWord = scalar.properties.isAlphabetic
            let isCapital = scalar.properties.isUppercase && previous?.properties.isLowercase == true
            if (!isWord || isCapital), !word.isEmpty {
                words.append(word)
                word = ""
            }
            if isWord { word += scalar.properties.lowercaseMapping }
            previous = scalar
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    /// The similarity of two names, from 0 to 1: the share of their letters that are in words which both have.
    ///
    /// If one of two words begins with the other, such as `details` with `detail`, the shorter one is in both.
    func similarity(to other: NameWords) -> Double {
        var rest = other.words
        var shared = 0
        for word in words {
            guard let index = rest.firstIndex(where: { NameWords.isSame($0, word) }) else { continue }
            shared += min(word.unicodeScalars.count, rest[index].unicodeScalars.count)
            rest.remove(at: index)
        }
        let all = (words + other.words).reduce(0) { $0 + $1.unicodeScalars.count }
        return all == 0 ? 0 : Double(2 * shared) / Double(all)
    }

    /// The minimum length of a word that another may begin with.
    private static let stem = 4

    private static func isSame(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        let (short, long) = left.utf8.count < right.utf8.count ? (left, right) : (right, left)
        return short.utf8.count >= stem && long.hasPrefix(short)
    }
}
