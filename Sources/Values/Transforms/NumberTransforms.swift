import Basics
import Records

extension Transform {
    /// Whether it reads a number in a text.
    package var readsNumber: Bool {
        [Transform.number, .money, .percent, .size].contains { $0.name == name }
    }

    /// Reads the number in a text.
    package static let number = Transform(
        name: "number",
        about: "reads the one number in a text: \"1,234.50\", \"1.2k\"; \"de\" reads it in German notation",
        input: .string,
        output: .number,
        arguments: NumberMarks.shape()
    ) { arguments throws(StepError) in
        let reader = NumberReader(
            marks: try NumberMarks(arguments.value),
            multipliers: Multiplier.Setting(places: MultiplierWord.places(of: arguments.value))
        )
        return { value, context throws(StepError) in .number(try reader.number(in: value.text, context)) }
    }

    /// Reads a share: `45 %` is 0.45.
    package static let percent = Transform(
        name: "percent",
        about: "reads the percentage in a text as a number: \"45 %\" is 0.45",
        input: .string,
        output: .number,
        arguments: NumberMarks.shape()
    ) { arguments throws(StepError) in
        let marks = try NumberMarks(arguments.value)
        let multipliers = Multiplier.Setting(places: MultiplierWord.places(of: arguments.value))
        return { value, context throws(StepError) in
            let token = try NumberToken(in: value.text, marks, context)
            guard try Multiplier(of: token, multipliers, value.text).power == 0 else {
                throw StepError(
                    "\(value.quoted) has a word that multiplies its percentage: read its \"number\""
                )
            }
            let isPercent = token.scalars.contains { ["%", "\u{66A}", "\u{FF05}"].contains($0) }
            let isPermille = token.scalars.contains("\u{2030}")
            guard isPercent != isPermille else { throw StepError("\(value.quoted) has no percent sign") }
            return .number(
                try calculate { () throws(ArithmeticError) in
                    try token.number.shifted(by: isPercent ? -2 : -3)
                }
            )
        }
    }

    /// Reads an amount of money.
    package static let money = Transform(
        name: "money",
        about: "reads an amount and its currency: \"12,50 €\" is {\"amount\": 12.50, \"currency\": \"EUR\"}",
        input: .string,
        output: .object,
        arguments: NumberMarks.shape(with: [
            Argument(
                "currency",
                "the currency of a text without one, or with a sign that several have",
                .string
            )
        ])
    ) { arguments throws(StepError) in
        let currency = arguments["currency"]?.string
        if let currency, !LocaleMarks.isCurrency(currency) {
            throw StepError("\(currency.quoted) is not a currency: write its code, such as \"EUR\"")
        }
        let reader = MoneyReader(
            marks: try NumberMarks(arguments.value),
            currency: currency,
            places: MultiplierWord.places(of: arguments.value)
        )
        return { value, context throws(StepError) in try reader.money(in: value.text, context) }
    }

    /// Reads a size of data in bytes.
    static let size = Transform(
        name: "size",
        about: "reads a size of data in bytes: \"1.4 GiB\" is 1503238554",
        input: .string,
        output: .number,
        arguments: NumberMarks.shape(with: [
            Argument("base", "the size of \"KB\" in bytes: 1000 or 1024; \"KiB\" is always 1024", .integer),
            Argument("units", "further units and their sizes in bytes", .table(.number)),
        ])
    ) { arguments throws(StepError) in
        let base = arguments["base"]?.number?.integer ?? 1000
        guard base == 1000 || base == 1024 else { throw StepError("the base of sizes must be 1000 or 1024") }
        let units = (arguments["units"]?.object ?? []).compactMap { member in
            member.value.number.map { (member.name, $0) }
        }
        for (name, bytes) in units {
            if name.allSatisfy(\.isWhitespace) { throw StepError("a unit of size has no name") }
            if bytes.double <= 0 {
                throw StepError("the unit \(name.quoted) is \(bytes) bytes; a size must be positive")
            }
        }
        let reader = SizeReader(
            marks: try NumberMarks(arguments.value),
            base: base,
            units: Dictionary(units) { first, _ in first }
        )
        return { value, context throws(StepError) in
            .number(try reader.bytes(in: WhiteSpace.collapse(value.text), context))
        }
    }
}

extension Transform {
    /// A calculation with the given number.
    private init(
        _ name: String,
        _ about: String,
        _ operation: @escaping @Sendable (Number, Number) throws(ArithmeticError) -> Number
    ) {
        self.init(name: name, about: about, input: .number, output: .number, arguments: .number) {
            arguments throws(StepError) in
            guard let operand = arguments.value.number else { throw StepError("\(name) needs a number") }
            if name == "divide", operand.double == 0 { throw StepError("a number cannot be divided by zero") }
            return { value, _ throws(StepError) in
                let number = try value.asNumber
                return .number(try calculate { () throws(ArithmeticError) in try operation(number, operand) })
            }
        }
    }

    /// The sum with a number.
    static let add = Transform("add", "adds a number") { left, right throws(ArithmeticError) in
        try left.adding(right)
    }

    /// The difference from a number.
    static let subtract = Transform("subtract", "subtracts a number") {
        left,
        right throws(ArithmeticError) in
        try left.subtracting(right)
    }

    /// The product with a number.
    static let multiply = Transform("multiply", "multiplies by a number") {
        left,
        right throws(ArithmeticError) in
        try left.multiplied(by: right)
    }

    /// The quotient by a number.
    static let divide = Transform(
        "divide",
        "divides by a number; exact if the digits end, else rounded to 34 digits"
    ) {
        left,
        right throws(ArithmeticError) in
        try left.divided(by: right)
    }

    /// The nearest number with fewer digits.
    static let round = Transform(
        name: "round",
        about: "rounds to a number of digits after the point; to whole numbers without an argument",
        input: .number,
        output: .number,
        arguments: .either([
            .none, .integer,
            .object([
                Argument(
                    "digits",
                    "the number of digits after the point; 0 by default",
                    .integer
                ),
                Argument(
                    "to",
                    "the rounding rule; \"half\" by default",
                    .word(RoundingRule.allCases.map(\.rawValue))
                ),
            ]),
        ])
    ) { arguments throws(StepError) in
        let digits = (arguments.value.number ?? arguments["digits"]?.number)?.integer ?? 0
        let rule = arguments["to"]?.string.flatMap(RoundingRule.init(rawValue:)) ?? .half
        _ = try calculate { () throws(ArithmeticError) in try Number(0).rounded(to: digits) }
        return { value, _ throws(StepError) in
            let number = try value.asNumber
            return .number(
                try calculate { () throws(ArithmeticError) in try number.rounded(to: digits, rule) }
            )
        }
    }
}

extension Value {
    /// The number of a step's input.
    var asNumber: Number {
        get throws(StepError) {
            guard let number else { throw StepError("expected a number, found \(kind): \(quoted)") }
            return number
        }
    }
}
