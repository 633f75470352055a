import Records
import Selectors

/// What is wrong with a transform's arguments.
struct ArgumentProblem {
    let message: String
    /// The value that it is about.
    let place: JSON
    /// Where in that value's text, in bytes; `nil` for all of it.
    var offset: Int?
    var help: String?
    /// Whether it is a key that is not known.
    var isUnknownKey = false

    /// Whether what was meant is known.
    var isMisspelt: Bool { help?.hasPrefix("did you mean") ?? false }
}

extension ArgumentShape {
    /// What is wrong with arguments; nothing where they have this shape.
    ///
    /// - Parameter what: what they are, for messages: a transform's name, a key.
    func problems(with json: JSON, of what: String) -> [ArgumentProblem] {
        switch (self, json.content) {
        case (.none, .null), (.anything, _), (.scalar, .string), (.scalar, .number), (.scalar, .boolean),
            (.string, .string), (.number, .number), (.boolean, .boolean):
            return []
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
                ArgumentProblem(message: "\"\(text)\" is not known to \(what)", place: json, help: help)
            ]
        case (.tuple(let shapes, let required), .array(let elements))
        where (required...shapes.count).contains(elements.count):
            return zip(shapes, elements).flatMap { $0.problems(with: $1, of: what) }
        case (.table(let shape), .object(let members)) where !members.isEmpty:
            return members.flatMap { shape.problems(with: $0.value, of: "\"\($0.key)\" in \(what)") }
        case (.object(let keys), .object(let members)):
            return ArgumentShape.problems(of: keys, with: members, json, what)
        case (.either(let shapes), _): return either(shapes, json, what)
        case (.none, _), (.scalar, _), (.string, _), (.number, _), (.integer, _), (.boolean, _),
            (.pattern, _),
            (.selector, _), (.locale, _), (.word, _), (.tuple, _), (.table, _), (.object, _):
            return [mismatch(json, what)]
        }
    }

    private func mismatch(_ json: JSON, _ what: String) -> ArgumentProblem {
        var found = json.kind
        if case .null = json.content { found = "no arguments" }
        if case .object(let members) = json.content, members.isEmpty { found = "an empty object" }
        if case .array(let elements) = json.content { found = "a list of \(elements.count)" }
        return ArgumentProblem(message: "\(what) takes \(self), found \(found)", place: json)
    }

    /// The problems with the alternative that comes nearest; none where one fits.
    private func either(_ shapes: [ArgumentShape], _ json: JSON, _ what: String) -> [ArgumentProblem] {
        let problems = shapes.filter { $0.isLike(json) }.map { $0.problems(with: json, of: what) }
        return problems.min { ArgumentShape.isNearer($0, $1) } ?? [mismatch(json, what)]
    }

    /// Of two lists of problems that with fewer strange keys, then the shorter, then that which knows what was meant.
    private static func isNearer(_ left: [ArgumentProblem], _ right: [ArgumentProblem]) -> Bool {
        func rank(_ problems: [ArgumentProblem]) -> (Int, Int, Int) {
            let strange = problems.filter { $0.isUnknownKey && !$0.isMisspelt }
            return (strange.count, problems.count, problems.contains(where: \.isMisspelt) ? 0 : 1)
        }
        return rank(left) < rank(right)
    }

    /// Whether a value is of the kind that is wanted, whatever is in it.
    private func isLike(_ json: JSON) -> Bool {
        switch (self, json.content) {
        case (.none, .null), (.anything, _), (.scalar, .string), (.scalar, .number), (.scalar, .boolean),
            (.string, .string), (.number, .number), (.boolean, .boolean), (.pattern, .string),
            (.selector, .string), (.locale, .string), (.word, .string), (.tuple, .array), (.table, .object),
            (.object, .object):
            true
        case (.integer, .number(let number)): number.integer != nil
        case (.either(let shapes), _): shapes.contains { $0.isLike(json) }
        case (.none, _), (.scalar, _), (.string, _), (.number, _), (.integer, _), (.boolean, _),
            (.pattern, _),
            (.selector, _), (.locale, _), (.word, _), (.tuple, _), (.table, _), (.object, _):
            false
        }
    }

    private static func problems(
        of keys: [Argument],
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
        // A key that is missing was probably meant by the unknown one.
        let hasUnknown = problems.contains(where: \.isUnknownKey)
        for key in keys
        where !hasUnknown && key.isRequired && !members.contains(where: { $0.key == key.name }) {
            problems.append(ArgumentProblem(message: "expected \"\(key.name)\" in \(what)", place: json))
        }
        return problems
    }

    private static func problems(ofPattern text: String, _ json: JSON) -> [ArgumentProblem] {
        do throws(PatternError) {
            _ = try RegularExpression(text)
            return []
        } catch {
            return [ArgumentProblem(message: error.description, place: json, offset: error.offset)]
        }
    }

    private static func problems(ofSelector text: String, _ json: JSON) -> [ArgumentProblem] {
        do throws(SelectorError) {
            _ = try SelectorList(text)
            return []
        } catch {
            return [
                ArgumentProblem(
                    message: "expected \(error.expected), found \(error.found) in the selector",
                    place: json,
                    offset: error.offset,
                    help: error.suggestion.map { "did you mean \"\($0)\"?" }
                )
            ]
        }
    }
}
