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

        /// All steps from the least; days of seven are weeks, which begin on Monday.
        static let all: [Step] =
            [1, 2, 5, 10, 15, 30].map { Step(count: $0, unit: .second) }
            + [1, 2, 5, 10, 15, 30].map { Step(count: $0, unit: .minute) }
            + [1, 2, 3, 6, 12].map { Step(count: $0, unit: .hour) }
            + [1, 2, 7, 14].map { Step(count: $0, unit: .day) }
            + [1, 2, 3, 6].map { Step(count: $0, unit: .month) }
            + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map { Step(count: $0, unit: .year) }
    }

    /// An axis for times from the least to the greatest, in seconds since 1970.
    ///
    /// - Parameters:
    ///   - count: how many ticks there are at most, one more or less.
    ///   - hasTimes: whether there is anything finer than days.
    static func axis(_ least: Double, _ greatest: Double, count: Int, hasTimes: Bool) -> Axis {
        if greatest - least < 1e-3 {
            // A single moment in the middle, told whole.
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

    /// Where ticks stand, perhaps one too many at either end.
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

    /// What the unit's labels leave out.
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
