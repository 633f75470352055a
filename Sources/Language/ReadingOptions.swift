public import DOM

/// How a run reads pages, whatever rules files say: bounds, and choices that go before theirs.
public struct ReadingOptions: Sendable {
    /// How much of a page is read at most.
    public var limits = Limits()
    /// What makes the tree of HTML; `nil` where the rules file has it.
    public var parser: HTMLOptions.Parser?
    /// Whether HTML is read as by a browser that runs scripts; `nil` where the rules file has it.
    public var scripting: Bool?

    /// How many records are read before programs are called for them, all at once.
    public var window = 1_000

    /// Bounds that let every real page through, and no choices.
    public init() {}

    /// How HTML is read for which a rules file says this.
    package func html(_ own: HTMLOptions = HTMLOptions()) -> HTMLOptions {
        var options = own
        if let parser { options.parser = parser }
        if let scripting { options.scripting = scripting }
        return options
    }
}
