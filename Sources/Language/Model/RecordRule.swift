import Basics
package import Records
package import Selectors
import Values

/// A record type, and where its records come from.
///
/// A class for the same reason as ``FieldRule``.
package final class RecordRule: Sendable {
    package enum Content: Sendable {
        /// A record for each node; if a page has several layouts, the first one that yields any is used.
        case nodes([NodeRule])
        /// A record for each group of another type's records.
        case groups(of: String, GroupRule)
    }

    package let name: String
    /// The place of its name in the rules file.
    package let range: Range<Int>
    package let content: Content
    /// The expectations for its records, each for the pages that its condition selects.
    package let expectations: [Expectation]
    /// The fields whose values no two records share.
    package let unique: [Schema.Field]
    /// How they are nested in each other; `nil` if they are not.
    package let nesting: Nesting?
    /// The order of the records; if empty, the order of the page.
    package let order: SortOrder
    /// Whether records of several pages of a crawl with the same unique values are merged into one.
    package let isAcross: Bool
    /// Whether it serves a request, and is not one of the file's records.
    let isInternal: Bool
    /// Names besides those of its fields by which records can be chosen.
    let aliases: [Schema.Alias]
    /// Its selectors, in the order in which they were read.
    let selectors: [SelectorUse]

    init(
        name: String,
        range: Range<Int>,
        content: Content,
        expectations: [Expectation] = [],
        unique: [Schema.Field] = [],
        nesting: Nesting? = nil,
        order: SortOrder = SortOrder(),
        isAcross: Bool = false,
        isInternal: Bool = false,
        aliases: [Schema.Alias] = [],
        selectors: [SelectorUse] = []
    ) {
        self.name = name
        self.range = range
        self.content = content
        self.expectations = expectations
        self.unique = unique
        self.nesting = nesting
        self.order = order
        self.isAcross = isAcross
        self.isInternal = isInternal
        self.aliases = aliases
        self.selectors = selectors
    }

    /// The same record type with the selectors that were read for it.
    func with(_ selectors: [SelectorUse]) -> RecordRule {
        RecordRule(
            name: name,
            range: range,
            content: content,
            expectations: expectations,
            unique: unique,
            nesting: nesting,
            order: order,
            isAcross: isAcross,
            isInternal: isInternal,
            aliases: aliases,
            selectors: selectors
        )
    }

    /// Whether a page without a record of the type satisfies its rules: if the rules say so, and for groups, whose number
    /// depends on the records that they are made from.
    package var mayBeMissing: Bool {
        if isInternal { return true }
        if case .groups = content { return true }
        return expectations.contains { $0.count?.bound.contains(0) == true }
    }
}

extension RecordRule {
    /// The names of the fields whose values no two records share.
    package var uniqueKeys: [String] { unique.map(\.name) }

    /// The values that identify a record, in the form in which values are compared; `nil` if it has none of them, and
    /// therefore repeats no other record.
    package func uniqueValues(of record: Record) -> [Value]? {
        var isEmpty = true
        let members = MemberTable(record.fields, questions: unique.count)
        let values = unique.map { field -> Value in
            guard let value = members[field.name], value != .null else { return .null }
            isEmpty = false
            return value.compared(as: field.type)
        }
        return isEmpty ? nil : values
    }

    /// The fields that identify a record, with its values, for messages.
    package func uniqueText(of record: Record) -> String {
        let members = MemberTable(record.fields, questions: unique.count)
        return unique.map { "\($0.name) \((members[$0.name] ?? .null).text)" }.joined(separator: ", ")
    }
}

/// How a flat list becomes a tree: each element is nested in the nearest previous one with a smaller depth.
package struct Nesting: Hashable, Sendable {
    /// The maximum number of levels.
    package static let limit = 64

    /// The name of the list that contains the elements nested in an element.
    package let name: String
    /// The field that contains the depth.
    package let depth: String

    /// The fields of an element, given its fields without the nesting.
    ///
    /// - Parameter outer: the name of the list that the outermost elements are in; `nil` for records.
    func schema(_ fields: [Schema.Field], in outer: String?) -> [Schema.Field] {
        func list(_ type: Schema.FieldType) -> Schema.Field {
            Schema.Field(name: name, type: .list(type), isRequired: false, isAlwaysPresent: true)
        }
        if let outer { return fields + [list(.enclosing(outer))] }
        return fields + [list(.object(fields + [list(.enclosing(name))]))]
    }
}

/// One layout of the pages that a record type comes from.
package final class NodeRule: Sendable {
    /// The alternatives for the records' elements: the first selector that matches anything is used; none for the
    /// whole page.
    package let each: [SelectorList]
    /// The elements below which they are searched for; `nil` for the whole page.
    package let within: SelectorList?
    /// A selector that must match in an element for it to be a record.
    package let condition: SelectorList?
    /// Whether a record without one of its required fields is left out.
    package let isWhole: Bool
    package let fields: [FieldRule]
    /// Its place in the rules file.
    package let range: Range<Int>
    /// The fields' selectors.
    package let selection: FieldSelection

    init(
        each: [SelectorList],
        within: SelectorList?,
        condition: SelectorList?,
        isWhole: Bool,
        fields: [FieldRule],
        range: Range<Int>
    ) {
        self.each = each
        self.within = within
        self.condition = condition
        self.isWhole = isWhole
        self.fields = fields
        self.range = range
        selection = FieldSelection(of: fields)
    }
}

// Whether rules ask for the page's own address, or for the one that its links are relative to.
extension RecordRule {
    /// Whether a step or a type of a field may need the page's address; steps and plugins' definitions are not checked.
    var needsAddress: Bool {
        guard case .nodes(let layouts) = content else { return false }
        return layouts.contains { $0.fields.contains(where: \.needsAddress) }
    }
}

extension FieldRule {
    fileprivate var needsAddress: Bool { alternatives.contains(where: \.needsAddress) }
}

extension FieldAlternative {
    fileprivate var needsAddress: Bool {
        switch origin {
        case .nested(_, .own(let rules)): return rules.contains(where: \.needsAddress)
        case .request(let fact) where fact != .time: return true
        case .select, .from, .value, .template, .cases, .nested, .labels, .request: break
        }
        guard steps.isEmpty else { return true }
        return switch type.kind {
        case .object: false
        case .scalar(let type): !FieldType.withoutAddress.contains(type.name)
        }
    }
}

extension FieldType {
    /// The built-in types whose result does not depend on the page's address. (No plugin's type has one of these
    /// names.)
    fileprivate static let withoutAddress: Set<String> = Set(
        [.string, .text, .html, .integer, .decimal, .boolean, .size, .duration].map(\FieldType.name)
    )
}
