package import Records
package import Selectors
package import Values

/// A field: alternatives of which the first that yields a value counts.
///
/// A class, as its alternatives are: threads that read pages by the same rules would else count references to each of
/// its parts, all of them at the same few places of memory.
package final class FieldRule: Sendable {
    package let name: String
    /// Where its name stands in the rules file.
    package let range: Range<Int>
    package let alternatives: [FieldAlternative]

    /// Whether a record without it is a failure.
    package let isRequired: Bool

    /// Whether it or a field within it is required.
    var requiresAnything: Bool {
        isRequired
            || alternatives.contains { alternative in
                guard case .nested(_, .own(let rules)) = alternative.origin else { return false }
                return rules.contains(where: \.requiresAnything)
            }
    }

    /// Whether it is a list, for which there is one without elements where no alternative yields a value.
    package let isList: Bool

    init(name: String, range: Range<Int>, alternatives: [FieldAlternative]) {
        self.name = name
        self.range = range
        self.alternatives = alternatives
        isRequired = alternatives.contains(where: \.isRequired)
        isList = alternatives.allSatisfy(\.type.isList)
    }
}

/// One way to get a field's value: where it comes from, the steps that it goes through, the type it is read as.
package final class FieldAlternative: Sendable {
    /// Where a value comes from.
    package enum Origin: Sendable {
        /// Nodes of the page; the first selector that yields a value counts.
        case select([SelectorList])
        /// Earlier fields of the record: one value, or the list of them.
        case from([String], isList: Bool)
        /// A constant.
        case value(Value)
        /// Text with earlier fields of the record in it.
        case template(Template)
        /// The constant of the first selector that matches.
        case cases([Arm])
        /// An object for the first node, or for each.
        case nested([SelectorList], NestedFields)
    }

    /// An arm of a case.
    package struct Arm: Sendable {
        package let selector: SelectorList
        package let value: Value
        /// Where its selector stands in the rules file.
        package let range: Range<Int>
    }

    /// The fields of an object.
    package enum NestedFields: Sendable {
        case own([FieldRule])
        /// Those of the field of this name that it stands in: replies have what comments have.
        case enclosing(String)

        /// The name of the field whose fields they are, where they are not its own.
        package var name: String? {
            switch self {
            case .own: nil
            case .enclosing(let name): name
            }
        }
    }

    /// Where selectors look.
    package let scope: FieldScope
    /// What must match for the alternative to count at all.
    package let condition: SelectorList?
    package let origin: Origin
    /// Elements whose text does not count.
    package let without: SelectorList?
    package let steps: [Step]
    package let type: TypeRule
    let isRequired: Bool
    package let fallback: Value?
    /// Where it stands in the rules file.
    package let range: Range<Int>
    /// The selector as written, for messages.
    package let selectorText: String?

    /// What is taken of an element where the selector does not say: its text, and as HTML its HTML.
    package let defaultExtractor: Extractor
    /// Whether its value does not come from the page.
    package let isConstant: Bool
    /// Whether its selectors look from the record's own element.
    package let looksFromRecord: Bool
    /// What its type makes of the texts that its selectors take, where nothing comes between; `nil` where something
    /// does.
    package let directForm: FieldType.Form?
    /// The selector, where there is one only.
    package let directList: SelectorList?
    /// The step that takes the values of all matches at once; `nil` where each goes through the steps by itself.
    package let gatheringStep: Int?
    /// Whether what a selector takes is JSON; what steps make is what it is.
    package let takesJSON: Bool
    /// The selectors of the fields of its objects.
    package let selection: FieldSelection?

    init(
        scope: FieldScope,
        condition: SelectorList?,
        origin: Origin,
        without: SelectorList?,
        steps: [Step],
        type: TypeRule,
        isRequired: Bool,
        fallback: Value?,
        range: Range<Int>,
        selectorText: String?
    ) {
        self.scope = scope
        self.condition = condition
        self.origin = origin
        self.without = without
        self.steps = steps
        self.type = type
        self.isRequired = isRequired
        self.fallback = fallback
        self.range = range
        self.selectorText = selectorText
        let typeName: String? = if case .scalar(let type) = type.kind { type.name } else { nil }
        defaultExtractor = typeName == FieldType.html.name ? .html : .text
        isConstant = if case .value = origin { true } else { false }
        gatheringStep = if case .select = origin { steps.firstIndex(where: \.gathers) } else { nil }
        takesJSON =
            if case .select = origin { steps.isEmpty && typeName == FieldType.json.name } else { false }
        looksFromRecord = scope == FieldScope()
        directList = if case .select(let lists) = origin, lists.count == 1 { lists[0] } else { nil }
        directForm =
            if case .scalar(let type) = type.kind, steps.isEmpty, !takesJSON { type.form } else { nil }
        selection =
            if case .nested(_, .own(let rules)) = origin { FieldSelection(of: rules) } else { nil }
    }

    /// Whether it takes its value from where another one takes it, so that the two are ways to read the same thing.
    package func readsSame(as other: FieldAlternative) -> Bool {
        guard scope == other.scope else { return false }
        return switch (origin, other.origin) {
        case (.select(let lists), .select(let others)): lists == others
        case (.nested(let lists, _), .nested(let others, _)): lists == others
        case (.from(let names, _), .from(let others, _)): names == others
        case (.select, _), (.nested, _), (.from, _), (.value, _), (.template, _), (.cases, _): false
        }
    }
}

/// Where a field's selectors look.
package struct FieldScope: Hashable, Sendable {
    /// From which element.
    package enum Place: Hashable, Sendable {
        /// The record's own.
        case record
        /// The whole page.
        case document
        /// The nearest of the record's element and its ancestors that matches.
        case closest(SelectorList)
        /// The nearest match before the record's element.
        case previous(SelectorList)
    }

    package var place = Place.record
    /// The headers of the table's column whose cell is meant: spellings of one.
    package var column: [String] = []

    package init() {}
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
