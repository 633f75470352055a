import Records

/// The notes of one page's diagnostics that say where in the rules the field stands: of a page that has changed,
/// the same few are asked for again and again.
final class RulesNotes {
    private let sources: SourceMap
    private var known: [Range<Int>: [Diagnostic.Note]] = [:]

    init(_ sources: SourceMap) {
        self.sources = sources
    }

    /// That a part of the rules, such as "the field", stands in a range.
    ///
    /// - Parameter range: that of nothing else in the rules.
    func standing(_ part: String, at range: Range<Int>) -> [Diagnostic.Note] {
        if let notes = known[range] { return notes }
        let notes = [Diagnostic.Note("\(part) stands here", at: sources.location(of: range))]
        known[range] = notes
        return notes
    }
}
