import Addresses
import DOM
import Selectors

/// How a list continues, as its first page shows it: by a link to the next page, or by numbered pages.
struct NextPage {
    struct Candidate {
        let selector: String
        /// The evidence for it, for a comment.
        let origin: String
    }

    /// The second page.
    let target: WebAddress
    /// Selectors that yield the second page's address on the first page, best first.
    private(set) var candidates: [Candidate]
    /// A selector of the links to all pages, for lists whose current page has no mark.
    private(set) var pages: Candidate?

    /// The next page of a list; `nil` if its page offers none.
    init?(_ links: PageLinks) {
        let others = links.links.filter { $0.address != links.address }
        func isRelated(_ link: PageLinks.Link) -> Bool {
            PagedAddress.areRelated(link.address, links.address)
                || links.outline.entries[link.index].region == .chrome
        }
        let found =
            others.first { PageLinks.isNext($0.index, links.outline) }
            ?? others.first { NextWords.isClear(NextPage.labels(of: $0, links)) }
            ?? others.first { NextWords.isVague(NextPage.labels(of: $0, links)) && isRelated($0) }
            ?? others.first { NextPage.named(of: $0, links) != nil && isRelated($0) }
            ?? others.first { $0.text == "2" && isRelated($0) }
            ?? others.first { PagedAddress.isSecond($0.address, of: links.address) }
        guard let found else { return nil }
        target = found.address
        let numbers = NumberedPages(links)
        let all = NextPage.selectors(of: found, links) + (numbers?.next ?? [])
        candidates = all.filter { links.addresses($0.selector) == [found.address.href] }
        let numbered = (numbers?.all ?? []) + NextPage.numbered(found.address)
        pages = numbered.first { selector in
            let addresses = links.addresses(selector.selector)
            return addresses.contains(found.address.href)
                && addresses.allSatisfy { href in
                    href == links.address.href
                        || (try? WebAddress(href)).map { PagedAddress.areRelated($0, links.address) } == true
                }
        }
        if candidates.isEmpty, pages == nil { return nil }
    }

    /// Keeps the selectors that also work on the second page: they lead to a third page or nowhere, and not back.
    mutating func confirm(by second: PageLinks, after first: WebAddress) {
        let found = candidates.map { second.addresses($0.selector) }
        let isForward = found.map { addresses in
            addresses.count < 2 && !addresses.contains(first.href)
                && !addresses.contains { PagedAddress.isBack($0, from: target) }
        }
        // If one of them leads to a further page, those that do not are wrong.
        let leadsOn = zip(found, isForward).contains { !$0.isEmpty && $1 }
        candidates = candidates.indices.filter { isForward[$0] && (!leadsOn || !found[$0].isEmpty) }
            .map { candidates[$0] }
        guard let pages else { return }
        let addresses = second.addresses(pages.selector)
        if addresses.isEmpty { self.pages = nil }
        // The first page may have another address there, and must not be read twice.
        let aliases = PagedAddress.markers(of: target).map { $0 + "1" }.filter { end in
            addresses.contains { $0.hasSuffix(end) && $0 != first.href }
        }
        for alias in aliases {
            let link = pages.selector.dropLast("::attr(href)".count)
            let selector = "\(link):not([href$=\(CSSText.string(alias))])::attr(href)"
            self.pages = Candidate(selector: selector, origin: pages.origin)
        }
    }

    /// Whether none of its selectors work.
    var isEmpty: Bool { candidates.isEmpty && pages == nil }

    // MARK: - Selectors

    /// Selectors of all links with the parameter, or the part of the path, that has the page's number.
    private static func numbered(_ address: WebAddress) -> [Candidate] {
        PagedAddress.markers(of: address).map {
            Candidate(
                selector: "a[href*=\(CSSText.string($0))]::attr(href)",
                origin: "the links whose addresses have \"\($0)\""
            )
        }
    }

    /// The labels of a link: its text, and its attributes for screen readers.
    private static func labels(of link: PageLinks.Link, _ links: PageLinks) -> [String] {
        let attributes = ["aria-label", "title"].compactMap {
            links.outline.attribute(named: $0, of: link.index)
        }
        return [link.text] + attributes
    }

    /// A name of the link, or of an element around it, that means "next".
    private static func named(of link: PageLinks.Link, _ links: PageLinks) -> Candidate? {
        for (step, index) in links.ancestors(of: link.index).prefix(3).enumerated() {
            for mark in SiteNames.marks(of: index, in: links.outline)
            where Lexicon.words(mark.word).contains("next") {
                let selector = step == 0 ? "a\(mark.selector)" : "\(mark.selector) a"
                return Candidate(selector: "\(selector)::attr(href)", origin: mark.origin)
            }
        }
        return nil
    }

    /// Selectors of a link, best first: by its `rel`, its names, its labels, and its text.
    static func selectors(of link: PageLinks.Link, _ links: PageLinks) -> [Candidate] {
        var all: [Candidate] = []
        let tag = links.outline.entries[link.index].tag
        if PageLinks.isNext(link.index, links.outline) {
            all.append(Candidate(selector: "\(tag)[rel~=next]::attr(href)", origin: "the link with rel=next"))
        }
        if let named = named(of: link, links) { all.append(named) }
        for name in ["aria-label", "title"] {
            guard let value = links.outline.attribute(named: name, of: link.index),
                NextWords.isClear([value]) || NextWords.isVague([value])
            else { continue }
            all.append(
                Candidate(
                    selector: "a[\(name)=\(CSSText.string(value))]::attr(href)",
                    origin: "the link's \(name)"
                )
            )
        }
        if NextWords.isClear([link.text]) || NextWords.isVague([link.text]) {
            let pattern = "^" + Escaping.pattern(link.text) + "$"
            all.append(
                Candidate(
                    selector: "a:matches(\(CSSText.string(pattern)))::attr(href)",
                    origin: "the link's text"
                )
            )
        }
        return all
    }
}

/// The links of a list to its pages by their numbers.
private struct NumberedPages {
    /// Selectors of the number after the current one.
    private(set) var next: [NextPage.Candidate] = []
    /// Selectors of all numbers.
    private(set) var all: [NextPage.Candidate] = []

    init?(_ links: PageLinks) {
        guard let second = links.links.first(where: { $0.text == "2" }) else { return nil }
        let outline = links.outline
        let numbers = outline.entries.indices.filter { index in
            let entry = outline.entries[index]
            guard entry.ownText > 0, entry.ownText < 6, entry.node.isElement else { return false }
            return Int(links.text(of: index)) != nil
        }
        let path = links.ancestors(of: second.index)
        guard
            let place = path.indices.dropFirst().first(where: { step in
                numbers.contains { outline.contains(path[step], $0) && !outline.contains(path[step - 1], $0) }
            })
        else { return nil }
        let container = path[place]
        let cell = path[place - 1]
        let prefixes = (links.names(of: container).map { "\($0) > " } + [""]).prefix(3)
        let end = outline.entries[cell].tag + (cell == second.index ? "" : " a") + "::attr(href)"
        let siblings = outline.entries.indices.filter {
            $0 < cell && $0 != container && outline.entries[$0].parent == container
        }
        if let current = siblings.last {
            for mark in NumberedPages.marks(of: current, besides: cell, links) {
                next += prefixes.map {
                    NextPage.Candidate(
                        selector: "\($0)\(mark) + \(end)",
                        origin: "the number after the current page's"
                    )
                }
            }
        }
        all = links.names(of: container).map {
            NextPage.Candidate(selector: "\($0) a::attr(href)", origin: "the numbers of pages")
        }
    }

    /// The classes of an element that mark it as the current one.
    private static func currentClasses(of index: Int, _ outline: Outline) -> [String] {
        let words: Set<String> = ["current", "active", "selected", "here", "on"]
        return outline.entries[index].classes.filter { !words.isDisjoint(with: Lexicon.words($0)) }
            .map { "." + CSSText.identifier($0) }
    }

    /// The properties that distinguish the current page's number from the others.
    private static func marks(of current: Int, besides cell: Int, _ links: PageLinks) -> [String] {
        let outline = links.outline
        let entry = outline.entries[current]
        var marks: [String] = []
        if outline.attribute(named: "aria-current", of: current) != nil { marks.append("[aria-current]") }
        marks += currentClasses(of: current, outline)
        let others = Set(links.names(of: cell))
        marks += links.names(of: current).filter { !others.contains($0) }
        let inner = outline.entries.indices.filter { $0 > current && $0 < entry.end }
        for index in inner {
            if outline.attribute(named: "aria-current", of: index) != nil {
                marks.append("\(entry.tag):has([aria-current])")
            }
            marks += currentClasses(of: index, outline).map { "\(entry.tag):has(\($0))" }
            marks += links.names(of: index).prefix(1).map { "\(entry.tag):has(\($0))" }
        }
        if entry.tag != outline.entries[cell].tag { marks.append(entry.tag) }
        if outline.sum(outline.links, in: current) == 0, entry.tag != "a" {
            marks.append("\(entry.tag):not(:has(a))")
        }
        return marks
    }
}

/// Addresses of pages of one list.
enum PagedAddress {
    private static let parameters: Set<String> = [
        "page", "p", "pg", "paged", "pagenum", "page_num", "pageno", "pn", "start", "offset", "from", "seite",
        "pagina", "strona", "sida",
    ]
    private static let words: Set<String> = ["page", "p", "seite", "pagina", "strona", "sida"]

    /// Whether two addresses differ only in a part that may be the number of a page.
    static func areRelated(_ one: WebAddress, _ other: WebAddress) -> Bool {
        one.origin == other.origin && stem(one) == stem(other)
    }

    /// An address without the part that may be the number of a page.
    private static func stem(_ address: WebAddress) -> String {
        var segments = address.path.split(separator: "/").map(String.init)
        if let last = segments.last, isNumber(last) {
            segments.removeLast()
            if let word = segments.last, words.contains(word.lowercased()) { segments.removeLast() }
        } else if let last = segments.popLast() {
            // "list-2.html" is a page of "list.html".
            let end = last.firstIndex(of: ".") ?? last.endIndex
            var name = last[..<end]
            while name.last?.isASCIIDigit == true { name.removeLast() }
            while let mark = name.last, "-_".contains(mark) { name.removeLast() }
            segments.append((name.isEmpty ? "" : name) + String(last[end...]))
        }
        let query = (address.query ?? "").split(separator: "&").filter { member in
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return !(parameters.contains(parts[0].lowercased()) && parts.count == 2 && isNumber(parts[1]))
        }
        return "/" + segments.joined(separator: "/") + "?" + query.joined(separator: "&")
    }

    /// Whether an address is that of a list's second page: its number is 2, and otherwise it equals the first page's.
    static func isSecond(_ address: WebAddress, of first: WebAddress) -> Bool {
        guard areRelated(address, first) else { return false }
        return markers(of: address).contains { marker in
            guard let place = address.href.firstRange(of: marker) else { return false }
            return address.href[place.upperBound...].prefix { $0.isASCIIDigit } == "2"
        }
    }

    /// Whether an address is that of a page, or of one before it by its number: a first page may have several addresses.
    static func isBack(_ href: String, from page: WebAddress) -> Bool {
        if href == page.href { return true }
        return markers(of: page).contains { marker in
            func number(_ href: String) -> Int? {
                href.firstRange(of: marker).flatMap { Int(href[$0.upperBound...].prefix { $0.isASCIIDigit }) }
            }
            guard let own = number(page.href), let other = number(href) else { return false }
            return other <= own
        }
    }

    /// What comes before the number of the page in an address: `page=`, `/page/`.
    static func markers(of address: WebAddress) -> [String] {
        var markers: [String] = []
        for member in (address.query ?? "").split(separator: "&") {
            let parts = member.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parameters.contains(parts[0].lowercased()), isNumber(parts[1]) {
                markers.append("\(parts[0])=")
            }
        }
        let segments = address.path.split(separator: "/")
        if let last = segments.last, isNumber(last), let word = segments.dropLast().last,
            words.contains(word.lowercased())
        {
            markers.append("/\(word)/")
        }
        return markers
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCIIDigit }
    }
}

/// The labels of links to a next page.
private enum NextWords {
    private static let clear: Set<String> = [
        "next", "next page", "go to next page", "next results", "older", "older posts", "older entries",
        "weiter", "nächste", "nächste seite", "suivant", "suivante", "page suivante", "siguiente",
        "página siguiente", "próximo", "próxima", "próxima página", "seguinte", "successivo", "successiva",
        "avanti", "volgende", "volgende pagina", "nästa", "næste", "neste", "seuraava", "następna",
        "następny", "dalej", "další", "sonraki", "далее", "следующая", "вперёд", "вперед", "наступна", "次へ",
        "次のページ", "下一页", "下一頁", "다음",
    ]
    private static let vague: Set<String> = ["more", "load more", "show more", "mehr", "voir plus", "ещё"]
    private static let arrows: Set<Character> = [">", "»", "›", "→", "⟩", "▶", "❯", "⇒", "▸", "⏵"]

    private static func plain(_ label: String) -> String {
        let letters = label.filter { !arrows.contains($0) && !"…:.<«‹←".contains($0) }
        return WhiteSpace.trim(letters).lowercased()
    }

    /// Whether a label means that a link leads to the next page.
    static func isClear(_ labels: [String]) -> Bool { labels.contains { clear.contains(plain($0)) } }

    /// Whether a label may mean this: an arrow, or "more".
    static func isVague(_ labels: [String]) -> Bool {
        labels.contains { label in
            vague.contains(plain(label)) || label.contains(where: arrows.contains) && plain(label).isEmpty
        }
    }
}

/// Texts in patterns.
private enum Escaping {
    /// A pattern that matches a text.
    static func pattern(_ text: String) -> String {
        var pattern = ""
        for character in text {
            if "\\^$.|?*+()[]{}".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
        return pattern
    }
}
