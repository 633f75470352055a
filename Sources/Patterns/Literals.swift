import Platform

/// A search for a literal text by its bytes, which ``Literals`` owns, so that copying a search changes no reference
/// count.
struct LiteralSearch {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the byte that is probably the rarest.
    private let rarest: Int

    /// `nil` for an empty text.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.isEmpty { return nil }
        self.bytes = bytes
        rarest = bytes.indices.max { LiteralSearch.rarity(bytes[$0]) < LiteralSearch.rarity(bytes[$1]) } ?? 0
    }

    private static func rarity(_ byte: UInt8) -> Int {
        switch byte {
        case 0x20, UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"): 0
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 1
        case 0x80...: 2
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): 3
        default: 4
        }
    }

    /// The first occurrence at or after a place.
    ///
    /// - Complexity: linear in the length of the text, times the length of the literal if the text repeats parts of it.
    func find(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = text.baseAddress, let first = bytes.baseAddress, start + bytes.count <= text.count
        else { return nil }
        let last = text.count - bytes.count + rarest
        var place = start + rarest
        while place <= last {
            guard let found = memchr(base + place, Int32(bytes[rarest]), last - place + 1) else { return nil }
            place = UnsafeRawPointer(base).distance(to: found)
            if bytes.count == 1 || memcmp(base + place - rarest, first, bytes.count) == 0 {
                return place - rarest
            }
            place += 1
        }
        return nil
    }
}

/// Literals that a text must contain for a pattern to match, which allows most places to be skipped.
///
/// The bytes are in their own memory, which does not change: every search reads them.
final class Literals: @unchecked Sendable {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// The text with which a match begins; `nil` if it varies.
    let prefix: LiteralSearch?
    /// A text that is anywhere in a match, if it is longer than the prefix.
    let required: LiteralSearch?
    /// The bytes with which a match may begin; `nil` if they exclude too little.
    let first: [Bool]?
    /// Whether the prefix is the whole pattern.
    let isWhole: Bool
    /// Whether a match begins at the beginning of the text.
    let isAnchored: Bool

    init(_ node: PatternNode, hasGroups: Bool) {
        var prefix: [UInt8] = []
        var isPlain = true
        let isAll = Literals.appendPrefix(node, to: &prefix, &isPlain)
        isWhole = isAll && isPlain && !hasGroups && !prefix.isEmpty
        var run: [UInt8] = []
        var required: [UInt8] = []
        Literals.findRequired(node, &run, &required)
        Literals.end(&run, &required)
        memory = .allocate(capacity: prefix.count + required.count)
        _ = memory.initialize(from: prefix + required)
        let bytes = UnsafeBufferPointer(memory)
        self.prefix = LiteralSearch(UnsafeBufferPointer(rebasing: bytes[..<prefix.count]))
        self.required =
            required.count > prefix.count
            ? LiteralSearch(UnsafeBufferPointer(rebasing: bytes[prefix.count...])) : nil
        isAnchored = Literals.isAnchored(node)
        var table = ByteTable()
        let isSelective =
            prefix.isEmpty && !Literals.addFirst(node, to: &table) && table.bytes.contains(false)
        first = isSelective ? table.bytes : nil
    }

    deinit {
        memory.deallocate()
    }

    // MARK: Searching

    /// The first place, at or after the given one, at which a match may begin; `nil` if there is none.
    func candidate(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        if let prefix { return prefix.find(in: text, from: start) }
        guard let first else { return start <= text.count ? start : nil }
        return first.withUnsafeBufferPointer { first in
            var place = start
            while place < text.count {
                if first[Int(text[place])] { return place }
                place &+= 1
            }
            return nil
        }
    }

    // MARK: Analysis

    /// Appends the text with which a node begins; whether that is all that it matches.
    private static func appendPrefix(
        _ node: PatternNode,
        to prefix: inout [UInt8],
        _ isPlain: inout Bool
    ) -> Bool {
        switch node {
        case .empty: return true
        case .assertion, .look:
            isPlain = false
            return true
        case .character(let set): return append(set, to: &prefix)
        case .sequence(let nodes): return nodes.allSatisfy { appendPrefix($0, to: &prefix, &isPlain) }
        case .group(_, let node): return appendPrefix(node, to: &prefix, &isPlain)
        case .repetition(let repetition):
            if repetition.minimum > 0 { _ = appendPrefix(repetition.node, to: &prefix, &isPlain) }
            return false
        case .choice: return false
        }
    }

    private static func append(_ set: CharacterSet, to bytes: inout [UInt8]) -> Bool {
        // Bytes that are not valid UTF-8 are read as U+FFFD too, and are not a literal.
        guard let value = set.single, value != 0xFFFD, let scalar = Unicode.Scalar(value) else {
            return false
        }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return true
    }

    /// Finds the longest text that a match contains; `run` is the text that ends where the node does.
    private static func findRequired(_ node: PatternNode, _ run: inout [UInt8], _ longest: inout [UInt8]) {
        switch node {
        case .empty, .assertion, .look: break
        case .character(let set): if !append(set, to: &run) { end(&run, &longest) }
        case .sequence(let nodes): for node in nodes { findRequired(node, &run, &longest) }
        case .group(_, let node): findRequired(node, &run, &longest)
        case .repetition(let repetition):
            end(&run, &longest)
            if repetition.minimum > 0 {
                findRequired(repetition.node, &run, &longest)
                end(&run, &longest)
            }
        case .choice: end(&run, &longest)
        }
    }

    private static func end(_ run: inout [UInt8], _ longest: inout [UInt8]) {
        if run.count > longest.count { longest = run }
        run = []
    }

    private static func isAnchored(_ node: PatternNode) -> Bool {
        switch node {
        case .assertion(.start): true
        case .empty, .assertion, .character, .look: false
        case .sequence(let nodes):
            nodes.first { node in
                switch node {
                case .assertion(.start): true
                case .empty, .assertion, .look: false
                case .character, .sequence, .choice, .repetition, .group: true
                }
            }.map(isAnchored) ?? false
        case .choice(let nodes): nodes.allSatisfy(isAnchored)
        case .repetition(let repetition): repetition.minimum > 0 && isAnchored(repetition.node)
        case .group(_, let node): isAnchored(node)
        }
    }

    private struct ByteTable {
        var bytes = [Bool](repeating: false, count: 256)

        mutating func insert(_ set: CharacterSet) {
            if let value = set.single, let scalar = Unicode.Scalar(value) {
                if let first = UTF8.encode(scalar)?.first { bytes[Int(first)] = true }
                // Invalid UTF-8 is read as U+FFFD.
                if value != 0xFFFD { return }
            }
            let ascii = set.ascii
            for byte in 0..<0x80 where ascii.contains(UInt8(byte)) { bytes[byte] = true }
            if !set.isASCII { for byte in 0x80..<0x100 { bytes[byte] = true } }
        }
    }

    /// Adds the bytes with which a node's matches begin; whether it may match without reading.
    private static func addFirst(_ node: PatternNode, to table: inout ByteTable) -> Bool {
        switch node {
        case .empty, .assertion, .look: return true
        case .character(let set):
            table.insert(set)
            return false
        case .sequence(let nodes):
            for node in nodes where !addFirst(node, to: &table) { return false }
            return true
        case .choice(let nodes):
            var isNullable = false
            for node in nodes where addFirst(node, to: &table) { isNullable = true }
            return isNullable
        case .repetition(let repetition):
            if repetition.maximum == 0 { return true }
            return addFirst(repetition.node, to: &table) || repetition.minimum == 0
        case .group(_, let node): return addFirst(node, to: &table)
        }
    }
}
