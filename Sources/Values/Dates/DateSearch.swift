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
    private let dayPeriods: DayPeriodInText?
    private let weekdays: WeekdayInText?
    private let letterCase: DateCase

    /// - Parameter text: folded, as the forms read it.
    init(
        _ text: [UInt8],
        _ forms: [DateForm],
        _ setting: DateSetting,
        zones: ZoneInText?,
        _ weekdays: WeekdayInText?,
        _ letterCase: DateCase
    ) {
        self.text = text
        self.forms = forms
        self.setting = setting
        self.zones = zones
        self.weekdays = weekdays
        self.letterCase = letterCase
        dayPeriods = zones.map(DayPeriodInText.init)
    }

    /// The dates in order, and the first reason why something that looks like a date is not one.
    ///
    /// If there are any, those that touch a word are found too, "May 28, 2018Updated June 5, 2018": they are not dates
    /// by themselves, but make the text ambiguous.
    func all() -> (finds: [Find], reason: StepError?) {
        let places = DatePlaces(text)
        let (finds, reason) = search(places, from: places.starts, joined: [])
        guard !finds.isEmpty else { return (finds, reason) }
        let joints = places.joints(in: text, letterCase)
        guard !joints.isEmpty else { return (finds, reason) }
        var taken = finds[...]
        let starts = DatePlaces.merge(places.starts, joints).filter { start in
            while let first = taken.first, first.range.upperBound <= start { taken.removeFirst() }
            return taken.first.map { start < $0.range.lowerBound } ?? true
        }
        let touching = search(
            DatePlaces(starts: starts, ends: DatePlaces.merge(places.ends, joints)),
            from: starts,
            joined: Set(joints)
        )
        return (DateSearch.merge(finds, touching.finds), reason)
    }

    /// The dates and those that touch words, in order, without those of the latter that reach into another date.
    private static func merge(_ finds: [Find], _ touching: [Find]) -> [Find] {
        var merged: [Find] = []
        var rest = finds[...]
        for find in touching {
            while let first = rest.first, first.range.lowerBound < find.range.lowerBound {
                merged.append(rest.removeFirst())
            }
            if let first = rest.first, find.range.upperBound > first.range.lowerBound { continue }
            merged.append(find)
        }
        return merged + rest
    }

    /// - Parameter joined: the places within words; if there are any, only dates that begin or end at one are found.
    private func search(
        _ places: DatePlaces,
        from starts: [Int],
        joined: Set<Int>
    ) -> (finds: [Find], reason: StepError?) {
        var finds: [Find] = []
        var reason: StepError?
        var next = 0
        var window = 0
        for start in starts where start >= next {
            if Deadline.isProbablyPast { break }
            while window < places.ends.count, places.ends[window] <= start { window += 1 }
            let ends = places.ends[window...]
            var best: Find?
            for form in forms where joined.isEmpty || form.mayTouchWords {
                do throws(StepError) {
                    guard let find = try find(form, at: start, ends, joined) else { continue }
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

    private func find(
        _ form: DateForm,
        at start: Int,
        _ ends: ArraySlice<Int>,
        _ joined: Set<Int>
    ) throws(StepError) -> Find? {
        func isPlace(_ end: Int) -> Bool {
            joined.isEmpty || joined.contains(start) || joined.contains(end)
        }
        if case .pattern(let pattern) = form {
            guard let (fields, end) = pattern.readStart(text[start...]) else { return nil }
            guard DatePlaces.contain(end, ends) else {
                try refuseJoinedTime(after: fields, start, end)
                return nil
            }
            guard isPlace(end) else { return nil }
            return try find(fields, start..<end).map { clear($0, start..<end, fields, pattern) }
        }
        for end in ends.prefix(DateSearch.longest).reversed() where isPlace(end) {
            let range = start..<end
            if !joined.isEmpty, !form.isClear(text[range]) { continue }
            let find: Find?
            switch form {
            case .iso8601, .rfc2822, .pattern:
                find = try form.fields(Array(text[range])).flatMap { fields throws(StepError) in
                    try self.find(fields, range).map { clear($0, range, fields, nil) }
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

    /// Refuses a time that another follows directly, which is therefore not found: "7:30-9:30 pm".
    private func refuseJoinedTime(after fields: DateFields, _ start: Int, _ end: Int) throws(StepError) {
        guard let dayPeriods, fields.hasTime, fields.time() != nil, end < text.count,
            text[end] == UInt8(ascii: "-"), let later = LaterTime(text, after: end),
            later.range.lowerBound == end + 1
        else { return }
        let laterEnd = later.range.upperBound
        if later.isHour, try dayPeriods.read(text, after: later.fields, at: laterEnd) == nil { return }
        throw LaterTime.refusal(ofJoined: text[start..<laterEnd])
    }

    /// The find, or a failure if another date without its month or year is next to it, or a wrong day of the week.
    private func clear(
        _ find: Find,
        _ range: Range<Int>,
        _ fields: DateFields,
        _ pattern: DatePattern?
    ) -> Find {
        let neighbour = DateRange(
            text: text,
            pattern: pattern,
            date: range.lowerBound..<find.range.upperBound,
            fields
        )
        guard let other = neighbour.other() else {
            guard let weekdays, fields.weekday == nil, case .success(let day) = find.moment else {
                return find
            }
            do throws(StepError) {
                try weekdays.check(text, range.lowerBound..<find.range.upperBound, is: day)
                return find
            } catch {
                return Find(range: find.range, moment: .failure(error))
            }
        }
        let dates = [other, text[range]].map { String(decoding: $0, as: UTF8.self).quoted }
        let error = StepError("the text has two dates, \(dates.joined(separator: " and "))")
        return Find(range: find.range, moment: .failure(error))
    }

    /// The date of some fields, with the time of day and the zone that follows them; `nil` if there is no such day or time.
    private func find(_ fields: DateFields, _ range: Range<Int>) throws(StepError) -> Find? {
        guard let zones, fields.hasTime else {
            return try fields.moment(setting).map { Find(range: range, moment: .success($0)) }
        }
        // Before its zone is read, so that another text is not refused for what follows it.
        guard fields.time() != nil else { return nil }
        var (fields, end) = (fields, range.upperBound)
        do throws(StepError) {
            if let (hours, next) = try dayPeriods?.read(text, after: fields, at: end) {
                (fields, end) = (fields.with(dayPeriod: hours), next)
            }
            if let (zone, next) = try zones.read(text, after: fields, at: end) {
                (fields.zone, end) = (zone, next)
            }
            if let (zone, next) = try laterZone(after: fields, at: end) {
                (fields.zone, end) = (zone, next)
            }
        } catch {
            return Find(range: range, moment: .failure(error))
        }
        let moment: Moment?
        do throws(StepError) {
            moment = try fields.moment(setting)
        } catch {
            guard case .shared = fields.zone else { throw error }
            return Find(range: range.lowerBound..<end, moment: .failure(error))
        }
        guard let moment else { return nil }
        do throws(StepError) {
            if let zone = fields.zone { try zones.checkSecond(text, after: zone, of: moment, at: end) }
            return Find(range: range.lowerBound..<end, moment: .success(moment))
        } catch {
            return Find(range: range.lowerBound..<end, moment: .failure(error))
        }
    }

    /// The time of day after a later time, and where it ends. A number alone is a time only if it has a clear one.
    private func period(
        after later: LaterTime,
        _ dayPeriods: DayPeriodInText
    ) throws(StepError) -> (hours: Int, end: Int)? {
        do throws(StepError) {
            return try dayPeriods.read(text, after: later.fields, at: later.range.upperBound)
        } catch {
            if later.isHour { return nil }
            throw error
        }
    }

    /// Whether a time without a time of day may be one of the afternoon or evening before a later time that has one: not
    /// "7:30 - 9:30 am", and not in UTC.
    private static func mayBeHalved(_ fields: DateFields, before later: Moment.Time?) -> Bool {
        guard fields.dayPeriod == nil, let first = fields.time(), (1...12).contains(first.hour),
            fields.zone != .offset(0)
        else { return false }
        guard let later, later.hour < 12 else { return true }
        return (first.hour, first.minute) > (later.hour, later.minute)
    }

    /// The maximum number of times after a time that are read for their zone.
    private static let mostTimes = 4

    /// The zone after the later times of a range or a list, which is that of the first too, and where it ends; `nil` if
    /// there is none.
    ///
    /// - Throws: if the first may be a time of the afternoon because a later one is.
    private func laterZone(
        after fields: DateFields,
        at end: Int
    ) throws(StepError) -> (DateZone, end: Int)? {
        guard let zones, let dayPeriods else { return nil }
        var end = end
        for _ in 0..<DateSearch.mostTimes {
            guard let later = LaterTime(text, after: end), let hour = later.fields.hour else { return nil }
            end = later.range.upperBound
            var whole = later.fields
            if let (hours, next) = try period(after: later, dayPeriods) {
                (whole, end) = (whole.with(dayPeriod: hours), next)
                if (1...12).contains(hour), DateSearch.mayBeHalved(fields, before: whole.time()) {
                    throw later.refusal(text, lacking: "time of day")
                }
            } else if later.isHour {
                return nil
            }
            guard fields.zone == nil, let (zone, next) = try zones.read(text, after: whole, at: end) else {
                continue
            }
            if !later.isLinked { throw later.refusal(text, lacking: "time zone") }
            return (zone, next)
        }
        return nil
    }
}

// MARK: - Forms without a format

extension DateForm {
    /// Whether its dates are so clear that they are dates within a word too; many numbers are times of Unix.
    fileprivate var mayTouchWords: Bool {
        switch self {
        case .iso8601, .rfc2822, .relative, .pattern: true
        case .unix: false
        }
    }

    /// Whether a text may be a date within a word: not "20180528" in "IMG20180528".
    fileprivate func isClear(_ text: ArraySlice<UInt8>) -> Bool {
        if case .iso8601 = self { text.prefix(8).count { $0 == UInt8(ascii: "-") } == 2 } else { true }
    }

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
