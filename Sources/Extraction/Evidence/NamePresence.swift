import DOM
import Language

/// The known names of the rules that are on a page.
struct NamePresence {
    /// The known names that the page has.
    private(set) var present: Set<String> = []
    private struct Step: Hashable {
        let grandparent: UInt
        let parent: UInt
        let name: UInt
    }

    /// Searches a page for names, until all are found.
    ///
    /// - Complexity: linear in the size of the page; nothing is allocated for unknown names.
    init(_ index: NameIndex, _ names: PageNames) {
        let document = names.document
        var wanted = Set(index.entries.keys)
        var hashes: [UInt64: [String]] = [:]
        var interned: Set<UInt> = []
        for name in wanted {
            let word = name.dropFirst()
            if name.hasPrefix(".") || name.hasPrefix("#") {
                hashes[NamePresence.hash(word.utf8), default: []].append(name)
            }
        }
        for attribute in index.consulted.attributes.union(index.consulted.values.keys) {
            if let name = document.existingName(attribute.utf8) { interned.insert(name.address) }
        }
        var members: Set<UInt> = []
        for element in index.consulted.elements {
            if let name = document.existingName(element.utf8) { members.insert(name.address) }
        }
        let classes = document.existingName("class".utf8)
        let id = document.existingName("id".utf8)
        var steps: Set<Step> = []
        var next = document.rootElement
        while let element = next, !wanted.isEmpty {
            next = element.nextElement(within: document.node)
            var isNeeded = false
            if members.contains(element.name.address), names.isData(element) {
                let parent = element.parentElement
                let step = Step(
                    grandparent: parent?.parentElement?.name.address ?? 0,
                    parent: parent?.name.address ?? 0,
                    name: element.name.address
                )
                isNeeded = steps.insert(step).inserted
            }
            var attribute = element.firstAttribute
            while let candidate = attribute, !isNeeded {
                attribute = candidate.next
                if candidate.name == classes {
                    isNeeded = candidate.value.split { $0 <= 0x20 }.contains { word in
                        hashes[NamePresence.hash(word)]?.contains(where: wanted.contains) == true
                    }
                } else if candidate.name == id {
                    isNeeded = hashes[NamePresence.hash(candidate.value)] != nil
                } else {
                    isNeeded = interned.contains(candidate.name.address)
                }
            }
            if !isNeeded { continue }
            names.forEachName(of: element) { place in
                let known = place.known
                if index.entries[known] != nil {
                    wanted.remove(known)
                    present.insert(known)
                }
            }
        }
    }

    /// FNV-1a.
    private static func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
