/// A scale with its ticks.
struct Axis {
    /// A labelled place, with an optional second label below it: the year of a month.
    struct Tick {
        let value: Double
        let label: String
        var context = ""
    }

    /// The ends of the scale, which always differ.
    let range: ClosedRange<Double>
    /// In ascending order, all within the range.
    let ticks: [Tick]

    /// Returns the place of a value along the scale, from 0 to 1.
    func place(_ value: Double) -> Double {
        // Halved, so that even the difference of the greatest numbers does not overflow.
        let span = range.upperBound / 2 - range.lowerBound / 2
        return min(max((value / 2 - range.lowerBound / 2) / span, 0), 1)
    }
}

// MARK: - Axes of numbers

/// Axes of numbers: ticks at 1, 2 or 5 times a power of ten.
enum NumberAxis {
    /// Returns an axis for numbers from the minimum to the maximum.
    ///
    /// - Parameters:
    ///   - count: the maximum number of steps.
    ///   - isRounded: whether the axis extends to the next tick at both ends.
    static func axis(_ least: Double, _ greatest: Double, count: Int, isRounded: Bool) -> Axis {
        let magnitude = max(least.magnitude, greatest.magnitude)
        // Numbers that differ by little more than the precision of `Double` are equal.
        guard greatest / 2 - least / 2 > magnitude * 1e-12, greatest - least > 1e-290 else {
            let padding = magnitude > 1e-290 ? magnitude / 10 : 1
            let middle = least / 2 + greatest / 2
            return axis(middle - padding, middle + padding, count: count, isRounded: isRounded)
        }
        let step = Step(span: greatest / 2 - least / 2, halves: max(count, 1))
        let first = (least / step.value).rounded(isRounded ? .down : .up)
        let last = (greatest / step.value).rounded(isRounded ? .up : .down)
        guard first.magnitude < 1e15, last.magnitude < 1e15, last >= first else {
            return Axis(range: least...greatest, ticks: [])
        }
        let ticks = (Int(first)...Int(last)).map { index in
            let multiple = index * step.digit
            return Axis.Tick(
                value: Double("\(multiple)e\(step.power)") ?? 0,
                label: label(multiple, step, magnitude)
            )
        }
        guard isRounded, let lower = ticks.first?.value, let upper = ticks.last?.value, lower < upper else {
            let inside = ticks.filter { (least...greatest).contains($0.value) }
            return Axis(range: least...greatest, ticks: inside)
        }
        return Axis(range: min(lower, least)...max(upper, greatest), ticks: ticks)
    }

    /// The distance between ticks: a digit times a power of ten.
    private struct Step {
        var digit = 1
        var power: Int

        /// Creates the smallest step that divides a span into at most the given number of parts.
        ///
        /// - Parameter span: half of the span, which may be greater than the largest number.
        init(span: Double, halves count: Int) {
            let rough = span / Double(count) * 2
            power = Step.exponent(rough)
            for digit in [1, 2, 5] {
                self.digit = digit
                if value >= rough { return }
            }
            digit = 1
            power += 1
        }

        var value: Double { Double("\(digit)e\(power)") ?? 1 }

        /// The power of ten at or below a number.
        private static func exponent(_ number: Double) -> Int {
            var power = Int((Double(number.exponent) * 0.30102999566398120).rounded(.down))
            while let next = Double("1e\(power + 1)"), next <= number { power += 1 }
            while let this = Double("1e\(power)"), this > number { power -= 1 }
            return power
        }
    }

    // MARK: - Labels

    /// A multiple of a power of ten with as many digits after the point as the step has; in scientific notation if an
    /// axis of such numbers would be all zeros.
    private static func label(_ multiple: Int, _ step: Step, _ magnitude: Double) -> String {
        if multiple == 0 { return "0" }
        let sign = multiple < 0 ? "−" : ""
        let digits = String(multiple.magnitude)
        let hasManyZeros = magnitude >= 1e9 && step.power >= 6
        let isPlain = magnitude < 1e15 && step.power > -7 && !hasManyZeros
        return sign + (isPlain ? plain(digits, step.power) : scientific(digits, step.power))
    }

    private static func plain(_ digits: String, _ power: Int) -> String {
        let padded =
            power < 0
            ? String(repeating: "0", count: max(0, 1 - power - digits.count)) + digits
            : digits + String(repeating: "0", count: power)
        let whole = power < 0 ? padded.dropLast(-power) : padded[...]
        let fraction = power < 0 ? "." + padded.suffix(-power) : ""
        return grouped(whole) + fraction
    }

    /// Returns the digits with commas between groups of three.
    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    private static func scientific(_ digits: String, _ power: Int) -> String {
        let exponent = power + digits.count - 1
        let fraction = String(digits.dropFirst().reversed().drop { $0 == "0" }.reversed())
        let mantissa = String(digits.prefix(1)) + (fraction.isEmpty ? "" : "." + fraction)
        let raised = String(exponent).map { superscripts[$0] ?? $0 }
        return mantissa + "×10" + String(raised)
    }

    private static let superscripts: [Character: Character] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
        "-": "⁻",
    ]
}

// MARK: - Axes of dates

/// Axes of dates: ticks where years, months, days, hours, minutes or seconds begin.
enum DateAxis {
    /// The distance between ticks.
    struct Step {
        enum Unit {
            case second, minute, hour, day, month, year

            /// Its length in seconds, on average.
            var seconds: Double {
                switch self {
                case .second: 1
                case .minute: 60
                case .hour: 3_600
                case .day: 86_400
                case .month: 2_629_746
                case .year: 31_556_952
                }
            }
        }

        let count: Int
        let unit: Unit

        var seconds: Double { Double(count) * unit.seconds }

        /// All steps in ascending order; seven days are a week, which begins on Monday.
        static let all: [Step] =
            [1, 2, 5, 10, 15, 30].map { Step(count: $0, unit: .second) }
            + [1, 2, 5, 10, 15, 30].map { Step(count: $0, unit: .minute) }
            + [1, 2, 3, 6, 12].map { Step(count: $0, unit: .hour) }
            + [1, 2, 7, 14].map { Step(count: $0, unit: .day) }
            + [1, 2, 3, 6].map { Step(count: $0, unit: .month) }
            + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map { Step(count: $0, unit: .year) }
    }

    /// Returns an axis for times from the minimum to the maximum, in seconds since 1970.
    ///
    /// - Parameters:
    ///   - count: the maximum number of ticks, exceeded by at most one.
    ///   - hasTimes: whether ticks may be finer than days.
    static func axis(_ least: Double, _ greatest: Double, count: Int, hasTimes: Bool) -> Axis {
        if greatest - least < 1e-3 {
            // A single moment, in the middle, with its full label.
            let unit = hasTimes ? Step.Unit.second : .day
            let tick = Axis.Tick(value: least, label: label(least, unit), context: context(least, unit))
            return Axis(range: least - unit.seconds...least + unit.seconds, ticks: [tick])
        }
        let steps = Step.all.filter { hasTimes || $0.seconds >= Step.Unit.day.seconds }
        let fitting = steps.first { (greatest - least) / $0.seconds <= Double(max(count, 1)) }
        guard let step = fitting ?? steps.last else { return Axis(range: least...greatest, ticks: []) }
        return Axis(range: least...greatest, ticks: ticks(step, least...greatest))
    }

    private static func ticks(_ step: Step, _ range: ClosedRange<Double>) -> [Axis.Tick] {
        var ticks: [Axis.Tick] = []
        var last = ""
        for value in places(step, range) where range.contains(value) {
            let context = context(value, step.unit)
            let label = label(value, step.unit)
            ticks.append(Axis.Tick(value: value, label: label, context: context == last ? "" : context))
            last = context
        }
        return ticks
    }

    /// The values of the ticks, possibly with one too many at either end.
    private static func places(_ step: Step, _ range: ClosedRange<Double>) -> [Double] {
        let days = [range.lowerBound, range.upperBound].map { CalendarDay(number: dayNumber($0)) }
        switch step.unit {
        case .second, .minute, .hour, .day:
            // 1970 began on a Thursday; the fourth day after was a Monday.
            let start = step.unit == .day && step.count % 7 == 0 ? 4 * 86_400.0 : 0
            let first = ((range.lowerBound - start) / step.seconds).rounded(.down)
            let last = ((range.upperBound - start) / step.seconds).rounded(.up)
            return stride(from: first, through: last, by: 1).map { start + $0 * step.seconds }
        case .month:
            let months = days.map { $0.year * 12 + $0.month - 1 }
            return stride(from: months[0] - months[0] % step.count, through: months[1], by: step.count).map {
                seconds(year: CalendarDay.floor($0, 12), month: $0 - CalendarDay.floor($0, 12) * 12 + 1)
            }
        case .year:
            let years = days.map(\.year)
            return stride(from: years[0] - years[0] % step.count, through: years[1], by: step.count).map {
                seconds(year: $0, month: 1)
            }
        }
    }

    private static func seconds(year: Int, month: Int) -> Double {
        Double(CalendarDay(year: year, month: month, day: 1).number) * 86_400
    }

    private static func dayNumber(_ seconds: Double) -> Int { Int((seconds / 86_400).rounded(.down)) }
}

// MARK: - Labels

extension DateAxis {
    private static func label(_ seconds: Double, _ unit: Step.Unit) -> String {
        let day = CalendarDay(number: dayNumber(seconds))
        let time = Int(seconds.rounded(.down)) - dayNumber(seconds) * 86_400
        let clock = "\(padded(time / 3600)):\(padded(time / 60 % 60))"
        switch unit {
        case .second: return "\(clock):\(padded(time % 60))"
        case .minute, .hour: return clock
        case .day: return String(day.day)
        case .month: return day.monthName
        case .year: return String(day.year)
        }
    }

    /// The part of the date that the unit's labels omit.
    private static func context(_ seconds: Double, _ unit: Step.Unit) -> String {
        let day = CalendarDay(number: dayNumber(seconds))
        switch unit {
        case .second, .minute, .hour: return "\(day.day) \(day.monthName) \(day.year)"
        case .day: return "\(day.monthName) \(day.year)"
        case .month: return String(day.year)
        case .year: return ""
        }
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
