import Basics

/// The places of a folded text at which dates may begin and end, ascending: neither is within a word or a number.
struct DatePlaces {
    private(set) var starts: [Int] = []
    private(set) var ends: [Int] = []

    init(starts: [Int], ends: [Int]) {
        self.starts = starts
        self.ends = ends
    }

    init(_ text: [UInt8]) {
        var wasWord = false
        for index in text.indices where text[index] & 0xC0 != 0x80 {
            let byte = text[index]
            let isWord = DatePlaces.isWord(text, at: index)
            if !(wasWord && isWord) {
                let isDigit = byte.isASCIIDigit
                if isDigit || byte >= 0x80 || isWord, !(isDigit && DatePlaces.isJoint(text, before: index)) {
                    starts.append(index)
                }
                if index > 0, !DatePlaces.isJoint(text, at: index) { ends.append(index) }
            }
            wasWord = isWord
        }
        if !text.isEmpty { ends.append(text.count) }
    }

    /// The places within words at which a date may have been joined to them: between a letter and a digit, and where a
    /// capital begins another word, "agoUpdated".
    func joints(in text: [UInt8], _ letterCase: DateCase) -> [Int] {
        let written = letterCase.written(of: text)
        var joints: [Int] = []
        var last: UInt8?
        for index in text.indices where text[index] & 0xC0 != 0x80 {
            let byte = DatePlaces.isWord(text, at: index) ? text[index] : nil
            if let byte, let last {
                let isChange = byte.isASCIIDigit != last.isASCIIDigit
                let isLetters = !byte.isASCIIDigit && !last.isASCIIDigit
                if isChange || isLetters && written.map({ DateCase.beginsWord($0, at: index) }) ?? false {
                    joints.append(index)
                }
            }
            last = byte
        }
        return joints
    }

    /// Whether sorted places have one.
    static func contain(_ place: Int, _ places: ArraySlice<Int>) -> Bool {
        var (low, high) = (places.startIndex, places.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low < places.endIndex && places[low] == place
    }

    /// Two sorted lists of different places as one.
    static func merge(_ one: [Int], _ other: [Int]) -> [Int] {
        var merged: [Int] = []
        merged.reserveCapacity(one.count + other.count)
        var rest = other[...]
        for place in one {
            while let first = rest.first, first < place { merged.append(rest.removeFirst()) }
            merged.append(place)
        }
        return merged + rest
    }

    /// "3/4/2018" within "13/3/4/2018".
    private static func isJoint(_ text: [UInt8], before index: Int) -> Bool {
        index > 1 && "/.:-,".utf8.contains(text[index - 1]) && text[index - 2].isASCIIDigit
    }

    private static func isJoint(_ text: [UInt8], at index: Int) -> Bool {
        index + 1 < text.count && "/:-".utf8.contains(text[index]) && text[index - 1].isASCIIDigit
            && text[index + 1].isASCIIDigit
    }

    /// Whether a character of words that are separated by spaces begins at an index: a digit, or a letter of the scripts
    /// below U+0800.
    private static func isWord(_ text: [UInt8], at index: Int) -> Bool {
        let byte = text[index]
        return byte.isASCIIDigit || byte < 0xE0 && FoldedNames.beginsWithLetter(text[index...])
    }
}
