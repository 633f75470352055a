import Basics
import Records

extension Transform {
    /// Reads the number in a text.
    static let number = Transform(
        name: "number",
        about: "reads the one number in a text: \"1,234.50\", \"1.2k\"; \"de\" reads it as Germans write it",
        input: .string,
        output: .number,
        arguments: NumberMarks.shape()
    ) { arguments throws(StepError) in
        let reader = NumberReader(marks: try NumberMarks(arguments.value))
        return { value, _ throws(StepError) in .number(try reader.number(in: value.text)) }
    }

    /// Reads a share: `45 %` is 0.45.
    static let percent = Transform(
        name: "percent",
        about: "reads the percentage in a text as a number: \"45 %\" is 0.45",
        input: .string,
        output: .number,
        arguments: NumberMarks.shape()
    ) { arguments throws(StepError) in
        let marks = try NumberMarks(arguments.value)
        return { value, _ throws(StepError) in
            let token = try NumberToken(in: value.text, marks)
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
    static let money = Transform(
        name: "money",
        about: "reads an amount and its currency: \"12,50 €\" is {\"amount\": 12.50, \"currency\": \"EUR\"}",
        input: .string,
        output: .object,
        arguments: NumberMarks.shape(with: [
            Argument("currency", "the currency where a text tells none, or a sign that several have", .string)
        ])
    ) { arguments throws(StepError) in
        let currency = arguments["currency"]?.string
        if let currency, !LocaleMarks.isCurrency(currency) {
            throw StepError("\(currency.quoted) is no currency: write its code, such as \"EUR\"")
        }
        let numbers = NumberReader(marks: try NumberMarks(arguments.value))
        let reader = MoneyReader(numbers: numbers, currency: currency)
        return { value, _ throws(StepError) in try reader.money(in: value.text) }
    }

    /// Reads a size of data in bytes.
    static let size = Transform(
        name: "size",
        about: "reads a size of data in bytes: \"1.4 GiB\" is 1503238554",
        input: .string,
        output: .number,
        arguments: NumberMarks.shape(with: [
            Argument("base", "what \"KB\" means in bytes: 1000, or 1024; \"KiB\" always is 1024", .integer),
            Argument("units", "further units and what they mean in bytes", .table(.number)),
        ])
    ) { arguments throws(StepError) in
        let base = arguments["base"]?.number?.integer ?? 1000
        guard base == 1000 || base == 1024 else { throw StepError("the base of sizes is 1000 or 1024") }
        let units = (arguments["units"]?.object ?? []).compactMap { member in
            member.value.number.map { (member.name, $0) }
        }
        for (name, bytes) in units {
            if name.allSatisfy(\.isWhitespace) { throw StepError("a unit of size has no name") }
            if bytes.double <= 0 {
                throw StepError("the unit \(name.quoted) is \(bytes) bytes, which no size is")
            }
        }
        let reader = SizeReader(
            marks: try NumberMarks(arguments.value),
            base: base,
            units: Dictionary(units) { first, _ in first }
        )
        return { value, _ throws(StepError) in .number(try reader.bytes(in: WhiteSpace.collapse(value.text)))
        }
    }
}
