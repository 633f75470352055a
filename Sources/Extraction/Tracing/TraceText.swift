import Basics
import Language
import Records

extension Trace {
    /// The trace as indented lines with positions in the page and in the rules file.
    ///
    /// - Parameters:
    ///   - field: the only field to include: a name, or a path of names with dots; `nil` for all fields.
    ///   - record: the only record type to include; `nil` for all.
    ///   - style: formats each part; by default parts are unchanged.
    public func text(
        field: String? = nil,
        record: String? = nil,
        style: @escaping (TextPart, String) -> String = { $1 }
    ) -> String {
        let names = field?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
        var text = TraceText(field: names, style: style)
        // The sequences of this program's colours are kept later.
        text.add(TerminalText.withoutControls("\(page), read by \(rules)"))
        // A trace of one field or record type does not include the preparations.
        if field == nil, record == nil, !preparations.isEmpty { text.add(preparations) }
        for type in records where record == nil || type.name == record { text.add(type) }
        return text.lines.joined(separator: "\n")
    }

    /// The kind of a part of a trace's text.
    public enum TextPart: Hashable, Sendable {
        /// A heading: a record type, an element, a field with its value.
        case heading
        /// A location in the rules file.
        case place
        /// The origin of a value.
        case taken
        /// A missing value or a failure.
        case failed
    }
}

/// Builds the text of a trace line by line.
struct TraceText {
    /// The path of the only field to include; empty for all.
    let field: [String]
    private(set) var lines: [String] = []
    private var depth = 0
    /// The names of the enclosing fields.
    private var path: [String] = []

    /// The maximum number of characters of a value that are shown.
    private static let valueLength = 160

    private let style: (Trace.TextPart, String) -> String

    init(field: [String], style: @escaping (Trace.TextPart, String) -> String) {
        self.field = field
        self.style = style
    }

    mutating func add(_ line: String, at place: Location? = nil, as part: Trace.TextPart? = nil) {
        let place = place.map { " " + style(.place, "(\($0))") } ?? ""
        let line = part.map { style($0, line) } ?? line
        lines.append(String(repeating: "  ", count: depth) + line + place)
    }

    mutating func indented(_ body: (inout TraceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    static func text(_ value: Value) -> String {
        let text = JSONWriter.compact(value)
        if text.unicodeScalars.count <= valueLength { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(valueLength - 1))) + "…"
    }

    static func count(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

    static func text(_ node: Trace.Node) -> String {
        (node.position.map { "line \($0), " } ?? "") + node.path + (node.madeBy.map { " (by \($0))" } ?? "")
    }
}

// MARK: - Preparations and record types

extension TraceText {
    mutating func add(_ preparations: [Trace.Preparation]) {
        add("")
        add("Preparations", as: .heading)
        indented { text in
            for preparation in preparations {
                text.add("\(preparation.name): \(preparation.words)", at: preparation.place)
                text.indented { text in
                    for node in preparation.nodes { text.add(TraceText.text(node)) }
                    let more = preparation.matches - preparation.nodes.count
                    if more > 0, !preparation.nodes.isEmpty { text.add("and \(more) more") }
                    for reason in preparation.reasons {
                        text.add("\(TraceText.text(reason.node)): \(reason.text)")
                    }
                }
            }
        }
    }

    mutating func add(_ type: Trace.RecordType) {
        add("")
        add("\(type.name): \(TraceText.count(type.count, "record"))", at: type.place, as: .heading)
        indented { text in
            if let source = type.groupedType { text.add("groups of \(source)") }
            for (index, layout) in type.layouts.enumerated() {
                if type.layouts.count == 1 {
                    text.add(layout, of: type)
                    continue
                }
                text.add("layout \(index + 1)\(layout.isReached ? "" : ": not reached")", at: layout.place)
                text.indented { text in if layout.isReached { text.add(layout, of: type) } }
            }
            for place in type.golden { text.add(place) }
            for expectation in type.expectations { text.add(expectation) }
        }
    }

    private mutating func add(_ expectation: Trace.Expectation) {
        if !expectation.isForPage {
            add("expect: its \"when\" does not match the page", at: expectation.place)
        } else if expectation.shortfalls.isEmpty {
            add("expect: met", at: expectation.place)
        }
        for shortfall in expectation.shortfalls {
            add("expect: \(shortfall)", at: expectation.place, as: .failed)
        }
    }

    private mutating func add(_ layout: Trace.Layout, of type: Trace.RecordType) {
        if !layout.isReached {
            add("not reached", at: layout.place)
            return
        }
        if let within = layout.within { add(within, as: "within ") }
        for selector in layout.selectors { add(selector, as: "each ") }
        if let condition = layout.condition {
            let count = condition.matches ?? 0
            add("when `\(condition.text)`: met in \(TraceText.count(count, "element"))", at: condition.place)
        }
        for (index, element) in layout.elements.enumerated() {
            add(
                "\(type.name) \(index + 1): \(TraceText.text(element.node))\(element.outcome.words)",
                as: .heading
            )
            indented { text in text.add(element.fields) }
        }
    }

    /// Adds a selector with its number of matches, or the diagnosis if it has none.
    private mutating func add(_ selector: Trace.Selector, as what: String = "", outcome: String? = nil) {
        let matches: String
        switch selector.matches {
        case nil: matches = "not searched"
        case 0: matches = "matches nothing"
        case let count?: matches = outcome ?? TraceText.count(count, "element")
        }
        add("\(what)`\(selector.text)`: \(matches)", at: selector.place)
        if let miss = selector.miss { indented { text in text.add(miss) } }
    }

    private mutating func add(_ miss: Trace.Miss) {
        if let removal = miss.removal {
            let finding = removal.finding
            let more =
                finding.matches == 1 ? "" : ", the first of \(TraceText.count(finding.matches, "element"))"
            add("on the page as saved: \(TraceText.text(finding.first))\(more)")
            add(removal.words, at: removal.place, as: .failed)
            return
        }
        if let part = miss.part {
            add("the longest part that matches: \(part.words)")
        } else if miss.candidates.isEmpty {
            add("no part of it matches, and nothing similar does")
        }
        for candidate in miss.candidates { add("near: \(candidate.finding.words): \(candidate.reason)") }
    }
}

// MARK: - Fields

extension TraceText {
    private mutating func add(_ fields: [Trace.Field]) {
        for field in fields {
            path.append(field.name)
            defer { path.removeLast() }
            guard isIncluded else { continue }
            let value = field.value.map { " = \(TraceText.text($0))" } ?? ": no value"
            let required = field.value == nil && field.isRequired ? ", and it is required" : ""
            add(field.name + value + required, at: field.place, as: field.part)
            indented { text in
                for place in field.golden { text.add(place) }
                for (index, alternative) in field.alternatives.enumerated() {
                    text.add(alternative, number: field.alternatives.count > 1 ? index + 1 : nil)
                }
            }
        }
    }

    private mutating func add(_ golden: Trace.GoldenPlace) {
        let position = golden.node.position.map { ", line \($0)" } ?? ""
        let attribute = golden.attribute.map { "the attribute `\($0)` of " } ?? ""
        let place = "\(attribute)`\(golden.node.path)`\(position)"
        let what: String
        if golden.of == 1 {
            what = "the golden value of `\(golden.path)` is now \(golden.isPart ? "part of" : "in") \(place)"
        } else {
            what =
                "of the golden values of `\(golden.path)`, \(golden.found) of \(golden.of) are on the page, "
                + "the first in \(place)"
        }
        add("\(what) (\(golden.golden)): \(TraceText.text(golden.value))", as: .taken)
    }

    /// Whether the field of the path is the one to include, or contains it, or is in it.
    private var isIncluded: Bool { zip(path, field).allSatisfy { $0 == $1 } }

    private mutating func add(_ alternative: Trace.Alternative, number: Int?) {
        let number = number.map { "\($0). " } ?? ""
        let head = "\(number)\(alternative.origin.rawValue), \(alternative.type)"
        let part: Trace.TextPart? = alternative.outcome == .taken ? .taken : nil
        add("\(head): \(alternative.outcome.words)", at: alternative.place, as: part)
        // An alternative that was not tried has no details.
        switch alternative.outcome {
        case .notReached: return
        case .conditionNotMet:
            indented { text in
                if let miss = alternative.condition?.miss { text.add(miss) }
            }
            return
        case .taken, .fallback, .noPlace, .noColumn, .missing, .noMatch, .empty, .noAttribute, .noArm,
            .failed, .noValue,
            .noField, .tooDeep, .withheld:
            break
        }
        indented { text in
            if let start = alternative.start { text.add("searched from \(TraceText.text(start))") }
            if alternative.outcome == .noPlace, let missing = alternative.missingPlace { text.add(missing) }
            for arm in alternative.arms where arm.selector.matches != nil {
                let chosen = arm.isTaken ? "chosen" : "matches nothing"
                text.add(
                    "`\(arm.selector.text)` → \(TraceText.text(arm.value)): \(chosen)",
                    at: arm.selector.place
                )
            }
            for attempt in alternative.attempts { text.add(attempt) }
        }
    }

    private mutating func add(_ attempt: Trace.Attempt) {
        guard let selector = attempt.selector else {
            for reading in attempt.readings { add(reading) }
            return
        }
        add(selector, outcome: attempt.outcome.words + (attempt.unread?.words ?? ""))
        indented { text in
            if let unread = attempt.unread { text.add(unread, for: attempt.outcome) }
            for reading in attempt.readings { text.add(reading) }
            for object in attempt.objects {
                text.add(TraceText.text(object.node) + object.outcome.words)
                text.indented { text in text.add(object.fields) }
            }
        }
    }

    private mutating func add(_ unread: Trace.Unread, for outcome: Trace.Alternative.Outcome) {
        var line = TraceText.text(unread.node)
        if case .noAttribute(let name) = outcome {
            let names = unread.attributes.map { "`\($0)`" }.joined(separator: ", ")
            line += names.isEmpty ? ": has no attributes" : ": has \(names)"
            let near = Suggestion.nearest(to: name, among: unread.attributes)
            if let near { line += "; did you mean `\(near)`?" }
        }
        add(line)
        guard let removal = unread.removal else { return }
        add("on the page as saved, it has \(TraceText.text(removal.finding.first))")
        add(removal.words, at: removal.place, as: .failed)
    }

    private mutating func add(_ reading: Trace.Reading) {
        let place = reading.isGathered ? "all together" : TraceText.text(reading.node)
        add("\(place): \(TraceText.text(reading.taken))")
        if let hidden = reading.hiddenElement {
            let what =
                hidden == reading.node ? "is hidden" : "is in the hidden element \(TraceText.text(hidden))"
            add("  \(what): \"hidden-text\" leaves out only what is hidden within the element")
        } else if let hidden = reading.hiddenText {
            add(
                "  has the hidden text \(TraceText.text(.string(hidden))): \(HiddenText.advice)"
            )
        }
        indented { text in
            for step in reading.steps {
                let after = step.after.map(TraceText.text) ?? "no value"
                text.add("\(step.name): \(after)", at: step.place)
                text.indented { text in
                    for failure in step.failures { text.add("failed: \(failure)", as: .failed) }
                }
            }
            for failure in reading.failures { text.add("does not fit: \(failure)", as: .failed) }
            let last = reading.steps.last?.after ?? reading.taken
            // A value that the type does not change needs no line.
            for value in reading.typed where value != last { text.add("read as \(TraceText.text(value))") }
        }
    }
}

extension Trace.Field {
    /// The part of its line.
    fileprivate var part: Trace.TextPart? {
        if value != nil { return .heading }
        return isRequired ? .failed : nil
    }
}

// MARK: - Outcomes

extension Trace.Preparation {
    var words: String {
        switch outcome {
        case .made: TraceText.count(matches, "element")
        case .nothing: "found nothing"
        case .notForPage: "its \"when\" does not match the page"
        case .notReached: "not reached, as the page was refused"
        }
    }
}

extension Trace.Element.Outcome {
    var words: String {
        switch self {
        case .record, .object: ""
        case .noField: ": left out, as it yielded no field"
        case .leftOut: ": left out, as it must be whole"
        case .duplicate: ": left out, as an earlier one has its unique fields"
        }
    }
}

extension Trace.Alternative.Outcome {
    /// The outcome in words.
    package var words: String {
        switch self {
        case .taken: "taken"
        case .fallback: "no value, so the default is used"
        case .conditionNotMet(let text): "not tried, as `\(text)` (\"when\") matches nothing"
        case .noColumn(let message): message
        case .noPlace: "the element to search from is missing"
        case .missing(let names): "no value for \(names.joined(separator: ", "))"
        case .noMatch: "matches nothing"
        case .empty: "found, but empty"
        case .noAttribute(let name): "matches, but has no attribute `\(name)`"
        case .noArm: "no arm matches"
        case .failed(let message): "failed: \(message)"
        case .noValue: "found, but its steps yielded no value"
        case .noField: "found, but no element yielded a field"
        case .tooDeep: "nested too deep"
        case .withheld: "a plugin has not answered"
        case .notReached: "not reached"
        }
    }
}

extension Trace.Node {
    /// Its position on the page: `3` or `3:14`; `nil` for an element without a line.
    package var position: String? {
        line.map { line in "\(line)" + (column.map { ":\($0)" } ?? "") }
    }
}

extension Trace.Miss.Removal {
    /// The preparation's effect on the element.
    var words: String {
        let what = "`\(preparation)`" + (selector.map { " of `\($0)`" } ?? "")
        let with = around.map { ", with \($0.path)" } ?? ""
        return switch preparation {
        case "remove", "refuse", "unwrap": "\(what) has removed it\(with)"
        case "rename": "\(what) has renamed it"
        case "set": "\(what) has changed it\(with)"
        default: "\(what) has replaced it\(with)"
        }
    }
}

extension Trace.Unread {
    /// Its text, after the name of the attribute that it does not have.
    fileprivate var words: String {
        if text.isEmpty { return "" }
        return "; its text is \(TraceText.text(.string(text)))"
    }
}

extension Trace.Miss.Finding {
    var words: String {
        let elsewhere = isInScope ? "" : ", elsewhere in the page"
        let first = first.position.map { matches == 1 ? ", line \($0)" : ", the first in line \($0)" } ?? ""
        return "`\(selector)` (\(TraceText.count(matches, "element"))\(first)\(elsewhere))"
    }
}
