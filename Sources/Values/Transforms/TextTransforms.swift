import Addresses
import Basics
import Records

extension Transform {
    /// A transform of a text without arguments.
    private init(_ name: String, _ about: String, _ change: @escaping @Sendable (String) -> String) {
        self.init(name: name, about: about, input: .string, output: .string) { value, _ in
            .string(change(value.text))
        }
    }

    /// A transform of a text with a text as argument.
    private init(
        _ name: String,
        _ about: String,
        with change: @escaping @Sendable (String, String) -> String
    ) {
        self.init(name: name, about: about, input: .string, output: .string, arguments: .string) {
            arguments throws(StepError) in
            let argument = arguments.value.text
            if argument.isEmpty { throw StepError("\(name) needs a text that is not empty") }
            return { value, _ in .string(change(value.text, argument)) }
        }
    }

    /// Appends a text.
    static let append = Transform("append", "appends a text to the value", with: { $0 + $1 })

    /// Prepends a text.
    static let prepend = Transform("prepend", "prepends a text to the value", with: { $1 + $0 })

    /// Removes characters at both ends.
    static let trim = Transform(
        name: "trim",
        about: "removes white space at both ends, and the given characters: \":-\"",
        input: .string,
        output: .string,
        arguments: .either([.none, .string])
    ) { arguments throws(StepError) in
        if let text = arguments.value.string, text.allSatisfy(\.isWhitespace) {
            throw StepError(
                "trim needs characters other than white space; without an argument it removes white space"
            )
        }
        let characters = Set((arguments.value.string ?? "").unicodeScalars)
        return { value, _ in
            var text = Substring(value.text).unicodeScalars
            func isRemoved(_ scalar: Unicode.Scalar?) -> Bool {
                scalar.map { $0.properties.isWhitespace || characters.contains($0) } ?? false
            }
            while isRemoved(text.first) { text.removeFirst() }
            while isRemoved(text.last) { text.removeLast() }
            return .string(String(text))
        }
    }

    /// Collapses white space.
    static let collapse = Transform(
        "collapse",
        "replaces every run of white space by one space",
        WhiteSpace.collapse
    )

    /// Lower case, by Unicode's rules for all languages.
    static let lowercase = Transform("lowercase", "converts letters to lower case", { $0.lowercased() })

    /// Upper case, by Unicode's rules for all languages.
    static let uppercase = Transform("uppercase", "converts letters to upper case", { $0.uppercased() })

    /// Removes diacritics.
    static let stripDiacritics = Transform(
        "strip-diacritics",
        "removes the marks of letters: \"é\" becomes \"e\"; letters that are not another with a mark (\"ø\", \"ß\") stay",
        Diacritics.stripped
    )
}

/// The marks of letters, by Unicode's canonical decomposition.
enum Diacritics {
    /// The blocks of marks for letters of any script; marks of one script, such as vowel signs, are not diacritics.
    private static let marks: [ClosedRange<UInt32>] = [
        0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    /// A text without its diacritics.
    static let stripped: @Sendable (String) -> String = { text in
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let scalars = Normalization.decomposed(text.unicodeScalars, .canonical).filter { scalar in
            !marks.contains { $0.contains(scalar.value) }
        }
        return String(String.UnicodeScalarView(Normalization.composed(scalars)))
    }
}

extension Transform {
    /// The value of a parameter in an address.
    static let query = Transform(
        name: "query",
        about: "the value of a parameter in an address; no value if the address lacks it",
        input: .string,
        output: .string,
        arguments: .string
    ) { arguments throws(StepError) in
        let name = arguments.value.text
        if name.isEmpty { throw StepError("query needs the name of a parameter") }
        return { value, _ throws(StepError) in
            try Percent.parameter(name, of: value.text).map(Value.string) ?? .null
        }
    }

    /// An absolute address.
    static let resolve = Transform(
        name: "resolve",
        about: "makes an address absolute against the page's own or a given one",
        input: .string,
        output: .string,
        arguments: .either([.none, .string])
    ) { arguments throws(StepError) in
        guard let base = arguments.value.string else {
            return { value, context throws(StepError) in .string(try context.resolve(try value.scalarText)) }
        }
        if base.allSatisfy(\.isWhitespace) {
            throw StepError("resolve needs an address; without an argument it uses the page's own")
        }
        let given: WebAddress
        do throws(AddressError) { given = try WebAddress(base) } catch {
            throw StepError("\(base.quoted) is not an absolute address: it \(error)")
        }
        return { value, context throws(StepError) in
            .string(try context.resolve(try value.scalarText, against: given))
        }
    }

    /// Decodes percent-encoding.
    static let urlDecode = Transform(
        name: "url-decode",
        about: "replaces every %XX by its byte",
        input: .string,
        output: .string
    ) { value, _ throws(StepError) in .string(try Percent.decoded(value.text)) }

    /// Percent-encodes a text for any part of an address.
    static let urlEncode = Transform(
        name: "url-encode",
        about: "percent-encodes all but letters, digits and \"-._~\"",
        input: .string,
        output: .string
    ) { value, _ in .string(Percent.encoded(value.text)) }
}
