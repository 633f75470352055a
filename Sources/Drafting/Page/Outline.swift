import DOM

/// A page's elements in document order. An element with its descendants is a range, and sums over it are the difference of
/// two prefix sums.
struct Outline {
    /// The region of an element on the page.
    enum Region: Int, Comparable {
        /// The page's main content.
        case content
        /// Secondary content: asides, headers, related items.
        case side
        /// The frame of the site: menus, footers, forms, cookie notices.
        case chrome

        static func < (left: Region, right: Region) -> Bool { left.rawValue < right.rawValue }
    }

    struct Entry {
        let node: NodeRef
        /// The parent's index, or the element's own for the root.
        let parent: Int
        /// The index after its last descendant.
        var end: Int
        let tag: String
        let classes: [String]
        /// The number of bytes of its own text, without white space.
        var ownText = 0
        var region = Region.content
    }

    let document: Document
    let marks = SiteNames.Cache()
    private(set) var entries: [Entry] = []
    /// Prefix sums over the elements: of text, of elements with their own text, of links, and of images.
    private(set) var text: [Int] = [0]
    private(set) var leaves: [Int] = [0]
    private(set) var links: [Int] = [0]
    private(set) var images: [Int] = [0]
    private let names: AttributeNames

    /// The names of the attributes that are used, as interned by the document.
    struct AttributeNames {
        let classes, id, role, itemprop, itemtype, itemscope, href, src, datetime, content, title: Name?

        init(_ document: Document) {
            func name(_ text: String) -> Name? { document.existingName(text.utf8) }
            classes = name("class")
            id = name("id")
            role = name("role")
            itemprop = name("itemprop")
            itemtype = name("itemtype")
            itemscope = name("itemscope")
            href = name("href")
            src = name("src")
            datetime = name("datetime")
            content = name("content")
            title = name("title")
        }
    }

    /// Elements whose content is ignored. The head is not among them: without a body tag, it may have content.
    private static let hidden: Set<String> = [
        "title", "script", "style", "template", "noscript", "svg", "math", "iframe", "object", "select",
        "textarea", "canvas",
        "button", "audio", "map", "dialog",
    ]

    /// Creates the outline of a page. Complexity: linear in its size.
    ///
    /// - Parameter withTitle: whether the title of the page is among its elements.
    init(_ document: Document, withTitle: Bool = false) {
        self.document = document
        names = AttributeNames(document)
        guard let root = document.rootElement else { return }
        var tags: [Name: String] = [:]
        var open: [Int] = []
        var next: NodeRef? = root
        while let node = next {
            while let last = open.last, node.parent != entries[last].node {
                entries[last].end = entries.count
                open.removeLast()
            }
            if node.isText, let parent = open.last { entries[parent].ownText += Outline.weight(node) }
            guard node.isElement else {
                next = node.next(within: root)
                continue
            }
            let tag = tags[node.name] ?? node.name.string
            tags[node.name] = tag
            if Outline.hidden.contains(tag), !withTitle || tag != "title" {
                next = node.nextSkippingChildren(within: root)
                continue
            }
            let classes = Outline.words(value(names.classes, of: node))
            let entry = Entry(node: node, parent: open.last ?? 0, end: 0, tag: tag, classes: classes)
            open.append(entries.count)
            entries.append(entry)
            next = node.next(within: root)
        }
        for index in open { entries[index].end = entries.count }
        addUp()
        findRegions()
    }

    private mutating func addUp() {
        for entry in entries {
            text.append(text[text.count - 1] + entry.ownText)
            leaves.append(leaves[leaves.count - 1] + (entry.ownText > 0 ? 1 : 0))
            links.append(links[links.count - 1] + (entry.tag == "a" ? 1 : 0))
            images.append(images[images.count - 1] + (entry.tag == "img" ? 1 : 0))
        }
    }

    /// The number of bytes of a text, without white space.
    private static func weight(_ node: NodeRef) -> Int {
        var count = 0
        for byte in node.content where byte > 0x20 { count += 1 }
        return count
    }

    static func words(_ text: String?) -> [String] {
        guard let text else { return [] }
        var words: [String] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" })
        where !words.contains(String(word)) {
            if words.count == 32 { break }
            words.append(String(word))
        }
        return words
    }

    // MARK: - Queries

    /// The sum over an element and its descendants.
    func sum(_ sums: [Int], in index: Int) -> Int { sums[entries[index].end] - sums[index] }

    func value(_ name: Name?, of node: NodeRef) -> String? { name.flatMap(node.attribute)?.string }

    func attribute(_ name: KeyPath<AttributeNames, Name?>, of index: Int) -> String? {
        value(names[keyPath: name], of: entries[index].node)
    }

    func attribute(named name: String, of index: Int) -> String? {
        value(document.existingName(name.utf8), of: entries[index].node)
    }

    /// Whether an element is another one or contains it.
    func contains(_ outer: Int, _ inner: Int) -> Bool { outer <= inner && inner < entries[outer].end }

    // MARK: - Regions

    private mutating func findRegions() {
        let whole = max(1, text[text.count - 1])
        for index in entries.indices {
            let entry = entries[index]
            var region = index == 0 ? Region.content : entries[entry.parent].region
            // An element with much of the page's text is not a menu, whatever its name.
            if sum(text, in: index) * 5 < whole * 2, entry.tag != "html", entry.tag != "body" {
                region = max(
                    region,
                    PageRegions.region(
                        of: entry,
                        role: attribute(\.role, of: index),
                        id: attribute(\.id, of: index)
                    )
                )
            }
            entries[index].region = region
        }
    }
}

/// Distinguishes menus, footers and similar parts from a page's content, by their names.
enum PageRegions {
    private static let chromeRoles: Set<String> = [
        "navigation", "menu", "menubar", "search", "contentinfo", "dialog", "banner", "toolbar",
    ]
    private static let chrome: Set<String> = [
        "nav", "navbar", "navigation", "menu", "footer", "breadcrumb", "breadcrumbs", "pagination", "pager",
        "cookie", "cookies",
        "consent", "social", "share", "sharing", "modal", "popup", "overlay", "toolbar", "dropdown", "skip",
        "newsletter",
        "subscribe", "advert", "advertisement", "ads", "sponsor", "sponsored", "login", "signup", "masthead",
        "gdpr", "toc",
    ]
    private static let side: Set<String> = [
        "aside", "sidebar", "related", "recommended", "recommendations", "trending", "popular", "promo",
        "widget", "rail",
        "more", "similar", "suggestions", "header",
    ]

    static func region(of entry: Outline.Entry, role: String?, id: String?) -> Outline.Region {
        if let role, chromeRoles.contains(role) { return .chrome }
        switch entry.tag {
        case "nav", "footer", "menu", "form": return .chrome
        case "aside", "header": return .side
        // Only elements that can contain blocks are regions.
        case "div", "section", "ul", "ol", "dl", "table", "p": break
        default: return .content
        }
        let words = (entry.classes + (id.map { [$0] } ?? [])).flatMap { Lexicon.words($0) }
        if words.contains(where: chrome.contains) { return .chrome }
        return words.contains(where: side.contains) ? .side : .content
    }
}
