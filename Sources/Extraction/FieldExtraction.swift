import Addresses
import DOM
import Language
import Platform
import Records
import Selectors
import Sources
import Values

// From a record's node to its fields: alternatives, and objects within the record.
extension Extraction {
    /// - Parameters:
    ///   - selection: the selectors of these fields.
    ///   - prefix: the path before the fields' names.
    mutating func fields(
        _ rules: [FieldRule],
        _ selection: FieldSelection?,
        at node: NodeRef,
        below prefix: String
    ) -> [Value.Member] {
        var fields = EarlierFields(sources: selection?.sources ?? [])
        // Reserved once, but not for many fields that are probably missing.
        fields.members.reserveCapacity(min(rules.count, 8))
        let expected = matcher.expect(selection, from: node)
        let sources = selection?.sourcesOfNumbers ?? []
        for rule in rules {
            // The record is dropped.
            if isLate { break }
            let (outer, outerLoss) = (isWithheld, hasLostElement)
            isWithheld = false
            hasLostElement = false
            observer.observe(.beganField(rule))
            let isSource = !sources.isEmpty && sources.contains(rule.name)
            isSourceOfNumber = isSource
            let value = value(of: rule, at: node, fields, FieldPath(prefix: prefix, rule))
            if isSource { fields.digits[rule.name] = digits.list }
            isSourceOfNumber = false
            observer.observe(.endedField(rule, value))
            if let value { fields.append(Value.Member(rule.name, value)) }
            if isWithheld { fields.withheld.insert(rule.name) }
            if hasLostElement { fields.incomplete.insert(rule.name) }
            isWithheld = isWithheld || outer
            hasLostElement = outerLoss
        }
        matcher.expectAgain(expected)
        // The object, and the places of the fields that have no text.
        memory.add(values: 1 &+ rules.count &- fields.members.count)
        return fields.members
    }

    private mutating func value(
        of rule: FieldRule,
        at node: NodeRef,
        _ earlier: EarlierFields,
        _ path: FieldPath
    ) -> Value? {
        let (start, shortfallsBefore) = (diagnostics.count, shortfalls)
        var isApplicable = false
        var hasLost = false
        var reported: [(alternative: FieldAlternative, range: Range<Int>)] = []
        for alternative in rule.alternatives {
            if let condition = alternative.condition,
                !matcher.isMet(condition, in: node)
            {
                observer.observe(.skipped(alternative, condition, at: node))
                continue
            }
            isApplicable = true
            let (before, missing) = (diagnostics.count, shortfalls)
            observer.observe(.beganAlternative(alternative))
            hasLostElement = false
            var value = value(of: alternative, named: rule.name, at: node, earlier, path)
            if let found = value, let lower = alternative.lowerField,
                isBefore(found, lower, earlier, alternative, at: node, path)
            {
                value = nil
            }
            observer.observe(.endedAlternative(alternative, value, isWithheld: isWithheld))
            if let value {
                if !reported.isEmpty { resolve(reported, by: alternative) }
                // This one has read what an earlier one could not, unless it is a constant.
                if !alternative.isConstant {
                    shortfalls -= missing - shortfallsBefore
                    if !alternative.isCase { forgetConstant(path) }
                } else if alternative.condition == nil, alternative !== rule.alternatives[0] {
                    noteConstant(value, path)
                }
                return value
            }
            hasLost = hasLost || hasLostElement
            // Whether another alternative is needed depends on the missing answer.
            if isWithheld { return nil }
            if diagnostics.count > before { reported.append((alternative, before..<diagnostics.count)) }
            // A default replaces a missing value, not one that cannot be read.
            if !hasErrors(since: start), let fallback = alternative.fallback {
                observer.observe(.became(.fallback))
                memory.add(values: 1)
                noteConstant(fallback, path)
                return fallback
            }
        }
        hasLostElement = hasLost
        // A value that does not fit has been reported already.
        if rule.isRequired, isApplicable {
            shortfalls += 1
            if !hasErrors(since: start) { report(missing: rule, at: node, path) }
        }
        return rule.isList && isApplicable && !rule.isRequired ? .list([]) : nil
    }

    /// Whether a value precedes that of an earlier field, which is reported.
    private mutating func isBefore(
        _ value: Value,
        _ lower: (name: String, type: Schema.FieldType),
        _ earlier: EarlierFields,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) -> Bool {
        guard let other = earlier[lower.name],
            SortKey.isLess(value, other, lower.type)
        else { return false }
        let error = StepError("\(value.quoted) is before \(lower.name), which is \(other.quoted)")
        observer.observe(.untyped(error))
        report(error, alternative, at: node, path)
        return true
    }

    /// The value of an alternative, searched for from a record's element.
    ///
    /// - Parameter known: the element of another place from which the value is searched for; `nil` if it is to be found.
    mutating func searchedValue(
        of alternative: FieldAlternative,
        named name: String,
        at record: NodeRef,
        _ known: NodeRef?,
        _ earlier: EarlierFields,
        _ path: FieldPath
    ) -> Value? {
        var node = record
        digits.removeAll()
        if case .asked(let tree) = alternative.scope.place {
            return askedValue(alternative, named: name, in: tree, path)
        }
        if case .join(let join) = alternative.scope.place {
            let nodes = joined(join, alternative, at: record, path)
            guard let first = nodes.first else {
                observer.observe(.becameWithoutPlace(nil))
                return nil
            }
            observer.observe(.start(first))
            return originValue(alternative, named: name, at: nodes, earlier, path)
        }
        if !alternative.looksFromRecord {
            guard let place = known ?? places.start(alternative.scope, from: record) else {
                observer.observe(.becameWithoutPlace(places.missingColumn(alternative.scope, from: record)))
                return nil
            }
            if place != record { observer.observe(.start(place)) }
            node = place
        }
        if !alternative.scope.labels.isEmpty {
            let isExcluded = alternative.excludesText ? exclusion(alternative, at: node) : nil
            guard let label = places.label(alternative.scope, from: record, excluding: isExcluded) else {
                observer.observe(.became(.empty))
                return nil
            }
            switch label {
            case .elements(let elements):
                observer.observe(.start(elements[0]))
                return originValue(alternative, named: name, at: elements, earlier, path)
            case .run(let text, let elements, let label):
                observer.observe(.start(label))
                if alternative.isOfWholePlace || elements.isEmpty {
                    guard alternative.isOfWholePlace, let list = alternative.directList else { return nil }
                    observer.observe(.attempt(list, at: label, matches: 1))
                    if let first = elements.first, alternative.readsNumber || isSourceOfNumber {
                        findDigits(in: FieldAlternative.nodes(around: first, elements), alternative)
                    }
                    memory.add(text)
                    return read(.string(text), at: label, alternative, path)
                }
                return originValue(alternative, named: name, at: elements, earlier, path)
            }
        }
        if let list = alternative.directList { return read(list, alternative, at: node, path) }
        return originValue(alternative, named: name, at: [node], earlier, path)
    }

    /// The value of an alternative that reads data about the page's request: from a tree that no other selector
    /// searches.
    private mutating func askedValue(
        _ alternative: FieldAlternative,
        named name: String,
        in tree: FieldScope.AskedTree,
        _ path: FieldPath
    ) -> Value? {
        guard let document = page.asked?.document(tree), let root = document.rootElement else {
            observer.observe(.becameWithoutPlace(nil))
            return nil
        }
        var inner = Extraction(rules, page, document, calls, observer, memory)
        inner.record = record
        inner.enclosing = enclosing
        let value = inner.originValue(alternative, named: name, at: [root], EarlierFields(), path)
        diagnostics += inner.diagnostics
        isWithheld = isWithheld || inner.isWithheld
        hasLostElement = hasLostElement || inner.hasLostElement
        return value
    }

    /// The elements that a record refers to, or the cells in their rows. References that lead nowhere, or to different
    /// elements, are reported, unless none leads anywhere and the field has a value for that.
    private mutating func joined(
        _ join: FieldScope.Join,
        _ alternative: FieldAlternative,
        at record: NodeRef,
        _ path: FieldPath
    ) -> [NodeRef] {
        let found = places.joined(join, from: record)
        for failure in found.failures {
            hasLostElement = true
            report(failure.error, in: failure.step, alternative, at: record, path)
        }
        let isExpected = alternative.fallback != nil && found.nodes.isEmpty
        for key in found.unknown where !isExpected {
            hasLostElement = true
            let error = StepError("no element of `\(join.elements)` has the key \(key.quoted)")
            report(error, alternative, at: record, path)
        }
        for key in found.ambiguous {
            let message =
                "different elements of `\(join.elements)` have the key \(key.quoted); the first is used"
            warn(message, alternative, at: record, path)
        }
        return alternative.scope.column.isEmpty
            ? found.nodes : found.nodes.compactMap { places.cell(alternative.scope.column, from: $0) }
    }

    /// The data about the page's request: its address is the given one, or else the page's own.
    private func requested(_ fact: FieldAlternative.RequestFact) -> String? {
        if fact == .time { return page.clock }
        guard let url = page.url ?? calls.ownAddress else { return nil }
        switch fact {
        case .url: return url
        case .time: return page.clock
        case .host: return (try? WebAddress(url))?.host
        case .path: return (try? WebAddress(url))?.path
        }
    }

    /// The value of the first selector that has one.
    private mutating func select(
        _ lists: [SelectorList],
        _ alternative: FieldAlternative,
        at nodes: [NodeRef],
        _ path: FieldPath
    ) -> Value? {
        for list in lists {
            let reported = diagnostics.count
            let value = read(list, alternative, at: nodes[0], path, and: nodes.dropFirst())
            if value != nil || hasErrors(since: reported) || isWithheld { return value }
        }
        return nil
    }

    /// The value of an alternative's origin.
    ///
    /// - Parameter nodes: the nodes to search: one element, or all elements that a record refers to.
    private mutating func originValue(
        _ alternative: FieldAlternative,
        named name: String,
        at nodes: [NodeRef],
        _ earlier: EarlierFields,
        _ path: FieldPath
    ) -> Value? {
        let node = nodes[0]
        func earlierValue(_ name: String) -> Value? {
            if earlier.withheld.contains(name) { isWithheld = true }
            return earlier[name]
        }
        switch alternative.origin {
        case .value(let value):
            observer.observe(.attemptWithoutSelector)
            memory.add(values: 1)
            return read(value, at: node, alternative, path)
        case .from(let names, let isList):
            let values = names.compactMap(earlierValue)
            guard values.count == names.count, !isWithheld else {
                observer.observe(.became(.missing(names.filter { earlierValue($0) == nil })))
                return nil
            }
            let incomplete = names.filter(earlier.incomplete.contains)
            if !incomplete.isEmpty {
                // A value made from the whole list would be wrong, and the lost element has been reported.
                if alternative.steps.contains(where: \.takesList) {
                    observer.observe(.became(.missing(incomplete)))
                    return nil
                }
                hasLostElement = true
            }
            observer.observe(.attemptWithoutSelector)
            for name in names { digits.add(earlier.digits[name] ?? []) }
            memory.add(values: values.count)
            return read(isList ? .list(values) : values[0], at: node, alternative, path)
        case .template(let template):
            // A template may repeat a text, and the next one repeat the result.
            let text = template.text { name in
                guard !memory.isFull, let text = earlierValue(name)?.text else { return nil }
                memory.add(text)
                return text
            }
            guard let text, !isWithheld else {
                observer.observe(.became(.missing(template.names.filter { earlierValue($0) == nil })))
                return nil
            }
            observer.observe(.attemptWithoutSelector)
            for name in template.names { digits.add(earlier.digits[name] ?? []) }
            return read(.string(text), at: node, alternative, path)
        case .cases(let arms):
            let arm = arms.firstIndex { matcher.isMet($0.selector, in: node) }
            observer.observe(.arm(arm))
            guard let arm else { return nil }
            observer.observe(.attemptWithoutSelector)
            memory.add(values: 1)
            if isLastResort(arm, of: arms) {
                noteConstant(arms[arm].value, path)
            } else {
                forgetConstant(path)
            }
            return read(arms[arm].value, at: node, alternative, path)
        case .request(let fact):
            guard let text = requested(fact) else {
                observer.observe(.becameWithoutPlace(nil))
                return nil
            }
            observer.observe(.attemptWithoutSelector)
            memory.add(text)
            return read(.string(text), at: node, alternative, path)
        case .labels(let lists):
            for list in lists {
                let found = nodes.flatMap { matcher.select(list, from: $0).nodes }
                observer.observe(.attempt(list, at: node, matches: found.count))
                var pairs: [LabelIndex.Pair] = []
                for element in found {
                    if isLate { break }
                    let isExcluded = alternative.excludesText ? exclusion(alternative, at: element) : nil
                    pairs += places.labels(in: element).pairs(excluding: isExcluded, memory)
                }
                if pairs.isEmpty { continue }
                return read(LabelPairs(pairs).value, at: found[0], alternative, path)
            }
            return nil
        case .select(let lists): return select(lists, alternative, at: nodes, path)
        case .nested(let lists, let fields):
            var field = EnclosingField(name: name, level: enclosing.count)
            switch fields {
            case .own(let own):
                field.rules = own
                field.selection = alternative.selection
            case .enclosing(let name):
                // Rules without one are not loaded.
                field = enclosing.last { $0.name == name } ?? field
            }
            if enclosing.count >= Self.enclosingLimit {
                // Reported only if there are deeper objects.
                if lists.contains(where: { !matcher.select($0, from: node).isEmpty }) {
                    let limit = Self.enclosingLimit
                    report(StepError("nested more than \(limit) deep: left out"), alternative, at: node, path)
                }
                observer.observe(.became(.tooDeep))
                return nil
            }
            guard alternative.type.isList else { return nested(lists, field, alternative, at: nodes, path) }
            enclosing.append(field)
            defer { enclosing.removeLast() }
            return nested(lists, field, alternative, at: nodes, path)
        }
    }

    /// - Parameter field: the field whose fields the objects have.
    private mutating func nested(
        _ lists: [SelectorList],
        _ field: EnclosingField,
        _ alternative: FieldAlternative,
        at starts: [NodeRef],
        _ path: FieldPath
    ) -> Value? {
        let prefix = path.text + "."
        let node = starts[0]
        for list in lists {
            let nodes = starts.flatMap { matcher.select(list, from: $0).nodes }
            observer.observe(.attempt(list, at: node, matches: nodes.count))
            if nodes.isEmpty { continue }
            if !alternative.type.isList {
                let members = members(field, at: nodes[0], below: prefix)
                return members.isEmpty ? nil : .object(members)
            }
            if field.level < enclosing.count - 1, let node = nodes.first(where: { isOpen($0, field) }) {
                hasLostElement = true
                let message =
                    "the object's element is the same as that of an object around it: it would contain itself "
                    + "without end"
                report(StepError(message), alternative, at: node, path)
                observer.observe(.became(.tooDeep))
                return nil
            }
            let reported = diagnostics.count
            var objects: [[Value.Member]] = []
            for node in nodes {
                if isProbablyLate { break }
                enclosing[enclosing.count - 1].node = node
                let members = members(field, at: node, below: prefix)
                if !members.isEmpty { objects.append(members) }
            }
            if objects.count < nodes.count { hasLostElement = true }
            // Reported fields explain what is missing.
            if diagnostics.count == reported, !isWithheld {
                reportEmpty(nodes.count - objects.count, of: nodes.count, alternative, at: node, path)
            }
            if objects.isEmpty { continue }
            guard let nesting = alternative.nesting else { return .list(objects.map(Value.object)) }
            let tree = nesting.nested(objects)
            for problem in tree.problems(nesting, "of \(objects.count) elements") where !isWithheld {
                report(StepError(problem), alternative, at: node, path)
            }
            return .list(tree.roots.map(Value.object))
        }
        return nil
    }

    /// Whether an object around the current one has the same element and the same fields as another one would have, which
    /// would contain an equal one in turn.
    private func isOpen(_ node: NodeRef, _ field: EnclosingField) -> Bool {
        enclosing.dropLast().contains { $0.level == field.level && $0.node == node }
    }

    /// The fields of an object in a record.
    private mutating func members(
        _ field: EnclosingField,
        at node: NodeRef,
        below prefix: String
    ) -> [Value.Member] {
        observer.observe(.beganElement(node))
        let members = fields(field.rules, field.selection, at: node, below: prefix)
        observer.observe(.endedElement(members.isEmpty ? .noField : .object))
        return members
    }
}

/// The earlier fields of a record, or of an object in it.
struct EarlierFields {
    fileprivate(set) var members: [Value.Member] = []
    /// The names of those that need a missing answer.
    var withheld: Set<String> = []
    /// The names of lists that lack an element of the page.
    var incomplete: Set<String> = []
    /// The digits of different elements that follow each other in the texts of fields that later ones read numbers from.
    var digits: [String: [ElementJoint]] = [:]
    /// The names of fields that are looked up among many; empty for a few fields.
    private let sources: Set<String>
    /// The places of their values.
    private var places: [String: Int] = [:]

    init(sources: Set<String> = []) { self.sources = sources }

    fileprivate mutating func append(_ member: Value.Member) {
        if !sources.isEmpty, sources.contains(member.name) { places[member.name] = members.count }
        members.append(member)
    }

    /// The value of a field, or `nil`.
    fileprivate subscript(name: String) -> Value? {
        if sources.isEmpty { return members.first { $0.name == name }?.value }
        return places[name].map { members[$0].value }
    }
}

extension FieldAlternative {
    /// The nodes of the text after a label: the elements in it, and the texts before, between and after them.
    fileprivate static func nodes(around first: NodeRef, _ elements: [NodeRef]) -> [NodeRef] {
        var nodes: [NodeRef] = []
        var next: NodeRef? = first
        while let node = next?.previousSibling, !node.isElement { next = node }
        let known = Set(elements)
        while let node = next, !node.isElement || known.contains(node) {
            nodes.append(node)
            next = node.nextSibling
        }
        return nodes
    }
}

/// A field's path in a record: `name`, or `object.name`.
struct FieldPath {
    /// The path before the name, with the dot at its end.
    let prefix: String
    private let rule: FieldRule

    init(prefix: String, _ rule: FieldRule) {
        self.prefix = prefix
        self.rule = rule
    }

    /// The whole path.
    var text: String { prefix + rule.name }
}
