import DOM
package import Language
import Records
package import Sources

/// Learns from a site's pages where the names are that its rules use.
package struct NameLearning {
    private var facts: [String: [KnownName.Fact: [String: Int]]] = [:]
    /// The pages on which each name is after the preparations.
    private var pages: [String: Set<Int>] = [:]
    /// The pages with records of each type.
    private var records: [String: Set<Int>] = [:]
    /// The names that each name occurs with, on any page.
    private var enclosing: [String: Set<String>] = [:]
    private var pageCount = 0

    /// The maximum number of texts of each kind that are kept, the most frequent ones.
    private static let factLimit = 24
    /// The maximum number of other names that are kept for a name that they occur with.
    private static let companionLimit = 3

    /// Pages that the same rules read.
    package struct Group {
        package let rules: Rules
        /// The pages with records.
        package var pages: [Page] = []
        /// Those without errors. On these pages, names in the place of others are not a sign of a change.
        package var normal: [Page] = []

        package init(_ rules: Rules) { self.rules = rules }
    }

    /// The facts that the pages show for each name that their rules use, in the order of the names.
    ///
    /// - Complexity: two readings of each page.
    package static func names(_ groups: [Group]) -> [KnownName] {
        var learning = NameLearning()
        for group in groups {
            let consulted = NameIndex.Consulted(group.rules)
            for page in group.pages { learning.add(page, group.rules, consulted) }
        }
        let names = learning.names
        var others: [String: Set<String>] = [:]
        for group in groups {
            var learned = group.rules
            learned.names = names
            guard let index = learned.nameIndex else { continue }
            for page in group.normal {
                learning.forEachTree(of: page, group.rules) { document, _ in
                    for found in Evidence(index, document).replacements(of: Array(index.entries.values)) {
                        others[found.entry.known.name, default: []].insert(found.name)
                    }
                }
            }
        }
        return names.map { name in
            var name = name
            name.facts[.others] = others[name.name]
            return name
        }
    }

    private var names: [KnownName] {
        facts.keys.sorted().map { name in
            var known = KnownName(name)
            for (fact, counts) in facts[name] ?? [:] {
                let texts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                known.facts[fact] = Set(texts.prefix(NameLearning.factLimit).map(\.key))
            }
            let own = pages[name] ?? []
            let companions = pages.filter { other in
                // Anything within a lost element is lost with it.
                other.key != name && !own.isEmpty && own.isSubset(of: other.value)
                    && enclosing[other.key]?.contains(name) != true
                    && NameLearning.word(other.key) != NameLearning.word(name)
            }
            .sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
            known.facts[.records] = Set(
                records.filter { !own.isEmpty && $0.value.count < pageCount && own.isSubset(of: $0.value) }
                    .keys
            )
            known.facts[.companions] = Set(companions.prefix(NameLearning.companionLimit).map(\.key))
            return known
        }
    }

    /// The name without the name around it.
    private static func word(_ name: String) -> Substring {
        name.split(separator: " ").last?.drop { ".#[".contains($0) } ?? ""
    }

    private mutating func add(_ page: Page, _ rules: Rules, _ consulted: NameIndex.Consulted) {
        var within: [String: Set<String>] = [:]
        var found: [(name: String, context: NameContext, isPrepared: Bool)] = []
        let types = forEachTree(of: page, rules) { document, isPrepared in
            let names = PageNames(document, consulted)
            var around: [NodeRef: Set<String>] = [:]
            var next = document.rootElement
            while let element = next {
                next = element.nextElement(within: document.node)
                let outer = element.parentElement.flatMap { around[$0] } ?? []
                var own = outer
                names.forEachName(of: element) { place in
                    guard names.isConsulted(place) else { return }
                    let name = place.known
                    found.append((name, names.context(of: place), isPrepared))
                    own.insert(name)
                }
                around[element] = own
                for name in own.subtracting(outer) { within[name, default: []].formUnion(own) }
            }
        }
        for type in types { records[type, default: []].insert(pageCount) }
        for (name, outer) in within { enclosing[name, default: []].formUnion(outer) }
        for (name, context, isPrepared) in found {
            func count(_ fact: KnownName.Fact, _ text: String) {
                facts[name, default: [:]][fact, default: [:]][text, default: 0] += 1
            }
            count(.element, context.element)
            count(.parent, context.parent)
            count(.previous, context.previous)
            count(.next, context.next)
            count(.shape, context.shape)
            if isPrepared { pages[name, default: []].insert(pageCount) }
        }
        pageCount += 1
    }

    /// Calls a function with the page's tree before and after the preparations.
    ///
    /// - Returns: the types of the page's records.
    @discardableResult
    private func forEachTree(
        of page: Page,
        _ rules: Rules,
        _ body: (Document, _ isPrepared: Bool) -> Void
    ) -> Set<String> {
        let parsed = rules.parse(page)
        guard let document = parsed.document else { return [] }
        body(document, false)
        // Reading the page prepares its tree.
        let outcome = rules.scrape(page, known: parsed, observer: NoObserver())
        body(document, true)
        return Set(outcome.records.map(\.type))
    }
}
