import Addresses
public import Basics
public import Records
import Selectors

/// A rules file, checked and compiled: how a site's pages become records.
///
/// Rules are compiled once and used for any number of pages; loading them reads no page and changes no file.
public struct Rules: Sendable {
    /// The content, which copies share: a page is read through several copies, and counting the references to each part
    /// for each copy would take a twentieth of the time of a tiny page, and more if several threads count them.
    private var shared: Shared

    private final class Shared: Sendable {
        let parts: RulesParts

        init(_ parts: RulesParts) {
            self.parts = parts
        }
    }

    var parts: RulesParts {
        get { shared.parts }
        set { shared = Shared(newValue) }
    }

    init(_ parts: RulesParts) {
        shared = Shared(parts)
        prepareNames()
    }

    /// The file that the rules were read from.
    public var file: SourceText { shared.parts.file }
    /// The purpose of the rules, as described by their author.
    public var about: String? { shared.parts.about }
    /// The addresses of the pages that the rules are for, with `*` for any text.
    public var match: [String] { shared.parts.match }
    /// The types of records that the rules yield.
    public var schema: Schema { shared.parts.schema }

    /// The priority among several rules files for one address: the highest applies.
    public var priority: Int { shared.parts.priority }

    /// The selectors of the file, in the order in which they were read.
    package var selectors: [SelectorUse] { shared.parts.selectors }

    /// The same selectors, indexed.
    var selectorPlaces: SelectorPlaces { shared.parts.selectorPlaces }
    package var sources: SourceMap { shared.parts.sources }
    /// How the pages are fetched; `nil` if the rules do not say it.
    package var crawl: CrawlRules? { shared.parts.crawl }
    package var sourceRules: [SourceRule] { shared.parts.sourceRules }
    package var preparations: [PreparationRule] { shared.parts.preparations }
    package var records: [RecordRule] { shared.parts.records }
    /// Where the names that the rules use are on the site's pages.
    package var names: [KnownName] {
        get { shared.parts.names }
        set {
            parts.names = newValue
            prepareNames()
        }
    }

    /// How records are read one after the other; `nil` if the whole tree of a page is needed.
    package var series: SeriesPlan? { shared.parts.series }
    /// The construct that needs the whole tree of a page.
    var seriesObstacle: SeriesPlan.Obstacle? { shared.parts.seriesObstacle }

    /// The same names, prepared for searching pages; `nil` if nothing is known.
    package var nameIndex: NameIndex? { shared.parts.nameIndex }
    /// Whether anything may need the address that links are relative to.
    package var needsAddress: Bool { shared.parts.needsAddress }
    /// Which HTML pages that look truncated are reported.
    package var truncationReports: TruncationReports { shared.parts.truncationReports }
    /// How this run reads pages.
    package var reading: ReadingOptions { shared.parts.reading }

    /// Whether these are copies of the same rules.
    package func isIdentical(to other: Rules) -> Bool { shared === other.shared }

    /// A number that identifies the rules: a hash (FNV-1a) of the bytes of the file and of all files that it extends.
    package var fingerprint: UInt64 { sources.fingerprint }

    private mutating func prepareNames() {
        parts.nameIndex = NameIndex(self)
        planSeries()
    }

    /// Determines whether records can be read one after the other.
    private mutating func planSeries() {
        var parts = parts
        parts.series = nil
        parts.seriesObstacle = nil
        do throws(SeriesPlan.Obstacle) { parts.series = try seriesPlan() } catch {
            parts.seriesObstacle = error
        }
        self.parts = parts
    }

    /// Whether the rules are for the page at an address.
    public func matches(_ url: String) -> Bool { rank(for: url) != nil }

    /// How well the rules fit the page at an address: by priority, then by the number of literal characters of the
    /// pattern; `nil` if they do not apply to it.
    public func rank(for url: String) -> (priority: Int, length: Int)? {
        Rules.rank(for: url, match: match, priority: priority)
    }

    static func rank(
        for url: String,
        match: [String],
        priority: Int
    ) -> (priority: Int, length: Int)? {
        let fitting = match.filter { AddressPattern.matches(url, pattern: $0) }
        let length = fitting.map { $0.utf8.count { $0 != UInt8(ascii: "*") } }.max()
        return length.map { (priority, $0) }
    }

    /// The fields whose values no two records share (`unique`), by record type.
    public var uniqueKeys: [String: [String]] {
        Dictionary(
            records.filter { !$0.unique.isEmpty }.map { ($0.name, $0.uniqueKeys) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The files that the rules were read from: this one, and those that it extends.
    package var fileNames: [String] { sources.names }
}

/// The stored properties of ``Rules``.
struct RulesParts: Sendable {
    let file: SourceText
    let about: String?
    let match: [String]
    let schema: Schema
    let priority: Int
    let selectors: [SelectorUse]
    let selectorPlaces: SelectorPlaces
    let sources: SourceMap
    let crawl: CrawlRules?
    var sourceRules: [SourceRule]
    let preparations: [PreparationRule]
    var records: [RecordRule]
    var names: [KnownName]
    var series: SeriesPlan?
    var seriesObstacle: SeriesPlan.Obstacle?
    var nameIndex: NameIndex?
    let needsAddress: Bool
    let truncationReports: TruncationReports
    let reading: ReadingOptions
}

/// Patterns for addresses: `*` matches any text, and everything else matches itself.
package enum AddressPattern {
    /// Whether a whole address matches a pattern, both as browsers write addresses.
    ///
    /// Complexity: length of the address × number of stars in the worst case.
    package static func matches(_ address: String, pattern: String) -> Bool {
        let written = Array(normalized(address).utf8)
        let pattern = normalized(pattern: pattern)
        if fits(written, Array(pattern.utf8)) { return true }
        // A pattern whose host has a star may lack the path.
        return written.last == UInt8(ascii: "/") && isWithoutPath(pattern)
            && fits(Array(written.dropLast()), Array(pattern.utf8))
    }

    private static func fits(_ address: [UInt8], _ pattern: [UInt8]) -> Bool {
        var index = 0
        var position = 0
        // Where to continue if the text after the last star does not match: one byte further.
        var retry: (position: Int, index: Int)?
        while index < address.count {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                retry = (position + 1, index)
                position += 1
            } else if position < pattern.count, pattern[position] == address[index] {
                position += 1
                index += 1
            } else if let (star, start) = retry {
                retry = (star, start + 1)
                position = star
                index = start + 1
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The address as browsers write it; unchanged if it is not an address.
    package static func normalized(_ address: String) -> String { WebAddress.normalized(address) }

    /// The pattern in the form in which browsers write addresses: stars may be in all parts.
    package static func normalized(pattern: String) -> String {
        guard let colon = pattern.firstRange(of: "://") else { return pattern }
        let end = pattern[colon.upperBound...].firstIndex { "/?#".contains($0) } ?? pattern.endIndex
        // A star in the host that nothing follows may be for the path too. A scheme or a port may be a star.
        let isOpen = end == pattern.endIndex && pattern[colon.upperBound...].contains("*")
        if !isOpen, let href = try? WebAddress.href(of: pattern) { return href }
        return pattern[..<end].lowercased() + pattern[end...]
    }

    private static func isWithoutPath(_ pattern: String) -> Bool {
        guard let colon = pattern.firstRange(of: "://") else { return false }
        return !pattern[colon.upperBound...].contains("/")
    }
}

extension Rules {
    /// The same rules, for pages that are read like those of other rules.
    package func reading(as other: Rules) -> Rules {
        var own = self
        own.parts.sourceRules = other.sourceRules
        own.planSeries()
        return own
    }

    /// The same rules without expectations and known names.
    package var withoutExpectations: Rules {
        var bare = self
        bare.names = []
        bare.parts.records = records.map { record in
            RecordRule(
                name: record.name,
                range: record.range,
                content: record.content,
                unique: record.unique,
                nesting: record.nesting,
                order: record.order,
                aliases: record.aliases
            )
        }
        bare.planSeries()
        return bare
    }

    /// The texts by which the rules find headings, columns and labels.
    package var labels: [String] {
        var labels = records.flatMap { record -> [String] in
            guard case .nodes(let layouts) = record.content else { return [] }
            return layouts.flatMap { Rules.columns($0.fields) }
        }
        guard case .object(let members)? = JSON.read(file.bytes, dialect: .relaxed).0?.content,
            case .array(let preparations)? = members.first(where: { $0.key == "prepare" })?.value.content
        else { return labels }
        for preparation in preparations {
            let start = preparation.value["sections"]?["start"]
            labels += (start?.list ?? [start].compactMap { $0 }).compactMap(\.string)
        }
        return labels
    }

    private static func columns(_ fields: [FieldRule]) -> [String] {
        fields.flatMap(\.alternatives).flatMap { alternative in
            guard case .nested(_, .own(let inner)) = alternative.origin else {
                return alternative.scope.column + alternative.scope.labels.map(\.text)
            }
            return columns(inner)
        }
    }
}

/// Which HTML pages that look truncated are reported.
package enum TruncationReports: Sendable {
    /// All of them.
    case all
    /// Those that end within a construct, such as a tag: whole pages of the site have no end tag.
    case withinConstructs
    /// None: the page is read with other rules too, which report it.
    case none
}
