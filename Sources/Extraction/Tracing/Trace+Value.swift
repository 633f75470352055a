import Basics
public import Records

extension Trace {
    /// The trace as data: what `scrape explain --json` prints. What there is none of is left out.
    public var value: Value {
        .object([
            Value.Member("page", .string(page)),
            Value.Member("rules", .string(rules)),
            Value.Member("preparations", .list(preparations.map(\.json))),
            Value.Member("records", .list(records.map(\.json))),
        ])
    }
}

/// An object that is being put together; a member without a value is left out.
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

    /// A list, left out where it is empty.
    mutating func add(_ name: String, _ list: [Value]) {
        if !list.isEmpty { add(name, .list(list)) }
    }

    var value: Value { .object(members) }
}

/// An object of what `fill` adds.
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
            $0.add("expect", expectation?.json)
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
        case .missing: "field-missing"
        case .noMatch: "no-match"
        case .empty: "empty"
        case .noArm: "no-arm"
        case .failed: "failed"
        case .noValue: "no-value"
        case .noField: "no-field"
        case .tooDeep: "too-deep"
        case .withheld: "withheld"
        case .notReached: "not-reached"
        }
    }

    /// What more there is to say of it.
    fileprivate var detail: String? {
        switch self {
        case .conditionNotMet(let text), .failed(let text): text
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
