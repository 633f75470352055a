extension Transform {
    /// The transforms that every rules file has, family by family, without those that read a text as a page.
    package static let builtIn: [Transform] =
        texts + patterns + lists + aggregates + numbers + arithmetic + addresses + tables

    /// Those that change a text.
    static let texts: [Transform] = [
        .append, .prepend, .trim, .collapse, .lowercase, .uppercase, .stripDiacritics,
    ]
    /// Those that search a text.
    static let patterns: [Transform] = [.replace, .match, .split]
    /// Those that choose from a list or order it.
    static let lists: [Transform] = [
        .join, .first, .last, .item, .slice, .filter, .unique, .sort, .reverse,
    ]
    /// Those that make one value of a list.
    static let aggregates: [Transform] = [.count, .sum, .min, .max, .average]
    /// Those that read a number out of a text.
    static let numbers: [Transform] = [.number, .percent, .money, .size]
    /// Those that calculate.
    static let arithmetic: [Transform] = [.add, .subtract, .multiply, .divide, .round]
    /// Those that work on addresses.
    static let addresses: [Transform] = [.query, .resolve, .urlDecode, .urlEncode]
    /// Those that look something up.
    static let tables: [Transform] = [.map]
}
