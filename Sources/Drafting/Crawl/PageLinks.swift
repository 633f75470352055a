import Addresses
import DOM
import Engine
import Selectors

/// A page's links to pages of its own host, in document order.
struct PageLinks {
    struct Link {
        /// The index of its element in the outline.
        let index: Int
        let address: WebAddress
        /// Its text, white space collapsed.
        let text: String
    }

    let outline: Outline
    /// The page's address, without its fragment.
    let address: WebAddress
    let links: [Link]
    private let base: WebAddress

    /// Reads an HTML page; `nil` if it has no web address.
    init?(_ page: Page) throws(Diagnostics) {
        guard let address = page.url.flatMap({ try? WebAddress($0).withoutFragment }),
            let document = try PageTrees.read([page], as: "html").first
        else { return nil }
        let outline = Outline(document)
        let base = document.baseAddress.flatMap { try? WebAddress($0, base: address) } ?? address
        self.outline = outline
        self.address = address
        self.base = base
        links = outline.entries.indices.compactMap { index -> Link? in
            let entry = outline.entries[index]
            guard entry.tag == "a" || entry.tag == "link" && PageLinks.isNext(index, outline),
                let href = outline.attribute(\.href, of: index), !href.hasPrefix("#"),
                let target = try? WebAddress(href, base: base).withoutFragment,
                target.origin == address.origin, target.origin != nil
            else { return nil }
            let text = String(
                decoding: document.values(of: entry.node, extracting: .text).first ?? [],
                as: UTF8.self
            )
            return Link(index: index, address: target, text: WhiteSpace.collapse(text))
        }
    }

    /// The text of an element, white space collapsed.
    func text(of index: Int) -> String {
        let values = outline.document.values(of: outline.entries[index].node, extracting: .text)
        return WhiteSpace.collapse(String(decoding: values.first ?? [], as: UTF8.self))
    }

    /// Whether an element declares that it leads to the next page of a series.
    static func isNext(_ index: Int, _ outline: Outline) -> Bool {
        Outline.words(outline.attribute(named: "rel", of: index)).contains { $0.lowercased() == "next" }
    }

    /// The addresses that a selector yields, without duplicates, as in a crawl.
    func addresses(_ selector: String) -> [String] {
        guard let list = try? SelectorList(selector, prefixes: .page) else { return [] }
        let document = outline.document
        var found: [String] = []
        for match in Matcher(document).select(list, from: document.node, includingScope: false) {
            for value in document.values(of: match.node, extracting: match.extractor ?? .text) {
                let text = String(decoding: value, as: UTF8.self)
                guard let address = try? WebAddress(text, base: base).withoutFragment,
                    !found.contains(address.href)
                else { continue }
                found.append(address.href)
            }
        }
        return found
    }

    /// An element and its ancestors up to the root, the nearest first.
    func ancestors(of index: Int) -> [Int] {
        var all = [index]
        var current = index
        while outline.entries[current].parent != current {
            current = outline.entries[current].parent
            all.append(current)
        }
        return all
    }

    /// The site's own stable names of an element, best first, as selectors.
    func names(of index: Int) -> [String] {
        let id = SiteNames.id(of: index, in: outline).map { [$0] } ?? []
        return (id + SiteNames.marks(of: index, in: outline)).filter { $0.rank < 5 }.map(\.selector)
    }
}
