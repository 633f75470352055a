import Records

extension Transform {
    /// A calculation with the number that is given.
    private init(
        _ name: String,
        _ about: String,
        _ operation: @escaping @Sendable (Number, Number) throws(ArithmeticError) -> Number
    ) {
        self.init(name: name, about: about, input: .number, output: .number, arguments: .number) {
            arguments throws(StepError) in
            guard let operand = arguments.value.number else { throw StepError("\(name) takes a number") }
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
    static let subtract = Transform("subtract", "takes a number away") {
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
        "divides by a number; exact where the digits end, else 34 of them"
    ) {
        left,
        right throws(ArithmeticError) in
        try left.divided(by: right)
    }

    /// The nearest number with fewer digits.
    static let round = Transform(
        name: "round",
        about: "rounds to a number of digits behind the point, to whole numbers without one",
        input: .number,
        output: .number,
        arguments: .either([
            .none, .integer,
            .object([
                Argument(
                    "digits",
                    "how many digits are left behind the point; 0 where none is given",
                    .integer
                ),
                Argument(
                    "to",
                    "where to round to; \"half\" where none is given",
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
    /// The number that a step has been given.
    var asNumber: Number {
        get throws(StepError) {
            guard let number else { throw StepError("expected a number, found \(kind): \(quoted)") }
            return number
        }
    }
}
