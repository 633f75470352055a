import Basics
import Patterns
import Records
import Selectors
import Values

/// A problem with a definition's arguments.
struct ArgumentProblem {
    let message: String
    /// The value concerned.
    let place: JSON
    /// The place in that value's text, in bytes; `nil` for all of it.
    var offset: Int?
    var help: String?
    /// Whether it is an unknown key.
    var isUnknownKey = false

    /// Whether the intended word is known.
    var isMisspelt: Bool { help?.hasPrefix("did you mean") ?? false }
}

extension ArgumentShape {
    /// The problems with arguments; empty if they have this shape.
    ///
    /// - Parameter what: the name of the arguments in messages: a transform's name, a key.
    func problems(with json: JSON, of what: String) -> [ArgumentProblem] {
        switch (self, json.content) {
        case (.none, .null), (.anything, _), (.scalar, .string), (.scalar, .number), (.scalar, .boolean),
            (.string, .string), (.number, .number), (.boolean, .boolean), (.elements, .string),
            (.character, .string),
            (.elementsList, .string), (.strings, .string), (.source, _), (.place, _):
            return []
        case (.text, .string(let text)):
            if !text.allSatisfy(\.isWhitespace) { return [] }
            return [ArgumentProblem(message: "expected a text for \(what), found an empty one", place: json)]
        case (.elementsList, .array(let elements)) where !elements.isEmpty,
            (.strings, .array(let elements)) where !elements.isEmpty:
            return elements.flatMap { ArgumentShape.string.problems(with: $0, of: what) }
        case (.list(let shape), .array(let elements)) where !elements.isEmpty:
            return elements.flatMap { shape.problems(with: $0, of: what) }
        case (.integer, .number(let number)) where number.integer != nil: return []
        case (.pattern, .string(let text)): return ArgumentShape.problems(ofPattern: text, json)
        case (.selector, .string(let text)): return ArgumentShape.problems(ofSelector: text, json)
        case (.locale, .string(let text)):
            if LocaleMarks.isKnown(locale: text) { return [] }
            let help = "write it like \"de\" or \"pt_BR\""
            return [ArgumentProblem(message: "unknown locale \"\(text)\"", place: json, help: help)]
        case (.word(let words), .string(let text)):
            if words.contains(text) { return [] }
            let help = Suggestion.help(for: text, among: words)
            return [
                ArgumentProblem(message: "unknown value \"\(text)\" for \(what)", place: json, help: help)
            ]
        case (.tuple(let shapes, let required), .array(let elements))
        where (required...shapes.count).contains(elements.count):
            return zip(shapes, elements).flatMap { $0.problems(with: $1, of: what) }
        case (.table(let shape), .object(let members)) where !members.isEmpty:
            return members.flatMap {
                let what = "\"\($0.key)\" in \(what)"
                return shape.isLike($0.value)
                    ? shape.problems(with: $0.value, of: what)
                    : [mismatch($0.value, what, expected: shape.entryDescription)]
            }
        case (.object(let keys, let oneOf), .object(let members)):
            return ArgumentShape.problems(of: keys, oneOf: oneOf, with: members, json, what)
        case (.either(let shapes), _): return either(shapes, json, what)
        case (.none, _), (.scalar, _), (.string, _), (.text, _), (.character, _), (.strings, _), (.number, _),
            (.integer, _),
            (.boolean, _), (.pattern, _), (.selector, _), (.elements, _), (.elementsList, _), (.locale, _),
            (.word, _), (.list, _), (.tuple, _), (.table, _), (.object, _):
            return [mismatch(json, what)]
        }
    }

    private func mismatch(_ json: JSON, _ what: String, expected: String? = nil) -> ArgumentProblem {
        var found = json.kind
        if case .null = json.content { found = "no arguments" }
        if case .object(let members) = json.content, members.isEmpty { found = "an empty object" }
        if case .array(let elements) = json.content { found = "a list of \(elements.count)" }
        if case .list = self, case .array(let elements) = json.content, elements.isEmpty {
            let message = "\(what) takes a list of at least one element, found an empty list"
            return ArgumentProblem(message: message, place: json)
        }
        let message = "\(what) takes \(expected ?? description), found \(found)"
        return ArgumentProblem(message: message, place: json)
    }

    /// The problems with the alternative that comes nearest; none if one fits.
    private func either(_ shapes: [ArgumentShape], _ json: JSON, _ what: String) -> [ArgumentProblem] {
        let problems = shapes.filter { $0.isLike(json) }.map { $0.problems(with: json, of: what) }
        return problems.min { ArgumentShape.isNearer($0, $1) } ?? [mismatch(json, what)]
    }

    /// Compares lists of problems: fewer unknown keys first, then the shorter list, then one with a
    /// suggestion.
    private static func isNearer(_ left: [ArgumentProblem], _ right: [ArgumentProblem]) -> Bool {
        func rank(_ problems: [ArgumentProblem]) -> (Int, Int, Int) {
            let strange = problems.filter { $0.isUnknownKey && !$0.isMisspelt }
            return (strange.count, problems.count, problems.contains(where: \.isMisspelt) ? 0 : 1)
        }
        return rank(left) < rank(right)
    }

    /// Whether a value is of the required kind, regardless of its content.
    private func isLike(_ json: JSON) -> Bool {
        let value = json.value
        return switch self {
        case .none: value == .null
        case .anything: true
        case .scalar:
            switch value {
            case .string, .number, .boolean: true
            case .null, .list, .object: false
            }
        case .string, .text, .character, .pattern, .selector, .elements, .locale, .word: value.string != nil
        case .strings, .elementsList: value.string != nil || value.list != nil
        case .place, .source: value.string != nil || value.object != nil
        case .number: value.number != nil
        case .integer: value.number?.integer != nil
        case .boolean: value == true || value == false
        case .list, .tuple: value.list != nil
        case .table, .object: value.object != nil
        case .either(let shapes): shapes.contains { $0.isLike(json) }
        }
    }

    private static func problems(
        of keys: [Argument],
        oneOf: [String],
        with members: [JSON.Member],
        _ json: JSON,
        _ what: String
    ) -> [ArgumentProblem] {
        var problems: [ArgumentProblem] = []
        for member in members {
            if let key = keys.first(where: { $0.name == member.key }) {
                problems += key.shape.problems(with: member.value, of: "\"\(key.name)\" in \(what)")
            } else {
                problems.append(
                    ArgumentProblem(
                        message: "unknown key \"\(member.key)\" in \(what)",
                        place: JSON(content: .string(member.key), range: member.keyRange),
                        help: Suggestion.help(for: member.key, among: keys.map(\.name)),
                        isUnknownKey: true
                    )
                )
            }
        }
        // An unknown key is probably a misspelling of a missing one.
        let hasUnknown = problems.contains(where: \.isUnknownKey)
        for key in keys
        where !hasUnknown && key.isRequired && !members.contains(where: { $0.key == key.name }) {
            problems.append(ArgumentProblem(message: "expected \"\(key.name)\" in \(what)", place: json))
        }
        if !hasUnknown, !oneOf.isEmpty, members.count(where: { oneOf.contains($0.key) }) != 1 {
            let names = oneOf.map { "\"\($0)\"" }.joined(separator: " or ")
            problems.append(ArgumentProblem(message: "expected either \(names) in \(what)", place: json))
        }
        return problems
    }

    private static func problems(ofPattern text: String, _ json: JSON) -> [ArgumentProblem] {
        if text.isEmpty { return [ArgumentProblem(message: "\"\" is not a regular expression", place: json)] }
        do throws(PatternError) {
            _ = try Pattern(text)
            return []
        } catch {
            return [ArgumentProblem(message: error.message, place: json, offset: error.range.lowerBound)]
        }
    }

    private static func problems(ofSelector text: String, _ json: JSON) -> [ArgumentProblem] {
        do throws(SelectorError) {
            _ = try SelectorList(text)
            return []
        } catch {
            return [
                ArgumentProblem(
                    message: error.messageInContext,
                    place: json,
                    offset: error.offset,
                    help: error.suggestion.map { "did you mean \"\($0)\"?" }
                )
            ]
        }
    }
}

// MARK: - Reading

extension RulesReader {
    /// The function that a definition makes from arguments in the rules file; `nil` after reporting what is wrong with
    /// them.
    ///
    /// - Parameter range: the place where the definition is named, for problems with the arguments as a whole.
    mutating func function<D: Definition>(
        of definition: D,
        _ json: JSON,
        at range: Range<Int>
    ) -> (function: D.Function, arguments: Arguments)? {
        let errors = diagnostics.count
        guard let arguments = arguments(json, of: definition.arguments, for: definition.name),
            diagnostics.count == errors
        else { return nil }
        do throws(StepError) {
            return (try definition.make(arguments), arguments)
        } catch {
            let place = error.argument.flatMap { json.descendant($0) }?.range ?? range
            self.error(error.description, at: place, help: error.help)
            return nil
        }
    }

    /// Arguments that have a shape, with their resolved selectors and sources; `nil` after reporting what is wrong with
    /// them.
    mutating func arguments(_ json: JSON, of shape: ArgumentShape, for name: String) -> Arguments? {
        guard let json = fillTables(json, of: shape) else { return nil }
        let problems = shape.problems(with: json, of: name)
        for problem in problems {
            let place = problem.place
            error(
                problem.message,
                at: problem.offset.map { offset in
                    let start = self.offset(ofDecoded: offset, in: place)
                    return start..<start + 1
                } ?? place.range,
                help: problem.help
            )
        }
        guard problems.isEmpty else { return nil }
        var arguments = Arguments(json.value)
        resolve(json, shape, key: "", of: name, into: &arguments)
        return arguments
    }

    /// Resolves the values in arguments that are more than plain JSON. Problems are reported.
    private mutating func resolve(
        _ json: JSON,
        _ shape: ArgumentShape,
        key: String,
        of name: String,
        into arguments: inout Arguments
    ) {
        let what = key.isEmpty ? name : key
        switch shape {
        case .selector:
            guard let text = json.value.string else { return }
            arguments.resolved[key] = selector(text, at: json)
        case .elements: arguments.resolved[key] = plainSelector(json, what).map { [$0] }
        case .elementsList: arguments.resolved[key] = plainSelectors(json, what)
        case .source: arguments.resolved[key] = readSource(json)
        case .place: arguments.resolved[key] = readPlace(json)
        case .object(let keys, _):
            for key in keys {
                guard let member = json.member(key.name) else { continue }
                resolve(member.value, key.shape, key: key.name, of: name, into: &arguments)
            }
        case .either(let shapes):
            guard let fitting = shapes.first(where: { $0.problems(with: json, of: name).isEmpty }) else {
                return
            }
            resolve(json, fitting, key: key, of: name, into: &arguments)
        case .none, .anything, .scalar, .string, .text, .character, .strings, .number, .integer, .boolean,
            .pattern,
            .locale, .word, .list, .tuple, .table:
            return
        }
    }
}

extension JSON {
    /// The value at a path of keys and indices, joined by points; `nil` if there is none.
    func descendant(_ path: String) -> JSON? {
        path.split(separator: ".").reduce(self) { json, step in
            switch json?.content {
            case .object: json?.member(String(step))?.value
            case .array(let elements):
                Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }
}

// MARK: - Tables

extension RulesReader {
    /// Arguments with tables in place of their names; `nil` after reporting an unknown one.
    private mutating func fillTables(_ json: JSON, of shape: ArgumentShape) -> JSON? {
        guard case .either(let shapes) = shape,
            shapes.contains(where: { if case .table = $0 { true } else { false } })
        else { return json }
        switch json.content {
        case .string(let name): return table(named: name, at: json)
        case .object(let members) where Set(members.map(\.key)) == ["table", "default"]:
            var filled: [JSON.Member] = []
            for member in members {
                var value = member.value
                if member.key == "table", case .string(let name) = value.content {
                    guard let table = table(named: name, at: value) else { return nil }
                    value = table
                }
                filled.append(JSON.Member(key: member.key, keyRange: member.keyRange, value: value))
            }
            return JSON(content: .object(filled), range: json.range)
        case .null, .boolean, .number, .array, .object: return json
        }
    }

    private mutating func table(named name: String, at json: JSON) -> JSON? {
        if let table = tables[name] { return table }
        let known = tables.keys.sorted()
        let help =
            known.isEmpty ? "the rules file has no \"tables\"" : Suggestion.help(for: name, among: known)
        error("unknown table \"\(name)\"", at: json.range, help: help)
        return nil
    }
}
