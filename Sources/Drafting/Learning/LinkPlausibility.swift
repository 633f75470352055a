import Addresses
import Engine
import Language
import Records

/// How likely links of a new page are those that an old page had.
struct LinkPlausibility {
    /// A way to find links.
    struct Trial {
        let selector: String
        /// The evidence that it uses, for a comment.
        let origin: String
        let addresses: [String]
        let confidence: Double
    }

    private let isNext: Bool
    private let before: Set<String>
    /// The texts of the old links.
    private let texts: Set<String>
    /// What the old addresses have in common.
    private let shape: AddressShape?
    /// The addresses that the kind of the links is for; empty if that is not known.
    private let match: [String]
    private let old: PageLinks?
    private let new: PageLinks?
    private let nextTarget: String?

    init(_ link: LinkRule, _ rules: Rules, _ kind: String, _ before: [String], _ old: Page, _ new: Page) {
        isNext = link.target == nil
        self.before = Set(before)
        let links = (old: try? PageLinks(old), new: try? PageLinks(new))
        self.old = links.old
        self.new = links.new
        let own = links.old?.links.filter { before.contains($0.address.href) } ?? []
        texts = Set(own.map { $0.text.lowercased() }.filter { !$0.isEmpty })
        shape = AddressShape(before.compactMap { try? WebAddress($0) })
        let patterns = rules.crawl?.kinds.first { $0.name == link.target ?? kind }?.match ?? []
        match = patterns.contains { $0.contains("{") } ? [] : patterns
        nextTarget = links.new.flatMap { NextPage($0)?.target.href }
    }

    /// The confidence that addresses are those of the links, from 0 to 1.
    func confidence(of addresses: [String]) -> Double {
        if addresses.isEmpty { return 0 }
        return isNext
            ? (addresses.count == 1 ? nextConfidence(addresses[0]) : 0) : followConfidence(addresses)
    }

    private func isCovered(_ address: String) -> Bool {
        match.isEmpty || match.contains { AddressPattern.matches(address, pattern: $0) }
    }

    /// The address, the text and `rel` of a link are each evidence for it.
    private func nextConfidence(_ address: String) -> Double {
        guard let new, address != new.address.href, let target = try? WebAddress(address) else { return 0 }
        let own = new.links.filter { $0.address.href == address }
        var sum = 0.0
        if before.contains(address) {
            sum += 0.6
        } else if PagedAddress.areRelated(target, new.address), !PagedAddress.markers(of: target).isEmpty {
            sum += 0.45
        } else if before.contains(where: {
            (try? WebAddress($0)).map(AddressShape.key) == AddressShape.key(of: target)
        }) {
            sum += 0.2
        }
        if own.contains(where: { texts.contains($0.text.lowercased()) }) { sum += 0.25 }
        if own.contains(where: { PageLinks.isNext($0.index, new.outline) }) { sum += 0.25 }
        if address == nextTarget { sum += 0.15 }
        return min(0.98, sum)
    }

    /// The share of the old addresses, or the same shape.
    private func followConfidence(_ addresses: [String]) -> Double {
        guard addresses.allSatisfy(isCovered) else { return 0.1 }
        let shared = Double(addresses.count { before.contains($0) }) / Double(before.count)
        let fits = addresses.count { address in
            shape.map { AddressPattern.matches(address, pattern: $0.pattern) } ?? false
        }
        let isAlike = fits == addresses.count && shape?.isDistinct == true
        let extras = Double(addresses.count { !before.contains($0) }) / Double(addresses.count)
        if shared >= 0.5 { return 0.7 + 0.28 * shared - (isAlike ? 0 : 0.3 * extras) }
        guard isAlike else { return 0.3 }
        let counts = (Double(addresses.count), Double(before.count))
        return 0.6 + 0.2 * min(counts.0, counts.1) / max(counts.0, counts.1)
    }

    /// Ways to find the links on the new page, the most certain first.
    var trials: [Trial] {
        guard let new else { return [] }
        let all = isNext ? nextTrials(new) : followTrials(new)
        return all.enumerated().filter { $0.element.confidence > 0 }.sorted {
            ($0.element.confidence, -$0.offset) > ($1.element.confidence, -$1.offset)
        }.map(\.element)
    }

    private func nextTrials(_ new: PageLinks) -> [Trial] {
        var trials: [Trial] = []
        var seen: Set<String> = []
        for link in new.links {
            let confidence = nextConfidence(link.address.href)
            guard confidence >= 0.2, seen.insert(link.address.href).inserted else { continue }
            let own = new.links.filter { $0.address == link.address }
            for link in own {
                for candidate in NextPage.selectors(of: link, new) + position(of: link, new) {
                    guard new.addresses(candidate.selector) == [link.address.href] else { continue }
                    trials.append(
                        Trial(
                            selector: candidate.selector,
                            origin: candidate.origin,
                            addresses: [link.address.href],
                            confidence: confidence
                        )
                    )
                }
            }
        }
        return trials
    }

    /// A selector of a link by where it is.
    private func position(of link: PageLinks.Link, _ new: PageLinks) -> [NextPage.Candidate] {
        guard let shape = AddressShape([link.address]),
            let selector = DetailSelector(DetailLinks.Group(links: [link], shape: shape), new).selector
        else { return [] }
        return [NextPage.Candidate(selector: selector, origin: "the link's place")]
    }

    private func followTrials(_ new: PageLinks) -> [Trial] {
        func isOne(_ link: PageLinks.Link) -> Bool {
            let href = link.address.href
            guard href != new.address.href, href != nextTarget, isCovered(href) else { return false }
            return before.contains(href)
                || shape.map { $0.isDistinct && AddressPattern.matches(href, pattern: $0.pattern) } == true
        }
        let alike = new.links.filter(isOne)
        let inside = alike.filter { new.outline.entries[$0.index].region != .chrome }
        let known = alike.filter { before.contains($0.address.href) }
        let target = nextTarget.flatMap { try? WebAddress($0) }
        let drafted = DetailLinks(new, next: target).map { draft in
            new.links.filter { draft.addresses.contains($0.address) }
        }
        var trials: [Trial] = []
        let pattern = shape.map { "the links to \($0.pattern)" } ?? "the links to such addresses"
        for (links, origin) in [
            (inside, pattern), (alike, pattern), (known, "the links to the old addresses"),
            (drafted ?? [], "the links of one place"),
        ] {
            guard let shape = AddressShape(links.map(\.address)),
                let selector = DetailSelector(DetailLinks.Group(links: links, shape: shape), new).selector
            else { continue }
            let addresses = new.addresses(selector)
            if trials.contains(where: { $0.selector == selector }) { continue }
            trials.append(
                Trial(
                    selector: selector,
                    origin: origin,
                    addresses: addresses,
                    confidence: followConfidence(addresses)
                )
            )
        }
        return trials
    }
}
