import Basics
import Patterns
import Records

extension Transform {
    /// A transform that returns one element, or no value.
    private static func choosing(
        _ name: String,
        _ about: String,
        _ arguments: ArgumentShape = .none,
        prefix: @escaping @Sendable (Value) -> Int? = { _ in nil },
        _ index: @escaping @Sendable (Arguments, Int) -> Int
    ) -> Transform {
        Transform(
            name: name,
            about: about,
            input: .list(.any),
            output: .any,
            arguments: arguments,
            typing: { input, _ in input.element ?? .any },
            prefix: prefix
        ) { arguments in
            { value, _ in
                let elements = value.list ?? []
                let index = index(arguments, elements.count)
                return elements.indices.contains(index) ? elements[index] : .null
            }
        }
    }

    /// A transform from a list to a list of the same elements.
    private static func arranging(
        _ name: String,
        _ about: String,
        _ arguments: ArgumentShape = .none,
        prefix: @escaping @Sendable (Value) -> Int? = { _ in nil },
        _ make:
            @escaping @Sendable (Arguments) throws(StepError) -> (
                @Sendable ([Value]) throws(StepError) -> [Value]
            )
    ) -> Transform {
        Transform(
            name: name,
            about: about,
            input: .list(.any),
            output: .list(.any),
            arguments: arguments,
            typing: { input, _ in .list(input.element ?? .any) },
            prefix: prefix
        ) { arguments throws(StepError) in
            let arrange = try make(arguments)
            return { value, _ throws(StepError) in .list(try arrange(value.list ?? [])) }
        }
    }

    /// The first element.
    static let first = choosing(
        "first",
        "the first element of a list; no value if it is empty",
        prefix: { _ in 1 }
    ) { _, _ in 0 }

    /// The last element.
    static let last = choosing("last", "the last element of a list; no value if it is empty") { _, count in
        count - 1
    }

    /// The element at an index.
    static let item = choosing(
        "item",
        "the element at an index, from 0; -1 is the last; no value if there is none",
        .integer,
        prefix: { argument in
            argument.number?.integer.flatMap { $0 >= 0 && $0 < .max ? $0 + 1 : nil }
        }
    ) { arguments, count in
        let index = arguments.value.number?.integer ?? 0
        return index < 0 && index >= -count ? count + index : index
    }

    /// The elements from one index up to another.
    static let slice = arranging(
        "slice",
        "the elements from an index up to, not including, another: [1, 3], [1], [-2]",
        .tuple([.integer, .integer], required: 1),
        prefix: { argument in
            let bounds = argument.list?.compactMap { $0.number?.integer } ?? []
            return bounds.count == 2 && bounds[0] >= 0 && bounds[1] > 0 ? bounds[1] : nil
        }
    ) { arguments throws(StepError) in
        let bounds = (arguments.value.list ?? []).map { $0.number?.integer ?? 0 }
        // Where one counts from the start and the other from the end, the list decides.
        if bounds.count > 1, (bounds[0] < 0) == (bounds[1] < 0), bounds[1] <= bounds[0] {
            throw StepError("a slice from \(bounds[0]) up to, not including, \(bounds[1]) is always empty")
        }
        return { elements in
            func position(_ index: Int) -> Int {
                let index = index < 0 && index >= -elements.count ? elements.count + index : index
                return Swift.min(Swift.max(index, 0), elements.count)
            }
            let start = position(bounds.first ?? 0)
            let end = bounds.count > 1 ? position(bounds[1]) : elements.count
            return Array(elements[start..<Swift.max(start, end)])
        }
    }

    /// One text of all elements.
    static let join = Transform(
        name: "join",
        about: "joins the texts of a list with the given text between them",
        input: .list(.string),
        output: .string,
        arguments: .string
    ) { arguments in
        let separator = arguments.value.text
        return { value, _ in .string((value.list ?? []).map(\.text).joined(separator: separator)) }
    }

    /// The elements that match.
    static let filter = arranging(
        "filter",
        "keeps the elements of a list in which a regular expression matches, or does not: {\"not\": …}; those that are not empty without an argument",
        .either([
            .none, Search.shape(bare: .pattern),
            .object([
                Argument(
                    "not",
                    "the expression that must not match",
                    Search.shape(bare: .pattern),
                    isRequired: true
                )
            ]),
        ])
    ) { arguments throws(StepError) in
        if arguments.value == .null {
            return { elements in elements.filter { !WhiteSpace.collapse($0.text).isEmpty } }
        }
        let search = try Search(arguments["not"] ?? arguments.value, bare: .pattern)
        let isWanted = arguments["not"] == nil
        return { elements in elements.filter { search.isMatch(in: $0.text) == isWanted } }
    }

    /// The elements, without duplicates.
    static let unique = arranging(
        "unique",
        "keeps the first of equal elements; {\"ignore\": \"case\"} treats texts in different letter case as equal",
        .either([
            .none,
            .object([
                Argument("ignore", "what does not make elements different", .word(["case"]), isRequired: true)
            ]),
        ])
    ) { arguments in
        let ignoresCase = arguments["ignore"]?.string == "case"
        return { elements in
            var seen: Set<Value> = []
            return elements.filter { element in
                let text = ignoresCase ? element.string?.lowercased() : nil
                return seen.insert(text.map(Value.string) ?? element.compared(as: nil)).inserted
            }
        }
    }

    /// The element with the largest number.
    static let largest = Transform(
        name: "largest",
        about:
            "the element of a list with the largest number that a regular expression finds in it, or the largest "
            + "product of its groups' numbers: \"(\\\\d+)x(\\\\d+)\"; of equal elements the first; no value if none has any",
        input: .list(.string),
        output: .string,
        arguments: Search.shape(bare: .pattern)
    ) { arguments throws(StepError) in
        let pattern = try Search(arguments.value, bare: .pattern).pattern
        return { value, _ in
            var best: (size: Number, text: String)?
            for element in value.list ?? [] {
                guard let size = Transform.size(pattern, in: element.text) else { continue }
                if best.map({ $0.size < size }) ?? true { best = (size, element.text) }
            }
            return best.map { .string($0.text) } ?? .null
        }
    }

    /// The number that a pattern's match is, or the product of those that its groups are; `nil` without a match, and if
    /// one of them is not a number.
    private static func size(_ pattern: Pattern, in text: String) -> Number? {
        text.withBytes { text in
            guard let match = pattern.matches(in: text, limit: 1).first else { return nil }
            let count = pattern.groups.count
            let ranges = count == 0 ? [match.range] : (1...count).compactMap { match[$0] }
            var product: Number?
            for range in ranges {
                guard let factor = Number(String(decoding: text[range], as: UTF8.self)) else { return nil }
                guard let known = product else {
                    product = factor
                    continue
                }
                guard let next = try? known.multiplied(by: factor) else { return nil }
                product = next
            }
            return product
        }
    }

    /// The elements in ascending order.
    static let sort = arranging(
        "sort",
        "sorts a list in ascending order: numbers by value, texts by their characters"
    ) { _ in { elements throws(StepError) in try Value.list(elements).sorted } }

    /// The elements from the last to the first.
    static let reverse = arranging("reverse", "reverses a list") { _ in { $0.reversed() } }
}

extension Transform {
    /// The number of elements.
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

    /// The smallest element.
    static let min = extreme(
        "min",
        "the smallest of a list's elements: numbers by value, texts by their characters"
    ) {
        $0.first
    }

    /// The maximum of the elements.
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

    /// A list's elements in ascending order: all numbers or all texts. The sort is stable.
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
