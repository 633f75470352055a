import Records

/// Reads lengths of time: `PT1H30M`, `1 h 30 min`, `90 minutes`, `1:30:00`.
enum DurationReader {
    /// The units in descending order.
    fileprivate enum Unit: Int, CaseIterable {
        case years, months, weeks, days, hours, minutes, seconds

        var words: Set<String> {
            switch self {
            case .years: ["y", "yr", "yrs", "year", "years"]
            case .months: ["mo", "mos", "month", "months"]
            case .weeks: ["w", "wk", "wks", "week", "weeks"]
            case .days: ["d", "day", "days"]
            case .hours: ["h", "hr", "hrs", "hour", "hours"]
            case .minutes: ["m", "min", "mins", "minute", "minutes", "'", "′"]
            case .seconds: ["s", "sec", "secs", "second", "seconds", "\"", "″"]
            }
        }

        /// Its length in the next unit; `nil` for years and months, which have no fixed length, and for seconds.
        var next: Int? {
            switch self {
            case .years, .months, .seconds: nil
            case .weeks: 7
            case .days: 24
            case .hours, .minutes: 60
            }
        }
    }

    private typealias Amounts = [Unit: Number]

    /// The duration in ISO 8601: weeks as days, minutes and seconds below 60.
    static func read(_ text: String) throws(StepError) -> String {
        var amounts = iso(text)
        if amounts == nil { amounts = try clock(text) }
        if amounts == nil { amounts = try words(text) }
        guard let amounts, !amounts.isEmpty else {
            throw StepError("\(text.quoted) is not a duration")
        }
        do throws(ArithmeticError) {
            return try description(amounts)
        } catch {
            throw StepError("\(text.quoted) is not a duration: \(error)")
        }
    }
}

// MARK: - Reading

extension DurationReader {
    /// `P1DT2H`, letter case ignored.
    private static func iso(_ text: String) -> Amounts? {
        var rest = Substring(text.uppercased())
        guard rest.popFirst() == "P" else { return nil }
        var amounts: Amounts = [:]
        var isTime = false
        var last = -1
        while !rest.isEmpty {
            if rest.first == "T", !isTime {
                isTime = true
                rest.removeFirst()
                continue
            }
            guard let number = number(&rest)?.value, let letter = rest.popFirst(),
                let unit = unit(letter, isTime: isTime), unit.rawValue > last
            else { return nil }
            last = unit.rawValue
            amounts[unit] = number
        }
        return amounts
    }

    private static func unit(_ letter: Character, isTime: Bool) -> Unit? {
        switch (letter, isTime) {
        case ("Y", false): .years
        case ("M", false): .months
        case ("W", false): .weeks
        case ("D", false): .days
        case ("H", true): .hours
        case ("M", true): .minutes
        case ("S", true): .seconds
        default: nil
        }
    }

    /// `1:30:00`: hours, minutes and seconds. Two numbers are ambiguous.
    private static func clock(_ text: String) throws(StepError) -> Amounts? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { part in
            var rest = part
            let value = number(&rest)?.value
            return rest.isEmpty ? value : nil
        }
        guard numbers.count == parts.count, numbers.dropLast().allSatisfy({ $0.integer != nil }),
            parts.dropFirst().allSatisfy({ $0.prefix { $0 != "." }.count == 2 }),
            numbers.dropFirst().allSatisfy({ $0.double < 60 })
        else { return nil }
        if numbers.count == 2 {
            throw StepError(
                "\(text.quoted) can be hours and minutes or minutes and seconds: "
                    + "make it three numbers, by {\"append\": \":00\"} or {\"prepend\": \"0:\"}"
            )
        }
        return [.hours: numbers[0], .minutes: numbers[1], .seconds: numbers[2]]
    }

    /// `1 h 30 min`, `1h30`: units in descending order, each once. The last number may omit the next unit, after hours and
    /// after minutes that are not written in full: a whole number below 60, of two digits or directly after the unit.
    ///
    /// - Throws: if "m" may be months: `2y 3m`.
    private static func words(_ text: String) throws(StepError) -> Amounts? {
        var rest = Substring(text.lowercased())
        var amounts: Amounts = [:]
        var last: (unit: Unit, isInFull: Bool, isDirect: Bool)?
        while !rest.isEmpty {
            guard let number = grouped(&rest) ?? number(&rest) else { return nil }
            rest = rest.drop { $0 == " " }
            let word = rest.prefix { !$0.isNumber && ![" ", ".", ","].contains($0) }
            rest = rest.dropFirst(word.count)
            let isLast = rest.isEmpty && word.isEmpty
            let named = Unit.allCases.first { $0.words.contains(String(word)) }
            if word == "m", amounts[.years] != nil, amounts[.months] == nil, amounts[.hours] == nil {
                throw StepError(
                    "\(text.quoted): \"m\" after years may be months or minutes: replace it by \"mo\" or \"min\""
                )
            }
            guard let unit = isLast ? last.flatMap({ omitted(number.digits, after: $0) }) : named,
                unit.rawValue > last?.unit.rawValue ?? -1
            else { return nil }
            amounts[unit] = number.value
            last = (unit, isInFull: word.count > 4, isDirect: rest.first?.isNumber == true)
            rest = rest.drop { [" ", ".", ","].contains($0) }
            if rest.hasPrefix("and ") { rest = rest.dropFirst(4) }
        }
        return amounts
    }

    /// The unit of a last number without one.
    private static func omitted(
        _ digits: Substring,
        after last: (unit: Unit, isInFull: Bool, isDirect: Bool)
    ) -> Unit? {
        guard let number = Int(digits), number < 60, digits.count == 2 || digits.count == 1 && last.isDirect
        else { return nil }
        switch last.unit {
        case .hours: return .minutes
        case .minutes: return last.isInFull ? nil : .seconds
        case .years, .months, .weeks, .days, .seconds: return nil
        }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// Digits with a point or comma between them.
    private static func number(_ rest: inout Substring) -> (value: Number, digits: Substring)? {
        let whole = rest.prefix(while: isDigit)
        var fraction = rest.dropFirst(whole.count)
        if let mark = fraction.first, mark == "." || mark == "," {
            fraction = fraction.dropFirst().prefix(while: isDigit)
        } else {
            fraction = ""
        }
        guard !whole.isEmpty else { return nil }
        let digits = rest.prefix(whole.count + (fraction.isEmpty ? 0 : fraction.count + 1))
        rest = rest.dropFirst(digits.count)
        let kept = whole.drop { $0 == "0" }
        let value = Number((kept.isEmpty ? "0" : kept) + (fraction.isEmpty ? "" : "." + fraction))
        return value.map { ($0, digits) }
    }

    /// Digits with commas between groups of three, as the transform `number` reads them: `1,440`, but not `0,125`.
    private static func grouped(_ rest: inout Substring) -> (value: Number, digits: Substring)? {
        let first = rest.prefix(while: isDigit)
        guard (1...3).contains(first.count), first.first != "0" || first.count > 1 else { return nil }
        var whole = String(first)
        var text = rest.dropFirst(first.count)
        while text.first == "," {
            let group = text.dropFirst().prefix(while: isDigit)
            guard group.count == 3 else { break }
            whole += group
            text = text.dropFirst(4)
        }
        guard whole.count > first.count else { return nil }
        if text.first == ".", case let fraction = text.dropFirst().prefix(while: isDigit), !fraction.isEmpty {
            whole += "." + fraction
            text = text.dropFirst(fraction.count + 1)
        }
        let digits = rest.prefix(upTo: text.startIndex)
        rest = text
        return Number(String(whole.drop { $0 == "0" })).map { ($0, digits) }
    }
}

// MARK: - Writing

extension DurationReader {
    private static func description(_ amounts: Amounts) throws(ArithmeticError) -> String {
        let amounts = try carried(try spread(amounts))
        func text(_ unit: Unit, _ letter: String) -> String {
            guard let amount = amounts[unit], amount.double != 0 else { return "" }
            return amount.digits + letter
        }
        let date = text(.years, "Y") + text(.months, "M") + text(.days, "D")
        let time = text(.hours, "H") + text(.minutes, "M") + text(.seconds, "S")
        if date.isEmpty, time.isEmpty { return "PT0S" }
        return "P" + date + (time.isEmpty ? "" : "T" + time)
    }

    /// Converts fractions of a unit to smaller units: 1.5 hours are 1 hour and 30 minutes; weeks to days.
    private static func spread(_ amounts: Amounts) throws(ArithmeticError) -> Amounts {
        var result = amounts
        for unit in Unit.allCases {
            guard let amount = result[unit], let factor = unit.next,
                let next = Unit(rawValue: unit.rawValue + 1)
            else { continue }
            let whole = unit == .weeks ? Number(0) : try amount.rounded(to: 0, .towardZero)
            let rest = try amount.subtracting(whole).multiplied(by: Number(factor))
            result[unit] = whole
            if rest.double != 0 { result[next] = try (result[next] ?? Number(0)).adding(rest).shortened }
        }
        return result
    }

    /// Carries sixty and more seconds and minutes over to minutes and hours.
    private static func carried(_ amounts: Amounts) throws(ArithmeticError) -> Amounts {
        var result = amounts
        for (unit, greater) in [(Unit.seconds, Unit.minutes), (.minutes, .hours)] {
            guard let amount = result[unit] else { continue }
            let whole = try amount.divided(by: Number(60)).rounded(to: 0, .towardZero)
            result[unit] = try amount.subtracting(whole.multiplied(by: Number(60)))
            if whole.double != 0 { result[greater] = try (result[greater] ?? Number(0)).adding(whole) }
        }
        return result
    }
}

extension Number {
    /// The number without a fraction of zeros.
    fileprivate var shortened: Number { whole ?? self }
}

// MARK: - Comparing

extension DurationReader {
    /// The length of a duration in ISO 8601 in months and seconds, the form in which durations are compared; `nil` for
    /// other texts and for too many digits.
    static func length(_ text: String) -> Value? {
        guard let amounts = iso(text), !amounts.isEmpty else { return nil }
        func sum(_ units: [(Unit, Int)]) throws(ArithmeticError) -> Number {
            var sum = Number(0)
            for (unit, count) in units {
                guard let amount = amounts[unit] else { continue }
                sum = try sum.adding(amount.multiplied(by: Number(count)))
            }
            return sum.compared
        }
        let months = try? sum([(.years, 12), (.months, 1)])
        let seconds = try? sum([
            (.weeks, 604_800), (.days, 86_400), (.hours, 3_600), (.minutes, 60), (.seconds, 1),
        ])
        guard let months, let seconds else { return nil }
        return .list([.number(months), .number(seconds)])
    }

    /// The length of a duration in ISO 8601, in seconds; years and months have their average length.
    static func seconds(_ text: String) -> Double? {
        iso(text)?.reduce(0) { $0 + $1.value.double * $1.key.seconds }
    }
}

extension DurationReader.Unit {
    fileprivate var seconds: Double {
        switch self {
        case .years: 31_556_952
        case .months: 2_629_746
        case .weeks: 604_800
        case .days: 86_400
        case .hours: 3_600
        case .minutes: 60
        case .seconds: 1
        }
    }
}
