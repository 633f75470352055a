import Basics
import Patterns
import Records
import Selectors
import Values

// Reads what records are expected to be like, and what values of a field must be like.
extension RulesReader {
    /// Reads `expect`: an object, or a list of them, each with its `when`.
    mutating func readExpectations(_ json: JSON, of type: FieldIndex) -> [Expectation] {
        guard case .array(let entries) = json.content else {
            return readExpectation(json, of: type).map { [$0] } ?? []
        }
        if entries.isEmpty { error("expected at least one entry in \"expect\"", at: json.range) }
        return entries.compactMap { readExpectation($0, of: type) }
    }

    private mutating func readExpectation(_ json: JSON, of type: FieldIndex) -> Expectation? {
        let keys = LanguageKey.expectation.map(\.name)
        guard let members = members(json, of: "\"expect\"", allowed: keys) else { return nil }
        var expectation = Expectation(range: json.range)
        let claims = Expectation.keys
        if !claims.contains(where: { members[$0] != nil }) {
            let wanted = claims.map { "\"\($0)\"" }.joined(separator: ", ")
            missing("expected one of \(wanted) in \"expect\", found none", in: members, at: json.range)
        }
        if let about = members["about"] { _ = string(about, "about") }
        expectation.condition = members["when"].flatMap { plainSelector($0, "when") }
        if let count = members["count"] { readCounts(count, of: type, into: &expectation) }
        for (place, member) in paths(members["filled"], "filled", of: type) {
            if place.path.isEach {
                let help = place.path.steps.isEmpty ? nil : "write \"\(place.path.list)\""
                error(
                    "\"filled\" is about fields, not about elements of a list",
                    at: member.keyRange,
                    help: help
                )
            } else if let filling = readFilling(member.value, "filled") {
                let entry = Expectation.Entry(path: place.path, bound: filling, range: member.keyRange)
                expectation.filled.append(entry)
            }
        }
        for key in LanguageKey.constraint.map(\.name) + ["one-of"] {
            for (place, member) in paths(members[key], key, of: type) {
                guard isValue(place, member) else { continue }
                var constraint = ValueConstraint(on: place.type)
                readConstraint(key, member.value, into: &constraint, of: place.type)
                if constraint.isEmpty { continue }
                expectation.values.append(
                    Expectation.Entry(path: place.path, bound: constraint, range: member.keyRange)
                )
            }
        }
        for (place, member) in paths(members["distinct"], "distinct", of: type) {
            guard isValue(place, member), let bound = readFilling(member.value, "distinct") else { continue }
            expectation.distinct.append(
                Expectation.Entry(
                    path: place.path,
                    bound: Expectation.Distinctness(bound: bound, type: place.type),
                    range: member.keyRange
                )
            )
        }
        return expectation
    }

    /// A path with the type of the values there.
    private typealias Place = (path: RecordPath, type: Schema.FieldType)

    /// The paths that are keys of an object; reports those that do not exist.
    private mutating func paths(
        _ json: JSON?,
        _ key: String,
        of type: FieldIndex
    ) -> [(Place, JSON.Member)] {
        guard let json else { return [] }
        let what = key == "filled" ? "fields and shares" : "fields and values"
        guard let members = entries(json, of: "\(what) for \"\(key)\"") else { return [] }
        return members.compactMap { member in
            if let place = type.resolve(member.key) { return (place, member) }
            let help =
                Suggestion.nearest(to: member.key, among: type.paths).map { "did you mean \"\($0)\"?" }
                ?? Suggestion.help(for: member.key, among: type.names)
            error("there is no field \"\(member.key)\"", at: member.keyRange, help: help)
            return nil
        }
    }

    /// Whether there is one value at a path; reports lists and objects.
    private mutating func isValue(_ place: Place, _ member: JSON.Member) -> Bool {
        if place.type.isScalar { return true }
        let elements = place.path.elements.description
        let isList = place.type.element?.isScalar == true && !place.path.isEach
        error(
            "\"\(member.key)\" is \(isList ? "a list" : "not a single value")",
            at: member.keyRange,
            help: isList ? "did you mean \"\(elements)\"?" : nil
        )
        return false
    }

    // MARK: - Counts and shares

    /// Reads the number of records, or numbers by paths.
    private mutating func readCounts(
        _ json: JSON,
        of type: FieldIndex,
        into expectation: inout Expectation
    ) {
        guard case .object = json.content else {
            expectation.count = readCount(json, "count").map {
                Expectation.Entry(path: .records, bound: $0, range: json.range)
            }
            return
        }
        for (place, member) in paths(json, "count", of: type) {
            guard place.path.isEach else {
                if place.type.isUnknown { continue }
                let isList = place.type.element != nil
                error(
                    isList
                        ? "\"count\" is about elements of a list"
                        : "\"\(member.key)\" is \(place.type), not a list",
                    at: member.keyRange,
                    help: isList ? "did you mean \"\(place.path.elements)\"?" : nil
                )
                continue
            }
            guard let range = readCount(member.value, "count") else { continue }
            let entry = Expectation.Entry(path: place.path, bound: range, range: member.keyRange)
            if place.path == .records { expectation.count = entry } else { expectation.lengths.append(entry) }
        }
    }

    /// Reads `5`, `"5"`, `"1.."`, `"..9"` or `"1..9"`.
    private mutating func readCount(_ json: JSON, _ key: String) -> ClosedRange<Int>? {
        if let range = ClosedRange(count: json.value.text) { return range }
        error(
            "expected a number or a range for \"\(key)\", found \(json.value.text)",
            at: json.range,
            help: "write \"1..\""
        )
        return nil
    }

    private mutating func readShare(_ json: JSON) -> Double? {
        if let share = json.value.number?.double, share > 0, share <= 1 { return share }
        error("expected a share above 0 and up to 1, found \(json.value.text)", at: json.range)
        return nil
    }

    /// Reads a share, or a range of numbers in a string.
    private mutating func readFilling(_ json: JSON, _ key: String) -> Expectation.Filling? {
        guard case .string = json.content else { return readShare(json).map(Expectation.Filling.share) }
        return readCount(json, key).map(Expectation.Filling.count)
    }
}

// MARK: - Values

extension RulesReader {
    /// Reads the keys of a field that constrain its values; `nil` if there are none.
    mutating func readConstraint(_ members: Members, on type: TypeRule) -> ValueConstraint? {
        let given = LanguageKey.constraint.map(\.name).filter { members[$0] != nil }
        guard let first = given.first, let json = members[first] else { return nil }
        guard case .scalar(let scalar) = type.kind else {
            error("\"\(first)\" needs a single value, and the field is \(type)", at: json.range)
            return nil
        }
        let schema = scalar.schema
        var constraint = ValueConstraint(on: schema)
        for key in given {
            guard let json = members[key] else { continue }
            readConstraint(key, json, into: &constraint, of: schema)
        }
        if let least = constraint.least, let greatest = constraint.greatest,
            SortKey.isLess(greatest, least, schema), let json = members["max"]
        {
            error("the max \(greatest.text) is less than the min \(least.text)", at: json.range)
        }
        return constraint.isEmpty ? nil : constraint
    }

    private mutating func readConstraint(
        _ key: String,
        _ json: JSON,
        into constraint: inout ValueConstraint,
        of type: Schema.FieldType
    ) {
        switch key {
        case "pattern":
            guard let text = string(json, key) else { return }
            constraint.pattern = readPattern(text, json).map { ($0, text) }
        case "length": constraint.length = readCount(json, key)
        case "min": constraint.least = readBound(json, key, of: type)
        case "max": constraint.greatest = readBound(json, key, of: type)
        default:
            guard case .array(let words) = json.content, !words.isEmpty else {
                error("expected a list of values for \"\(key)\", found \(json.kind)", at: json.range)
                return
            }
            for word in words where !type.accepts(word.value) {
                error("\(word.value.quoted) is not a value of the type \(type)", at: word.range)
            }
            constraint.words = words.map(\.value)
        }
    }

    private mutating func readPattern(_ text: String, _ json: JSON) -> Pattern? {
        if text.isEmpty {
            error("\"\" is not a regular expression", at: json.range)
            return nil
        }
        do throws(PatternError) { return try Pattern(text) } catch {
            let start = offset(ofDecoded: error.range.lowerBound, in: json)
            let end = offset(ofDecoded: max(error.range.upperBound, error.range.lowerBound + 1), in: json)
            self.error(error.message, at: start..<max(end, start + 1))
            return nil
        }
    }

    /// Reads the minimum or the maximum value of a type.
    private mutating func readBound(_ json: JSON, _ key: String, of type: Schema.FieldType) -> Value? {
        switch type.order {
        case .numbers:
            if json.value.number != nil { return json.value }
            error("expected a number for \"\(key)\", found \(json.kind)", at: json.range)
        case .times:
            if let text = json.value.string, DateQuery(text) != nil { return json.value }
            error(
                "expected a day or time for \"\(key)\", found \(json.value.quoted)",
                at: json.range,
                help: "write it like \"2018-05-28\""
            )
        case .durations:
            let read = try? FieldType.duration.make(Arguments())(json.value, PageContext())
            if let read, json.value.string != nil { return read }
            error(
                "expected a duration for \"\(key)\", found \(json.value.quoted)",
                at: json.range,
                help: "write it like \"PT1H30M\""
            )
        case nil where type.isUnknown: break
        case nil:
            error("values of the type \(type) have no \"\(key)\"", at: json.range, help: "leave it out")
        }
        return nil
    }
}

extension Schema.FieldType {
    /// The order of its values.
    fileprivate enum Order {
        case numbers
        case times
        case durations
    }

    /// `nil` if the type's values have no meaningful order.
    fileprivate var order: Order? {
        if isOfTimes { return .times }
        guard case .scalar(let scalar) = self else { return nil }
        switch scalar {
        case .integer, .decimal, .size, .json: return .numbers
        case .date, .dateTime: return .times
        case .duration: return .durations
        case .string, .text, .html, .boolean, .url: return nil
        }
    }
}
