package import DOM
package import Records
import Selectors
package import Values

/// How simple records are read from the log of their entries, without a tree: each field is the text of a child, and
/// nothing in the rules looks at anything else.
///
/// It has no meaning of its own. An entry that makes this reading doubtful in any way, such as one with a value that does
/// not fit, becomes nodes, and is read like all other records.
package struct FlatPlan: Sendable {
    /// A field whose value is the text of a child. A class, like ``FieldRule``.
    package final class Field: Sendable {
        package let name: String
        /// The index of the child in the shape.
        package let child: Int
        package let type: ScalarType
        package let isRequired: Bool
        /// The value if there is none.
        package let fallback: Value?
        package let constraint: ValueConstraint?
        /// The values of the type if neither a constraint nor a call intervenes.
        package let directForm: FieldType.Form?
        /// Whether the text has the type of its JSON value.
        package let isOfJSON: Bool

        init(_ rule: FieldRule, _ alternative: FieldAlternative, _ type: ScalarType, child: Int) {
            name = rule.name
            self.child = child
            self.type = type
            isRequired = rule.isRequired
            fallback = alternative.fallback
            constraint = alternative.constraint
            directForm = alternative.directForm
            isOfJSON = type === ScalarType.scalarOfJSON
        }
    }

    package let shape: EntryShape
    package let fields: [Field]

    /// The types that depend on nothing but the text, and report nothing but that it does not fit.
    private static let types: Set<String> = Set(
        [
            .string, .text, .integer, .decimal, .boolean, .size, .duration, .date, .dateTime, .enumeration,
        ].map(\FieldType.name)
    )

    /// The plan for a record type; `nil` if its records are not that simple.
    init?(_ record: RecordRule, _ layout: NodeRule, path: [[UInt8]?]) {
        guard layout.condition == nil, let each = layout.each.first?.plainNames, !each.isOfChild,
            layout.each.first?.hasExtractor == false, let name = each.names.last
        else { return nil }
        // The elements around an entry are those of the path.
        let around = each.names.dropLast()
        guard around.isEmpty || around.elementsEqual(path.map { $0 ?? [] }) else { return nil }
        var children: [EntryShape.Child] = []
        var indices: [[UInt8]: Int] = [:]
        var fields: [Field] = []
        for rule in layout.fields {
            guard let (alternative, type) = FlatPlan.simple(rule),
                let selector = alternative.directList?.plainNames, selector.names.count == 1,
                // A selector that begins with a name may select the record itself.
                selector.isOfChild || selector.names[0] != name
            else { return nil }
            let index = indices[selector.names[0]] ?? children.count
            indices[selector.names[0]] = index
            let isDirect = selector.isOfChild
            if index == children.count {
                children.append(EntryShape.Child(name: selector.names[0], isDirect: isDirect))
            } else if !isDirect {
                children[index] = EntryShape.Child(name: selector.names[0], isDirect: false)
            }
            fields.append(Field(rule, alternative, type, child: index))
        }
        guard children.count <= EntryShape.childLimit else { return nil }
        shape = EntryShape(name: name, parent: around.last, children: children)
        self.fields = fields
    }

    /// The only alternative of a field that reads the text of an element as one value.
    private static func simple(_ rule: FieldRule) -> (FieldAlternative, ScalarType)? {
        guard rule.alternatives.count == 1, let alternative = rule.alternatives.first,
            alternative.condition == nil, alternative.looksFromRecord, alternative.steps.isEmpty,
            alternative.without == nil, alternative.hiddenText == .keep, alternative.lowerField == nil,
            !alternative.type.isList, case .scalar(let type) = alternative.type.kind
        else { return nil }
        let isOfJSON = type === ScalarType.scalarOfJSON
        guard isOfJSON ? alternative.directList?.hasExtractor == false : types.contains(type.name) else {
            return nil
        }
        return (alternative, type)
    }
}
