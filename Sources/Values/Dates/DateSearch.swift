import Basics
import Platform
import Records

/// The dates within a text, such as a sentence: "Updated on Monday, 28 May 2018 by Lee".
///
/// At each place the form that reads the longest text applies, and the search continues after that text. A date neither
/// begins nor ends within a word or a number. Linear in the length of the text.
struct DateSearch {
    /// A date of the text.
    struct Find {
        let range: Range<Int>
        /// A failure if the zone of its time cannot be read.
        let moment: Result<Moment, StepError>
    }

    /// The maximum number of words, or of characters of scripts without spaces, in a date whose form has no pattern.
    static let longest = 12

    private let text: [UInt8]
    private let forms: [DateForm]
    private let setting: DateSetting
    /// Reads the zones that follow times; `nil` if only days are needed.
    private let zones: ZoneInText?
    /// Where words begin and end, both ascending.
    private let starts: [Int]
    private let ends: [Int]

    /// - Parameter text: folded, as the forms read it.
    init(_ text: [UInt8], _ forms: [DateForm], _ setting: DateSetting, zones: ZoneInText?) {
        self.text = text
        self.forms = forms
        self.setting = setting
        self.zones = zones
        starts = text.indices.filter { DateSearch.begins(text, at: $0) }
        ends = (0..<text.count).map { $0 + 1 }.filter { DateSearch.ends(text, at: $0) }
    }

    /// The dates in order, and the first reason why something that looks like a date is not one.
    func all() -> (finds: [Find], reason: StepError?) {
        var finds: [Find] = []
        var reason: StepError?
        var next = 0
        var window = 0
        for start in starts where start >= next {
            if Deadline.isProbablyPast { break }
            while window < ends.count, ends[window] <= start { window += 1 }
            var best: Find?
            for form in forms {
                do throws(StepError) {
                    guard let find = try find(form, at: start, window) else { continue }
                    if best.map({ $0.range.count < find.range.count }) ?? true { best = find }
                } catch {
                    reason = reason ?? error
                }
            }
            guard let best else { continue }
            finds.append(best)
            next = best.range.upperBound
        }
        return (finds, reason)
    }

    private func find(_ form: DateForm, at start: Int, _ window: Int) throws(StepError) -> Find? {
        if case .pattern(let pattern) = form {
            guard let (fields, end) = pattern.readStart(text[start...]), DateSearch.ends(text, at: end) else {
                return nil
            }
            guard let find = try find(fields, start..<end) else { return nil }
            let range = DateRange(text: text, pattern: pattern)
            guard let other = range.other(than: start..<end, day: fields.day ?? 0) else { return find }
            let dates = [other, text[start..<end]].map { String(decoding: $0, as: UTF8.self).quoted }
            let error = StepError("the text has two dates, \(dates.joined(separator: " and "))")
            return Find(range: find.range, moment: .failure(error))
        }
        for index in (window..<min(window + DateSearch.longest, ends.count)).reversed() {
            let range = start..<ends[index]
            let find: Find?
            switch form {
            case .iso8601, .rfc2822, .pattern:
                find = try form.fields(Array(text[range])).flatMap { fields throws(StepError) in
                    try self.find(fields, range)
                }
            case .unix:
                find = try form.read(Array(text[range]), setting).map {
                    Find(range: range, moment: .success($0))
                }
            case .relative(let relative):
                if let fields = try relative.dayWithTime(Array(text[range]), setting) {
                    find = try self.find(fields, range)
                } else {
                    find = try relative.read(Array(text[range]), setting, isInText: true).map {
                        Find(range: range, moment: .success($0))
                    }
                }
            }
            if let find { return find }
        }
        return nil
    }

    /// The date of some fields, with the zone that follows them; `nil` if there is no such day or time.
    private func find(_ fields: DateFields, _ range: Range<Int>) throws(StepError) -> Find? {
        guard let zones, fields.hasTime else {
            return try fields.moment(setting).map { Find(range: range, moment: .success($0)) }
        }
        // Before its zone is read, so that another text is not refused for what follows it.
        guard fields.time() != nil else { return nil }
        var (fields, end) = (fields, range.upperBound)
        do throws(StepError) {
            if let (zone, next) = try zones.read(text, after: fields, at: end) {
                (fields.zone, end) = (zone, next)
            }
        } catch {
            return Find(range: range, moment: .failure(error))
        }
        do throws(StepError) {
            return try fields.moment(setting).map {
                Find(range: range.lowerBound..<end, moment: .success($0))
            }
        } catch {
            guard case .shared = fields.zone else { throw error }
            return Find(range: range.lowerBound..<end, moment: .failure(error))
        }
    }
}

// MARK: - Words

extension DateSearch {
    /// Whether a date may begin at an index: with a letter, a digit or a sign, and not within a word or a number.
    private static func begins(_ text: [UInt8], at index: Int) -> Bool {
        let byte = text[index]
        // Not at a continuation byte of UTF-8.
        guard byte & 0xC0 != 0x80, byte.isASCIIDigit || FoldedNames.isLetter(byte) else { return false }
        guard index > 0 else { return true }
        let last = text[index - 1]
        if isWord(text, endingAt: index), isWord(byte) { return false }
        // "3/4/2018" within "13/3/4/2018".
        let isJoint = "/.:-,".utf8.contains(last)
        return !(isJoint && byte.isASCIIDigit && index > 1 && text[index - 2].isASCIIDigit)
    }

    /// Whether a date may end before an index.
    private static func ends(_ text: [UInt8], at index: Int) -> Bool {
        guard index < text.count else { return true }
        let byte = text[index]
        if byte & 0xC0 == 0x80 { return false }
        if isWord(text, endingAt: index), isWord(byte) { return false }
        let isJoint = "/:-".utf8.contains(byte)
        return
            !(isJoint && text[index - 1].isASCIIDigit && index + 1 < text.count
            && text[index + 1].isASCIIDigit)
    }

    /// Whether a byte begins a character of words that are separated by spaces: digits, and letters of the scripts
    /// below U+0800.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || FoldedNames.isLetter(byte) && byte < 0xE0
    }

    private static func isWord(_ text: [UInt8], endingAt end: Int) -> Bool {
        var index = end - 1
        while index > 0, text[index] & 0xC0 == 0x80 { index -= 1 }
        return index >= 0 && isWord(text[index])
    }
}

// MARK: - Forms without a format

extension DateForm {
    /// The forms of dates in running text if the rules give no format: ISO 8601, and days whose month has a name or
    /// whose characters mark the parts. Numbers alone (3/4/2018) are ambiguous.
    static func common(
        locale: String,
        _ calendar: DateCalendar,
        needsTime: Bool
    ) throws(StepError) -> [DateForm] {
        let days = [
            "d MMMM yyyy", "d MMMM, yyyy", "d. MMMM yyyy", "d 'de' MMMM 'de' yyyy", "d 'de' MMMM yyyy",
            "MMMM d, yyyy", "MMMM d yyyy", "yyyy年M月d日", "Gy年M月d日", "yyyy년 M월 d일",
        ]
        let times = [" HH:mm", ", HH:mm", " 'at' HH:mm", " h:mm a", ", h:mm a", " 'at' h:mm a"]
        var forms: [DateForm] = [.iso8601]
        for day in days {
            if !needsTime { forms.append(.pattern(try DatePattern(day, locale: locale, calendar: calendar))) }
            for time in times {
                forms.append(.pattern(try DatePattern(day + time, locale: locale, calendar: calendar)))
            }
        }
        return forms
    }
}
