import Basics

// What is between two dates: words of many languages, and marks.
extension DateRange {
    /// What is between two dates.
    enum Link {
        /// A word, an arrow, or a dash without spaces.
        case clear
        /// A dash between spaces, another mark, or a word with other meanings.
        case dash, mark, shortWord
        /// A word of no list.
        case unknown
    }

    /// "And", "or", "to" and "until" in many languages, without accents; the locale's own "and" is in its names.
    private static let words: Set = set(
        """
        and or to until till through thru und oder sowie bis et ou au aux y e al hasta ao ai ed all ate en tot og och \
        eller til till ja tai do po az nebo alebo albo lub oraz и или до по або та і και εως μεχρι ve veya ile ila \
        dan atau sampai hingga va den đen hoac si sau pana es vagy ali ili dhe ose deri vai lidz ir arba \
        iki voi kuni eta edo fins و او الى حتى تا یا और या से तक ถึง และ หรือ og eða eda na au hadi
        """
    )
    /// Those that have other meanings in other languages.
    private static let shortWords: Set = set("a i o u à of la in un η plus")
    /// Words that may be between such a word and a day.
    private static let articles: Set = set(
        "the el la le il lo los las les der die das den dem zum am met jusqu fino pana de del dal dall incl inclusive"
    )
    /// Words before the first of two dates.
    static let introductions: Set = set(
        """
        on date dates when des le les los de do il el la am den der datum termin fecha fechas data van tanggal
        """
    )
    .union(starts)
    /// Those that only a range has.
    static let starts: Set = set(
        """
        from between du entre del dal dall vom von zwischen od fra fran mellem mellan tussen с з від от между між \
        dari antara απο μεταξυ desde depuis tra intre din
        """
    )
    /// Two words in one, which ends with a mark: Dutch "tot en met", Indonesian "sampai dengan", and others.
    private static let abbreviations = [" t/m", " s/d", " s.d.", " t.o.m.", " bzw.", " u.", ".u."].map {
        Array($0.utf8)
    }

    private static func set(_ words: String) -> Set<[UInt8]> {
        Set(words.split(separator: " ").map { DateText.fold(String($0)) })
    }

    func contains(_ words: Set<[UInt8]>, _ word: ArraySlice<UInt8>) -> Bool {
        guard pattern?.accents == true else { return words.contains(Array(word)) }
        return words.contains(DateText.fold(String(decoding: word, as: UTF8.self)))
    }

    /// Whether a word is between two times of a day, as between two dates: "to", "bis".
    static func isLink(_ word: ArraySlice<UInt8>) -> Bool {
        let word = Array(word)
        return words.contains(word) || shortWords.contains(word) || articles.contains(word)
    }

    private func isConjunction(_ word: ArraySlice<UInt8>) -> Bool {
        contains(DateRange.words, word) || names.map { word.elementsEqual($0.conjunction) } ?? false
    }

    /// Whether a word is between two dates, alone or with others; what the words mean together becomes `link`.
    private func isOfLink(_ word: ArraySlice<UInt8>, _ link: inout Link?) -> Bool {
        if word.isEmpty { return false }
        if contains(DateRange.shortWords, word) {
            link = link ?? .shortWord
        } else if isConjunction(word) {
            link = .clear
        } else {
            return contains(DateRange.articles, word)
        }
        return true
    }

    /// A mark between two dates.
    struct Mark {
        let text: [UInt8]
        /// What it means before a date; a dash without spaces is clear.
        let link: Link
        /// Whether it is between the ends of a range rather than in a list.
        let isRange: Bool
    }

    static let marks: [Mark] =
        marks("- > › » ..", .dash, isRange: true) + marks("~ → ⇒ ⇨ ⟶ ➔ ➜ ➝ ➞ ↔", .clear, isRange: true)
        + marks("&", .clear, isRange: false) + marks("/ , + ; · • ∙ ● |", .mark, isRange: false)

    private static func marks(_ marks: String, _ link: Link, isRange: Bool) -> [Mark] {
        marks.split(separator: " ").map { Mark(text: Array($0.utf8), link: link, isRange: isRange) }
    }

    func link(before start: Int) -> (Link, start: Int)? {
        let end = skipping(" ", start)
        guard end > 0 else { return nil }
        guard let mark = DateRange.marks.first(where: { text[..<end].ends(with: $0.text) }) else {
            return linkWords(before: end)
        }
        let points = text[..<end].reversed().prefix { $0 == UInt8(ascii: ".") }.count
        let markStart = end - max(points, mark.text.count)
        let isApart = end < start || markStart > 0 && text[markStart - 1] == UInt8(ascii: " ")
        return (mark.link == .dash && !isApart ? .clear : mark.link, markStart)
    }

    /// One to three words: "and", "tot en met", "y el".
    private func linkWords(before end: Int) -> (Link, start: Int)? {
        for abbreviation in DateRange.abbreviations where text[..<end].suffix(8).ends(with: abbreviation) {
            return (.clear, end - abbreviation.count + 1)
        }
        var link: Link?
        var start = end
        for _ in 0..<3 {
            let word = word(before: skipping(" '", start))
            guard isOfLink(word, &link) else { break }
            start = word.startIndex
        }
        if let link { return (link, skipping(" ,", start)) }
        let word = word(before: end)
        return word.isEmpty || start < end ? nil : (.unknown, word.startIndex)
    }

    /// Reads a mark or words between two dates, and articles after them.
    func readLink(_ scanner: inout DateScanner) -> Link? {
        var link: Link?
        if let mark = DateRange.marks.first(where: { scanner.text($0.text) }) {
            link = mark.isRange ? .dash : .mark
            while scanner.byte(".") {}
            _ = scanner.space()
        }
        for _ in 0..<3 {
            let word = FoldedNames.word(scanner.rest)
            guard isOfLink(word, &link) else { break }
            _ = scanner.text(word)
            if !scanner.space() { _ = scanner.byte("'") }
        }
        return link
    }
}

extension ArraySlice<UInt8> {
    func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
