import DOM
import Foundation
import TestSupport
import Testing

/// The tree that a browser built from a real page, and the elements that its copied selectors find.
struct RealTree: CustomTestStringConvertible, Sendable {
    struct Copied: Decodable, Sendable {
        let kind: String
        let selector: String
        let text: String
    }

    /// The path of the page, relative to the list of trees.
    let path: String
    let elements: Int
    /// The first sixteen digits of the digest of the tree's lines.
    let tree: String
    let selectors: [Copied]

    var testDescription: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The page's bytes.
    func page() throws -> [UInt8] {
        try SharedCases.bytes("\(RealTree.folder)/\(path)")
    }

    // MARK: - Loading

    static let folder = "trees"

    /// All trees; none if the folder is missing.
    static let all = SharedCases.objects("\(folder)/dev.jsonl", as: RealTree.self)
}

extension RealTree: Decodable {
    private enum CodingKeys: String, CodingKey {
        case path = "page"
        case elements, tree, selectors
    }
}

// MARK: - What is compared

extension RealTree {
    /// The number of elements and the digest of a tree's lines `DEPTH TAG`.
    static func measure(_ document: Document) -> (elements: Int, tree: String) {
        var lines: [UInt8] = []
        var elements = 0
        var depth = 0
        var node = document.node
        // `depth` is measured from the document: `html` is at depth 0.
        walk: while true {
            if node.isElement {
                if elements > 0 { lines.append(UInt8(ascii: "\n")) }
                elements += 1
                lines.append(contentsOf: "\(depth - 1) \(node.name.string.lowercased())".utf8)
            }
            if let child = node.firstChild {
                node = child
                depth += 1
                continue
            }
            while node.nextSibling == nil {
                guard let parent = node.parent else { break walk }
                node = parent
                depth -= 1
            }
            guard let sibling = node.nextSibling else { break }
            node = sibling
        }
        return (elements, String(SHA1.hex(lines).prefix(16)))
    }

    private static let unread: Set = ["script", "style", "noscript", "template", "noembed", "noframes"]

    /// An element's text in the form of the shared trees: everything except scripts and similar elements, white space
    /// collapsed.
    static func text(of element: NodeRef) -> String {
        var text = ""
        var node: NodeRef? = element
        while let current = node {
            if current.isElement, unread.contains(current.name.string) {
                node = current.nextSkippingChildren(within: element)
                continue
            }
            if current.isText { text += String(decoding: current.content, as: UTF8.self) }
            node = current.next(within: element)
        }
        let words = text.unicodeScalars.split { scalar in
            scalar.properties.isWhitespace || scalar.value == 0x200B || scalar.value == 0xFEFF
        }
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}

/// The digest that identifies the shared trees (FIPS 180-4). Not for secrets.
enum SHA1 {
    /// The digest's hexadecimal digits.
    static func hex(_ message: [UInt8]) -> String {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = pad(message)
        padded.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 64) {
                absorb(UnsafeBufferPointer(rebasing: bytes[start..<start + 64]), into: &state)
            }
        }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func pad(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return padded
    }

    private static func absorb(_ block: UnsafeBufferPointer<UInt8>, into state: inout [UInt32]) {
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[4 * word + $1]) }
        }
        for index in 16..<80 {
            words.append(
                rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
            )
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant) = round(index, b, c, d)
            let next = rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index]
            (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
