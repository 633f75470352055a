public import Basics
public import Records
import Selectors

/// A rules file, checked and compiled: how a site's pages become records.
///
/// Compiled once and used for any number of pages; loading reads no page and touches no file.
public struct Rules: Sendable {
    /// The file that the rules were read from.
    public let file: SourceText
    /// What the rules are for, in the words of their author.
    public let about: String?
    /// The addresses of the pages that the rules are for, with `*` for any text.
    public let match: [String]
    /// What records the rules yield.
    public let schema: Schema

    /// Which of several rules files for one address is meant: the one with the highest.
    public let priority: Int

    /// The selectors of the file, in the order in which they were read.
    package let selectors: [SelectorUse]

    /// The same by the selector.
    let selectorPlaces: [SelectorList: [SelectorUse]]
    package let sources: SourceMap
    package let sourceRules: [SourceRule]
    package let preparations: [PreparationRule]
    package let records: [RecordRule]
    /// Whether anything may ask for the address that links are relative to.
    package let needsBase: Bool
    /// How pages are read, by this run.
    package let reading: ReadingOptions

    /// Reads a rules file.
    ///
    /// - Parameter reading: gives the text of a file that another extends, by the name of that one and what stands
    ///   behind its `extends`. Without it no rules file can extend another.
    /// - Throws: all that is wrong with the file and those that it extends, at once and in their order.
    public init(
        _ file: SourceText,
        registry: Registry,
        reading: RulesExtension.Reading? = nil
    ) throws(Diagnostics) {
        var extended = RulesExtension(reading: reading)
        let json = extended.read(file)
        var reader = RulesReader(sources: extended.sources, registry: registry)
        let content = extended.isIncomplete ? nil : json.flatMap { reader.readRules($0) }
        let diagnostics = extended.diagnostics + reader.diagnostics
        guard diagnostics.isEmpty, let content else {
            throw Diagnostics(diagnostics.sorted { Rules.order($0) < Rules.order($1) })
        }
        self.file = file
        sources = extended.sources
        selectors = reader.selectorUses
        selectorPlaces = Dictionary(grouping: reader.selectorUses) { $0.list }
        about = content.about
        match = content.match
        priority = content.priority
        sourceRules = content.sources
        preparations = content.preparations
        records = content.records
        schema = Schema(
            types: content.records.map { record in
                var type = record.schema
                type.origin = file.name
                return type
            }
        )
        needsBase =
            !preparations.isEmpty || sourceRules.contains { $0.source.gives != nil }
            || records.contains(where: \.needsBase)
        self.reading = registry.reading
    }

    private static func order(_ diagnostic: Diagnostic) -> (String, Int, Int) {
        let location = diagnostic.location
        return (location?.file ?? "", location?.line ?? 0, location?.column ?? 0)
    }

    /// A number that tells the rules from others: of the bytes of the file and of all that it extends (FNV-1a).
    package var fingerprint: UInt64 { sources.fingerprint }

    /// Whether the rules are for the page at an address.
    public func matches(_ url: String) -> Bool { rank(for: url) != nil }

    /// How well the rules fit the page at an address: by priority, then by the number of characters that the
    /// pattern gives; `nil` where they are not for it.
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
}

/// What a rules file says, before it is known to be right.
struct RulesContent {
    var about: String?
    var match: [String] = []
    var priority = 0
    var sources: [SourceRule] = []
    var preparations: [PreparationRule] = []
    var records: [RecordRule] = []
}

extension RulesReader {
    mutating func readRules(_ json: JSON) -> RulesContent? {
        guard let members = members(json, of: "a rules file", allowed: LanguageKey.file.map(\.name)) else {
            return nil
        }
        var content = RulesContent()
        if let schema = members["$schema"] { _ = string(schema, "$schema") }
        if let about = members["about"] { content.about = string(about, "about") }
        if let match = members["match"] { content.match = readMatch(match) }
        if let priority = members["priority"] {
            if let number = priority.value.number?.integer {
                content.priority = number
            } else {
                error("expected a whole number for \"priority\", found \(priority.kind)", at: priority.range)
            }
        }
        readPlugins(members["plugins"])
        readTables(members["tables"])
        readHTMLKeys(members)
        content.sources = readSources(members["source"])
        hasTables = content.sources.contains { $0.source.hasTables }
        if let preparations = members["prepare"] { content.preparations = readPreparations(preparations) }
        checkHTMLKeys(members, content.sources)
        if let records = members["records"] {
            content.records = readRecords(records)
        } else {
            error(
                "expected \"records\" in a rules file",
                at: json.range.lowerBound..<json.range.lowerBound + 1
            )
        }
        return content
    }

    private mutating func readMatch(_ json: JSON) -> [String] {
        let patterns = strings(json, "match") ?? []
        for (text, json) in patterns where text.allSatisfy(\.isWhitespace) {
            error("expected an address for \"match\", found an empty one", at: json.range)
        }
        return patterns.map(\.text)
    }

    private mutating func readTables(_ json: JSON?) {
        guard let json else { return }
        guard case .object(let members) = json.content else {
            error(
                "expected an object of tables by their names for \"tables\", found \(json.kind)",
                at: json.range
            )
            return
        }
        for member in members {
            guard case .object(let entries) = member.value.content else {
                error("expected an object for the table \"\(member.key)\"", at: member.value.range)
                continue
            }
            if entries.isEmpty { error("the table \"\(member.key)\" is empty", at: member.value.range) }
            tables[member.key] = member.value
        }
    }

    private mutating func readPlugins(_ json: JSON?) {
        guard let json, let strings = strings(json, "plugins") else { return }
        var plugins: [Plugin] = []
        var isIncomplete = false
        for (name, json) in strings {
            do throws(Diagnostic) {
                if let plugin = try registry.plugin(named: name) {
                    if plugins.contains(where: { $0.name == name }) { continue }
                    try registry.checkProgram(plugin, beside: plugins)
                    plugins.append(plugin)
                    continue
                }
                let known = registry.pluginNames
                let help = known.isEmpty ? "no plugin is there" : Suggestion.help(for: name, among: known)
                error("unknown plugin \"\(name)\"", at: json.range, help: help)
            } catch {
                tell(error, at: json.range)
            }
            isIncomplete = true
        }
        vocabulary = Vocabulary(registry.builtIn, plugins)
        vocabulary.isIncomplete = isIncomplete
    }
}
