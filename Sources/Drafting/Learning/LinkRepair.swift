import Addresses
import Basics
import Engine
import Language
package import Records

/// The result of a repair for a rule by which a crawl's page leads to others: `next`, or an entry of `follow`.
package struct RepairedLink: Sendable {
    /// The kind of the page, and the kind that it leads to; `nil` for the next page of the list.
    package let kind: String
    package let target: String?
    /// The value that requests take from the page, if it is not an address.
    package internal(set) var value: String?
    package internal(set) var status = RepairStatus.unknown
    /// The confidence, from 0 to 1.
    package internal(set) var confidence = 0.0
    /// The selectors that find the links on the new page: that of the proposal, or candidates.
    package internal(set) var selectors: [String] = []
    /// The addresses on the old page, and those that the repaired rules find on the new one.
    package internal(set) var before: [String]
    package internal(set) var after: [String] = []
    /// Why, for people.
    package internal(set) var reason = ""

    /// `list.next`, or `list → plant`; for a value, `list.next take.cursor`.
    package var name: String {
        value.map { "\(kind).\($0)" } ?? target.map { "\(kind) → \($0)" } ?? "\(kind).next"
    }

    /// The link as `--report` writes it.
    package var report: Value {
        [
            "link": .string(name), "status": .string(status.rawValue),
            "confidence": Number((confidence * 1000).rounded() / 1000).map(Value.number) ?? .null,
            "selectors": .list(selectors.map(Value.string)), "before": .list(before.map(Value.string)),
            "after": .list(after.map(Value.string)), "reason": .string(reason),
        ]
    }
}

/// Repairs where a crawl's page leads: first by names that the site has replaced, then by links whose addresses, texts
/// and `rel` are like those of the old ones.
package struct LinkRepairer {
    private let registry: Registry
    private let scope: RepairScope
    private let kind: String
    /// What comments name the old page.
    private let origin: String
    /// The confidence below which nothing is proposed.
    private let margin: Double

    /// - Parameter scope: the page's kind, and what must stay as it was.
    package init?(registry: Registry, _ scope: RepairScope, origin: String, margin: Double = 0.5) {
        guard let kind = scope.kind else { return nil }
        self.registry = registry
        self.scope = scope
        self.kind = kind
        self.origin = origin
        self.margin = margin
    }

    /// Repairs the rules of a kind with a page from before the change and one from after it.
    ///
    /// - Returns: the file's text, and the result for each rule that led anywhere on the old page.
    package func repair(_ rules: Rules, old: Page, new: Page) -> (text: [UInt8], links: [RepairedLink]) {
        var text = rules.file.bytes
        var links: [RepairedLink] = []
        for link in LinkRule.all(of: kind, in: rules) {
            let before = link.addresses(rules, kind, old)
            if before.isEmpty { continue }
            var repaired = RepairedLink(kind: kind, target: link.target, before: before)
            if let current = read(text, rules.file.name) {
                repaired.after = link.addresses(current, kind, new)
                let plausibility = LinkPlausibility(link, current, kind, before, old, new)
                let isLost = plausibility.confidence(of: repaired.after) < LinkRepairer.usualMargin
                if repaired.after.isEmpty || isLost {
                    text = find(link, plausibility, current, old, new, &repaired)
                } else {
                    repaired.status = .kept
                    repaired.confidence = 1
                    repaired.reason = "found as before"
                }
            }
            links.append(repaired)
        }
        if let current = read(text, rules.file.name) {
            links += LinkRepairer.lostValues(current, kind, old, new)
        }
        return (text, links)
    }

    /// The values besides addresses that requests take from the old page, and that the new one does not have: cursors,
    /// parameters, the number of entries. They are reported, and not repaired: only the site knows how they are made.
    private static func lostValues(
        _ rules: Rules,
        _ kind: String,
        _ old: Page,
        _ new: Page
    ) -> [RepairedLink] {
        guard let own = rules.crawl?.kinds.first(where: { $0.name == kind })?.links else { return [] }
        let (before, after) = (own.scrape(old).records, own.scrape(new).records)
        var lost: [RepairedLink] = []
        for type in own.schema.types where type.name != "until" {
            for field in type.fields where field.name != "url" {
                func values(_ records: [Record]) -> [String] {
                    records.filter { $0.type == type.name }.compactMap { $0[field.name] }
                        .filter { $0 != .null }.map(\.text)
                }
                let known = values(before)
                // On the last page of a list there is no cursor.
                guard !known.isEmpty, values(after).isEmpty else { continue }
                var link = RepairedLink(kind: kind, target: nil, before: known)
                link.value = "\(type.name).\(field.name)"
                link.reason = "no value is found on the new page"
                lost.append(link)
            }
        }
        return lost
    }

    /// Whether all rules that find links on the old page find links on the new one too, to addresses like the old ones.
    package static func leadsOn(_ rules: Rules, kind: String, as old: Page, on new: Page) -> Bool {
        LinkRule.all(of: kind, in: rules).allSatisfy { link in
            let before = link.addresses(rules, kind, old)
            return before.isEmpty || isPlausible(link, rules, kind, before, old, new)
        } && lostValues(rules, kind, old, new).isEmpty
    }

    private static func isPlausible(
        _ link: LinkRule,
        _ rules: Rules,
        _ kind: String,
        _ before: [String],
        _ old: Page,
        _ new: Page
    ) -> Bool {
        let after = link.addresses(rules, kind, new)
        let plausibility = LinkPlausibility(link, rules, kind, before, old, new)
        return !after.isEmpty && plausibility.confidence(of: after) >= usualMargin
    }

    /// The confidence below which a link is considered a different one.
    package static let usualMargin = 0.2

    /// The share of the old page's links that a new page has, from 0 to 1: how likely it is that both are the same
    /// page.
    package static func share(_ rules: Rules, kind: String, of old: Page, on new: Page) -> Double {
        let before = Set(LinkRule.all(of: kind, in: rules).flatMap { $0.addresses(rules, kind, old) })
        guard !before.isEmpty, let links = try? PageLinks(new)?.links else { return 0 }
        return Double(before.count { href in links.contains { $0.address.href == href } })
            / Double(before.count)
    }

    private func read(_ text: [UInt8], _ name: String) -> Rules? {
        try? Rules.read(SourceText(name: name, bytes: text), registry: registry, withNames: false)
    }

    /// Whether changed rules lead where they led before.
    private func keeps(_ changed: Rules, _ link: LinkRule, _ before: [String], _ old: Page) -> Bool {
        link.addresses(changed, kind, old) == before && (scope.keeps?(changed) ?? true)
    }

    /// Looks for the links of a rule on the new page.
    ///
    /// - Returns: the text of the rules, changed if the links are found.
    private func find(
        _ link: LinkRule,
        _ plausibility: LinkPlausibility,
        _ rules: Rules,
        _ old: Page,
        _ new: Page,
        _ repaired: inout RepairedLink
    ) -> [UInt8] {
        let lost =
            repaired.after.isEmpty ? "its selector matches nothing on the new page" : "it leads elsewhere"
        let before = repaired.before
        if let named = renamed(link, plausibility, rules, old, new) {
            repaired.status = .repaired
            repaired.confidence = named.confidence
            repaired.reason = "\(named.name.old) is now \(named.name.new)"
            repaired.after = link.addresses(named.rules, kind, new)
            repaired.selectors = link.selectors(in: named.rules.file.bytes)
            return named.rules.file.bytes
        }
        let trials = plausibility.trials
        repaired.selectors = trials.prefix(3).map(\.selector)
        repaired.confidence = trials.first?.confidence ?? 0
        guard let best = trials.first else {
            let end = link.target == nil ? "; the list may end there" : ""
            repaired.reason = "\(lost), and no link on it is like the old ones\(end)"
            return rules.file.bytes
        }
        guard best.confidence >= margin else {
            repaired.reason = "\(lost), and no link on it is certain to be the old one"
            return rules.file.bytes
        }
        if let other = trials.first(where: { $0.addresses != best.addresses }),
            best.confidence - other.confidence < LinkRepairer.distance
        {
            repaired.reason = "\(lost), and several links may be in their place"
            return rules.file.bytes
        }
        for trial in trials where trial.addresses == best.addresses {
            for text in link.writing(
                trial.selector,
                into: rules.file.bytes,
                "\(trial.origin); \(Int((trial.confidence * 100).rounded()))% sure, compared with \(origin)"
            ) {
                guard let changed = read(text, rules.file.name),
                    link.addresses(changed, kind, new) == trial.addresses,
                    keeps(changed, link, before, old)
                else { continue }
                repaired.status = .repaired
                repaired.confidence = trial.confidence
                repaired.selectors = [trial.selector]
                repaired.after = trial.addresses
                repaired.reason = trial.origin
                return text
            }
        }
        repaired.reason = "\(lost), and no change leads on from both pages"
        return rules.file.bytes
    }

    /// The minimum difference in confidence between a link and the next best one.
    private static let distance = 0.1

    /// The rules with a name that the site has replaced.
    private func renamed(
        _ link: LinkRule,
        _ plausibility: LinkPlausibility,
        _ rules: Rules,
        _ old: Page,
        _ new: Page
    ) -> (rules: Rules, name: NameSubstitution, confidence: Double)? {
        guard let own = rules.crawl?.kinds.first(where: { $0.name == kind })?.links else { return nil }
        let names = NameSubstitution.candidates(
            own,
            old: MarkupNames(old, own),
            new: MarkupNames(new, own)
        )
        let text = NameSubstitution.Text(own)
        var trials: [(name: NameSubstitution, addresses: [String], confidence: Double)] = []
        for name in names where !name.isRestored {
            guard let changed = name.applied(to: text).flatMap({ read($0, rules.file.name) }) else {
                continue
            }
            let addresses = link.addresses(changed, kind, new)
            let confidence = plausibility.confidence(of: addresses)
            if confidence >= margin { trials.append((name, addresses, confidence)) }
        }
        let ranked = trials.enumerated().sorted {
            ($0.element.confidence, -$0.offset) > ($1.element.confidence, -$1.offset)
        }.map(\.element)
        guard let best = ranked.first,
            !ranked.contains(where: { $0.addresses != best.addresses && $0.confidence == best.confidence })
        else { return nil }
        for form in NameSubstitution.Form.keeping {
            guard let changed = best.name.applied(to: text, form).flatMap({ read($0, rules.file.name) }),
                link.addresses(changed, kind, new) == best.addresses,
                keeps(changed, link, link.addresses(rules, kind, old), old)
            else { continue }
            let reason = "\(best.name.old) is now \(best.name.new)"
            let share = Int((best.confidence * 100).rounded())
            let comment = "\(reason); \(share)% sure, compared with \(origin)"
            let annotated = read(link.annotated(changed.file.bytes, comment), changed.file.name)
            return (annotated ?? changed, best.name, best.confidence)
        }
        return nil
    }
}

/// A rule by which a kind's pages lead to others.
struct LinkRule {
    /// The kind that it leads to; `nil` for the next page.
    let target: String?
    /// The record type that its links are read as.
    let record: String
    /// The keys that lead to it in the file.
    private let path: [String]

    /// The rules of a kind that have selectors of addresses. Rules that only have a `match` cannot break.
    static func all(of kind: String, in rules: Rules) -> [LinkRule] {
        guard let own = rules.crawl?.kinds.first(where: { $0.name == kind }) else { return [] }
        var all = own.follows.compactMap { follow -> LinkRule? in
            guard follow.hasAddress, !follow.isByMatch, let record = follow.record else { return nil }
            return LinkRule(
                target: follow.kind,
                record: record,
                path: ["requests", kind, "follow", follow.kind]
            )
        }
        if own.next?.hasLink == true {
            all.append(LinkRule(target: nil, record: "next", path: ["requests", kind, "next"]))
        }
        return all
    }

    /// The addresses that it gives on a page, each once.
    func addresses(_ rules: Rules, _ kind: String, _ page: Page) -> [String] {
        guard let own = rules.crawl?.kinds.first(where: { $0.name == kind }) else { return [] }
        let base = page.url.flatMap { try? WebAddress($0) }
        var found: [String] = []
        for record in own.links.scrape(page).records where record.type == self.record {
            for value in record["url"].map({ $0.list ?? [$0] }) ?? [] {
                guard let address = try? WebAddress(value.text, base: base).withoutFragment else { continue }
                if !found.contains(address.href) { found.append(address.href) }
            }
        }
        return found
    }

    /// The member of the file that holds its selector, or a list of them; `nil` if it has anything else.
    private func member(_ edit: RulesEdit) -> JSON.Member? {
        guard var member = edit.member(at: path) else { return nil }
        for key in ["link", "select"] {
            guard case .object = member.value.content, member.value.member("each") == nil,
                let inner = member.value.member(key)
            else { continue }
            member = inner
        }
        switch member.value.content {
        case .string: return member
        case .array(let elements): return elements.allSatisfy { $0.value.string != nil } ? member : nil
        case .object, .null, .boolean, .number: return nil
        }
    }

    /// The selectors as a file has them.
    func selectors(in text: [UInt8]) -> [String] {
        guard let value = member(RulesEdit(text))?.value.value else { return [] }
        return value.list?.compactMap(\.string) ?? [value.string].compactMap(\.self)
    }

    /// A text of rules with a comment at the selector.
    func annotated(_ text: [UInt8], _ comment: String) -> [UInt8] {
        var edit = RulesEdit(text)
        guard let member = member(edit) else { return text }
        edit.annotate(member, comment)
        return edit.result
    }

    /// The texts of rules with another selector: after the known ones, before them, and in their place.
    func writing(_ selector: String, into text: [UInt8], _ comment: String) -> [[UInt8]] {
        guard let member = member(RulesEdit(text)) else { return [] }
        let old = member.value.value.list?.compactMap(\.string) ?? [member.value.value.string ?? ""]
        return [old + [selector], [selector] + old, [selector]].map { order in
            var edit = RulesEdit(text)
            let list = order.map(DraftWriter.string)
            edit.set(
                list.count == 1 ? list[0] : "[\(list.joined(separator: ", "))]",
                of: member,
                comment: comment
            )
            return edit.result
        }
    }
}
