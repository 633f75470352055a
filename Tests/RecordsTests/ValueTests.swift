import Testing

@testable import Records

@Suite struct ValueTests {
    @Test func stringsAreTheSameToTheByte() {
        let composed = Value.string("\u{E4}")
        let decomposed = Value.string("a\u{308}")
        #expect(composed != decomposed)
        #expect(Value.list([composed]) != .list([decomposed]))
        #expect(composed == .string("\u{E4}"))
    }

    @Test func numbersKeepTheirDigitsInComparison() {
        #expect(Value.number(Number(1)) != Number("1.0").map(Value.number))
        #expect(Value.null != false)
    }
}

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

/// Decimal arithmetic, digit by digit.
@Suite struct ArithmeticTests {
    private func number(_ text: String) throws -> Number { try #require(Number(text)) }

    @Test(arguments: [
        ("1", "2", "3"), ("1.50", "1", "2.50"), ("0.1", "0.2", "0.3"), ("99", "1", "100"), ("1", "-1", "0"),
        ("1.0", "-1", "0.0"), ("-1", "-2.5", "-3.5"), ("5", "-7", "-2"), ("1e3", "1", "1001"),
        ("1e-3", "1", "1.001"), ("-0", "0", "0"), ("0.05", "0", "0.05"),
        ("99999999999999999999999999.99", "0.01", "100000000000000000000000000.00"),
    ])
    func sums(_ left: String, _ right: String, _ result: String) throws {
        #expect(try number(left).adding(number(right)).digits == result)
        #expect(try number(right).adding(number(left)).digits == result)
        #expect(try number(result).subtracting(number(right)).subtracting(number(left)).double == 0)
    }

    @Test(arguments: [
        ("2", "3", "6"), ("1.50", "2", "3.00"), ("0.1", "0.2", "0.02"), ("-4", "0.5", "-2.0"),
        ("0", "-7", "0"),
        ("12345678901234567890", "98765432109876543210", "1219326311370217952237463801111263526900"),
    ])
    func products(_ left: String, _ right: String, _ result: String) throws {
        #expect(try number(left).multiplied(by: number(right)).digits == result)
    }

    @Test(arguments: [
        ("1", "4", "0.25"), ("100", "4", "25"), ("10.00", "4", "2.50"), ("1.50", "3", "0.50"),
        ("6", "0.5", "12"),
        ("1", "3", "0.3333333333333333333333333333333333"),
        ("2", "3", "0.6666666666666666666666666666666667"),
        ("-1", "8", "-0.125"), ("0", "5", "0"), ("1e3", "1000", "1"), ("1", "1e10", "0.0000000001"),
        ("1000", "7", "142.8571428571428571428571428571429"), ("6.02e23", "2", "301000000000000000000000"),
        ("1", "1024", "0.0009765625"),
    ])
    func quotients(_ left: String, _ right: String, _ result: String) throws {
        #expect(try number(left).divided(by: number(right)).digits == result)
    }

    @Test(arguments: [
        ("2.5", 0, "half", "3"), ("-2.5", 0, "half", "-3"), ("2.5", 0, "half-even", "2"),
        ("3.5", 0, "half-even", "4"), ("2.51", 0, "half-even", "3"), ("2.1", 0, "up", "3"),
        ("-2.1", 0, "up", "-2"),
        ("2.9", 0, "down", "2"), ("-2.1", 0, "down", "-3"), ("-2.9", 0, "toward-zero", "-2"),
        ("2.0", 0, "up", "2"), ("1.005", 2, "half", "1.01"), ("2.999", 2, "half", "3.00"),
        ("2.5", 2, "half", "2.5"),
        ("1250", -2, "half", "1300"), ("49", -2, "half", "0"), ("0.04", 1, "half", "0.0"),
        ("-0.4", 0, "half", "0"),
        ("0.6", 0, "half", "1"), ("0.06", 0, "half", "0"), ("0.06", 0, "up", "1"),
    ])
    func rounding(_ text: String, _ digits: Int, _ rule: String, _ result: String) throws {
        let rule = try #require(RoundingRule(rawValue: rule))
        #expect(try number(text).rounded(to: digits, rule).digits == result)
    }

    @Test(arguments: [
        ("1.2", 3, "1200"), ("12.5", -2, "0.125"), ("3.5", 6, "3500000"), ("-5", -1, "-0.5"), ("0", 3, "0"),
        ("0.05", 1, "0.5"), ("0.05", 2, "5"),
    ])
    func shifts(_ text: String, _ places: Int, _ result: String) throws {
        #expect(try number(text).shifted(by: places).digits == result)
    }

    @Test(
        arguments: [
            ("46.00", "46"), ("1e3", "1000"), ("1.5", nil), ("-0", "0"), ("1e-2", nil), ("1e9999", nil),
        ] as [(String, String?)]
    )
    func wholeNumbers(_ text: String, _ result: String?) throws {
        #expect(try number(text).whole?.digits == result)
    }

    @Test func whatIsTooLongIsRefused() throws {
        let great = try number("1e999999999999999999999")
        #expect(throws: ArithmeticError.tooLong(limit: 1000)) { try great.adding(great) }
        let long = try number(String(repeating: "9", count: 900))
        #expect(throws: ArithmeticError.tooLong(limit: 1000)) { try long.multiplied(by: long) }
        #expect(throws: ArithmeticError.tooLong(limit: 1000)) { try long.rounded(to: .max) }
        #expect(throws: ArithmeticError.tooLong(limit: 1000)) { try long.rounded(to: .min) }
        #expect(throws: ArithmeticError.divisionByZero) { try long.divided(by: number("0.0")) }
        #expect(try long.divided(by: long).digits == "1")
    }

    @Test func numbersWithEqualDoublesDiffer() throws {
        let less = try number("0.1000000000000000000000000000001")
        #expect(try number("0.1") < less)
        #expect(!(less < less))
        #expect(try number("9007199254740993.5") > number("9007199254740992.5"))
    }
}
