import Records

/// The one number in a text, and what stands around it.
struct NumberToken {
    /// The number, its sign before it.
    let number: Number
    /// The text's characters, digits of every script as those of ASCII.
    let scalars: [Unicode.Scalar]
    /// Where the number stands in them, without its sign.
    let range: Range<Int>

    /// Finds the number of a text.
    init(in text: String, _ marks: NumberMarks) throws(StepError) {
        scalars = text.unicodeScalars.map(NumberToken.ascii)
        let runs = NumberToken.runs(scalars, marks)
        guard let run = runs.first else { throw StepError("\(text.quoted) holds no number") }
        guard runs.count == 1 else { throw StepError("\(text.quoted) holds more than one number") }
        range = run
        let digits = [marks].lazy.flatMap { [$0] + $0.alternative }
            .compactMap { [scalars] in NumberToken.digits(scalars[run], $0) }.first
        guard let digits,
            let number = Number((NumberToken.isNegative(scalars, run.lowerBound) ? "-" : "") + digits)
        else {
            throw StepError("\(text.quoted) is not a number as it is written here")
        }
        self.number = number
    }

    /// The letters that stand right behind the number, spaces between them and it left out.
    var unit: String {
        var index = range.upperBound
        while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        let word = scalars[index...].prefix { $0.properties.isAlphabetic }
        return String(String.UnicodeScalarView(word))
    }

    /// Whether something stands between the number and its unit.
    var hasSpace: Bool {
        range.upperBound < scalars.count && scalars[range.upperBound].properties.isWhitespace
    }

    /// A digit of any script as that of ASCII, any other character as it is.
    private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value < 0x80 { return scalar }
        guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue
        else { return scalar }
        return Unicode.Scalar(0x30 + UInt8(value))
    }
}

// MARK: - Finding

extension NumberToken {
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Where numbers stand: digits, and marks between digits.
    private static func runs(_ scalars: [Unicode.Scalar], _ marks: NumberMarks) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var index = 0
        while index < scalars.count {
            guard isDigit(scalars[index]) else {
                index += 1
                continue
            }
            let start = hasBarePoint(scalars, index, marks) ? index - 1 : index
            while index < scalars.count, isDigit(scalars[index]) || isMark(scalars, index, marks.all) {
                index += 1
            }
            runs.append(start..<index)
        }
        return runs
    }

    /// Whether a number has no digit before its point: ".5".
    private static func hasBarePoint(_ scalars: [Unicode.Scalar], _ index: Int, _ marks: NumberMarks) -> Bool
    {
        guard index > 0, marks.decimal.contains(scalars[index - 1]) else { return false }
        guard index > 1 else { return true }
        let before = scalars[index - 2].properties
        return before.isWhitespace
            || [.currencySymbol, .dashPunctuation, .mathSymbol].contains(before.generalCategory)
    }

    /// Whether a character between digits belongs to their number; a plain space only before a group of three.
    private static func isMark(
        _ scalars: [Unicode.Scalar],
        _ index: Int,
        _ known: Set<Unicode.Scalar>
    ) -> Bool {
        guard known.contains(scalars[index]), index + 1 < scalars.count, isDigit(scalars[index + 1]) else {
            return false
        }
        if scalars[index] != " " { return true }
        return scalars[(index + 1)...].prefix(while: isDigit).count == 3
    }

    /// Whether a minus sign stands before a number, or before the currency sign before it. A hyphen that joins it
    /// to a word is none.
    private static func isNegative(_ scalars: [Unicode.Scalar], _ start: Int) -> Bool {
        var index = start - 1
        while index >= 0, scalars[index].properties.generalCategory == .currencySymbol { index -= 1 }
        guard index >= 0, ["-", "\u{2212}", "\u{2013}"].contains(scalars[index]) else { return false }
        guard index > 0 else { return true }
        return !scalars[index - 1].properties.isAlphabetic && !isDigit(scalars[index - 1])
    }
}

// MARK: - Reading

extension NumberToken {
    /// The digits of a number as JSON writes them; `nil` where the marks do not stand where they may.
    private static func digits(_ run: ArraySlice<Unicode.Scalar>, _ marks: NumberMarks) -> String? {
        let pieces = run.split(maxSplits: 1, omittingEmptySubsequences: false) { marks.decimal.contains($0) }
        guard let whole = pieces.first, let groups = groups(whole, marks) else { return nil }
        let kept = groups.drop { $0 == "0" }
        let integer = kept.isEmpty ? "0" : String(String.UnicodeScalarView(kept))
        guard pieces.count == 2 else { return integer }
        guard pieces[1].allSatisfy(isDigit), !pieces[1].isEmpty else { return nil }
        return integer + "." + String(String.UnicodeScalarView(pieces[1]))
    }

    /// The digits before the fraction without the marks between them: one mark throughout, two or three digits
    /// between two of them (India groups by two), three after the last.
    private static func groups(
        _ whole: ArraySlice<Unicode.Scalar>,
        _ marks: NumberMarks
    ) -> [Unicode.Scalar]? {
        guard let mark = whole.first(where: { !isDigit($0) }) else { return Array(whole) }
        let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
        guard marks.group.contains(mark), groups.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        guard let first = groups.first, (1...3).contains(first.count), first.first != "0" || first.count > 1,
            groups.last?.count == 3, groups.dropFirst().dropLast().allSatisfy({ (2...3).contains($0.count) })
        else { return nil }
        return groups.flatMap { $0 }
    }
}
