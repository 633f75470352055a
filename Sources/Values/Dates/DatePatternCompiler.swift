import Records

/// Reads the letters of a date format (Unicode Technical Standard 35, part 4, "Date Field Symbol Table").
struct DatePatternCompiler {
    private let pattern: String
    private let accents: Bool
    private var rest: Substring
    private var compiled: [DatePattern.Part] = []

    init(_ pattern: String, accents: Bool) {
        self.pattern = pattern
        self.accents = accents
        rest = pattern[...]
    }

    /// The parts of the whole pattern; throws what is wrong with it.
    mutating func parts() throws(StepError) -> [DatePattern.Part] {
        while let character = rest.first {
            if character == "'" {
                try appendQuoted()
            } else if character.isASCII, character.isLetter {
                let run = rest.prefix { $0 == character }
                rest = rest[run.endIndex...]
                compiled.append(try part(character, run.count))
            } else {
                rest.removeFirst()
                append(DateText.foldPiece(String(character), accents: accents))
            }
        }
        // The page's text has no white space at its ends.
        while compiled.first == .space { compiled.removeFirst() }
        while compiled.last == .space { compiled.removeLast() }
        try check()
        return compiled
    }

    private mutating func appendQuoted() throws(StepError) {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else {
            throw StepError("a quote does not end in the date format \"\(pattern)\"")
        }
        let text = rest[..<end]
        rest = rest[rest.index(after: end)...]
        append(DateText.foldPiece(text.isEmpty ? "'" : String(text), accents: accents))
    }

    /// Appends text; a run of white space becomes one part, whatever is quoted of it.
    private mutating func append(_ text: [UInt8]) {
        for byte in text {
            if byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) {
                if compiled.last != .space { compiled.append(.space) }
            } else if byte & 0xC0 == 0x80, case .literal(let start) = compiled.last {
                // A byte that goes on a character of UTF-8.
                compiled[compiled.count - 1] = .literal(start + [byte])
            } else {
                compiled.append(.literal([byte]))
            }
        }
    }

    private func part(_ letter: Character, _ count: Int) throws(StepError) -> DatePattern.Part {
        switch letter {
        case "y", "u": return count == 2 ? .yearOfCentury : .year
        case "M", "L": return count > 2 ? .monthName : .month
        case "d": return .day
        case "D": return .dayOfYear
        case "E": return .weekdayName
        case "e", "c": return count > 2 ? .weekdayName : .weekday
        case "a", "b", "B": return .dayPeriod
        case "H": return .hour(last: 23)
        case "k": return .hour(last: 24)
        case "h", "K": return .hourOfHalf
        case "m": return .minute
        case "s": return .second
        case "S": return .fraction
        case "Z", "X", "x", "O": return .offset
        case "z", "v": return .zoneName
        case "V": return .zoneIdentifier
        case "Y": throw unknown(letter, count, "write the year with y: Y is the year of a week's number")
        default: throw unknown(letter, count, nil)
        }
    }

    private func unknown(_ letter: Character, _ count: Int, _ help: String?) -> StepError {
        let letters = String(repeating: letter, count: count)
        let reason = help.map { ": \($0)" } ?? ""
        return StepError("\"\(letters)\" in the date format \"\(pattern)\" is not known\(reason)")
    }

    /// What could be read, and would be read wrong.
    private func check() throws(StepError) {
        let hasMonth = compiled.contains(.month) || compiled.contains(.monthName)
        if compiled.contains(.dayOfYear), hasMonth {
            throw StepError(
                "D in the date format \"\(pattern)\" is the day of the year: the day of the month is d"
            )
        }
        if compiled.contains(.hourOfHalf), !compiled.contains(.dayPeriod) {
            throw StepError(
                "h in the date format \"\(pattern)\" is an hour of twelve and needs a: of twenty-four it is H"
            )
        }
        var seen: Set<DatePattern.Part> = []
        for part in compiled where !part.isText && !seen.insert(part).inserted {
            throw StepError("the date format \"\(pattern)\" tells the same twice")
        }
    }
}

extension DatePattern.Part {
    fileprivate var isText: Bool {
        switch self {
        case .literal, .space: true
        default: false
        }
    }
}
