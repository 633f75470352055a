import Records

/// The characters that a text's numbers are written with besides digits.
struct NumberMarks: Hashable, Sendable {
    let decimal: Set<Unicode.Scalar>
    let group: Set<Unicode.Scalar>
    /// What a text is read by that these marks cannot read; none where they were chosen.
    private(set) var alternative: [NumberMarks] = []
    /// All marks, those of the alternatives among them.
    private(set) var all: Set<Unicode.Scalar>

    /// Spaces that hold together what is one: they never stand between two numbers.
    static let firmSpaces: Set<Unicode.Scalar> = ["\u{A0}", "\u{202F}", "\u{2007}", "\u{2009}"]
    private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}"]

    /// The given marks. Firm spaces and apostrophes group digits everywhere.
    init(decimal: String, group: String) {
        let group = Set(group.unicodeScalars)
        let spaces: Set<Unicode.Scalar> = group.isDisjoint(with: NumberMarks.firmSpaces) ? [] : [" "]
        self.decimal = Set(decimal.unicodeScalars)
        self.group = group.union(spaces).union(NumberMarks.firmSpaces).union(NumberMarks.apostrophes)
            .subtracting(self.decimal)
        all = self.decimal.union(self.group)
    }

    /// A point before the fraction and commas between groups of three, as in English; what cannot be read so
    /// (`3,5`, `1.234,50`) is read the other way round.
    static let usual: NumberMarks = {
        var marks = NumberMarks(decimal: ".\u{66B}", group: ",\u{66C}")
        marks.alternative = [NumberMarks(decimal: ",", group: ".")]
        for alternative in marks.alternative { marks.all.formUnion(alternative.all) }
        return marks
    }()

    /// The marks of a transform's arguments: none, a locale, or an object with `locale`, or `decimal` and `group`.
    init(_ arguments: Value) throws(StepError) {
        if let locale = arguments.string ?? arguments["locale"]?.string {
            self = LocaleMarks.marks(locale: locale)
            return
        }
        let decimal = arguments["decimal"]?.string
        let group = arguments["group"]?.string
        guard decimal != nil || group != nil else {
            self = .usual
            return
        }
        for mark in [decimal, group] {
            guard let mark, mark.unicodeScalars.contains(where: { $0.properties.numericType != nil }) else {
                continue
            }
            throw StepError("\(mark.quoted) is a digit, not a mark between digits")
        }
        if decimal == group { throw StepError("the marks before fractions and between groups are the same") }
        self.init(
            decimal: decimal ?? (group == "." ? "," : "."),
            group: group ?? (decimal == "," ? "." : ",")
        )
    }

    /// The keys that say how numbers are written.
    static let arguments = [
        Argument("locale", "the locale by whose rules numbers are written: \"de\"", .locale),
        Argument("decimal", "the mark before the fraction", .string),
        Argument("group", "the mark between groups of digits", .string),
    ]

    /// The shape of arguments that say how numbers are written, and more.
    static func shape(with more: [Argument] = []) -> ArgumentShape {
        .either([.none, .locale, .object(NumberMarks.arguments + more)])
    }
}
