import Basics

/// Mutates parts of real pages. Valid UTF-8 stays valid.
struct PageMutator {
    /// Pages as valid UTF-8.
    let pages: [[UInt8]]

    /// A mutated part of one of the pages. There must be at least one page.
    func make(_ random: inout Randomness) -> [UInt8] {
        var bytes = part(&random, atMost: random.pick([100, 300, 300, 1000, 3000]))
        for _ in 0..<(1 + random.below(6)) { mutate(&bytes, &random) }
        return bytes
    }

    /// A part of a page, which usually begins with markup.
    private func part(_ random: inout Randomness, atMost limit: Int) -> [UInt8] {
        let page = random.pick(pages)
        var start = boundary(in: page, random.below(page.count))
        if random.chance(80) {
            start = page[start...].prefix(2000).firstIndex(of: UInt8(ascii: "<")) ?? start
        }
        let end = boundary(in: page, min(page.count, start + random.below(limit)))
        return Array(page[start..<max(start, end)])
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout Randomness) {
        switch random.below(9) {
        case 0: bytes.removeSubrange(range(in: bytes, &random))
        case 1: insert(Array(bytes[range(in: bytes, &random)]), &bytes, &random)
        case 2: insert(part(&random, atMost: 200), &bytes, &random)
        case 3: insert(random.pick(HostileVocabulary.motifs), &bytes, &random)
        case 4: insert(random.pick(HostileVocabulary.texts), &bytes, &random)
        case 5: insert(HostilePage.make(&random), &bytes, &random)
        case 6: renameTag(&bytes, &random)
        case 7: changeByte(&bytes, &random)
        default: bytes.removeSubrange(boundary(in: bytes, random.below(bytes.count))...)
        }
    }

    private func insert(_ part: [UInt8], _ bytes: inout [UInt8], _ random: inout Randomness) {
        let place = boundary(in: bytes, random.below(bytes.count + 1))
        bytes.insert(contentsOf: part, at: place)
    }

    /// Renames a tag, or turns a start tag into an end tag or the reverse.
    private func renameTag(_ bytes: inout [UInt8], _ random: inout Randomness) {
        let from = random.below(bytes.count)
        guard let tag = bytes[from...].firstIndex(of: UInt8(ascii: "<")) else { return }
        let isEnd = tag + 1 < bytes.count && bytes[tag + 1] == UInt8(ascii: "/")
        let start = tag + (isEnd ? 2 : 1)
        let slash = UInt8(ascii: "/")
        if random.chance(30) {
            if isEnd { bytes.remove(at: tag + 1) } else { bytes.insert(slash, at: start) }
            return
        }
        let end = bytes[start...].firstIndex { !$0.isASCIILetter } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: random.pick(HostileVocabulary.all))
    }

    private func changeByte(_ bytes: inout [UInt8], _ random: inout Randomness) {
        let place = random.below(bytes.count)
        guard place < bytes.count, bytes[place] < 0x80 else { return }
        bytes[place] =
            random.chance(50) ? random.pick(Array("<>/&;=\"'-! \r\n\0".utf8)) : UInt8(random.below(0x80))
    }

    // MARK: - Characters

    private func range(in bytes: [UInt8], _ random: inout Randomness) -> Range<Int> {
        let start = boundary(in: bytes, random.below(bytes.count))
        let end = boundary(in: bytes, min(bytes.count, start + random.below(80)))
        return start..<max(start, end)
    }

    /// The first boundary of a character at or after `place`.
    private func boundary(in bytes: [UInt8], _ place: Int) -> Int {
        var place = place
        while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }
}
