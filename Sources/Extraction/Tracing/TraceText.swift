import Basics
import Records

extension Trace {
    /// The trace for people to read: indented lines, each with the page's lines and the places in the rules.
    ///
    /// - Parameters:
    ///   - field: which field is told of alone: a name, or a path of names with dots; all where it is `nil`.
    ///   - record: which record type is told of alone.
    ///   - style: how each part looks; without it, as it is.
    public func text(
        field: String? = nil,
        record: String? = nil,
        style: @escaping (TextPart, String) -> String = { $1 }
    ) -> String {
        let names = field?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
        var text = TraceText(field: names, style: style)
        text.add("\(page), read by \(rules)")
        // Who asks for one field knows how the page was prepared.
        if field == nil, record == nil, !preparations.isEmpty { text.add(preparations) }
        for type in records where record == nil || type.name == record { text.add(type) }
        return text.lines.joined(separator: "\n")
    }

    /// What a part of a trace's text is.
    public enum TextPart: Hashable, Sendable {
        /// The head of what follows: a record type, an element, a field with its value.
        case heading
        /// Where something stands in the rules file.
        case place
        /// What gave a value.
        case taken
        /// What is missing, or has failed.
        case failed
    }
}

/// Puts the text of a trace together, line by line.
struct TraceText {
    /// The path of the field that is told of alone; empty for all.
    let field: [String]
    private(set) var lines: [String] = []
    private var depth = 0
    /// The names of the fields that what is told of stands in.
    private var path: [String] = []

    /// How many characters of a value are shown.
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
        (node.position.map { "line \($0), " } ?? "") + node.path
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
            if let expectation = type.expectation { text.add(expectation) }
        }
    }

    private mutating func add(_ expectation: Trace.Expectation) {
        if !expectation.isForPage {
            add("expect: the page is not one that its \"when\" asks for", at: expectation.place)
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

    /// A selector with what it matched, and what is known where that is nothing.
    private mutating func add(_ selector: Trace.Selector, as what: String = "", outcome: String? = nil) {
        let matches: String
        switch selector.matches {
        case nil: matches = "not looked for"
        case 0: matches = "matches nothing"
        case let count?: matches = outcome ?? TraceText.count(count, "element")
        }
        add("\(what)`\(selector.text)`: \(matches)", at: selector.place)
        if let miss = selector.miss { indented { text in text.add(miss) } }
    }

    private mutating func add(_ miss: Trace.Miss) {
        if let part = miss.part {
            add("the longest part that matches: \(part.words)")
        } else if miss.candidates.isEmpty {
            add("no part of it matches, and nothing comes near")
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
            guard isWanted else { continue }
            let value = field.value.map { " = \(TraceText.text($0))" } ?? ": no value"
            let required = field.value == nil && field.isRequired ? ", and it is required" : ""
            add(field.name + value + required, at: field.place, as: field.part)
            indented { text in
                for (index, alternative) in field.alternatives.enumerated() {
                    text.add(alternative, number: field.alternatives.count > 1 ? index + 1 : nil)
                }
            }
        }
    }

    /// Whether the field of the path is the one told of, or stands in it or around it.
    private var isWanted: Bool { zip(path, field).allSatisfy { $0 == $1 } }

    private mutating func add(_ alternative: Trace.Alternative, number: Int?) {
        let number = number.map { "\($0). " } ?? ""
        let head = "\(number)\(alternative.origin.rawValue), \(alternative.type)"
        let part: Trace.TextPart? = alternative.outcome == .taken ? .taken : nil
        add("\(head): \(alternative.outcome.words)", at: alternative.place, as: part)
        // Of what was not tried there is no more to say.
        switch alternative.outcome {
        case .notReached: return
        case .conditionNotMet:
            indented { text in
                if let miss = alternative.condition?.miss { text.add(miss) }
            }
            return
        case .taken, .fallback, .noPlace, .missing, .noMatch, .empty, .noArm, .failed, .noValue, .noField,
            .tooDeep, .withheld:
            break
        }
        indented { text in
            if let start = alternative.start { text.add("looked for from \(TraceText.text(start))") }
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
        add(selector, outcome: attempt.outcome.words)
        indented { text in
            for reading in attempt.readings { text.add(reading) }
            for object in attempt.objects {
                text.add(TraceText.text(object.node) + object.outcome.words)
                text.indented { text in text.add(object.fields) }
            }
        }
    }

    private mutating func add(_ reading: Trace.Reading) {
        let place = reading.isGathered ? "all together" : TraceText.text(reading.node)
        add("\(place): \(TraceText.text(reading.taken))")
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
            // What the type has left as it was needs no line.
            for value in reading.typed where value != last { text.add("read as \(TraceText.text(value))") }
        }
    }
}

extension Trace.Field {
    /// How its line looks.
    fileprivate var part: Trace.TextPart? {
        if value != nil { return .heading }
        return isRequired ? .failed : nil
    }
}
