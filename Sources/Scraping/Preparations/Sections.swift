import DOM
import Records
import Selectors

extension Preparation {
    /// Gives a flat run of elements the structure that its headings mean: an element `section` for each heading,
    /// its text the attribute `title`, with all that follows up to the next one inside.
    ///
    /// - `in`: whose children are meant.
    /// - `start`: what a heading is: a list of texts, a selector, or `{"pattern": …}` for its text.
    /// - `levels`: instead of `start`, a list of selectors: a heading of a later one makes a section within that of
    ///   an earlier one.
    /// - `once`: each text of the list has exactly one section: one that comes again goes on with its section, one
    ///   that never comes has an empty one. An element without any of them is told.
    /// - `run-in`: with a list of texts, a regular expression for what parts a heading from text in the same element,
    ///   which becomes the section's first one.
    /// - `before`: what becomes of what stands before the first heading: `keep` makes it a section without a
    ///   title, `warn` cuts it out and tells of it.
    static let sections = Preparation(
        name: "sections",
        about: "gives a flat run of elements the structure that its headings mean",
        arguments: .object(.sections)
    ) { json, reader in
        guard let members = reader.members(json, of: "sections", .sections), let container = members["in"]
        else { return nil }
        guard let list = reader.plainSelector(container, "in"), let levels = reader.readSectionLevels(members)
        else { return nil }
        let once = members["once"].flatMap { reader.boolean($0, "once") } ?? false
        if once, levels.texts == nil {
            reader.error("\"once\" goes with a list of texts for \"start\"", at: json.range)
            return nil
        }
        let runIn = members["run-in"].map { reader.readRunIn($0) }
        if case .some(.none) = runIn { return nil }
        if let json = members["run-in"], levels.texts == nil {
            reader.error("\"run-in\" goes with a list of texts for \"start\"", at: json.range)
            return nil
        }
        var before = Sectioning.Before.keep
        if let json = members["before"], let word = reader.string(json, "before") {
            guard let known = Sectioning.Before(rawValue: word) else {
                let words = Sectioning.Before.allCases.map(\.rawValue)
                reader.error(
                    "unknown word \"\(word)\"",
                    at: json.range,
                    help: Suggestion.help(for: word, among: words)
                )
                return nil
            }
            before = known
        }
        let sectioning = Sectioning(levels: levels, once: once, runIn: runIn ?? nil, before: before)
        return { context throws(ParseError) in
            for element in context.select(list) where context.isAttached(element) {
                try sectioning.apply(to: element, &context)
            }
        }
    }
}

extension RulesReader {
    fileprivate mutating func readSectionLevels(_ members: [String: JSON]) -> [Sectioning.Heading]? {
        if let levels = members["levels"] {
            return plainSelectors(levels, "levels")?.map(Sectioning.Heading.selector)
        }
        return members["start"].flatMap { readSectionStart($0) }.map { [$0] }
    }

    private mutating func readSectionStart(_ json: JSON) -> Sectioning.Heading? {
        if case .string = json.content {
            return plainSelector(json, "start").map(Sectioning.Heading.selector)
        }
        if case .object = json.content { return readSectionPattern(json) }
        guard let texts = strings(json, "start")?.map({ WhiteSpace.collapse($0.text) }) else { return nil }
        if texts.contains("") {
            error("an empty text in \"start\" is no heading", at: json.range)
            return nil
        }
        if Set(texts).count < texts.count {
            error("a text stands twice in \"start\"", at: json.range)
            return nil
        }
        return .texts(texts)
    }

    private mutating func readSectionPattern(_ json: JSON) -> Sectioning.Heading? {
        guard let members = members(json, of: "\"start\"", .sectionPattern), let pattern = members["pattern"],
            let text = string(pattern, "pattern")
        else { return nil }
        do throws(PatternError) {
            let pattern = try RegularExpression(text)
            if pattern.matchesNothing {
                throw PatternError(
                    description: "the regular expression matches a text without anything in it"
                )
            }
            return .pattern(pattern)
        } catch {
            let place = error.offset.map { offset(ofDecoded: $0, in: pattern) }
            self.error(error.description, at: place.map { $0..<$0 + 1 } ?? pattern.range)
            return nil
        }
    }
}
