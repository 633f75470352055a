import Records

extension Transform {
    /// How many elements there are.
    static let count = Transform(
        name: "count",
        about: "the number of a list's elements",
        input: .list(.any),
        output: .number
    ) { value, _ in .number(Number(value.list?.count ?? 0)) }

    /// The sum of all numbers; 0 for none.
    static let sum = Transform(
        name: "sum",
        about: "the sum of a list's numbers",
        input: .list(.number),
        output: .number
    ) { value, _ throws(StepError) in .number(try value.sum) }

    /// The mean of all numbers; no value for none.
    static let average = Transform(
        name: "average",
        about: "the mean of a list's numbers",
        input: .list(.number),
        output: .number
    ) { value, _ throws(StepError) in
        guard let count = value.list?.count, count > 0 else { return .null }
        let sum = try value.sum
        return .number(try calculate { () throws(ArithmeticError) in try sum.divided(by: Number(count)) })
    }

    /// The least element.
    static let min = extreme(
        "min",
        "the least of a list's elements: numbers by value, texts by their characters"
    ) {
        $0.first
    }

    /// The greatest element.
    static let max = extreme(
        "max",
        "the greatest of a list's elements: numbers by value, texts by their characters"
    ) { $0.last }

    private static func extreme(
        _ name: String,
        _ about: String,
        _ choose: @escaping @Sendable ([Value]) -> Value?
    ) -> Transform {
        Transform(
            name: name,
            about: about,
            input: .list(.any),
            output: .any,
            arguments: .none,
            typing: { input, _ in input.element ?? .any }
        ) { _ in
            { value, _ throws(StepError) in choose(try value.sorted) ?? .null }
        }
    }
}

extension Value {
    /// The sum of a list's numbers.
    fileprivate var sum: Number {
        get throws(StepError) {
            var sum = Number(0)
            for element in list ?? [] {
                let number = try element.asNumber
                sum = try calculate { () throws(ArithmeticError) in try sum.adding(number) }
            }
            return sum
        }
    }

    /// A list's elements in ascending order, equal ones in theirs: all of them numbers, or all of them texts.
    var sorted: [Value] {
        get throws(StepError) {
            let elements = list ?? []
            let numbers = elements.compactMap(\.number)
            if numbers.count == elements.count { return numbers.sorted().map(Value.number) }
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else {
                throw StepError("expected numbers alone or texts alone, found both: \(quoted)")
            }
            return texts.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map(
                Value.string
            )
        }
    }
}
