import DOM
import Records

// From what was taken of nodes to a field's value.
extension Extraction {
    /// Runs values through a field's steps and reads them as its type. What does not fit is told and left out.
    mutating func read(
        _ taken: [(value: Value, node: NodeRef)],
        _ alternative: FieldAlternative,
        _ path: String
    ) -> Value? {
        guard case .scalar(let type) = alternative.type.kind else { return nil }
        var values: [Value] = []
        for (taken, node) in taken {
            var value = taken
            do throws(StepError) {
                for step in alternative.steps { value = try step.apply(value, context) }
                if alternative.type.isList, let elements = value.list {
                    for element in elements { values.append(try type.read(element, context)) }
                } else {
                    values.append(try type.read(value, context))
                }
            } catch {
                report(error, alternative, at: node, path)
            }
        }
        // White space alone is no value, whatever it was made of.
        values.removeAll { $0 == .string("") || $0 == .null }
        if alternative.type.isList { return values.isEmpty ? nil : .list(values) }
        return values.first
    }
}
