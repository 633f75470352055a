import DOM
import Records
import Selectors

/// How a value is made from the part of an element that is taken.
struct Reading {
    var steps: [String] = []
    var type = "string"
    var doubt = 0.0
    /// Other members of the field: the formats of a date.
    var members: [String] = []

    init(steps: [String] = [], type: String = "string", doubt: Double = 0) {
        self.steps = steps
        self.type = type
        self.doubt = doubt
    }

    /// A part of a longer text, between constant parts.
    init?(within text: String, _ wanted: String) {
        guard let range = text.firstRange(of: wanted) else { return nil }
        let before = String(text[..<range.lowerBound])
        let after = String(text[range.upperBound...])
        // Numbers differ from page to page, and so do words with them, such as months.
        func isConstant(_ part: String) -> Bool {
            part.count <= 40 && !(part.contains(where: \.isNumber) && part.contains(where: \.isLetter))
        }
        let numbers = (before + after).split { !$0.isNumber }.count
        guard isConstant(before), isConstant(after), numbers <= 2 else { return nil }
        let start =
            before.isEmpty ? "^" : "^" + CandidateSearch.pattern(before.trimmed, anyNumber: true) + "\\s*"
        let end = after.isEmpty ? "$" : "\\s*" + CandidateSearch.pattern(after.trimmed, anyNumber: true) + "$"
        steps = ["{ \"match\": \(DraftWriter.string(start + "(.+?)" + end)) }"]
        doubt = 1.2 + 0.13 * Double(before.count + after.count) + 0.3 * Double(numbers)
    }

    /// The ways to take a part of a longer text: between all the text around it, or between the words next to it.
    static func readings(within text: String, _ wanted: String) -> [Reading] {
        guard let range = text.firstRange(of: wanted) else { return [] }
        var readings: [Reading] = []
        if let whole = Reading(within: text, wanted) { readings.append(whole) }
        let before = text[..<range.lowerBound]
        let after = text[range.upperBound...]
        guard let first = nearest(before, isBefore: true), let last = nearest(after, isBefore: false) else {
            return readings
        }
        let mark = before.trimmed.last ?? " "
        // What is between brackets has no other brackets.
        let part = mark == "(" ? "([^()]+?)" : "(.+?)"
        // A colon or a bracket says more about what is next to it than a word; a value may have commas.
        let doubt =
            mark == "(" && after.trimmed == ")"
            ? 1.8
            : ":([{".contains(mark) ? 2.5 : after.trimmed.first == "," ? 4.2 : 3.6
        readings.append(
            Reading(
                steps: ["{ \"match\": \(DraftWriter.string(first + part + last)) }"],
                doubt: doubt
            )
        )
        return readings
    }

    /// The word or the mark next to a part of a text, as a regular expression; `nil` if it may vary.
    private static func nearest(_ text: Substring, isBefore: Bool) -> String? {
        let rest = text.trimmed
        guard !rest.isEmpty else { return isBefore ? "^\\s*" : "\\s*$" }
        let words = rest.split(separator: " ")
        guard var word = (isBefore ? words.last : words.first).map(String.init) else { return nil }
        // A mark next to the part is better evidence than a word, which may differ each time; a colon ends a label.
        if let mark = isBefore ? word.last : word.first, !mark.isLetter, !mark.isNumber, mark != ":" {
            word = String(mark)
        }
        guard !word.contains(where: \.isNumber), word.count <= 24 else { return nil }
        let pattern = CandidateSearch.pattern(word)
        let isSpaced = isBefore ? text.last?.isWhitespace == true : text.first?.isWhitespace == true
        let space = isSpaced ? "\\s+" : "\\s*"
        // A mark at the end of the text may be in it more than once.
        let isWhole = word == rest && word.count == 1
        if isBefore { return (isWhole ? "^" : word.first?.isLetter == true ? "\\b" : "") + pattern + space }
        return space + pattern + (isWhole ? "$" : word.last?.isLetter == true ? "\\b" : "")
    }

    /// Whether a text has the word of a unit of time: "40 m" may be metres.
    private static func isDuration(_ text: String) -> Bool {
        let lower = text.lowercased()
        return ["min", "hour", "hr", "pt", "std", "stund", "heure", "uur", "timer", "hora", "sec"].contains {
            lower.contains($0)
        }
    }

    /// The ways to read a number in a text.
    static func readings(of wanted: String, in text: String) -> [Reading] {
        var readings: [Reading] = []
        let isWhole = !wanted.contains(".")
        let type = isWhole ? "integer" : "decimal"
        let numbers = LearningText.numbers(in: text)
        if let minutes = LearningText.minutes(in: text), let value = Double(wanted),
            abs(minutes - value) < 0.5
        {
            readings.append(
                Reading(
                    steps: [
                        "\"uppercase\"",
                        #"{ "match": { "pattern": "[\\d.]+\\s*[DHMS]", "all": true } }"#,
                        #"{ "size": { "units": { "D": 1440, "H": 60, "M": 1, "S": 0.0166666667 } } }"#,
                        "\"sum\"",
                        "\"round\"",
                    ],
                    type: "integer",
                    doubt: isDuration(text) ? 0.2 : 1.5
                )
            )
        }
        if numbers.count == 1 {
            let steps = numbers[0] == text ? [] : ["\"number\""]
            readings.append(
                Reading(steps: pointed(steps, wanted, numbers[0]), type: type, doubt: 0.3)
            )
        } else if numbers.count > 1,
            let own = numbers.first(where: { Double($0.replacing(",", with: "")) == Double(wanted) }),
            let range = text.firstRange(of: own), !isInCode(text, range)
        {
            let after = text[range.upperBound...].prefix { !$0.isNumber }.trimmed
            let before = String(text[..<range.lowerBound].reversed().prefix { !$0.isNumber }.reversed())
                .trimmed
            if (1...20).contains(after.count) {
                let pattern = "(\\d[\\d.,]*)\\s*" + CandidateSearch.pattern(after)
                let steps = ["{ \"match\": \(DraftWriter.string(pattern)) }", "\"number\""]
                readings.append(Reading(steps: pointed(steps, wanted, own), type: type, doubt: 1.5))
            }
            if (1...20).contains(before.count) {
                let pattern = CandidateSearch.pattern(before) + "\\s*(\\d[\\d.,]*)"
                let steps = ["{ \"match\": \(DraftWriter.string(pattern)) }", "\"number\""]
                readings.append(Reading(steps: pointed(steps, wanted, own), type: type, doubt: 1.5))
            }
        }
        return readings
    }

    /// Whether a number is a part of a code, such as `5` in `x5eKd`.
    private static func isInCode(_ text: String, _ range: Range<String.Index>) -> Bool {
        func isPart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_"
        }
        let after = text[range.upperBound...].prefix(while: isPart)
        let before = text[..<range.lowerBound].reversed().prefix(while: isPart)
        return before.contains(where: \.isLetter) || after.contains(where: \.isNumber) || after.count > 12
    }

    /// The steps for reading a number that the example writes with a point, as in programming languages, and the page
    /// does not.
    private static func pointed(_ steps: [String], _ wanted: String, _ own: String) -> [String] {
        guard wanted.hasSuffix(".0"), !own.contains("."), !own.contains(",") else { return steps }
        let point = #"{ "replace": ["^(\\d+)$", "$1.0"] }"#
        if steps.isEmpty { return [point] }
        let number = #"{ "match": "\\d[\\d.,]*" }"#
        return steps.dropLast() + (steps.count == 1 ? [number, point] : [point])
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return start < end ? String(self[start..<end]) : ""
    }
}
