import Addresses
import DOM
import Platform
import Selectors

/// The links of a list's page to the pages of its entries: those at one place in the page whose addresses have the same
/// form.
struct DetailLinks {
    /// The addresses on the first page, without duplicates.
    let addresses: [WebAddress]
    /// The addresses of the entries' pages, for `match`.
    let pattern: String
    /// The selector of the links; `nil` if only their addresses distinguish them.
    let selector: String?
    /// A name for such pages: `plant` for `/plant/*`.
    let name: String

    /// The links to pages of entries; `nil` if there are none.
    ///
    /// - Parameter next: the list's second page.
    init?(_ links: PageLinks, next: WebAddress?) {
        let groups = DetailLinks.groups(links, next: next)
        let scored = groups.map { (group: $0, score: DetailLinks.score($0, links)) }.filter { $0.score > 0 }
        guard let best = scored.max(by: { $0.score < $1.score })?.group else { return nil }
        addresses = best.addresses
        pattern = best.shape.pattern
        name = best.shape.name
        selector = DetailSelector(best, links).selector
        // The shape of all pages of a site says nothing by itself.
        if selector == nil, !best.shape.isDistinct { return nil }
    }

    /// Links at one place in the page.
    struct Group {
        var links: [PageLinks.Link]
        let shape: AddressShape

        /// The addresses, without duplicates.
        var addresses: [WebAddress] {
            var seen: Set<String> = []
            return links.map(\.address).filter { seen.insert($0.href).inserted }
        }
    }

    private static let files: Set<String> = [
        "jpg", "jpeg", "png", "gif", "webp", "svg", "pdf", "zip", "gz", "mp3", "mp4", "epub", "doc", "docx",
        "xls", "xlsx", "css", "js", "xml", "rss", "ico",
    ]

    /// Whether a link leads to another page of the list: by its address, and a number or sign in place of a name.
    private static func isPaging(_ link: PageLinks.Link, _ links: PageLinks) -> Bool {
        PagedAddress.areRelated(link.address, links.address)
            && (link.address.path == links.address.path || !link.text.contains(where: \.isLetter))
    }

    private static func groups(_ links: PageLinks, next: WebAddress?) -> [Group] {
        var places: [String: [PageLinks.Link]] = [:]
        var order: [String] = []
        for link in links.links {
            let entry = links.outline.entries[link.index]
            let end = link.address.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
            guard entry.tag == "a", entry.region != .chrome, link.address != links.address,
                link.address != next, !isPaging(link, links),
                link.address.path.contains(".") == false || !files.contains(end)
            else { continue }
            let path = links.ancestors(of: link.index).map { links.outline.entries[$0].tag }
            let shape = AddressShape.key(of: link.address)
            let key = "\(entry.region.rawValue) \(path.joined(separator: "<")) \(shape)"
            if places[key] == nil { order.append(key) }
            places[key, default: []].append(link)
        }
        return order.flatMap { key in split(places[key] ?? []) }
    }

    /// Groups links by the first segment of their paths, unless it differs for each link.
    private static func split(_ links: [PageLinks.Link]) -> [Group] {
        func first(_ link: PageLinks.Link) -> String {
            let segments = link.address.path.split(separator: "/")
            return segments.count < 2 || segments[0].allSatisfy(\.isASCIIDigit) ? "" : String(segments[0])
        }
        let parts = Dictionary(grouping: links, by: first)
        let largest = parts.values.map(\.count).max() ?? 0
        let all = largest > 2 || parts.count == 1 ? parts.sorted { $0.key < $1.key }.map(\.value) : [links]
        return all.compactMap { part in
            AddressShape(part.map(\.address)).map { Group(links: part, shape: $0) }
        }
    }

    /// Parts of a site that group its entries, and are not entries themselves.
    private static let others: Set<String> = [
        "tag", "tags", "category", "categories", "author", "authors", "user", "users", "u", "login", "signup",
        "search", "archive", "archives", "label", "labels", "topic", "topics", "section", "help", "legal",
    ]

    /// A score for how much links look like those of entries; 0 if they are not.
    private static func score(_ group: Group, _ links: PageLinks) -> Double {
        let count = group.addresses.count
        guard count > 2 || count == 2 && group.shape.isDistinct else { return 0 }
        let outline = links.outline
        var score = Double(count).squareRoot()
        let text = group.links.reduce(0) { $0 + outline.sum(outline.text, in: $1.index) } / group.links.count
        let hasImages = group.links.contains { outline.sum(outline.images, in: $0.index) > 0 }
        if text == 0, !hasImages { return 0 }
        score *= 1 + log2(Double(1 + min(text, 200)))
        if group.links.contains(where: { isHeading($0.index, links) }) { score *= 2 }
        if group.links.contains(where: { outline.entries[$0.index].region == .side }) { score *= 0.2 }
        if group.shape.words.contains(where: others.contains) { score *= 0.2 }
        // If several places each have several links, these are labels of the entries.
        let parents = Set(group.links.map { outline.entries[$0.index].parent })
        if parents.count > 1, parents.count * 3 < group.links.count * 2 { score *= 0.3 }
        return score
    }

    private static func isHeading(_ index: Int, _ links: PageLinks) -> Bool {
        let near = links.ancestors(of: index).prefix(3).map { links.outline.entries[$0].tag }
        let outline = links.outline
        let inside = outline.entries[index + 1..<outline.entries[index].end].map(\.tag)
        return (near + inside).contains { $0.count == 2 && $0.first == "h" && $0.last?.isASCIIDigit == true }
    }
}

/// The common part of addresses: `/plant/*`, `/item?id=*`.
struct AddressShape {
    /// The pattern for `match`.
    let pattern: String
    /// The segments and parameters that all addresses share.
    let words: [String]
    /// A name for pages with such addresses.
    let name: String
    /// Whether a common segment or parameter distinguishes them from other pages of the site.
    var isDistinct: Bool { !words.isEmpty }

    /// The parts of addresses that must be equal for the same form: the number of segments, and the names of
    /// parameters.
    static func key(of address: WebAddress) -> String {
        let names = (address.query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } }
        return "\(address.path.split(separator: "/").count) \(names.joined(separator: "&"))"
    }

    /// The form of addresses with the same number of segments; `nil` if there is none.
    init?(_ addresses: [WebAddress]) {
        guard let first = addresses.first, let origin = first.origin else { return nil }
        let paths = addresses.map { $0.path.split(separator: "/").map(String.init) }
        var pattern = origin
        var words: [String] = []
        for position in paths[0].indices {
            let values = paths.compactMap { position < $0.count ? $0[position] : nil }
            let common = AddressShape.common(values)
            if !common.contains("*") { words.append(common.lowercased()) }
            pattern += "/" + common
        }
        if first.path.hasSuffix("/") { pattern += "/" }
        if let query = first.query {
            let members = addresses.map { ($0.query ?? "").split(separator: "&").map(String.init) }
            let parts = query.split(separator: "&").indices.map { index in
                let values = members.compactMap { index < $0.count ? $0[index] : nil }
                let name = values.first.map { String($0.prefix { $0 != "=" }) } ?? ""
                words.append(name.lowercased())
                return Set(values).count == 1 ? values[0] : "\(name)=*"
            }
            pattern += "?" + parts.joined(separator: "&")
        }
        self.pattern = pattern
        self.words = words
        let word = words.last { word in word.allSatisfy { $0.isLetter && $0.isASCII } && word.count > 2 }
        let name = word.map { Lexicon.singular($0) } ?? "page"
        self.name = ["list", "index", "html"].contains(name) ? "page" : name
    }

    /// The common text of several, with a star for the differing part, which ends at a character that is not a letter
    /// or digit.
    private static func common(_ values: [String]) -> String {
        guard let first = values.first, values.contains(where: { $0 != first }) else {
            return values.first ?? ""
        }
        var prefix = first[...]
        var suffix = first[...]
        for value in values {
            while !value.hasPrefix(prefix) { prefix = prefix.dropLast() }
            while !value.hasSuffix(suffix) { suffix = suffix.dropFirst() }
        }
        func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
        while let last = prefix.last, isPart(last) { prefix = prefix.dropLast() }
        while let next = suffix.first, isPart(next) { suffix = suffix.dropFirst() }
        // The two must not overlap in a short text.
        let shortest = values.map(\.count).min() ?? 0
        if prefix.count + suffix.count > shortest { suffix = suffix.prefix(0) }
        return prefix + "*" + suffix
    }
}

/// A selector for the links of a group: it gives their addresses, and no others.
struct DetailSelector {
    let selector: String?

    init(_ group: DetailLinks.Group, _ links: PageLinks) {
        let wanted = Set(group.addresses.map(\.href))
        selector = DetailSelector.candidates(group, links).first {
            let found = links.addresses($0)
            return Set(found) == wanted
        }
    }

    private static func candidates(_ group: DetailLinks.Group, _ links: PageLinks) -> [String] {
        let outline = links.outline
        let paths = group.links.map { links.ancestors(of: $0.index) }
        let depth = paths.map(\.count).min() ?? 0
        func shared(_ level: Int) -> [String] {
            let first = links.names(of: paths[0][level])
            return first.filter { name in
                paths.allSatisfy { links.names(of: $0[level]).contains(name) }
            }
        }
        func tags(from level: Int) -> String {
            (0..<level).reversed().map { outline.entries[paths[0][$0]].tag }.joined(separator: " > ")
        }
        var all: [String] = []
        // The name of an entry, or of what is around its link.
        for level in 1..<max(2, min(5, depth)) where level < depth {
            for name in shared(level).prefix(2) {
                all += ["\(name) > \(tags(from: level))", "\(name) a"]
            }
        }
        all += shared(0).prefix(2).map { "a\($0)" }
        // The name of what is around all of them.
        if let common = paths[0].first(where: { index in
            group.links.allSatisfy { outline.contains(index, $0.index) }
        }), let level = paths[0].firstIndex(of: common) {
            for (index, name) in paths[0][level...].prefix(4)
                .flatMap({ index in links.names(of: index).prefix(2).map { (index, $0) } })
            {
                let step = paths[0].firstIndex(of: index) ?? level
                all += ["\(name) > \(tags(from: step))", "\(name) a"]
            }
            let tag = outline.entries[common].tag
            if ["main", "article", "ul", "ol", "table"].contains(tag) {
                all += ["\(tag) > \(tags(from: level))", "\(tag) a"]
            }
        }
        if depth > 2 { all += ["main a", tags(from: min(3, depth)), tags(from: 2)] }
        return all.map { "\($0)::attr(href)" }
    }
}
