import Basics
import Records

/// Another time soon after a time, with which it is a range or a list: "7:30 - 9:30 pm", "17:30 to 19:30 EDT", "7:30 for
/// 8 pm". The time of day and the zone after it may be those of both.
struct LaterTime {
    /// The hour and the minute.
    let fields: DateFields
    /// Where the time is.
    let range: Range<Int>
    /// Whether it has only an hour, and is a time only with a time of day after it.
    let isHour: Bool
    /// Whether only marks and words such as "to" are between the two.
    let isLinked: Bool

    /// The maximum number of words and of other characters between the two.
    private static let (mostWords, mostMarks) = (3, 8)

    /// The time after one that ends at an index of the folded text; `nil` if there is none.
    init?(_ text: [UInt8], after end: Int) {
        var scanner = DateScanner(text[end...])
        ZoneInText.readClock(&scanner)
        var isLinked = true
        var (words, marks) = (0, 0)
        while !scanner.isBeforeDigit {
            let word = FoldedNames.word(scanner.rest)
            if word.isEmpty {
                marks += 1
                guard marks <= LaterTime.mostMarks, let mark = FoldedNames.scalar(scanner.rest),
                    scanner.text(String(mark).utf8)
                else { return nil }
            } else {
                words += 1
                guard words <= LaterTime.mostWords, scanner.text(word) else { return nil }
                isLinked = isLinked && DateRange.isLink(word)
            }
        }
        let start = scanner.rest.startIndex
        guard start > end, let hour = scanner.number(1...2), hour <= 24, !scanner.isBeforeDigit else {
            return nil
        }
        var fields = DateFields()
        fields.hour = hour
        var attempt = scanner
        if attempt.byte(":") || attempt.byte("."), let minute = attempt.number(2...2), minute < 60,
            !attempt.isBeforeDigit
        {
            fields.minute = minute
            scanner = attempt
            isHour = false
        } else {
            isHour = true
        }
        self.fields = fields
        self.isLinked = isLinked
        range = start..<scanner.rest.startIndex
    }

    /// The error for a text whose first time lacks something that follows this one.
    func refusal(_ text: [UInt8], lacking what: String) -> StepError {
        let shown = String(decoding: text[range], as: UTF8.self).quoted
        return StepError("the text has another time, \(shown), whose \(what) may be that of the first too")
    }

    /// The error for a time that another follows directly: "7:30-9:30".
    static func refusal(ofJoined text: ArraySlice<UInt8>) -> StepError {
        let shown = String(decoding: text, as: UTF8.self).quoted
        return StepError("\(shown) has two times, or a time with an offset: extract one time")
    }
}
