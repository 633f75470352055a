import Basics
import Records

/// An option of a command: its names and documentation, the values that it takes, and its effect.
///
/// Parsing, help, completions and the manual are made from this declaration.
struct Option<Target> {
    let info: OptionInfo
    /// Checks a value and stores it; the value of a switch is empty.
    let set: (inout Target, String) throws(Diagnostic) -> Void

    /// An option without a value.
    static func flag(
        _ name: String,
        short: String? = nil,
        _ about: String,
        details: String = "",
        set: @escaping (inout Target) -> Void
    ) -> Option {
        let info = OptionInfo(name: name, short: short, about: about, details: details)
        return Option(info: info) { target, _ throws(Diagnostic) in set(&target) }
    }

    /// An option with a value, which may be given once.
    static func value<Value>(
        _ name: String,
        short: String? = nil,
        _ value: OptionValue<Value>,
        _ about: String,
        details: String = "",
        set: @escaping (inout Target, Value) -> Void
    ) -> Option {
        var info = OptionInfo(name: name, short: short, about: about, details: details)
        info.placeholder = value.placeholder
        info.completion = value.completion
        return Option(info: info) { target, text throws(Diagnostic) in
            guard let parsed = value.parse(text) else {
                throw Diagnostic(
                    .rules,
                    "\(name) takes \(value.expected), found \"\(text)\"",
                    help: value.help(text)
                )
            }
            set(&target, parsed)
        }
    }

    /// An option with a value, which may be given several times.
    static func list<Value>(
        _ name: String,
        short: String? = nil,
        _ value: OptionValue<Value>,
        _ about: String,
        details: String = "",
        add: @escaping (inout Target, Value) -> Void
    ) -> Option {
        let option = Option.value(name, short: short, value, about, details: details, set: add)
        var info = option.info
        info.isRepeatable = true
        return Option(info: info, set: option.set)
    }
}

extension Array {
    /// The options of a group, as options of a command that stores the group's values in a property.
    func setting<Group, Target>(
        _ property: WritableKeyPath<Target, Group>
    ) -> [Option<Target>] where Element == Option<Group> {
        map { option in
            Option<Target>(info: option.info) { target, text throws(Diagnostic) in
                try option.set(&target[keyPath: property], text)
            }
        }
    }
}

/// The data about an option that help, completions and the manual need.
struct OptionInfo {
    /// The long name, with its dashes.
    let name: String
    /// The short name, with its dash.
    let short: String?
    /// A sentence that describes the option.
    let about: String
    /// Additional text for `--help` and the manual, as written in the source.
    private let paragraph: String
    /// The name of the value in help; `nil` for a switch.
    var placeholder: String?
    /// The values that a shell offers.
    var completion = Completion.none
    var isRepeatable = false

    init(name: String, short: String?, about: String, details: String) {
        self.name = name
        self.short = short
        self.about = about
        paragraph = details
    }

    /// Additional text for `--help` and the manual, in one line.
    var details: String { paragraph.split(separator: "\n").joined(separator: " ") }

    /// The short name, if there is one, and the long name.
    var names: [String] { (short.map { [$0] } ?? []) + [name] }

    /// The names and the value, as in `-j, --jobs NUMBER`.
    var synopsis: String { names.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "") }
}

/// The kind of value that an option takes, and how it is read.
struct OptionValue<Value> {
    /// The name of the value in help.
    let placeholder: String
    var completion = Completion.none
    /// The kind of value, as in "--jobs takes a whole number from 1 to 256".
    let expected: String
    /// What to write instead of a wrong value.
    var help: (String) -> String? = { _ in nil }
    /// The value of a text; `nil` if the text is wrong.
    let parse: (String) -> Value?
}

extension OptionValue where Value == String {
    /// Any text.
    static func text(_ placeholder: String, _ completion: Completion = .none) -> OptionValue {
        OptionValue(placeholder: placeholder, completion: completion, expected: "a text") { $0 }
    }

    /// The path of a file.
    static func file(_ placeholder: String = "FILE") -> OptionValue { .text(placeholder, .files(or: nil)) }

    /// The path of a folder.
    static var folder: OptionValue { .text("FOLDER", .folders) }

    /// One of a few words.
    static func word(_ placeholder: String, of words: [String]) -> OptionValue {
        OptionValue(
            placeholder: placeholder,
            completion: .words(words),
            expected: words.listed,
            help: { wrong in Suggestion.nearest(to: wrong, among: words).map { "did you mean \"\($0)\"?" } },
            parse: { words.contains($0) ? $0 : nil }
        )
    }
}

extension OptionValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of an enumeration's cases.
    static func choice(_ placeholder: String) -> OptionValue {
        let words = OptionValue<String>.word(placeholder, of: Value.allCases.map(\.rawValue))
        return OptionValue(
            placeholder: placeholder,
            completion: words.completion,
            expected: words.expected,
            help: words.help,
            parse: { Value(rawValue: $0) }
        )
    }
}

extension OptionValue where Value == Int {
    /// A whole number within bounds.
    static func integer(_ bounds: ClosedRange<Int>, _ placeholder: String = "NUMBER") -> OptionValue {
        let expected = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        return OptionValue(placeholder: placeholder, expected: expected) { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension OptionValue where Value == Double {
    /// A number of some unit, above 0 and up to a million.
    static func positive(_ placeholder: String) -> OptionValue {
        let expected = "a number of \(placeholder.lowercased()) above 0 and up to 1000000"
        return OptionValue(placeholder: placeholder, expected: expected) { text in
            decimal(text).flatMap { $0 > 0 && $0 <= 1_000_000 ? $0 : nil }
        }
    }

    /// A percentage, with or without its sign.
    static var percent: OptionValue {
        OptionValue(placeholder: "PERCENT", expected: "a number from 0 to 100") { text in
            let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
            return decimal(digits).flatMap { (0...100).contains($0) ? $0 : nil }
        }
    }

    /// A number in decimal notation: not `0x10`.
    static func decimal(_ text: some StringProtocol) -> Double? {
        text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } ? nil : Double(text)
    }
}

extension [String] {
    /// The words as listed in a sentence: `a, b or c`.
    fileprivate var listed: String {
        var text = first ?? ""
        for (index, word) in enumerated() where index > 0 {
            text += (index == count - 1 ? " or " : ", ") + word
        }
        return text
    }
}

/// The completions that a shell offers at a place of a command line.
enum Completion: Equatable {
    /// Nothing: only the user knows, as with a number, a time or a selector.
    case none
    case words([String])
    /// The names of the commands.
    case commands
    /// Names that `scrape completions --list` prints.
    case names(NameList)
    /// Any file, and names that `scrape completions --list` prints.
    case files(or: NameList?)
    case folders
}

/// Names that depend on folders and plugins: `scrape completions --list` looks them up for a shell's script.
enum NameList: String, CaseIterable {
    /// The sites in the folders of rules.
    case sites
    /// The sites and cases of the corpus.
    case cases
    /// The output formats.
    case formats
    /// The plugins: those compiled in, and programs.
    case plugins
    /// The inputs of the site that a command line names, with their values: `location=Northeast`.
    case inputs
}
