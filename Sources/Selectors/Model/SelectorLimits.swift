/// How much selector text is read at most.
public enum SelectorLimits {
    /// The length of a selector list in UTF-8 bytes.
    public static let length = 65_536
    /// How deep `:is()`, `:not()`, `:has()` and their like may be nested in each other.
    public static let nesting = 32
    /// How many compound selectors combinators may join.
    public static let compounds = 256
    /// How many `:first`, `:last`, `:even` and `:odd` there may be.
    public static let positions = 16
}
