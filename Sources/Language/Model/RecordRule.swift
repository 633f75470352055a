import Basics
package import Records
package import Selectors
import Values

/// A record type: what makes its records.
package struct RecordRule: Sendable {
    package enum Content: Sendable {
        /// A record for each node; of several layouts of a page the first that yields any is used.
        case nodes([NodeRule])
        /// A record for each group of another type's records.
        case groups(of: String, GroupRule)
    }

    package let name: String
    /// The place of its name in the rules file.
    package let range: Range<Int>
    package let content: Content
    /// How many records there must be, and how full.
    package let expectation: Expectation?
    /// The fields whose values no two records share.
    package let uniqueKeys: [String]
    /// The order in which they come; that of the page where it is empty.
    package var order = SortOrder()
    /// Names besides those of its fields by which records can be chosen.
    var aliases: [Schema.Alias] = []

    /// Whether a page without a record of the type satisfies its rules: where they say so, and for groups, which
    /// are as many as what they are made of allows.
    package var mayBeMissing: Bool {
        if case .groups = content { return true }
        return expectation?.count?.contains(0) == true
    }

}

/// One layout of the pages that a record type comes from.
package struct NodeRule: Sendable {
    /// The alternatives for the records' elements: the first selector that matches anything is used; none for the
    /// whole page.
    package let each: [SelectorList]
    /// The elements below which they are looked for; `nil` for the whole page.
    package let within: SelectorList?
    /// What must match in an element for it to be a record.
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

// Whether rules ask for the address that a page's links are relative to.
extension RecordRule {
    /// Whether a step or a type of a field may; steps and what plugins bring are not asked.
    var needsBase: Bool {
        guard case .nodes(let layouts) = content else { return false }
        return layouts.contains { $0.fields.contains(where: \.needsBase) }
    }
}

extension FieldRule {
    fileprivate var needsBase: Bool { alternatives.contains(where: \.needsBase) }
}

extension FieldAlternative {
    fileprivate var needsBase: Bool {
        if case .nested(_, .own(let rules)) = origin { return rules.contains(where: \.needsBase) }
        guard steps.isEmpty else { return true }
        return switch type.kind {
        case .object: false
        case .scalar(let type): !FieldType.withoutAddress.contains(type.name)
        }
    }
}

extension FieldType {
    /// The built-in types that read a value whatever address the page has. (No plugin's type has one of these names.)
    fileprivate static let withoutAddress: Set<String> = Set(
        [.string, .text, .html, .integer, .decimal, .boolean, .size, .duration].map(\FieldType.name)
    )
}

/// The conditions on a page's records of one type.
package struct Expectation: Sendable {
    /// How many there must be.
    var count: ClosedRange<Int>?
    /// The least share of records that have a field, from 0 to 1.
    var filled: [(field: String, share: Double)] = []
    /// What must match in a page for the expectation to apply; `nil` for every page.
    package var condition: SelectorList?
    /// Its place in the rules file.
    package var range: Range<Int>

    /// What is wrong with the records, a message each.
    ///
    /// - Parameter empty: the number of elements without any field and so without a record: each lacks every field.
    package func shortfalls(_ records: [Record], empty: Int, of type: String) -> [String] {
        var messages: [String] = []
        if let count, !count.contains(records.count) {
            messages.append(
                "expected \(Expectation.text(count)) records of type \(type), found \(records.count)"
            )
        }
        let total = records.count + empty
        for (field, share) in filled where total > 0 {
            let found = records.count { $0[field] != nil && $0[field] != .list([]) }
            if Double(found) < share * Double(total) {
                messages.append(
                    "expected \(type).\(field) in \(Int((share * 100).rounded()))% of the records, "
                        + "found it in \(found) of \(total)"
                )
            }
        }
        return messages
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        if range.lowerBound == 0 { return "at most \(range.upperBound)" }
        return "\(range.lowerBound) to \(range.upperBound)"
    }
}
