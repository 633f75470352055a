import Records
package import Selectors

/// A record type: what makes its records.
package struct RecordRule: Sendable {
    package enum Content: Sendable {
        /// A record for each node; of several layouts of a page the first that yields any counts.
        case nodes([NodeRule])
        /// A record for each group of another type's records.
        case groups(of: String, GroupRule)
    }

    package let name: String
    /// Where its name stands in the rules file.
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

    var schema: Schema.RecordType {
        switch content {
        case .nodes(let layouts):
            return Schema.RecordType(
                name: name,
                fields: Schema.Field.union(layouts.map(\.schema)),
                aliases: aliases,
                uniqueKeys: uniqueKeys
            )
        case .groups(_, let group):
            return Schema.RecordType(
                name: name,
                fields: group.fields.map(\.schema),
                aliases: aliases,
                uniqueKeys: uniqueKeys
            )
        }
    }
}

/// One layout of the pages that a record type comes from.
package struct NodeRule: Sendable {
    /// The selectors of which the first that matches anything says what the records' elements are; none means the
    /// whole page.
    package let each: [SelectorList]
    /// The elements below which they are looked for; `nil` for the whole page.
    package let within: SelectorList?
    /// What must match in an element for it to be a record.
    package let condition: SelectorList?
    /// Whether a record without one of its required fields is left out.
    package let isWhole: Bool
    package let fields: [FieldRule]
    /// Where it stands in the rules file.
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
