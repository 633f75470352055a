/// A text that is searched, and the known properties of its places.
final class Subject {
    @exclusivity(unchecked) private(set) var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    let alphabet: Alphabet
    private let findsTerminator: Bool
    /// The start of the line terminator at the end of the text; the text's end if there is none or no condition needs
    /// it.
    @exclusivity(unchecked) private(set) var finalTerminator = 0
    /// For each look-around, a bit for each place where it is satisfied.
    @exclusivity(unchecked) var tables: [PlaceSet] = []

    init(_ alphabet: Alphabet, findsTerminator: Bool) {
        self.alphabet = alphabet
        self.findsTerminator = findsTerminator
    }

    func begin(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        finalTerminator = findsTerminator ? Subject.finalTerminator(text) : text.count
        if !tables.isEmpty { tables = [] }
    }

    private static func finalTerminator(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let last = text.last else { return 0 }
        if last >= 0x20, last < 0x80 { return text.count }
        let (value, length) = UTF8Reader.scalar(in: text, before: text.count, limit: 0)
        guard CharacterSet.lineTerminators.contains(value) else { return text.count }
        let isPair = value == 0x0A && text.count > 1 && text[text.count - 2] == 0x0D
        return text.count - length - (isPair ? 1 : 0)
    }

    /// The properties of the character before a place that conditions test.
    func left(_ place: Int) -> Context {
        if place == 0 { return .edge }
        let (value, length) = UTF8Reader.scalar(in: text, before: place, limit: 0)
        var context = alphabet.context(find: value)
        if context.contains(.ignorable) {
            // Whether a word ends here is known from the character that these belong to.
            context.remove(.word)
            var place = place - length
            while place > 0 {
                let (value, length) = UTF8Reader.scalar(in: text, before: place, limit: 0)
                let before = alphabet.context(find: value)
                if !before.contains(.ignorable) {
                    context.formUnion(before.intersection(.word))
                    break
                }
                place -= length
            }
        }
        return context
    }

    /// The properties of the character after a place that conditions test.
    func right(_ place: Int) -> Context {
        if place == text.count { return .edge }
        let (value, _) = UTF8Reader.scalar(in: text, at: place, limit: text.count)
        let context = alphabet.context(find: value)
        return place == finalTerminator ? context.union(.final) : context
    }

    func holds(_ look: Int32, _ place: Int) -> Bool { tables[Int(look)].contains(place) }

    /// The look-arounds that are satisfied at a place.
    private func looks(_ place: Int) -> UInt32 {
        var bits: UInt32 = 0
        for (index, table) in tables.enumerated() where table.contains(place) { bits |= 1 << UInt32(index) }
        return bits
    }

    /// The class of the character after a place, and its length.
    func next(_ place: Int) -> (characters: Int, length: Int) {
        if place == text.count { return (alphabet.variant(of: Alphabet.end, [], looks: looks(place)), 0) }
        let (value, length) = UTF8Reader.scalar(in: text, at: place, limit: text.count)
        let base = alphabet.find(value)
        if place != finalTerminator, tables.isEmpty { return (base, length) }
        return (
            alphabet.variant(of: base, place == finalTerminator ? .final : [], looks: looks(place)), length
        )
    }

    /// The class of the character before a place, and its length.
    func previous(_ place: Int) -> (characters: Int, length: Int) {
        if place == 0 { return (alphabet.variant(of: Alphabet.end, [], looks: looks(place)), 0) }
        let (value, length) = UTF8Reader.scalar(in: text, before: place, limit: 0)
        let base = alphabet.find(value)
        if place - length != finalTerminator, tables.isEmpty { return (base, length) }
        let context: Context = place - length == finalTerminator ? .final : []
        return (alphabet.variant(of: base, context, looks: looks(place)), length)
    }
}

/// A set of places in a text.
struct PlaceSet {
    private var words: [UInt64]

    init(count: Int) {
        words = [UInt64](repeating: 0, count: count >> 6 + 1)
    }

    func contains(_ place: Int) -> Bool { words[place >> 6] >> UInt64(place & 63) & 1 == 1 }

    mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }

    mutating func invert() {
        for index in words.indices { words[index] = ~words[index] }
    }
}

/// A set of states in the order of their insertion, which is emptied in constant time.
struct StateSet {
    private var rounds: [UInt32]
    private var round: UInt32 = 1
    private(set) var members: [Int32] = []

    init(count: Int) {
        rounds = [UInt32](repeating: 0, count: count)
    }

    @inline(__always)
    mutating func insert(_ state: Int32) -> Bool {
        guard rounds[Int(state)] != round else { return false }
        rounds[Int(state)] = round
        members.append(state)
        return true
    }

    mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        round &+= 1
        if round == 0 {
            rounds = [UInt32](repeating: 0, count: rounds.count)
            round = 1
        }
    }
}
