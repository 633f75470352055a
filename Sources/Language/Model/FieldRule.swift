package import Records
package import Selectors
package import Values

/// A field: alternatives; the first that yields a value is used.
///
/// A class, like its alternatives: threads that read pages with the same rules would otherwise count references to each
/// of its parts and contend for the same memory.
package final class FieldRule: Sendable {
    package let name: String
    /// The place of its name in the rules file.
    package let range: Range<Int>
    package let alternatives: [FieldAlternative]

    /// Whether a record without it is a failure.
    package let isRequired: Bool

    /// Whether all its alternatives could be read. Otherwise its type is unknown, and rules with it are not loaded.
    let isKnown: Bool

    /// Whether it or a field within it is required, or may be.
    var requiresAnything: Bool {
        isRequired || !isKnown
            || alternatives.contains { alternative in
                guard case .nested(_, .own(let rules)) = alternative.origin else { return false }
                return rules.contains(where: \.requiresAnything)
            }
    }

    /// Whether it is a list, which is empty if no alternative yields a value.
    package let isList: Bool

    init(name: String, range: Range<Int>, alternatives: [FieldAlternative], isKnown: Bool = true) {
        self.name = name
        self.range = range
        self.alternatives = alternatives
        self.isKnown = isKnown
        isRequired = alternatives.contains(where: \.isRequired)
        isList = alternatives.allSatisfy(\.type.isList)
    }
}

/// One way to get a field's value: its origin, the steps that it passes through, and the type.
package final class FieldAlternative: Sendable {
    /// Where a value comes from.
    package enum Origin: Sendable {
        /// Nodes of the page; the first selector that yields a value is used.
        case select([SelectorList])
        /// Earlier fields of the record: one value, or the list of them.
        case from([String], isList: Bool)
        /// A constant.
        case value(Value)
        /// Text with the values of earlier fields of the record.
        case template(Template)
        /// The constant of the first selector that matches.
        case cases([Arm])
        /// An object for the first node, or for each.
        case nested([SelectorList], NestedFields)
        /// The labels in nodes, with their values, as one object.
        case labels([SelectorList])
        /// Data about how the page was requested.
        case request(RequestFact)
    }

    /// A datum about how a page was requested.
    package enum RequestFact: String, CaseIterable, Sendable {
        /// The page's address.
        case url
        /// When the page was saved or fetched.
        case time
        /// The host of its address.
        case host
        /// The path of its address.
        case path
    }

    /// An arm of a case.
    package struct Arm: Sendable {
        package let selector: SelectorList
        package let value: Value
        /// The place of its selector in the rules file.
        package let range: Range<Int>
    }

    /// The fields of an object.
    package enum NestedFields: Sendable {
        case own([FieldRule])
        /// Those of the enclosing field with this name: replies have the fields of comments.
        case enclosing(String)

        /// The name of the field whose fields they are, if they are not its own.
        package var name: String? {
            switch self {
            case .own: nil
            case .enclosing(let name): name
            }
        }
    }

    /// Where selectors look.
    package let scope: FieldScope
    /// A selector that must match for the alternative to apply.
    package let condition: SelectorList?
    package let origin: Origin
    /// Elements whose text is ignored.
    package let without: SelectorList?
    /// What happens to the text of hidden elements.
    package let hiddenText: HiddenText
    package let steps: [Step]
    package let type: TypeRule
    /// In a list: what happens to elements without a value.
    package let gaps: Gaps
    /// Constraints on a value besides its type.
    package let constraint: ValueConstraint?
    /// The earlier field whose value the field's own value must not precede; `nil` if there is none.
    package let lowerField: (name: String, type: Schema.FieldType)?
    /// How its objects are nested in each other; `nil` if they are not.
    package let nesting: Nesting?
    let isRequired: Bool
    package let fallback: Value?
    /// Its place in the rules file.
    package let range: Range<Int>
    /// The selector as written, for messages.
    package let selectorText: String?

    /// The extractor if the selector has none: text, or HTML for the type with that name.
    package let defaultExtractor: Extractor
    /// Whether its value does not come from the page.
    package let isConstant: Bool
    /// Whether its selectors search from the record's own element.
    package let looksFromRecord: Bool
    /// Whether its value is the same for all records for which its place, outside of them, is the same.
    package let dependsOnlyOnPlace: Bool
    /// The values that its type makes from its selectors' texts if neither a step nor a constraint intervenes;
    /// otherwise `nil`.
    package let directForm: FieldType.Form?
    /// The selector, if there is only one.
    package let directList: SelectorList?
    /// Whether it takes the text of its place unconditionally.
    package let isOfWholePlace: Bool
    /// The first step that takes the values of all matches together; `nil` if each match has its own chain.
    package let gatheringStep: Int?
    /// Whether matches without a value matter: to a list, or to a step that counts them.
    package let reportsGaps: Bool
    /// The number of matches, from the first, whose values determine the field's value, if its first step is a slice or
    /// similar; `nil` for all.
    package let valueLimit: Int?
    /// Whether the text of a match is read as JSON; the values of steps are used unchanged.
    package let takesJSON: Bool
    /// Whether only JSON numbers and booleans are kept, because the rules give no type.
    package let keepsNumbers: Bool
    /// Whether a text is read as a number, by a step or by the type.
    package let readsNumber: Bool
    /// Whether its type reads a text as a number.
    package let typeReadsNumber: Bool
    /// The selectors of the fields of its objects.
    package let selection: FieldSelection?

    init(
        scope: FieldScope,
        condition: SelectorList?,
        origin: Origin,
        without: SelectorList?,
        hiddenText: HiddenText = .keep,
        steps: [Step],
        type: TypeRule,
        gaps: Gaps = .warn,
        constraint: ValueConstraint? = nil,
        lowerField: (name: String, type: Schema.FieldType)? = nil,
        nesting: Nesting? = nil,
        isRequired: Bool,
        fallback: Value?,
        range: Range<Int>,
        selectorText: String?
    ) {
        self.scope = scope
        self.condition = condition
        self.origin = origin
        self.without = without
        self.hiddenText = hiddenText
        self.steps = steps
        self.type = type
        self.gaps = gaps
        self.constraint = constraint
        self.lowerField = lowerField
        self.nesting = nesting
        self.isRequired = isRequired
        self.fallback = fallback
        self.range = range
        self.selectorText = selectorText
        let typeName: String? = if case .scalar(let type) = type.kind { type.name } else { nil }
        defaultExtractor = typeName == FieldType.html.name ? .html : .text
        isConstant = if case .value = origin { true } else { false }
        gatheringStep = if case .select = origin { steps.firstIndex(where: \.gathers) } else { nil }
        reportsGaps = type.isList || gatheringStep.map { steps[$0].takesPositions } == true
        valueLimit = gatheringStep == 0 ? steps[0].prefix : nil
        keepsNumbers =
            if case .scalar(let type) = type.kind { type === ScalarType.scalarOfJSON } else { false }
        typeReadsNumber = [FieldType.integer, .decimal, .size].contains { $0.name == typeName }
        readsNumber = typeReadsNumber || steps.contains(where: \.transform.readsNumber)
        let isOfJSON = keepsNumbers || typeName == FieldType.json.name
        takesJSON = if case .select = origin { steps.isEmpty && isOfJSON } else { false }
        isOfWholePlace =
            if case .select(let lists) = origin, lists.count == 1 { lists[0].description == "::text" } else {
                false
            }
        looksFromRecord = scope == FieldScope()
        dependsOnlyOnPlace = scope.isOutsideRecord && origin.dependsOnlyOnPlace
        directList = if case .select(let lists) = origin, lists.count == 1 { lists[0] } else { nil }
        directForm =
            if case .scalar(let type) = type.kind, steps.isEmpty, !takesJSON, constraint == nil {
                type.form
            } else {
                nil
            }
        selection =
            if case .nested(_, .own(let rules)) = origin { FieldSelection(of: rules) } else { nil }
    }

    /// Whether it has the same origin as another one, so that the two are ways to read the same value.
    package func readsSame(as other: FieldAlternative) -> Bool {
        guard scope == other.scope else { return false }
        return switch (origin, other.origin) {
        case (.select(let lists), .select(let others)): lists == others
        case (.nested(let lists, _), .nested(let others, _)): lists == others
        case (.from(let names, _), .from(let others, _)): names == others
        case (.labels(let lists), .labels(let others)): lists == others
        case (.request(let fact), .request(let other)): fact == other
        case (.select, _), (.nested, _), (.from, _), (.value, _), (.template, _), (.cases, _), (.labels, _),
            (.request, _):
            false
        }
    }
}

extension FieldAlternative.Origin {
    /// The names of the earlier fields from which a value is made.
    fileprivate var sources: [String] {
        switch self {
        case .from(let names, _): names
        case .template(let template): template.names
        case .select, .value, .cases, .nested, .labels, .request: []
        }
    }

    /// Whether two searches from the same element yield the same: not if there are objects with the fields of enclosing
    /// ones, which must not contain themselves.
    fileprivate var dependsOnlyOnPlace: Bool {
        switch self {
        case .select, .cases, .labels: true
        case .nested(_, .own(let rules)):
            rules.allSatisfy { rule in
                rule.alternatives.allSatisfy { alternative in
                    guard case .nested = alternative.origin else { return true }
                    return alternative.origin.dependsOnlyOnPlace
                }
            }
        case .from, .value, .template, .nested, .request: false
        }
    }
}

/// What happens to the text of hidden elements within others.
package enum HiddenText: String, CaseIterable, Sendable {
    /// How to leave it out, in messages.
    package static let advice = "\"hidden-text\": \"skip\" leaves it out"

    /// It is part of the text.
    case keep
    /// It is left out.
    case skip
}

/// What happens to elements of a list without a value.
package enum Gaps: String, CaseIterable, Sendable {
    /// They are left out, with a warning.
    case warn
    /// They become null, so that parallel lists stay aligned.
    case null
    /// They are left out.
    case ignore
}

/// The type that a field's value is read as.
package struct TypeRule: Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        case scalar(ScalarType)
        case object
    }

    package let kind: Kind
    package let isList: Bool

    /// The type as rules files spell it.
    package var description: String {
        switch kind {
        case .scalar(let type): isList ? "[\(type.name)]" : type.name
        case .object: isList ? "[object]" : "object"
        }
    }
}

extension FieldAlternative {
    /// Whether every match of a selector is used, or only the first one.
    package var takesAllMatches: Bool { type.isList || gatheringStep != nil }
}

/// The selectors of fields that search from the same element, to be matched in one walk.
///
/// Expensive ones that an earlier alternative may make unnecessary are left out.
package final class FieldSelection: Sendable {
    /// `nil` if there are none.
    package let set: SelectorSet?
    /// The identities of its lists, in the set's order.
    package let identities: [ObjectIdentifier]
    /// Whether only the first match of each list is needed.
    package let isForFirst: [Bool]
    /// The names of fields from whose values later fields read numbers.
    package let sourcesOfNumbers: Set<String>
    /// The names of fields whose values later fields use, if there are so many fields that a search for each is slow;
    /// otherwise empty.
    package let sources: Set<String>

    /// The number of fields up to which a value is searched for.
    private static let few = 16

    init(of rules: [FieldRule]) {
        sourcesOfNumbers = FieldSelection.sourcesOfNumbers(rules)
        let alternatives = rules.count > FieldSelection.few ? rules.flatMap(\.alternatives) : []
        sources = Set(alternatives.flatMap { $0.origin.sources + ($0.lowerField.map { [$0.name] } ?? []) })
        var gathering = Gathering()
        for rule in rules {
            for (index, alternative) in rule.alternatives.enumerated() {
                gathering.add(alternative, isSure: index == 0)
            }
        }
        let lists = gathering.lists
        isForFirst = gathering.isForFirst
        set = lists.isEmpty ? nil : SelectorSet(lists, isForFirst: isForFirst)
        identities = lists.map(\.identity)
    }

    private static func sourcesOfNumbers(_ rules: [FieldRule]) -> Set<String> {
        var sources: Set<String> = []
        for rule in rules.reversed() {
            for alternative in rule.alternatives
            where alternative.readsNumber || sources.contains(rule.name) {
                sources.formUnion(alternative.origin.sources)
            }
        }
        return sources
    }

    private struct Gathering {
        var lists: [SelectorList] = []
        /// For each list, whether only its first match is needed.
        var isForFirst: [Bool] = []

        /// - Parameter isSure: whether no other alternative precedes this one.
        mutating func add(_ alternative: FieldAlternative, isSure: Bool) {
            if let condition = alternative.condition { add(condition, isForFirst: true, isSure: isSure) }
            let isSure = isSure && alternative.condition == nil
            guard alternative.scope == FieldScope() else { return }
            switch alternative.origin {
            case .select(let lists):
                for (index, list) in lists.enumerated() {
                    add(list, isForFirst: !alternative.takesAllMatches, isSure: isSure && index == 0)
                }
            case .nested(let lists, _):
                for (index, list) in lists.enumerated() {
                    add(list, isForFirst: false, isSure: isSure && index == 0)
                }
            case .labels(let lists):
                for (index, list) in lists.enumerated() {
                    add(list, isForFirst: false, isSure: isSure && index == 0)
                }
            case .cases(let arms):
                for (index, arm) in arms.enumerated() {
                    add(arm.selector, isForFirst: true, isSure: isSure && index == 0)
                }
            case .value, .from, .template, .request: break
            }
        }

        private mutating func add(_ list: SelectorList, isForFirst: Bool, isSure: Bool) {
            guard isSure || list.isCheap else { return }
            lists.append(list)
            self.isForFirst.append(isForFirst)
        }
    }
}

/// Text with the names of values in braces: `{title} ({year})`. `{{` and `}}` are braces.
package struct Template: Hashable, Sendable {
    private enum Part: Hashable {
        case text(String)
        case name(String)
    }

    private var parts: [Part] = []

    /// Reads a template; throws what is wrong with it.
    package init(_ text: String) throws(StepError) {
        var rest = text[...]
        var literal = ""
        while let character = rest.popFirst() {
            if character == rest.first, character == "{" || character == "}" {
                literal.append(rest.removeFirst())
            } else if character == "}" {
                throw StepError("a \"}\" has no matching \"{\"; write }} for a brace")
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw StepError("a \"{\" has no matching \"}\"; write {{ for a brace")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.name(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// The names of values, in order.
    package var names: [String] {
        parts.compactMap { part in
            guard case .name(let name) = part else { return nil }
            return name
        }
    }

    /// The text with the values for its names; `nil` if one is missing.
    package func text(_ value: (String) -> String?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .name(let name):
                guard let found = value(name) else { return nil }
                text += found
            }
        }
        return text
    }
}
