/// How specific a selector is (Selectors level 4, section 17): ids before classes before types.
public struct Specificity: Hashable, Sendable, Comparable {
    /// The number of id selectors.
    public let ids: Int
    /// The number of class selectors, attribute selectors and pseudo-classes.
    public let classes: Int
    /// The number of type selectors and pseudo-elements.
    public let types: Int

    init(ids: Int = 0, classes: Int = 0, types: Int = 0) {
        self.ids = ids
        self.classes = classes
        self.types = types
    }

    static let zero = Specificity()

    static func + (left: Specificity, right: Specificity) -> Specificity {
        Specificity(
            ids: left.ids + right.ids,
            classes: left.classes + right.classes,
            types: left.types + right.types
        )
    }

    /// Ids count before classes, classes before types.
    public static func < (left: Specificity, right: Specificity) -> Bool {
        (left.ids, left.classes, left.types) < (right.ids, right.classes, right.types)
    }
}

extension Specificity: CustomStringConvertible {
    /// `(ids, classes, types)`.
    public var description: String { "(\(ids), \(classes), \(types))" }
}
