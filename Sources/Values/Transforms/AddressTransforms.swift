import Records

extension Transform {
    /// The value of a parameter in an address.
    static let query = Transform(
        name: "query",
        about: "the value of a parameter in an address; no value where it has none of that name",
        input: .string,
        output: .string,
        arguments: .string
    ) { arguments throws(StepError) in
        let name = arguments.value.text
        if name.isEmpty { throw StepError("query is given no parameter's name") }
        return { value, _ throws(StepError) in
            try Percent.parameter(name, of: value.text).map(Value.string) ?? .null
        }
    }

    /// An absolute address.
    static let resolve = Transform(
        name: "resolve",
        about: "makes an address absolute against the page's own, or against one that is given",
        input: .string,
        output: .string,
        arguments: .either([.none, .string])
    ) { arguments throws(StepError) in
        let base = arguments.value.string
        if let base, base.allSatisfy(\.isWhitespace) {
            throw StepError("resolve is given no address; without one it takes the page's own")
        }
        return { value, context throws(StepError) in
            .string(try Addresses.resolve(try value.trimmedText, against: base ?? context.baseURL))
        }
    }

    /// A text without percent signs that stand for bytes.
    static let urlDecode = Transform(
        name: "url-decode",
        about: "replaces %XX by what it stands for",
        input: .string,
        output: .string
    ) { value, _ throws(StepError) in .string(try Percent.decoded(value.text)) }

    /// A text as it may stand in any part of an address.
    static let urlEncode = Transform(
        name: "url-encode",
        about: "replaces all but letters, digits and \"-._~\" by %XX",
        input: .string,
        output: .string
    ) { value, _ in .string(Percent.encoded(value.text)) }
}
