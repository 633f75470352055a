/// Generates short pages that exercise as many of the standard's rules as possible.
struct HostilePage {
    private var random: Randomness
    private var bytes: [UInt8] = []
    /// The preferred names of this page.
    private let names: [[UInt8]]
    /// The names of start tags written so far, from which end tags are chosen.
    private var open: [[UInt8]] = []

    private init(_ random: Randomness) {
        self.random = random
        let themes = HostileVocabulary.themes
        var names = self.random.pick(themes)
        for _ in 0..<self.random.below(3) { names += self.random.pick(themes) }
        self.names = names
    }

    /// A page, or a part of one.
    static func make(_ random: inout Randomness) -> [UInt8] {
        var page = HostilePage(random)
        page.write()
        random = page.random
        return page.bytes
    }

    private mutating func write() {
        if random.chance(25) { bytes += random.pick(HostileVocabulary.markup) }
        let sizes = [3, 6, 10, 10, 20, 20, 40, 120]
        for _ in 0..<(1 + random.below(random.pick(sizes))) {
            let start = bytes.count
            writePart()
            if random.chance(2) { repeatBytes(from: start) }
        }
        if random.chance(10) { truncate() }
    }

    private mutating func writePart() {
        switch random.below(100) {
        case 0..<45: startTag()
        case 45..<65: endTag()
        case 65..<80: bytes += random.pick(HostileVocabulary.texts)
        case 80..<93: bytes += random.pick(HostileVocabulary.motifs)
        case 93..<98: bytes += random.pick(HostileVocabulary.markup)
        default: bytes.append(UInt8(random.below(0x80)))
        }
    }

    // MARK: - Tags

    private mutating func name() -> [UInt8] {
        var name = random.chance(85) ? random.pick(names) : random.pick(HostileVocabulary.all)
        if random.chance(4) { name = name.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 } }
        if random.chance(1) { name.append(random.pick([0, 0x3C, 0x22, 0x41, 0x2D])) }
        return name
    }

    private mutating func startTag() {
        let name = name()
        open.append(name)
        bytes.append(UInt8(ascii: "<"))
        bytes += name
        if random.chance(20) { attributes() }
        if random.chance(5) { bytes.append(UInt8(ascii: "/")) }
        if random.chance(99) { bytes.append(UInt8(ascii: ">")) }
    }

    private mutating func attributes() {
        for _ in 0...random.below(3) {
            bytes += random.pick([[0x20], [0x20], [0x20], [0x0A], [0x0D], [0x2F], [0x09, 0x0C]])
            bytes += random.pick(HostileVocabulary.attributes)
        }
    }

    private mutating func endTag() {
        bytes += [UInt8(ascii: "<"), UInt8(ascii: "/")]
        let isOpen = !open.isEmpty && random.chance(70)
        bytes += isOpen ? open[open.count - 1 - random.below(min(open.count, 6))] : name()
        if random.chance(3) { attributes() }
        if random.chance(99) { bytes.append(UInt8(ascii: ">")) }
    }

    // MARK: - The whole

    /// Repeats the last part: a few times, or more often than elements may be nested.
    private mutating func repeatBytes(from start: Int) {
        let part = bytes[start...]
        let count = random.chance(4) ? 520 + random.below(200) : random.below(12)
        guard part.count * count < 1 << 16 else { return }
        for _ in 0..<count { bytes += part }
    }

    /// Truncates the page between two characters.
    private mutating func truncate() {
        bytes.removeLast(random.below(min(bytes.count, 12)))
        while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
    }
}
