/// A part of the way from a page's bytes to the text of its records.
package enum Phase: Int, CaseIterable, Sendable {
    /// The page's bytes are read from where they are.
    case read
    /// Bytes become text in UTF-8.
    case decode
    /// The text becomes a tree.
    case parse
    /// The rules' preparations change the tree.
    case prepare
    /// Selectors are looked for.
    case select
    /// Text, attributes and markup are taken of what was found.
    case take
    /// Steps are applied to what was taken.
    case apply
    /// Values are read as their fields' types.
    case type
    /// Values become records, and what is to be told of them diagnostics: all that is of no other phase.
    case assemble
    /// Records become text in the output's format.
    case encode

    /// What tables call it.
    package var name: String { String(describing: self) }
}

/// Observes which phase a page's reading is in: phases within phases.
package protocol PhaseObserver {
    /// A phase begins.
    func enter(_ phase: Phase)
    /// The phase that began last ends.
    func leave()
}

/// An observer of phases that does nothing.
package struct NoPhaseObserver: PhaseObserver {
    package init() {}
    package func enter(_ phase: Phase) {}
    package func leave() {}
}
