public import Scraping

extension Transform {
    /// `Quercus robur` becomes `Q.r.`
    public static let initials = Transform(
        name: "initials",
        about: "the first letter of each word, with a full stop",
        input: .string,
        output: .string
    ) { value, _ throws(StepError) in
        let words = (value.string ?? "").split(separator: " ")
        guard !words.isEmpty else { throw StepError("expected words, found \(value.text.debugDescription)") }
        return .string(words.map { "\($0.prefix(1))." }.joined())
    }
}
