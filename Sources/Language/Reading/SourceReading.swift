import Basics
import DOM
import Records
import Selectors
import Values

// Reads which sources the pages of a rules file are, and how HTML is read: the keys "source", "parser", "scripting".
extension RulesReader {
    mutating func readSources(_ json: JSON?) -> [SourceRule] {
        guard let json else {
            let html = JSON(content: .string("html"), range: 0..<1)
            return readSource(html).map { [$0] } ?? []
        }
        guard case .array(let elements) = json.content else { return readSource(json).map { [$0] } ?? [] }
        if elements.isEmpty { error("expected at least one source", at: json.range) }
        return elements.compactMap { readSource($0) }
    }

    /// Reads a source's name, or an object with its name and its options.
    mutating func readSource(_ json: JSON) -> SourceRule? {
        let none = JSON(content: .null, range: json.range)
        switch json.content {
        case .string(let name): return readSource(named: name, options: none, at: json.range)
        case .object(let members) where members.count == 1:
            return readSource(named: members[0].key, options: members[0].value, at: members[0].keyRange)
        default:
            error(
                "expected a source's name, or an object of its name and its options, found \(json.kind)",
                at: json.range,
                help: "write \"html\" or {\"csv\": {\"header\": […]}}"
            )
            return nil
        }
    }

    private mutating func readSource(named name: String, options: JSON, at range: Range<Int>) -> SourceRule? {
        guard let source = vocabulary.source(name) else {
            error(unknown: .source, name, at: range)
            return nil
        }
        readsHTML = readsHTML || source.readsHTML
        return function(of: source, options, at: options.value == .null ? range : options.range).map {
            function,
            _ in
            SourceRule(source: source, function: function, html: html)
        }
    }

    /// Reads the keys for HTML, before anything that contains HTML is read.
    mutating func readHTMLKeys(_ members: Members) {
        var own = HTMLOptions.withoutTemplates
        if let json = members["parser"], let parser = readParser(json) { own.parser = parser }
        if let json = members["scripting"], let scripting = boolean(json, "\"scripting\"") {
            own.scripting = scripting
        }
        if let json = members["templates"], let templates = boolean(json, "\"templates\"") {
            own.templates = templates
        }
        html = registry.reading.html(own)
    }

    private mutating func readParser(_ json: JSON) -> HTMLOptions.Parser? {
        guard let name = string(json, "\"parser\"") else { return nil }
        if let parser = HTMLOptions.Parser(rawValue: name) { return parser }
        let known = HTMLOptions.Parser.allCases.map(\.rawValue)
        error(
            "unknown parser \"\(name)\"",
            at: json.range,
            help: Suggestion.help(for: name, among: known)
        )
        return nil
    }

    /// Reports the keys for HTML if nothing is parsed as HTML.
    mutating func checkHTMLKeys(_ members: Members, _ sources: [SourceRule]) {
        // Nothing is known about sources that could not be read.
        guard !readsHTML, !sources.isEmpty else { return }
        let names = sources.map(\.source.name).joined(separator: " and ")
        for key in ["parser", "scripting", "templates", "complete"] {
            guard let json = members[key] else { continue }
            error(
                "\"\(key)\" says how HTML is read, and these rules read \(names)",
                at: json.range,
                help: "remove it"
            )
        }
    }
}

// Reads the preparations of a rules file.
extension RulesReader {
    mutating func readPreparations(_ json: JSON) -> [PreparationRule] {
        guard case .array(let elements) = json.content else {
            error(
                "expected a list of preparations for \"prepare\", found \(json.kind)",
                at: json.range,
                help: "write […]"
            )
            return []
        }
        return elements.compactMap { element in
            let start = selectorUses.count
            var rule = readPreparation(element)
            rule?.selectors = Array(selectorUses[start...])
            return rule
        }
    }

    private mutating func readPreparation(_ json: JSON) -> PreparationRule? {
        let names = vocabulary.names(.preparation)
        guard case .object(let members) = json.content else {
            error(
                "expected an object of a preparation's name and its arguments, found \(json.kind)",
                at: json.range,
                help: "write {\"remove\": \".advert\"}"
            )
            return nil
        }
        let limits = ["in", "when"]
        let named = members.filter { !limits.contains($0.key) }
        guard let member = named.first else {
            error("expected a preparation: one of \(names.joined(separator: ", "))", at: json.range)
            return nil
        }
        if named.count > 1 {
            let known = named.filter { names.contains($0.key) }
            let odd = known.count == 1 ? named.first { !names.contains($0.key) } : named[1]
            if let odd {
                error(
                    known.count == 1
                        ? "unknown key \"\(odd.key)\" in a preparation"
                        : "an object contains one preparation",
                    at: odd.keyRange,
                    help: known.count == 1
                        ? Suggestion.help(for: odd.key, among: limits) : "write it as a separate object"
                )
            }
            return nil
        }
        guard let preparation = vocabulary.preparation(member.key) else {
            error(unknown: .preparation, member.key, at: member.keyRange)
            return nil
        }
        let errors = diagnostics.count
        let scope = members.first { $0.key == "in" }.flatMap { plainSelector($0.value, "in") }
        let condition = members.first { $0.key == "when" }.flatMap { plainSelector($0.value, "when") }
        readsHTML = readsHTML || preparation.content?.gives.isHTML == true
        guard let (function, _) = function(of: preparation, member.value, at: member.keyRange),
            diagnostics.count == errors
        else { return nil }
        return PreparationRule(
            name: member.key,
            range: member.keyRange,
            scope: scope,
            condition: condition,
            function: function,
            html: html,
            hiddenText: hiddenText
        )
    }
}
