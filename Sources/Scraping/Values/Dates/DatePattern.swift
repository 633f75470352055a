/// A date format in the letters of Unicode Technical Standard 35, part 4: `MMM d yyyy`, `yyyy-MM-dd'T'HH:mm:ssZ`.
///
/// Compiled once. White space stands for any white space, letters are read without regard to case, a name may be
/// full or short, and a number may leave out its leading zero unless digits follow at once. A two-digit year means
/// 1969 to 2068.
struct DatePattern: Sendable {
    private enum Part: Hashable {
        case year(digits: Int)
        case month(digits: Int)
        case monthName
        case day
        case weekdayName
        case hour
        case hourOfHalf
        case half
        case minute
        case second
        case fraction
        case offset
        case literal(String)
        case space

        var isNumber: Bool {
            switch self {
            case .year, .month, .day, .hour, .hourOfHalf, .minute, .second, .fraction: true
            case .monthName, .weekdayName, .half, .offset, .literal, .space: false
            }
        }

        var isTime: Bool {
            switch self {
            case .hour, .hourOfHalf, .half, .minute, .second, .fraction, .offset: true
            case .year, .month, .monthName, .day, .weekdayName, .literal, .space: false
            }
        }
    }

    private var parts: [Part] = []
    private let names: DateNames?

    /// Compiles a pattern; throws what is wrong with it.
    init(_ pattern: String, locale: String) throws(StepError) {
        var rest = pattern[...]
        while let letter = rest.first {
            if letter == "'" {
                parts.append(try DatePattern.quoted(&rest, in: pattern))
            } else if letter.isASCII, letter.isLetter {
                let run = rest.prefix { $0 == letter }
                rest = rest[run.endIndex...]
                parts.append(try DatePattern.part(letter, run.count, in: pattern))
            } else if letter.isWhitespace {
                rest = rest.drop(while: \.isWhitespace)
                parts.append(.space)
            } else {
                parts.append(.literal(String(rest.removeFirst())))
            }
        }
        let needsNames = parts.contains { [.monthName, .weekdayName, .half].contains($0) }
        names = needsNames ? DateNames(locale: locale) : nil
    }

    /// Whether what it reads has a time of day.
    var hasTime: Bool { parts.contains(where: \.isTime) }

    private static func quoted(_ rest: inout Substring, in pattern: String) throws(StepError) -> Part {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else {
            throw StepError("a quote does not end in the date format \"\(pattern)\"")
        }
        let text = rest[..<end]
        rest = rest[rest.index(after: end)...]
        return .literal(text.isEmpty ? "'" : String(text))
    }

    private static func part(_ letter: Character, _ count: Int, in pattern: String) throws(StepError) -> Part
    {
        switch letter {
        case "y", "u": return .year(digits: count)
        case "M", "L": return count > 2 ? .monthName : .month(digits: count)
        case "d": return .day
        case "E", "c", "e": return .weekdayName
        case "H": return .hour
        case "h": return .hourOfHalf
        case "a": return .half
        case "m": return .minute
        case "s": return .second
        case "S": return .fraction
        case "Z", "X", "x": return .offset
        default:
            throw StepError(
                "\"\(String(repeating: letter, count: count))\" in the date format \"\(pattern)\" is not known"
            )
        }
    }
}

// MARK: - Reading

extension DatePattern {
    /// The fields read so far.
    private struct Fields {
        var year: Int?
        var month: Int?
        var day: Int?
        var time = Moment.Time()
        var half: Int?
    }

    /// The moment that a whole text spells, or `nil` where it does not fit the pattern or there is no such day.
    func read(_ text: String) -> Moment? {
        var scanner = DateScanner(text)
        var fields = Fields()
        for (index, part) in parts.enumerated() {
            let isFollowedByDigits = index + 1 < parts.count && parts[index + 1].isNumber
            guard read(part, &scanner, &fields, isFixed: isFollowedByDigits) else { return nil }
        }
        guard scanner.isAtEnd, let year = fields.year, let month = fields.month, let day = fields.day else {
            return nil
        }
        var moment = Moment(year: year, month: month, day: day)
        if hasTime {
            if let half = fields.half {
                guard (1...12).contains(fields.time.hour) else { return nil }
                fields.time.hour = fields.time.hour % 12 + half * 12
            }
            moment.time = fields.time
        }
        return moment.isValid ? moment : nil
    }

    /// Whether both a day and all that names it can be read with this pattern.
    var isComplete: Bool {
        let hasYear = parts.contains { if case .year = $0 { true } else { false } }
        let hasMonth = parts.contains { if case .month = $0 { true } else { $0 == .monthName } }
        return hasYear && hasMonth && parts.contains(.day)
    }

    private func read(
        _ part: Part,
        _ scanner: inout DateScanner,
        _ fields: inout Fields,
        isFixed: Bool
    ) -> Bool {
        let two = isFixed ? 2...2 : 1...2
        switch part {
        case .year(digits: 2):
            guard let year = scanner.number(2...2) else { return false }
            fields.year = year + (year < 69 ? 2000 : 1900)
        case .year:
            fields.year = scanner.number(isFixed ? 4...4 : 1...4)
            return fields.year != nil
        case .month:
            fields.month = scanner.number(two)
            return fields.month != nil
        case .monthName:
            guard let month = scanner.name(names?.months ?? []) else { return false }
            fields.month = month + 1
        case .day:
            fields.day = scanner.number(two)
            return fields.day != nil
        case .weekdayName:
            return scanner.name(names?.weekdays ?? []) != nil
        case .hour, .hourOfHalf:
            guard let hour = scanner.number(two) else { return false }
            fields.time.hour = hour
        case .half:
            fields.half = scanner.name(names?.halves ?? [])
            return fields.half != nil
        case .minute:
            guard let minute = scanner.number(two) else { return false }
            fields.time.minute = minute
        case .second:
            guard let second = scanner.number(two) else { return false }
            fields.time.second = second
        case .fraction:
            guard let fraction = scanner.digits() else { return false }
            fields.time.fraction = fraction
        case .offset:
            fields.time.offset = scanner.offset()
            return fields.time.offset != nil
        case .literal(let text):
            return scanner.text(text)
        case .space:
            return scanner.space()
        }
        return true
    }
}
