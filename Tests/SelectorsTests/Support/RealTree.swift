import DOM
import Foundation
import Testing

/// What tree a browser built of a real page, and what elements its copied selectors find.
struct RealTree: CustomTestStringConvertible, Sendable {
    struct Copied: Decodable, Sendable {
        let kind: String
        let selector: String
        let text: String
    }

    /// Of the page, beside the list of trees.
    let path: String
    let elements: Int
    /// The first sixteen digits of the digest of the tree's lines.
    let tree: String
    let selectors: [Copied]

    var testDescription: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The page's bytes.
    func page() throws -> [UInt8] {
        guard let folder = RealTree.folder else { return [] }
        return Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    // MARK: - Loading

    static let folder: URL? = SharedCases.folder.flatMap { selectors in
        let folder = selectors.deletingLastPathComponent().appendingPathComponent("trees")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }

    /// All trees; none where the folder is missing.
    static let all: [RealTree] = {
        guard let folder, let data = try? Data(contentsOf: folder.appendingPathComponent("dev.jsonl")) else {
            return []
        }
        return data.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(RealTree.self, from: $0)
        }
    }()
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
        // `depth` counts from the document: `html` is at depth 0.
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

    /// An element's text as the shared trees hold it: all but that of scripts and the like, white space collapsed.
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
