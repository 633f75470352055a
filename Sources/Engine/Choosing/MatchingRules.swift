import Language
import Records

/// Several rules files, from which one is chosen for each page by its address.
///
/// The time to choose grows with the length of the address, not with the number of rules files; a file is loaded when a
/// page has chosen it.
package struct MatchingRules: Sendable {
    /// The rules files in the catalogue's order.
    package let all: [CatalogueRules]
    private let index: AddressIndex
    /// The index of the rules file of each pattern.
    private let owners: [Int]
    /// How to parse pages that must declare their addresses themselves.
    private let reading: ReadingOptions

    /// Indexes rules files by their addresses.
    ///
    /// - Throws: all problems of all files, if the addresses of one of them cannot be read.
    init(_ files: [RulesFile], registry: Registry) throws(Diagnostics) {
        var all: [CatalogueRules] = []
        var failures: [Int: Diagnostics] = [:]
        for (number, file) in files.enumerated() {
            do throws(Diagnostics) {
                all.append(try CatalogueRules(file, registry: registry))
            } catch {
                failures[number] = error
            }
        }
        guard failures.isEmpty else {
            // The run ends here, so the other files' problems are reported with these.
            var rest = all[...]
            var errors: [Diagnostic] = []
            for number in files.indices {
                if let failure = failures[number] {
                    errors += failure.all
                } else if let rules = rest.popFirst(), !rules.needsPrograms {
                    do throws(Diagnostics) { try rules.load() } catch { errors += error.all }
                }
            }
            throw Diagnostics(errors)
        }
        self.all = all
        reading = registry.reading
        owners = all.indices.flatMap { owner in all[owner].match.map { _ in owner } }
        index = AddressIndex(all.flatMap(\.match))
    }

    /// The rules for a page.
    ///
    /// - Throws: an error if the page does not declare its address, if several rules files match it, or if its rules
    ///   cannot be used.
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
                    "no rules file matches \(url)",
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
                "several rules files match \(url): \(names)",
                help: "choose one with --rules, or give one of them a \"priority\""
            )
        }
        return .rules(try rules.rules(for: page), known: known)
    }

    /// A hint for an address for which there are only rules with the other one of the schemes http and https; `nil` if
    /// there are none.
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

/// Finds the address patterns that may match an address, without testing each of them.
///
/// Every pattern is indexed by a hash of its longest literal. The hashes of all parts of an address that are as long as
/// a literal are computed as rolling hashes ("Efficient randomized pattern-matching algorithms", Karp and Rabin 1987):
/// the patterns of many sites mostly have one of few lengths. Building the index takes one pass over the patterns.
struct AddressIndex: Sendable {
    /// The patterns by the hashes of their literals.
    private var patterns: [UInt64: [Int]] = [:]
    /// The lengths of the literals, in ascending order.
    private var lengths: [Int] = []
    /// The patterns without a literal, `*`: they may match anything.
    private var general: [Int] = []

    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// An index of patterns, which are identified by their numbers.
    ///
    /// - Complexity: linear in the length of the patterns.
    init(_ patterns: [String]) {
        var lengths: Set<Int> = []
        self.patterns.reserveCapacity(patterns.count)
        for (number, pattern) in patterns.enumerated() {
            let literal = AddressIndex.literal(of: AddressPattern.normalized(pattern: pattern))
            if literal.isEmpty {
                general.append(number)
            } else {
                lengths.insert(literal.count)
                self.patterns[AddressIndex.hash(literal[...]), default: []].append(number)
            }
        }
        self.lengths = lengths.sorted()
    }

    /// The numbers of the patterns that may match an address, without duplicates and in order.
    ///
    /// - Complexity: the address's length times the number of different lengths of literals, which is at most the
    ///   address's length.
    func candidates(for address: String) -> [Int] {
        let bytes = Array(AddressPattern.normalized(address).utf8)
        var found = Set(general)
        for length in lengths.prefix(while: { $0 <= bytes.count }) {
            var hash = AddressIndex.hash(bytes[..<length])
            // What the first byte of a part contributes to its hash.
            let weight = (1..<length).reduce(1 as UInt64) { weight, _ in weight &* AddressIndex.base }
            for end in length...bytes.count {
                if let patterns = patterns[hash] { found.formUnion(patterns) }
                guard end < bytes.count else { break }
                hash &-= (UInt64(bytes[end - length]) &+ 1) &* weight
                hash = hash &* AddressIndex.base &+ UInt64(bytes[end]) &+ 1
            }
        }
        return found.sorted()
    }

    /// The longest part of a pattern without wildcards.
    private static func literal(of pattern: String) -> [UInt8] {
        let literals = pattern.utf8.split(separator: UInt8(ascii: "*"))
        return literals.max { $0.count < $1.count }.map(Array.init) ?? []
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 &* base &+ UInt64($1) &+ 1 }
    }
}
