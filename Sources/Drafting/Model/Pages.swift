import DOM
import Engine
import Records
import Selectors

/// The addresses of pages, and the patterns for `"match"` that fit them.
enum PageAddresses {
    /// The page's address: as given, or as the page declares it.
    static func address(of page: Page) -> String? {
        guard let url = page.url ?? Rules.address(declaredBy: page) else { return nil }
        let address = WebAddress.normalized(url)
        return address.contains("://") ? address : nil
    }

    /// A pattern for each host. For several pages, their common prefix up to a slash. For one page, its host.
    static func patterns(for pages: [Page]) -> [String] {
        var hosts: [(host: String, paths: [String])] = []
        for page in pages {
            guard let url = address(of: page), let parts = split(url) else { continue }
            if let index = hosts.firstIndex(where: { $0.host == parts.host }) {
                hosts[index].paths.append(parts.path)
            } else {
                hosts.append((parts.host, [parts.path]))
            }
        }
        return hosts.map { $0.host + (Set($0.paths).count > 1 ? commonFolder($0.paths) : "/") + "*" }
    }

    /// The scheme with the host, and the path without query and fragment.
    static func split(_ url: String) -> (host: String, path: String)? {
        guard let scheme = url.range(ofText: "://") else { return nil }
        let rest = url[scheme.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        let path = rest[end...].prefix { $0 != "?" && $0 != "#" }
        return (String(url[..<end]), path.isEmpty ? "/" : String(path))
    }

    private static func commonFolder(_ paths: [String]) -> String {
        var common = paths[0][...]
        for path in paths.dropFirst() { common = common[..<firstDifference(common, path)] }
        let end = common.lastIndex(of: "/").map { common.index(after: $0) }
        return end.map { String(common[..<$0]) } ?? "/"
    }

    private static func firstDifference(_ left: Substring, _ right: String) -> Substring.Index {
        var index = left.startIndex
        var other = right.startIndex
        while index < left.endIndex, other < right.endIndex, left[index] == right[other] {
            index = left.index(after: index)
            other = right.index(after: other)
        }
        return index
    }
}

extension String {
    /// The range of the first occurrence of a text.
    func range(ofText text: String) -> Range<String.Index>? { firstRange(of: text) }
}

/// Reads pages into trees.
enum PageTrees {
    /// Reads each page as one source and returns the trees.
    static func read(_ pages: [Page], as source: String) throws(Diagnostics) -> [Document] {
        var documents: [Document] = []
        for page in pages {
            guard let reader = PageReader(source: source) else { continue }
            let parsed = reader.parse(page)
            guard let document = parsed.document else { throw Diagnostics(parsed.diagnostics) }
            documents.append(document)
        }
        return documents
    }
}

/// Tests selectors with the selector engine.
enum ExactMatch {
    /// Whether a selector matches exactly some elements of trees, given in document order.
    static func holds(_ selector: String, for nodes: [NodeRef], in trees: [Document]) -> Bool {
        guard let list = try? SelectorList(selector, prefixes: .page) else { return false }
        let found = trees.flatMap { tree in
            Matcher(tree).select(list, from: tree.node, includingScope: false).map(\.node)
        }
        return found == nodes
    }
}
