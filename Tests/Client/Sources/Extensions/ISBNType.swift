public import Scraping

extension FieldType {
    /// An ISBN of thirteen digits, without hyphens, whose check digit is right.
    public static let isbn = FieldType(name: "isbn", about: "an ISBN of 13 digits") {
        value,
        _ throws(StepError) in
        let digits = (value.string ?? "").filter { $0 != "-" && $0 != " " }.compactMap(\.wholeNumberValue)
        guard digits.count == 13 else { throw StepError("expected 13 digits, found \(digits.count)") }
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        guard sum.isMultiple(of: 10) else { throw StepError("the check digit is wrong") }
        return .string(digits.map(String.init).joined())
    }
}
