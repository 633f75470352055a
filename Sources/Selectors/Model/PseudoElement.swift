/// A standard pseudo-element. It parses, as pages' style sheets use it, and matches nothing: a tree without
/// rendering has none.
struct PseudoElement: Hashable, Sendable {
    var name: String
    /// What stands in the parentheses, in a normal form; `nil` where there are none.
    var argument: String?
    var argumentSpecificity = Specificity.zero

    var specificity: Specificity { Specificity(types: 1) + argumentSpecificity }

    /// Those that may also be written with one colon (CSS 2).
    static let legacy: Set<String> = ["before", "after", "first-line", "first-letter"]

    static let known: Set<String> = [
        "before", "after", "first-line", "first-letter", "selection", "marker", "placeholder", "backdrop",
        "cue",
        "cue-region", "file-selector-button", "details-content", "target-text", "grammar-error",
        "spelling-error", "search-text", "view-transition", "checkmark", "picker-icon", "column",
        "scroll-marker", "scroll-marker-group",
    ]

    static let knownFunctions: Set<String> = [
        "part", "slotted", "cue", "cue-region", "highlight", "view-transition-group",
        "view-transition-image-pair", "view-transition-old", "view-transition-new", "picker", "scroll-button",
    ]
}

extension PseudoElement: CustomStringConvertible {
    var description: String { "::" + CSSText.identifier(name) + (argument.map { "(\($0))" } ?? "") }
}
