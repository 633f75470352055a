/// The classes of characters that a pattern does not distinguish. A matcher's tables have a column for each.
///
/// ASCII's classes are known from the start; another character is classified when it first occurs in a text, so that
/// the size of Unicode's classes costs nothing.
final class Alphabet {
    /// The class of a byte; ``escape`` for a non-ASCII one.
    @exclusivity(unchecked) private(set) var ofByte = [UInt16](repeating: Alphabet.escape, count: 256)
    /// The properties that conditions test, by class.
    @exclusivity(unchecked) private(set) var contexts: [Context] = []
    /// The sets that contain the characters of a class: a row of bits for each.
    @exclusivity(unchecked) private(set) var rows: [UInt64] = []
    let rowLength: Int
    /// The look-arounds that are satisfied at the place, by class.
    @exclusivity(unchecked) private(set) var looks: [UInt32] = []

    var count: Int { contexts.count }

    /// Not a class: the character is not ASCII.
    static let escape: UInt16 = 0
    /// The end of the text in the direction of reading.
    static let end = 1

    private let sets: [CharacterSet]
    private let contextSets: [CharacterSet]
    private let needed: Context
    /// The classes of non-ASCII characters, by pages of 128; a page and a class of 0 are not known.
    @exclusivity(unchecked) private var pages: [UInt16] = []
    @exclusivity(unchecked) private var pageClasses: [UInt16] = []
    @exclusivity(unchecked) private var variants: [Variant: Int] = [:]

    private struct Variant: Hashable {
        let base: Int
        let context: Context
        let looks: UInt32
    }

    init(sets: [CharacterSet], contextSets: [CharacterSet], needed: Context) {
        self.sets = sets
        self.contextSets = contextSets
        self.needed = needed
        rowLength = max(1, (sets.count + 63) / 64)
        let empty = [UInt64](repeating: 0, count: rowLength)
        _ = append(empty, [], 0)
        _ = append(empty, .edge, 0)
        classifyASCII()
    }

    /// Whether a set contains the characters of a class.
    @inline(__always)
    func contains(_ set: Int32, _ characters: Int) -> Bool {
        let set = Int(set)
        return rows[characters &* rowLength &+ set >> 6] >> UInt64(set & 63) & 1 == 1
    }

    private func append(_ row: [UInt64], _ context: Context, _ looks: UInt32) -> Int {
        rows += row
        contexts.append(context)
        self.looks.append(looks)
        return contexts.count - 1
    }

    private func classifyASCII() {
        let ascii = sets.map(\.ascii)
        let contextASCII = contextSets.map(\.ascii)
        var row = [UInt64](repeating: 0, count: rowLength)
        for byte in 0..<0x80 as Range<UInt8> {
            for index in row.indices { row[index] = 0 }
            for (index, set) in ascii.enumerated() where set.contains(byte) {
                row[index >> 6] |= 1 << UInt64(index & 63)
            }
            var context: Context = []
            if !needed.isEmpty {
                context = Alphabet.context(ofASCII: byte).intersection(needed)
                for (index, set) in contextASCII.enumerated() where set.contains(byte) {
                    context.insert(.member(index))
                }
            }
            ofByte[Int(byte)] = UInt16(truncatingIfNeeded: find(row, context))
        }
    }

    private static func context(ofASCII byte: UInt8) -> Context {
        switch byte {
        case 0x0A: [.lineFeed, .lineTerminator]
        case 0x0D: [.carriageReturn, .lineTerminator]
        case 0x0B, 0x0C: .lineTerminator
        case UInt8(ascii: "_"): .word
        default: byte.isASCIILetter || byte.isASCIIDigit ? .word : []
        }
    }

    private func find(_ row: [UInt64], _ context: Context) -> Int {
        search: for index in Alphabet.end + 1..<max(Alphabet.end + 1, contexts.count)
        where contexts[index] == context && looks[index] == 0 {
            for word in 0..<rowLength where rows[index * rowLength + word] != row[word] { continue search }
            return index
        }
        return append(row, context, 0)
    }

    /// The class of a character.
    @inline(__always)
    func find(_ value: UInt32) -> Int {
        if value < 0x80 { return Int(ofByte[Int(value)]) }
        if !pages.isEmpty {
            let page = pages[Int(value >> 7)]
            if page != 0 {
                let found = pageClasses[Int(page) << 7 | Int(value & 127)]
                if found != 0 { return Int(found) }
            }
        }
        return classify(value)
    }

    /// The properties of a character that conditions test.
    func context(find value: UInt32) -> Context {
        // A new class changes the list.
        let characters = find(value)
        return contexts[characters]
    }

    @inline(never)
    private func classify(_ value: UInt32) -> Int {
        if pages.isEmpty {
            pages = [UInt16](repeating: 0, count: 0x110000 >> 7)
            pageClasses = [UInt16](repeating: 0, count: 128)
        }
        var row = [UInt64](repeating: 0, count: rowLength)
        for (index, set) in sets.enumerated() where set.contains(value) {
            row[index >> 6] |= 1 << UInt64(index & 63)
        }
        let found = find(row, context(of: value))
        let page = Int(value >> 7)
        if pages[page] == 0 {
            pages[page] = UInt16(truncatingIfNeeded: pageClasses.count >> 7)
            pageClasses += [UInt16](repeating: 0, count: 128)
        }
        pageClasses[Int(pages[page]) << 7 | Int(value & 127)] = UInt16(truncatingIfNeeded: found)
        return found
    }

    private func context(of value: UInt32) -> Context {
        if needed.isEmpty { return [] }
        var context: Context = []
        if value == 0x85 || value == 0x2028 || value == 0x2029 { context.insert(.lineTerminator) }
        if !needed.isDisjoint(with: [.word, .ignorable]), let scalar = Unicode.Scalar(value) {
            if UnicodeProperty.isWord(scalar) { context.insert(.word) }
            if UnicodeProperty.isIgnorable(scalar) { context.insert(.ignorable) }
        }
        context.formIntersection(needed)
        for (index, set) in contextSets.enumerated() where set.contains(value) {
            context.insert(.member(index))
        }
        return context
    }

    /// The class that replaces a class for characters at a place with additional properties: the text ends after them, or
    /// look-arounds are satisfied there.
    func variant(of base: Int, _ context: Context, looks: UInt32) -> Int {
        if context.isEmpty, looks == 0 { return base }
        let key = Variant(base: base, context: context, looks: looks)
        if let known = variants[key] { return known }
        let row = Array(rows[base * rowLength..<(base + 1) * rowLength])
        let new = append(row, contexts[base].union(context), looks)
        variants[key] = new
        return new
    }
}
