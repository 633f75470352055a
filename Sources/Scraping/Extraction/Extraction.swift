import DOM
import Records
import Selectors

/// The reading of one prepared page: from nodes to records.
struct Extraction {
    let rules: Rules
    let page: Page
    let document: Document
    let matcher: PageMatcher
    let context: PageContext
    let places: Places
    /// What is written down of the reading; `nil` where nobody wants to know.
    let tracer: Tracer?
    var diagnostics: [Diagnostic] = []
    /// Whether the field that is being read needs an answer that is not there.
    var isWithheld = false
    /// The record type that is being read.
    private(set) var record = ""
    /// How many required fields have come out without a value so far.
    private var shortfalls = 0
    /// The fields that are lists of objects and are being read, the outermost first.
    private var enclosing: [(name: String, rules: [FieldRule])] = []

    /// How deep objects may be nested in objects of the same fields.
    private static let enclosingLimit = 64

    init(
        rules: Rules,
        page: Page,
        document: Document,
        _ context: PageContext,
        log: SelectorLog?,
        tracer: Tracer?
    ) {
        self.tracer = tracer
        self.rules = rules
        self.page = page
        self.document = document
        matcher = PageMatcher(document, log: log)
        places = Places(document, matcher)
        self.context = context
    }

    /// Reads all records of the page.
    ///
    /// - Parameters:
    ///   - fruitless: the preparations that found nothing, which may tell why there are no records.
    ///   - hasRefused: whether a preparation has told already why there may be none.
    mutating func run(fruitless: [PreparationRule], hasRefused: Bool) -> Outcome {
        var records: [Record] = []
        for rule in rules.records {
            record = rule.name
            tracer?.begin(rule)
            var found: [Record] = []
            var elements = 0
            let told = diagnostics.count
            switch rule.content {
            case .nodes(let layouts):
                for layout in layouts where found.isEmpty {
                    tracer?.begin(layout)
                    let nodes = nodes(layout, tracer)
                    elements = nodes.count
                    found = nodes.compactMap { self.record(rule, at: $0, layout) }
                    tracer?.endLayout(layout)
                }
            case .groups(let type, let group):
                found = groups(group, of: records.filter { $0.type == type }, rule)
            }
            let barren = max(0, elements - found.count)
            // Where fields have been told of, what is missing is known already.
            if diagnostics.count == told { tellBarren(barren, of: elements, rule) }
            let all = found
            let kept = rule.order.sorted(distinct(all, rule)) { all[$0][$1] }
            if kept.count < all.count || !rule.order.keys.isEmpty { found = kept.map { all[$0] } }
            tracer?.end(rule, kept: kept, from: records.count)
            check(found, barren: barren, rule)
            records += found
        }
        if records.isEmpty, !hasRefused, !rules.records.allSatisfy(\.mayBeMissing) {
            diagnostics.append(nothingFound(fruitless))
        }
        return Outcome(records: records, diagnostics: diagnostics)
    }

    /// The nodes that records of a layout are made of: those of the first selector that matches any.
    private func nodes(_ layout: NodeRule, _ tracer: Tracer? = nil) -> [NodeRef] {
        let found = matches(layout, tracer)
        guard let condition = layout.condition else { return found }
        let fitting = found.filter { matcher.isMet(condition, in: $0) }
        tracer?.condition(condition, layout, matches: fitting.count)
        return fitting
    }

    private func matches(_ layout: NodeRule, _ tracer: Tracer? = nil) -> [NodeRef] {
        var roots = [document.node]
        if let within = layout.within {
            roots = matcher.select(within, from: document.node, includingScope: false).map(\.node)
            tracer?.within(within, layout, roots: roots)
        }
        if layout.each.isEmpty {
            return layout.within == nil ? document.rootElement.map { [$0] } ?? [] : roots
        }
        for list in layout.each {
            var seen: Set<NodeRef> = []
            let nodes = roots.flatMap { matcher.select(list, from: $0, includingScope: false).map(\.node) }
            // One root may lie in another.
            let distinct = roots.count > 1 ? nodes.filter { seen.insert($0).inserted } : nodes
            tracer?.each(list, layout, matches: distinct.count)
            if !distinct.isEmpty { return distinct }
        }
        return []
    }

    /// The groups of a type's records; a record without the key belongs to none, which is told.
    private mutating func groups(_ group: GroupRule, of records: [Record], _ rule: RecordRule) -> [Record] {
        // Where fields have been told of, it is known already that those of groups within groups are missing.
        let keys = diagnostics.isEmpty ? group.keys : [group.key]
        for key in keys {
            let without = records.count { $0[key] == nil }
            if without == 0 { continue }
            let message = "\(without) of \(records.count) records have no \(key) and belong to no group"
            tell(message, at: rule.range, severity: .warning)
        }
        var failures: [String] = []
        let groups = group.groups(records, failures: &failures)
        for failure in failures { tell("\(rule.name) of \(failure)", at: rule.range) }
        return groups.map { Record(type: rule.name, fields: $0) }
    }

    /// Tells of elements that gave no field at all, where others of them did.
    private mutating func tellBarren(_ barren: Int, of elements: Int, _ rule: RecordRule) {
        guard barren > 0, barren < elements else { return }
        tell(
            "\(barren) of \(elements) elements for \(rule.name) gave no field",
            at: rule.range,
            severity: .warning
        )
    }

    /// The places of records, less those whose unique keys an earlier one has; tells where they are not the same
    /// otherwise.
    private mutating func distinct(_ records: [Record], _ rule: RecordRule) -> [Int] {
        if rule.uniqueKeys.isEmpty { return Array(records.indices) }
        var known: [[Value]: Record] = [:]
        return records.indices.filter { index in
            let record = records[index]
            let key = rule.uniqueKeys.map { record[$0] ?? .null }
            guard let first = known[key] else {
                known[key] = record
                return true
            }
            // Without any of its keys a record is like no other.
            if key.allSatisfy({ $0 == .null }) { return true }
            if first != record {
                let keys = zip(rule.uniqueKeys, key).map { "\($0) \($1.text)" }.joined(separator: ", ")
                tell("several \(rule.name) have \(keys) and differ; the first is kept", at: rule.range)
            }
            return false
        }
    }

    private mutating func check(_ records: [Record], barren: Int, _ rule: RecordRule) {
        guard let expectation = rule.expectation else { return }
        if let condition = expectation.condition,
            matcher.select(condition, from: document.node, includingScope: false).isEmpty
        {
            tracer?.expectation(expectation, isForPage: false, shortfalls: [])
            return
        }
        let shortfalls = expectation.shortfalls(records, barren: barren, of: rule.name)
        tracer?.expectation(expectation, isForPage: true, shortfalls: shortfalls)
        for message in shortfalls { tell(message, at: expectation.range) }
    }

    /// Tells what is wrong with the records of a type as a whole.
    private mutating func tell(
        _ message: String,
        at range: Range<Int>,
        severity: Diagnostic.Severity = .error
    ) {
        diagnostics.append(
            Diagnostic(
                .page,
                message,
                severity: severity,
                at: Location(file: page.name),
                notes: [Diagnostic.Note("as the rules say here", at: rules.sources.location(of: range))],
                record: record
            )
        )
    }

    /// A record, or `nil` where nothing of it is there, or not all of one that must be whole.
    private mutating func record(_ rule: RecordRule, at node: NodeRef, _ layout: NodeRule) -> Record? {
        let (told, before) = (diagnostics.count, shortfalls)
        tracer?.begin(elementAt: node)
        let fields = fields(layout.fields, at: node, path: "")
        if layout.isWhole, shortfalls > before {
            tracer?.endElement(.leftOut)
            leaveOut(rule, toldSince: told)
            return nil
        }
        tracer?.endElement(fields.isEmpty ? .noField : .record(0))
        return fields.isEmpty ? nil : Record(type: rule.name, fields: fields)
    }

    /// Makes one diagnostic of all that is told of a record that is left out.
    private mutating func leaveOut(_ rule: RecordRule, toldSince start: Int) {
        var told = diagnostics[start...]
        guard let index = told.firstIndex(where: { $0.severity == .error }) else { return }
        var diagnostic = told.remove(at: index)
        for other in told {
            guard let location = other.location else { continue }
            diagnostic.notes.append(Diagnostic.Note("and \(other.message)", at: location))
        }
        let place = rules.sources.location(of: rule.range)
        diagnostic.notes.append(
            Diagnostic.Note("the \(rule.name) is left out, as it must be whole", at: place)
        )
        diagnostics.replaceSubrange(start..., with: [diagnostic])
    }

    /// A page without a single record does not satisfy its rules.
    private func nothingFound(_ fruitless: [PreparationRule]) -> Diagnostic {
        // What only smooths a page out may well find nothing.
        let smoothing = ["remove", "rename", "set", "refuse"]
        var notes = fruitless.filter { !smoothing.contains($0.name) }.map { preparation in
            Diagnostic.Note(
                "and \(preparation.name) found nothing",
                at: rules.sources.location(of: preparation.range)
            )
        }
        notes += rules.records.compactMap { rule in
            guard case .nodes(let layouts) = rule.content else { return nil }
            let selectors = layouts.flatMap(\.each).map { "`\($0)`" }.joined(separator: ", ")
            let elements = layouts.map { nodes($0).count }.max() ?? 0
            let candidates = layouts.map { matches($0).count }.max() ?? 0
            let what = selectors.isEmpty ? "the page" : selectors
            let gave = layouts.contains(where: \.isWhole) ? "no whole record" : "no field"
            var message = elements == 0 ? "\(what) matched nothing" : "\(what) gave \(gave)"
            if elements == 0, candidates > 0 {
                message = "\(what) matched, but nothing in which what \"when\" asks for is found"
            }
            return Diagnostic.Note(message, at: rules.sources.location(of: rule.range))
        }
        return Diagnostic(.page, "the page has no records", at: Location(file: page.name), notes: notes)
    }
}

// MARK: - Fields

extension Extraction {
    mutating func fields(_ rules: [FieldRule], at node: NodeRef, path: String) -> [Value.Member] {
        var fields = EarlierFields()
        for rule in rules {
            let outer = isWithheld
            isWithheld = false
            tracer?.begin(rule)
            let value = value(of: rule, at: node, fields, path: path + rule.name)
            tracer?.end(rule, value)
            if let value { fields.members.append(Value.Member(rule.name, value)) }
            if isWithheld { fields.withheld.insert(rule.name) }
            isWithheld = isWithheld || outer
        }
        return fields.members
    }

    private mutating func value(
        of rule: FieldRule,
        at node: NodeRef,
        _ earlier: EarlierFields,
        path: String
    ) -> Value? {
        let (start, shortfallsBefore) = (diagnostics.count, shortfalls)
        var isMeant = false
        var told: [(alternative: FieldAlternative, range: Range<Int>)] = []
        for alternative in rule.alternatives {
            if let condition = alternative.condition,
                !matcher.isMet(condition, in: node)
            {
                tracer?.skip(alternative, condition, at: node)
                continue
            }
            isMeant = true
            let (before, missing) = (diagnostics.count, shortfalls)
            tracer?.begin(alternative)
            let value = value(of: alternative, named: rule.name, at: node, earlier, path)
            tracer?.end(alternative, value, isWithheld: isWithheld)
            if let value {
                settle(told, by: alternative)
                // What an earlier alternative could not read, this one has read; a constant has read nothing.
                if !alternative.isConstant { shortfalls -= missing - shortfallsBefore }
                return value
            }
            // Another alternative would be for a value that is not there, and that is not known.
            if isWithheld { return nil }
            told.append((alternative, before..<diagnostics.count))
            // A default is for what is not there, not for what cannot be read.
            if !hasErrors(since: start), let fallback = alternative.fallback {
                tracer?.note(.fallback)
                return fallback
            }
        }
        // A value that was there and did not fit has been told of; that it is missing now is no news.
        if rule.isRequired, isMeant {
            shortfalls += 1
            if !hasErrors(since: start) { report(missing: rule, at: node, path) }
        }
        return rule.isList && isMeant && !rule.isRequired ? .list([]) : nil
    }

    private mutating func value(
        of alternative: FieldAlternative,
        named name: String,
        at record: NodeRef,
        _ earlier: EarlierFields,
        _ path: String
    ) -> Value? {
        guard let node = places.start(alternative.scope, from: record) else {
            tracer?.note(.noPlace)
            return nil
        }
        if node != record { tracer?.note(start: node) }
        func earlierValue(_ name: String) -> Value? {
            if earlier.withheld.contains(name) { isWithheld = true }
            return earlier.members.first { $0.name == name }?.value
        }
        switch alternative.origin {
        case .value(let value):
            tracer?.beginAttempt()
            return read([(value, node)], alternative, path)
        case .from(let names, let isList):
            let values = names.compactMap(earlierValue)
            guard values.count == names.count, !isWithheld else {
                tracer?.note(.missing(names.filter { earlierValue($0) == nil }))
                return nil
            }
            tracer?.beginAttempt()
            return read([(isList ? .list(values) : values[0], node)], alternative, path)
        case .template(let template):
            let text = template.text { earlierValue($0)?.text }
            guard let text, !isWithheld else {
                tracer?.note(.missing(template.names.filter { earlierValue($0) == nil }))
                return nil
            }
            tracer?.beginAttempt()
            return read([(.string(text), node)], alternative, path)
        case .cases(let arms):
            let arm = arms.firstIndex { matcher.isMet($0.selector, in: node) }
            tracer?.note(arm: arm)
            guard let arm else { return nil }
            tracer?.beginAttempt()
            return read([(arms[arm].value, node)], alternative, path)
        case .select(let lists):
            for list in lists {
                let taken = take(list, alternative, at: node)
                if taken.isEmpty { continue }
                let told = diagnostics.count
                let value = read(taken, alternative, path)
                if value != nil || hasErrors(since: told) || isWithheld { return value }
            }
            return nil
        case .nested(let lists, let fields):
            let rules: [FieldRule]
            switch fields {
            case .own(let own): rules = own
            case .enclosing(let name): rules = enclosing.last { $0.name == name }?.rules ?? []
            }
            if enclosing.count >= Extraction.enclosingLimit {
                // What is nested deeper is told of only where there is something.
                if lists.contains(where: { !matcher.select($0, from: node).isEmpty }) {
                    let limit = Extraction.enclosingLimit
                    report(StepError("nested more than \(limit) deep: left out"), alternative, at: node, path)
                }
                tracer?.note(.tooDeep)
                return nil
            }
            guard alternative.type.isList else { return nested(lists, rules, alternative, at: node, path) }
            enclosing.append((fields.name ?? name, rules))
            defer { enclosing.removeLast() }
            return nested(lists, rules, alternative, at: node, path)
        }
    }

    private mutating func nested(
        _ lists: [SelectorList],
        _ rules: [FieldRule],
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: String
    ) -> Value? {
        for list in lists {
            let nodes = matcher.select(list, from: node).map(\.node)
            tracer?.attempt(list, at: node, matches: nodes.count)
            if nodes.isEmpty { continue }
            if !alternative.type.isList {
                let members = members(rules, at: nodes[0], path)
                return members.isEmpty ? nil : .object(members)
            }
            let told = diagnostics.count
            let objects = nodes.map { members(rules, at: $0, path) }.filter { !$0.isEmpty }
            // Where fields have been told of, what is missing is known already.
            if diagnostics.count == told, !isWithheld {
                tellBarren(nodes.count - objects.count, of: nodes.count, alternative, at: node, path)
            }
            if !objects.isEmpty { return .list(objects.map(Value.object)) }
        }
        return nil
    }
}

extension Extraction {
    /// The fields of an object in a record.
    private mutating func members(_ rules: [FieldRule], at node: NodeRef, _ path: String) -> [Value.Member] {
        tracer?.begin(elementAt: node)
        let members = fields(rules, at: node, path: path + ".")
        tracer?.endElement(members.isEmpty ? .noField : .object)
        return members
    }
}

/// The fields of a record, or of an object in it, that have been read already.
struct EarlierFields {
    var members: [Value.Member] = []
    /// The names of those that need an answer which is not there.
    var withheld: Set<String> = []
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
            matches = matcher.select(list, from: node)
        } else {
            matches = matcher.firstMatch(list, from: node).map { [$0] } ?? []
        }
        tracer?.attempt(list, at: node, matches: matches.count)
        return matches.flatMap { match in
            if let json = takeJSON(match, alternative) { return json }
            let take = match.take ?? alternative.defaultTake
            let values = document.values(of: match.node, taking: take) { excluded.contains($0) }
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
        // What was found may have become nothing on its way through the steps.
        let found = rule.alternatives.allSatisfy(\.steps.isEmpty) ? "found nothing" : "gave no value"
        let reason = selectors.isEmpty ? "" : ": \(selectors.joined(separator: " and ")) \(found)"
        diagnostics.append(
            Diagnostic(
                .page,
                "\(record).\(path) is required\(reason)",
                at: location(of: node),
                notes: [Diagnostic.Note("the field stands here", at: rules.sources.location(of: rule.range))],
                record: record,
                field: path
            )
        )
    }

    mutating func report(
        _ error: StepError,
        in step: Step? = nil,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: String
    ) {
        if error.fault == .withheld {
            isWithheld = true
            return
        }
        let what = step == nil ? "field" : "step"
        let range = step?.range ?? alternative.range
        let selector = alternative.selectorText.map { " (`\($0)`)" } ?? ""
        diagnostics.append(
            Diagnostic(
                error.fault == .plugin ? .input : .page,
                "\(record).\(path)\(selector): \(error)",
                at: location(of: node),
                notes: [Diagnostic.Note("the \(what) stands here", at: rules.sources.location(of: range))],
                record: record,
                field: path
            )
        )
    }

    func location(of node: NodeRef) -> Location {
        Location(file: page.name, line: node.line > 0 ? node.line : nil)
    }
}
