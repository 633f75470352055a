import Testing

@testable import Records

@Suite struct NumberTests {
    @Test(arguments: ["0", "-0", "10", "1.10", "-12.5e-3", "1E+9", "123456789012345678901234567890.5"])
    func digitsAreKept(_ text: String) { #expect(Number(text)?.digits == text) }

    @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "0x1", "1 ", "NaN", "1_000", "١"])
    func otherTextsAreNoNumbers(_ text: String) { #expect(Number(text) == nil) }

    @Test(arguments: [(60.0, "60"), (0.1, "0.1"), (1e-7, "1e-07"), (-2.5, "-2.5"), (1e300, "1e+300")])
    func binaryNumbersGetTheShortestDigits(_ value: Double, _ digits: String) {
        #expect(Number(value)?.digits == digits)
        #expect(Number(digits)?.double == value)
    }

    @Test func infinitiesAreNoNumbers() {
        #expect(Number(Double.infinity) == nil)
        #expect(Number(Double.nan) == nil)
    }

    @Test func numbersCompareByValue() {
        let sorted = ["10", "9", "-1", "9.5"].compactMap { Number($0) }.sorted()
        #expect(sorted.map(\.digits) == ["-1", "9", "9.5", "10"])
    }
}
