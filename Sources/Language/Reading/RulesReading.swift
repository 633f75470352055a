public import Basics
import DOM
public import Records
import Selectors

extension Rules {
    /// Reads a rules file.
    ///
    /// - Parameters:
    ///   - file: the text of the file, and its name in diagnostics.
    ///   - registry: what the rules can call by name.
    ///   - reading: returns the text of an extended file, given the name of the file that extends it and the value of
    ///     its `extends`. Without it no rules file can extend another.
    /// - Throws: all mistakes in the file and those that it extends, in order.
    public init(
        _ file: SourceText,
        registry: Registry,
        reading: RulesExtension.Reading? = nil
    ) throws(Diagnostics) {
        try self.init(file, registry: registry, reading: reading, withNames: true)
    }

    /// The same.
    ///
    /// - Parameter withNames: whether the file's `names` are read. Without them the records are the same, and what has
    ///   become of a site's names is not reported.
    package init(
        _ file: SourceText,
        registry: Registry,
        reading: RulesExtension.Reading?,
        withNames: Bool
    ) throws(Diagnostics) {
        var extended = RulesExtension(reading: reading)
        let json = extended.read(file)
        var reader = RulesReader(sources: extended.sources, registry: registry, reading: reading)
        reader.misread = extended.misread
        reader.readsNames = withNames
        let content = extended.isIncomplete ? nil : json.flatMap { reader.readRules($0) }
        let diagnostics = extended.diagnostics + reader.diagnostics
        guard diagnostics.isEmpty, let content else {
            throw Diagnostics(diagnostics.sorted { Rules.order($0) < Rules.order($1) })
        }
        self.init(file, content, reader)
    }

    /// Creates rules from what a reader has read.
    init(_ file: SourceText, _ content: RulesContent, _ reader: RulesReader) {
        // Selectors of requests, and of other kinds of pages, are not used for reading a page.
        self.init(
            RulesParts(
                file: file,
                about: content.about,
                match: content.match,
                schema: Schema(
                    types: (content.records + content.otherRecords).map { record in
                        var type = record.schema
                        type.origin = file.name
                        return type
                    }
                ),
                priority: content.priority,
                selectors: content.selectors ?? content.preparations.flatMap(\.selectors)
                    + content.records.flatMap(\.selectors),
                selectorPlaces: SelectorPlaces(reader.selectorUses),
                sources: reader.sources,
                crawl: content.crawl,
                sourceRules: content.sources,
                preparations: content.preparations,
                records: content.records,
                names: content.names,
                needsAddress: !content.preparations.isEmpty
                    || content.sources.contains { $0.source.gives != nil }
                    || content.records.contains(where: \.needsAddress),
                truncationReports: content.truncationReports,
                reading: reader.registry.reading
            )
        )
    }

    private static func order(_ diagnostic: Diagnostic) -> (String, Int, Int) {
        let location = diagnostic.location
        return (location?.file ?? "", location?.line ?? 0, location?.column ?? 0)
    }
}

/// The content of a rules file, before it is checked as a whole.
struct RulesContent {
    var about: String?
    var match: [String] = []
    /// The request addresses that contain names in braces.
    var openMatch: [(text: String, json: JSON)] = []
    var priority = 0
    var sources: [SourceRule] = []
    var preparations: [PreparationRule] = []
    var records: [RecordRule] = []
    /// The names of the record types, including those that could not be read.
    var recordNames: Set<String> = []
    var names: [KnownName] = []
    var truncationReports = TruncationReports.all
    /// How the pages are fetched; `nil` if the rules do not say it.
    var crawl: CrawlRules?
    /// The record types of single requests.
    var otherRecords: [RecordRule] = []
    /// The selectors, unless they are those of the preparations and of the record types.
    var selectors: [SelectorUse]?
}

extension RulesReader {
    mutating func readRules(_ json: JSON) -> RulesContent? {
        guard let members = members(json, of: "a rules file", allowed: LanguageKey.file.map(\.name)) else {
            return nil
        }
        var content = RulesContent()
        if let schema = members["$schema"] { _ = string(schema, "$schema") }
        if let about = members["about"] { content.about = string(about, "about") }
        if let match = members["match"] {
            content.match = readMatch(match)
            if members["requests"] != nil, !content.match.isEmpty {
                // Rules are not chosen by an address that an input supplies.
                content.openMatch = (strings(match, "match") ?? []).filter { $0.text.contains("{") }
                content.match.removeAll { $0.contains("{") }
            }
        }
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
        if let json = members["hidden-text"], let choice = readHiddenText(json) { hiddenText = choice }
        if let json = members["complete"], let complete = boolean(json, "\"complete\"") {
            content.truncationReports = complete ? .all : .withinConstructs
        }
        content.sources = readSources(members["source"])
        hasTables = content.sources.contains { $0.source.hasTables }
        readsOnlyJSON = !content.sources.isEmpty && content.sources.allSatisfy(\.source.isOfJSON)
        if let preparations = members["prepare"] { content.preparations = readPreparations(preparations) }
        checkHTMLKeys(members, content.sources)
        if let names = members["names"], readsNames { content.names = readNames(names) }
        if let records = members["records"] {
            content.records = readRecords(records)
            content.recordNames = Set(records.objectMembers.map(\.key))
        } else if members["requests"] == nil {
            missing(
                "expected \"records\" in a rules file",
                in: members,
                at: json.range.lowerBound..<json.range.lowerBound + 1
            )
        }
        content.crawl = readCrawl(members, content)
        for kind in content.crawl?.kinds ?? [] {
            let known = Set((content.records + content.otherRecords).map(\.name))
            content.otherRecords += kind.page.records.filter { !known.contains($0.name) }
        }
        return content
    }

    mutating func readMatch(_ json: JSON) -> [String] {
        let patterns = strings(json, "match") ?? []
        for (text, json) in patterns where text.allSatisfy(\.isWhitespace) {
            error("expected an address for \"match\", found an empty one", at: json.range)
        }
        return patterns.map(\.text)
    }

    private mutating func readTables(_ json: JSON?) {
        guard let json else { return }
        guard let members = entries(json, of: "tables by their names for \"tables\"") else { return }
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
                let help =
                    known.isEmpty ? "no plugins are available" : Suggestion.help(for: name, among: known)
                error("unknown plugin \"\(name)\"", at: json.range, help: help)
            } catch {
                report(error, at: json.range)
            }
            isIncomplete = true
        }
        vocabulary = Vocabulary(registry.builtIn, plugins)
        vocabulary.isIncomplete = isIncomplete
    }
}
