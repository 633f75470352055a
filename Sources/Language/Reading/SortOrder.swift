package import Records
import Values

/// An order of records or groups: by one field, then by the next where that does not tell.
package struct SortOrder: Sendable {
    package struct Key: Sendable {
        let field: Schema.Field
        let isDescending: Bool
    }

    package var keys: [Key] = []

    /// What is given, in order. What has no value for a key stands behind all that has, and what is equal stays as
    /// it was.
    ///
    /// Complexity: O(n log n) comparisons.
    package func sorted<Element>(
        _ elements: [Element],
        value: (Element, _ name: String) -> Value?
    ) -> [Element] {
        if keys.isEmpty { return elements }
        let sortKeys = elements.map { element in
            keys.map { key in value(element, key.field.name).map { SortKey($0, key.field.type) } }
        }
        return elements.indices.sorted { isBefore(sortKeys[$0], sortKeys[$1]) ?? ($0 < $1) }.map {
            elements[$0]
        }
    }

    /// Whether one stands before the other; `nil` where they are equal.
    private func isBefore(_ left: [SortKey?], _ right: [SortKey?]) -> Bool? {
        for (key, (left, right)) in zip(keys, zip(left, right)) {
            guard let left, let right else {
                if (left == nil) == (right == nil) { continue }
                return right == nil
            }
            if left < right { return !key.isDescending }
            if right < left { return key.isDescending }
        }
        return nil
    }
}
