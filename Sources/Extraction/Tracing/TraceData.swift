import Basics
public import Records

extension Trace {
    /// The trace as data, which `scrape explain --json` prints. Empty members are omitted.
    public var value: Value {
        .object([
            Value.Member("page", .string(page)),
            Value.Member("rules", .string(rules)),
            Value.Member("preparations", .list(preparations.map(\.json))),
            Value.Member("records", .list(records.map(\.json))),
        ])
    }
}

/// Builds an object; a member without a value is omitted.
private struct ObjectBuilder {
    var members: [Value.Member] = []

    mutating func add(_ name: String, _ value: Value?) {
        if let value { members.append(Value.Member(name, value)) }
    }

    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

    mutating func add(_ name: String, _ count: Int?) { add(name, count.map { .number(Number($0)) }) }

    mutating func add(_ name: String, at place: Location?) {
        add(name, place.map { .string($0.description) })
    }

    /// Adds a list, unless it is empty.
    mutating func add(_ name: String, _ list: [Value]) {
        if !list.isEmpty { add(name, .list(list)) }
    }

    var value: Value { .object(members) }
}

/// An object with the members that `fill` adds.
private func object(_ fill: (inout ObjectBuilder) -> Void) -> Value {
    var builder = ObjectBuilder()
    fill(&builder)
    return builder.value
}

extension Trace.Node {
    fileprivate var json: Value {
        object {
            $0.add("line", line)
            $0.add("column", column)
            $0.add("offset", offset)
            $0.add("path", path)
            $0.add("index", index)
            $0.add("made-by", madeBy.map(Value.string))
        }
    }
}

extension Trace.Selector {
    fileprivate var json: Value {
        object {
            $0.add("selector", text)
            $0.add("at", at: place)
            $0.add("matches", matches)
            $0.add("miss", miss?.json)
        }
    }
}

extension Trace.Miss {
    fileprivate var json: Value {
        object {
            $0.add("part", part?.json)
            $0.add(
                "candidates",
                candidates.map { candidate in
                    guard case .object(let members) = candidate.finding.json else { return .null }
                    return .object([Value.Member("reason", .string(candidate.reason))] + members)
                }
            )
            $0.add("removal", removal?.json)
        }
    }
}

extension Trace.Miss.Removal {
    fileprivate var json: Value {
        object {
            $0.add("finding", finding.json)
            $0.add("preparation", preparation)
            $0.add("at", at: place)
            $0.add("selector", selector.map(Value.string))
            $0.add("around", around?.json)
        }
    }
}

extension Trace.GoldenPlace {
    fileprivate var json: Value {
        object {
            $0.add("path", path)
            $0.add("value", value)
            $0.add("node", node.json)
            $0.add("attribute", attribute.map(Value.string))
            $0.add("part", isPart ? true : nil)
            $0.add("golden", golden)
            $0.add("found", of > 1 ? found : nil)
            $0.add("of", of > 1 ? of : nil)
        }
    }
}

extension Trace.Unread {
    fileprivate var json: Value {
        object {
            $0.add("node", node.json)
            $0.add("text", text)
            $0.add("attributes", attributes.map(Value.string))
            $0.add("removal", removal?.json)
        }
    }
}

extension Trace.Miss.Finding {
    fileprivate var json: Value {
        object {
            $0.add("selector", selector)
            $0.add("matches", matches)
            $0.add("first", first.json)
            $0.add("elsewhere", isInScope ? nil : true)
        }
    }
}

extension Trace.Preparation {
    fileprivate var json: Value {
        object {
            $0.add("name", name)
            $0.add("at", at: place)
            $0.add("outcome", outcome.rawValue)
            $0.add("matches", matches)
            $0.add("nodes", nodes.map(\.json))
            if !reasons.isEmpty { $0.add("reasons", reasons.map(\.json)) }
        }
    }
}

extension Trace.Preparation.Reason {
    fileprivate var json: Value {
        object {
            $0.add("node", node.json)
            $0.add("reason", text)
        }
    }
}

extension Trace.RecordType {
    fileprivate var json: Value {
        object {
            $0.add("name", name)
            $0.add("at", at: place)
            $0.add("count", count)
            $0.add("groups", groupedType.map(Value.string))
            $0.add("layouts", layouts.map(\.json))
            $0.add("golden", golden.map(\.json))
            if !expectations.isEmpty { $0.add("expect", expectations.map(\.json)) }
        }
    }
}

extension Trace.Expectation {
    fileprivate var json: Value {
        object {
            $0.add("at", at: place)
            $0.add("for-page", .boolean(isForPage))
            $0.add("shortfalls", shortfalls.map(Value.string))
        }
    }
}

extension Trace.Layout {
    fileprivate var json: Value {
        object {
            $0.add("at", at: place)
            $0.add("reached", .boolean(isReached))
            $0.add("within", within?.json)
            $0.add("each", selectors.map(\.json))
            $0.add("when", condition?.json)
            $0.add("elements", elements.map(\.json))
        }
    }
}

extension Trace.Element {
    fileprivate var json: Value {
        object {
            $0.add("node", node.json)
            $0.add("outcome", outcome.name)
            if case .record(let index) = outcome { $0.add("record", index) }
            $0.add("fields", fields.map(\.json))
        }
    }
}

extension Trace.Element.Outcome {
    /// The outcome's name in data.
    fileprivate var name: String {
        switch self {
        case .record: "record"
        case .object: "object"
        case .noField: "no-field"
        case .leftOut: "left-out"
        case .duplicate: "duplicate"
        }
    }
}

extension Trace.Field {
    fileprivate var json: Value {
        object {
            $0.add("name", name)
            $0.add("at", at: place)
            $0.add("value", self.value)
            $0.add("required", isRequired ? true : nil)
            $0.add("golden", golden.map(\.json))
            $0.add("alternatives", alternatives.map(\.json))
        }
    }
}

extension Trace.Alternative {
    fileprivate var json: Value {
        object {
            $0.add("at", at: place)
            $0.add("origin", origin.rawValue)
            $0.add("type", type)
            $0.add("outcome", outcome.name)
            $0.add("because", outcome.detail.map(Value.string))
            $0.add("when", condition?.json)
            $0.add("start", start?.json)
            $0.add("arms", arms.map(\.json))
            $0.add("attempts", attempts.map(\.json))
        }
    }
}

extension Trace.Alternative.Outcome {
    /// The outcome's name in data.
    fileprivate var name: String {
        switch self {
        case .taken: "taken"
        case .fallback: "default"
        case .conditionNotMet: "condition-not-met"
        case .noPlace: "no-place"
        case .noColumn: "no-column"
        case .missing: "field-missing"
        case .noMatch: "no-match"
        case .empty: "empty"
        case .noAttribute: "no-attribute"
        case .noArm: "no-arm"
        case .failed: "failed"
        case .noValue: "no-value"
        case .noField: "no-field"
        case .tooDeep: "too-deep"
        case .withheld: "withheld"
        case .notReached: "not-reached"
        }
    }

    /// The outcome's details, if any.
    fileprivate var detail: String? {
        switch self {
        case .conditionNotMet(let text), .failed(let text), .noAttribute(let text), .noColumn(let text): text
        case .missing(let names): names.joined(separator: ", ")
        case .taken, .fallback, .noPlace, .noMatch, .empty, .noArm, .noValue, .noField, .tooDeep, .withheld,
            .notReached:
            nil
        }
    }
}

extension Trace.Arm {
    fileprivate var json: Value {
        object {
            $0.add("selector", selector.text)
            $0.add("at", at: selector.place)
            $0.add("value", self.value)
            $0.add("taken", .boolean(isTaken))
        }
    }
}

extension Trace.Attempt {
    fileprivate var json: Value {
        object {
            $0.add("select", selector?.json)
            $0.add("outcome", outcome.name)
            $0.add("because", outcome.detail.map(Value.string))
            $0.add("unread", unread?.json)
            $0.add("readings", readings.map(\.json))
            $0.add("objects", objects.map(\.json))
        }
    }
}

extension Trace.Reading {
    fileprivate var json: Value {
        object {
            $0.add("node", node.json)
            $0.add("taken", taken)
            $0.add("gathered", isGathered ? true : nil)
            $0.add("hidden", hiddenText.map(Value.string))
            $0.add("hiddenElement", hiddenElement?.json)
            $0.add("steps", steps.map(\.json))
            $0.add("typed", typed)
            $0.add("failures", failures.map(Value.string))
        }
    }
}

extension Trace.Step {
    fileprivate var json: Value {
        object {
            $0.add("name", name)
            $0.add("at", at: place)
            $0.add("before", before)
            $0.add("after", after)
            $0.add("failures", failures.map(Value.string))
        }
    }
}

extension Trace {
    /// The trace without positions in the page and without the diagnoses of selectors that matched nothing. Two pages
    /// with the same shape have the same records for the same reasons.
    public var shape: Trace {
        var trace = self
        trace.page = ""
        for index in trace.preparations.indices { trace.preparations[index].nodes = [] }
        for type in trace.records.indices {
            for layout in trace.records[type].layouts.indices {
                trace.records[type].layouts[layout].removeNodes()
            }
        }
        return trace
    }
}

extension Trace.Node {
    /// A placeholder for any element.
    fileprivate static let any = Trace.Node(path: "")
}

extension Trace.Layout {
    fileprivate mutating func removeNodes() {
        within?.miss = nil
        condition?.miss = nil
        for index in selectors.indices { selectors[index].miss = nil }
        for index in elements.indices { elements[index].removeNodes() }
    }
}

extension Trace.Element {
    fileprivate mutating func removeNodes() {
        node = .any
        for field in fields.indices {
            for alternative in fields[field].alternatives.indices {
                fields[field].alternatives[alternative].removeNodes()
            }
        }
    }
}

extension Trace.Alternative {
    fileprivate mutating func removeNodes() {
        if start != nil { start = .any }
        condition?.miss = nil
        for attempt in attempts.indices {
            attempts[attempt].selector?.miss = nil
            attempts[attempt].unread = nil
            for index in attempts[attempt].readings.indices { attempts[attempt].readings[index].node = .any }
            for index in attempts[attempt].objects.indices { attempts[attempt].objects[index].removeNodes() }
        }
    }
}
