import Records
import Values

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
