import Basics
import Records

extension Transform {
    /// A transform of a text without arguments.
    private init(_ name: String, _ about: String, _ change: @escaping @Sendable (String) -> String) {
        self.init(name: name, about: about, input: .string, output: .string) { value, _ in
            .string(change(value.text))
        }
    }

    /// A transform of a text with a text.
    private init(
        _ name: String,
        _ about: String,
        with change: @escaping @Sendable (String, String) -> String
    ) {
        self.init(name: name, about: about, input: .string, output: .string, arguments: .string) {
            arguments throws(StepError) in
            let argument = arguments.value.text
            if argument.isEmpty { throw StepError("\(name) is given nothing to put there") }
            return { value, _ in .string(change(value.text, argument)) }
        }
    }

    /// Puts a text behind.
    static let append = Transform("append", "puts a text behind the value", with: { $0 + $1 })

    /// Puts a text before.
    static let prepend = Transform("prepend", "puts a text before the value", with: { $1 + $0 })

    /// Cuts off characters at both ends.
    static let trim = Transform(
        name: "trim",
        about: "cuts off white space at both ends, and the characters that are given: \":-\"",
        input: .string,
        output: .string,
        arguments: .either([.none, .string])
    ) { arguments throws(StepError) in
        if let text = arguments.value.string, text.allSatisfy(\.isWhitespace) {
            throw StepError("trim is given no characters; without them it cuts off white space")
        }
        let characters = Set((arguments.value.string ?? "").unicodeScalars)
        return { value, _ in
            var text = Substring(value.text).unicodeScalars
            func isCut(_ scalar: Unicode.Scalar?) -> Bool {
                scalar.map { $0.properties.isWhitespace || characters.contains($0) } ?? false
            }
            while isCut(text.first) { text.removeFirst() }
            while isCut(text.last) { text.removeLast() }
            return .string(String(text))
        }
    }

    /// Makes one line.
    static let collapse = Transform(
        "collapse",
        "makes one space of every run of white space",
        WhiteSpace.collapse
    )

    /// Small letters, by Unicode's rules that hold for every language.
    static let lowercase = Transform("lowercase", "makes all letters small", { $0.lowercased() })

    /// Capital letters, by Unicode's rules that hold for every language.
    static let uppercase = Transform("uppercase", "makes all letters capital", { $0.uppercased() })

    /// Letters without their marks.
    static let stripDiacritics = Transform(
        "strip-diacritics",
        "takes the marks off letters: \"é\" becomes \"e\"; letters that are no other with a mark (\"ø\", \"ß\") stay",
        Diacritics.stripped
    )
}
