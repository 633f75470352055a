import Records

// What became of things, in the words of a trace's text.

extension Trace.Preparation {
    var words: String {
        switch outcome {
        case .made: TraceText.count(matches, "element")
        case .nothing: "found nothing"
        case .notForPage: "the page is not one that its \"when\" asks for"
        case .notReached: "not reached, as the page was refused"
        }
    }
}

extension Trace.Element.Outcome {
    var words: String {
        switch self {
        case .record, .object: ""
        case .noField: ": left out, as it gave no field"
        case .leftOut: ": left out, as it must be whole"
        case .duplicate: ": left out, as an earlier one has its unique fields"
        }
    }
}

extension Trace.Alternative.Outcome {
    /// What became of it, in words.
    package var words: String {
        switch self {
        case .taken: "taken"
        case .fallback: "no value, so that the default is taken"
        case .conditionNotMet(let text): "not tried, as `\(text)` (\"when\") matches nothing"
        case .noPlace: "there is no such place to look from"
        case .missing(let names): "no value for \(names.joined(separator: ", "))"
        case .noMatch: "matches nothing"
        case .empty: "found, but empty"
        case .noArm: "no arm matches"
        case .failed(let message): "failed: \(message)"
        case .noValue: "found, but its steps gave no value"
        case .noField: "found, but no element gave a field"
        case .tooDeep: "nested too deep"
        case .withheld: "a plugin has not answered"
        case .notReached: "not reached"
        }
    }
}

extension Trace.Node {
    /// Where it stands on the page: `3` or `3:14`; `nil` for what comes from no line.
    package var position: String? {
        line.map { line in "\(line)" + (column.map { ":\($0)" } ?? "") }
    }
}

extension Trace.Miss.Finding {
    var words: String {
        let elsewhere = isInScope ? "" : ", elsewhere in the page"
        let first = first.position.map { matches == 1 ? ", line \($0)" : ", the first in line \($0)" } ?? ""
        return "`\(selector)` (\(TraceText.count(matches, "element"))\(first)\(elsewhere))"
    }
}
