import DOM
import Records
import Selectors

/// The reading of one prepared page: from nodes to records.
struct Extraction {
    let rules: Rules
    let page: Page
    let document: Document
    let matcher: Matcher
    let context: PageContext
    var diagnostics: [Diagnostic] = []
    /// The record type that is being read.
    private var record = ""

    init(rules: Rules, page: Page, document: Document) {
        self.rules = rules
        self.page = page
        self.document = document
        matcher = Matcher(document)
        context = PageContext(baseURL: PageAddress(document).baseURL(given: page.url), clock: page.clock)
    }

    /// Reads all records of the page.
    ///
    /// - Parameter fruitless: the preparations that found nothing, which may tell why there are no records.
    mutating func run(fruitless: [PreparationRule]) -> Outcome {
        var records: [Record] = []
        for rule in rules.records {
            record = rule.name
            switch rule.content {
            case .nodes(let each, let fields):
                records += nodes(each).compactMap { self.record(rule.name, at: $0, fields) }
            case .groups(let type, let group):
                records += group.groups(records.filter { $0.type == type })
                    .map { Record(type: rule.name, fields: $0) }
            }
        }
        if records.isEmpty { diagnostics.append(nothingFound(fruitless)) }
        return Outcome(records: records, diagnostics: diagnostics)
    }

    /// The nodes that records of a type are made of: those of the first selector that matches any.
    private func nodes(_ each: [SelectorList]) -> [NodeRef] {
        if each.isEmpty { return document.rootElement.map { [$0] } ?? [] }
        for list in each {
            let matches = matcher.select(list, from: document.node, includingScope: false)
            if !matches.isEmpty { return matches.map(\.node) }
        }
        return []
    }

    /// A record, or `nil` where nothing of it is there.
    private mutating func record(_ name: String, at node: NodeRef, _ rules: [FieldRule]) -> Record? {
        let fields = fields(rules, at: node, path: "")
        return fields.isEmpty ? nil : Record(type: name, fields: fields)
    }

    /// A page without a single record does not satisfy its rules.
    private func nothingFound(_ fruitless: [PreparationRule]) -> Diagnostic {
        var notes = fruitless.filter { $0.name != "remove" }.map { preparation in
            Diagnostic.Note(
                "and \(preparation.name) found nothing",
                at: rules.file.location(of: preparation.range)
            )
        }
        notes += rules.records.compactMap { rule in
            guard case .nodes(let each, _) = rule.content, !each.isEmpty else { return nil }
            let selectors = each.map { "`\($0)`" }.joined(separator: ", ")
            return Diagnostic.Note("\(selectors) matched nothing", at: rules.file.location(of: rule.range))
        }
        return Diagnostic(.page, "the page has no records", at: Location(file: page.name), notes: notes)
    }
}

// MARK: - Fields

extension Extraction {
    mutating func fields(_ rules: [FieldRule], at node: NodeRef, path: String) -> [Value.Member] {
        var fields: [Value.Member] = []
        for rule in rules {
            if let value = value(of: rule, at: node, fields, path: path + rule.name) {
                fields.append(Value.Member(rule.name, value))
            }
        }
        return fields
    }

    private mutating func value(
        of rule: FieldRule,
        at node: NodeRef,
        _ earlier: [Value.Member],
        path: String
    ) -> Value? {
        let errors = diagnostics.count
        for alternative in rule.alternatives {
            if let value = value(of: alternative, at: node, earlier, path) { return value }
            if let fallback = alternative.fallback { return fallback }
        }
        // A value that was there and did not fit has been told of; that it is missing now is no news.
        if rule.isRequired, diagnostics.count == errors { report(missing: rule, at: node, path) }
        return rule.isList && !rule.isRequired ? .list([]) : nil
    }

    private mutating func value(
        of alternative: FieldAlternative,
        at node: NodeRef,
        _ earlier: [Value.Member],
        _ path: String
    ) -> Value? {
        switch alternative.origin {
        case .value(let value):
            return read([(value, node)], alternative, path)
        case .from(let names, let isList):
            let values = names.compactMap { name in earlier.first { $0.name == name }?.value }
            guard values.count == names.count else { return nil }
            return read([(isList ? .list(values) : values[0], node)], alternative, path)
        case .select(let lists):
            for list in lists {
                let taken = take(list, alternative, at: node)
                if !taken.isEmpty { return read(taken, alternative, path) }
            }
            return nil
        case .nested(let lists, let rules):
            return nested(lists, rules, isList: alternative.type.isList, at: node, path)
        }
    }

    private mutating func nested(
        _ lists: [SelectorList],
        _ rules: [FieldRule],
        isList: Bool,
        at node: NodeRef,
        _ path: String
    ) -> Value? {
        for list in lists {
            let nodes = matcher.select(list, from: node, includingScope: true).map(\.node)
            if nodes.isEmpty { continue }
            if !isList {
                let members = fields(rules, at: nodes[0], path: path + ".")
                return members.isEmpty ? nil : .object(members)
            }
            let objects = nodes.map { fields(rules, at: $0, path: path + ".") }.filter { !$0.isEmpty }
            if !objects.isEmpty { return .list(objects.map(Value.object)) }
        }
        return nil
    }
}

// MARK: - Taking

extension Extraction {
    /// What a selector takes at a node: of its first match, or of each for a list. What is empty is not there.
    private func take(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        at node: NodeRef
    ) -> [(value: Value, node: NodeRef)] {
        var excluded: Set<NodeRef> = []
        if let without = alternative.without {
            excluded = Set(matcher.select(without, from: node, includingScope: false).map(\.node))
        }
        let matches: [Match]
        if alternative.takesAllMatches {
            matches = matcher.select(list, from: node, includingScope: true)
        } else {
            matches = matcher.firstMatch(list, from: node, includingScope: true).map { [$0] } ?? []
        }
        return matches.flatMap { match in
            let values = document.values(of: match.node, taking: match.take ?? .text) {
                excluded.contains($0)
            }
            return values.filter { !$0.isEmpty }.map { text in
                (value: Value.string(String(decoding: text, as: UTF8.self)), node: match.node)
            }
        }
    }
}

// MARK: - What does not fit

extension Extraction {
    private mutating func report(missing rule: FieldRule, at node: NodeRef, _ path: String) {
        let selectors = rule.alternatives.compactMap(\.selectorText).map { "`\($0)`" }
        let reason = selectors.isEmpty ? "" : ": \(selectors.joined(separator: " and ")) found nothing"
        diagnostics.append(
            Diagnostic(
                .page,
                "\(record).\(path) is required\(reason)",
                at: location(of: node),
                notes: [Diagnostic.Note("the field stands here", at: rules.file.location(of: rule.range))],
                record: record,
                field: path
            )
        )
    }

    mutating func report(
        _ error: StepError,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: String
    ) {
        let selector = alternative.selectorText.map { " (`\($0)`)" } ?? ""
        diagnostics.append(
            Diagnostic(
                .page,
                "\(record).\(path)\(selector): \(error)",
                at: location(of: node),
                notes: [
                    Diagnostic.Note("the field stands here", at: rules.file.location(of: alternative.range))
                ],
                record: record,
                field: path
            )
        )
    }

    private func location(of node: NodeRef) -> Location {
        Location(file: page.name, line: node.line > 0 ? node.line : nil)
    }
}
