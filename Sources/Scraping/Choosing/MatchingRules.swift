import Language
import Records

/// Rules files from which each page's is chosen by the page's address.
///
/// The time to choose grows with the length of the address, not with the number of rules files.
package struct MatchingRules: Sendable {
    /// The rules files in the catalogue's order.
    package let all: [CatalogueRules]
    private let index: AddressIndex
    /// The index of the rules file of each pattern.
    private let owners: [Int]
    /// How to parse pages that must declare their addresses themselves.
    private let reading: ReadingOptions

    /// Loads rules files.
    ///
    /// - Throws: all problems of all files.
    init(_ paths: [String], registry: Registry) throws(Diagnostics) {
        var all: [CatalogueRules] = []
        var errors: [Diagnostic] = []
        for path in paths {
            do throws(Diagnostics) {
                all.append(try CatalogueRules(path, registry: registry))
            } catch {
                errors += error.all
            }
        }
        guard errors.isEmpty else { throw Diagnostics(errors) }
        self.all = all
        reading = registry.reading
        owners = all.indices.flatMap { owner in all[owner].match.map { _ in owner } }
        index = AddressIndex(all.flatMap(\.match))
    }

    /// The rules for a page.
    ///
    /// - Throws: the page does not declare its address, several rules files match it, or its rules cannot be used.
    func choose(
        for page: Page,
        observer: any PhaseObserver
    ) throws(Diagnostics) -> ChosenRules {
        let known = page.url == nil ? ParsedPage(html: page, reading: reading, observer) : nil
        guard let url = page.url ?? known?.address else {
            throw MatchingRules.failure(
                page,
                "the page does not declare its address",
                help: "choose its rules with --rules, or give its address with --url"
            )
        }
        let matching = matching(url)
        guard let rules = matching.first else {
            return .none(
                Diagnostic(
                    .rules,
                    "no rules file is for \(url)",
                    at: Location(file: page.name),
                    help: otherScheme(url)
                        ?? "choose one with --rules, or give one a \"match\" for the address"
                )
            )
        }
        guard matching.count == 1 else {
            let names = matching.map(\.path).joined(separator: ", ")
            throw MatchingRules.failure(
                page,
                "several rules files are for \(url): \(names)",
                help: "choose one with --rules, or give one of them a \"priority\""
            )
        }
        return .rules(try rules.rules(for: page), known: known)
    }

    /// What to do about an address that rules are for with the other of the schemes http and https; `nil` where there are
    /// none.
    private func otherScheme(_ url: String) -> String? {
        let schemes = ["http", "https"]
        guard let scheme = schemes.first(where: { url.lowercased().hasPrefix($0 + "://") }),
            let other = schemes.first(where: { $0 != scheme })
        else { return nil }
        let names = matching(other + url.dropFirst(scheme.count)).map(\.path)
        if names.isEmpty { return nil }
        return "\(names.joined(separator: ", ")) is for the address with \(other), this one has \(scheme): "
            + "write the pattern with \(scheme) too, or with *"
    }

    /// The rules that match an address best, several if they rank equally.
    private func matching(_ url: String) -> [CatalogueRules] {
        var seen: Set<Int> = []
        let candidates = index.candidates(for: url).map { owners[$0] }.filter { seen.insert($0).inserted }
        let ranked = candidates.compactMap { number in
            all[number].rank(for: url).map { (rules: all[number], rank: $0) }
        }
        guard let best = ranked.map(\.rank).max(by: <) else { return [] }
        return ranked.filter { $0.rank == best }.map(\.rules)
    }

    private static func failure(_ page: Page, _ message: String, help: String) -> Diagnostics {
        Diagnostics([Diagnostic(.rules, message, at: Location(file: page.name), help: help)])
    }
}

/// Finds the address patterns that may match an address, in time that grows with the address and not with the number of
/// patterns.
///
/// Every pattern is indexed by its longest literal: one walk over the address finds all literals in it, as Aho and
/// Corasick describe ("Efficient string matching", 1975).
struct AddressIndex: Sendable {
    /// A state of the automaton: the text ends in the prefix of a literal that leads here, and in no longer one.
    private struct State {
        var next: [UInt8: Int] = [:]
        /// The state of the longest proper suffix of the prefix that is a prefix of a literal.
        var suffix = 0
        /// The patterns whose literals end here, with those of all suffixes.
        var patterns: [Int] = []
    }

    private var states = [State()]
    /// The patterns without a literal, `*`: they may match anything.
    private var general: [Int] = []

    /// An index of patterns, which are identified by their numbers.
    ///
    /// - Complexity: linear in the length of the patterns.
    init(_ patterns: [String]) {
        for (number, pattern) in patterns.enumerated() {
            let literal = AddressIndex.literal(of: AddressPattern.normalized(pattern: pattern))
            if literal.isEmpty { general.append(number) } else { insert(literal, number) }
        }
        linkSuffixes()
    }

    /// The numbers of the patterns that may match an address, without duplicates and in order.
    func candidates(for address: String) -> [Int] {
        var found = Set(general)
        var state = 0
        for byte in AddressPattern.normalized(address).utf8 {
            state = following(state, byte)
            found.formUnion(states[state].patterns)
        }
        return found.sorted()
    }

    /// The longest part of a pattern without wildcards.
    private static func literal(of pattern: String) -> [UInt8] {
        let literals = pattern.utf8.split(separator: UInt8(ascii: "*"))
        return literals.max { $0.count < $1.count }.map(Array.init) ?? []
    }

    private mutating func insert(_ literal: [UInt8], _ number: Int) {
        var state = 0
        for byte in literal {
            if let next = states[state].next[byte] {
                state = next
                continue
            }
            states[state].next[byte] = states.count
            state = states.count
            states.append(State())
        }
        states[state].patterns.append(number)
    }

    /// Links every state to that of its longest suffix, in breadth-first order.
    private mutating func linkSuffixes() {
        var queue = Array(states[0].next.values)
        var read = 0
        while read < queue.count {
            let state = queue[read]
            read += 1
            for (byte, next) in states[state].next {
                let suffix = following(states[state].suffix, byte)
                states[next].suffix = suffix
                states[next].patterns += states[suffix].patterns
                queue.append(next)
            }
        }
    }

    private func following(_ start: Int, _ byte: UInt8) -> Int {
        var state = start
        while true {
            if let next = states[state].next[byte] { return next }
            if state == 0 { return 0 }
            state = states[state].suffix
        }
    }
}
