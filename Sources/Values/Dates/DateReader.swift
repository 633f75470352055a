import Basics
package import Records

/// Reads the dates of a field: its formats in order, and the zone of times without one.
struct DateReader: Sendable {
    /// Not empty.
    let forms: [DateForm]
    let zone: DateZone?
    /// Whether the value is a text with one date in it.
    var isInText = false
    /// The locale of the zones in a text; `nil` if only days are needed.
    var zonesLocale: String?
    /// Checks the days of the week in a text.
    var weekdays: WeekdayInText?

    /// ISO 8601, the default.
    static let standard = DateReader(forms: [.iso8601], zone: nil)

    /// The moment of a value by the first format that matches it.
    ///
    /// - Parameter what: the name of the expected value in messages.
    func read(_ value: Value, _ what: String, _ context: PageContext) throws(StepError) -> Moment {
        let original = try value.scalarText
        if isInText { return try find(original, what, context) }
        if case .iso8601? = forms.first, let day = ISO8601.plainDay(original) { return day }
        let text = DateText.fold(original)
        let setting = DateSetting(zone: zone, clock: context.clock)
        var reason: StepError?
        for form in forms {
            do throws(StepError) {
                let text = form.accents ? DateText.fold(original, accents: true) : text
                if let moment = try form.read(text, setting) { return moment }
            } catch {
                reason = reason ?? error
            }
        }
        let shown = WhiteSpace.collapse(original).quoted
        if let reason { throw StepError("\(shown): \(reason)") }
        throw StepError("\(shown) is not \(what) in \(formats)")
    }

    /// The only date within a text; several that mean the same moment are one.
    private func find(_ original: String, _ what: String, _ context: PageContext) throws(StepError) -> Moment
    {
        let setting = DateSetting(zone: zone, clock: context.clock)
        var finds: [(text: String, moment: Moment)] = []
        var reason: StepError?
        for accents in [false, true] {
            let forms = forms.filter { $0.accents == accents }
            guard !forms.isEmpty else { continue }
            let text = DateText.fold(original, accents: accents)
            let letterCase = DateCase(original, accents: accents)
            let zones = zonesLocale.map { ZoneInText(letterCase: letterCase, locale: $0) }
            let found = DateSearch(text, forms, setting, zones: zones, weekdays, letterCase).all()
            for find in found.finds {
                switch find.moment {
                case .success(let moment):
                    finds.append((String(decoding: text[find.range], as: UTF8.self), moment))
                case .failure(let error): throw StepError("\(WhiteSpace.collapse(original).quoted): \(error)")
                }
            }
            reason = reason ?? found.reason
        }
        let shown = WhiteSpace.collapse(original).quoted
        guard let first = finds.first else {
            if let reason { throw StepError("\(shown): \(reason)") }
            throw StepError("\(shown) has no date in \(formats)")
        }
        // A day that is repeated with its time is one date.
        var best = first
        for find in finds.dropFirst() {
            if find.moment.text == best.moment.text { continue }
            if find.moment.dateText == best.moment.dateText,
                best.moment.time == nil || find.moment.time == nil
            {
                if best.moment.time == nil { best = find }
                continue
            }
            throw StepError("\(shown) has two dates, \(best.text.quoted) and \(find.text.quoted)")
        }
        return best.moment
    }

    private var formats: String {
        if case .iso8601 = forms.first, forms.count == 1 { return "ISO 8601" }
        return forms.count == 1 ? "the given format" : "any of the given formats"
    }
}

extension DateReader {
    /// Whether one of its formats is for days without a time.
    var mayLackTime: Bool { forms.contains(where: \.mayLackTime) }

    /// A reader of dates as a field's `format`, `locale` and `timezone` describe them.
    init(_ arguments: Arguments, needsTime: Bool) throws(StepError) {
        var zone: DateZone?
        if let name = arguments["timezone"]?.string {
            zone = DateZone(name)
            if zone == nil {
                let nearest = Suggestion.nearest(to: name, among: DateZone.names)
                throw StepError(
                    "unknown time zone \"\(name)\"",
                    argument: "timezone",
                    help: nearest.map { "did you mean \"\($0)\"?" }
                        ?? "write it like \"Europe/Berlin\" or \"+01:00\""
                )
            }
        }
        let isInText = arguments["in-text"] == .boolean(true)
        let locale = arguments["locale"]?.string ?? "en_US_POSIX"
        let zonesLocale = isInText && needsTime ? locale : nil
        let weekdays = isInText ? WeekdayInText(locale: locale) : nil
        let calendar = arguments["calendar"]?.string.flatMap(DateCalendar.init) ?? .gregorian
        let formats = arguments.strings("format")
        var forms: [DateForm] = []
        if formats == nil {
            forms =
                isInText ? try DateForm.common(locale: locale, calendar, needsTime: needsTime) : [.iso8601]
        }
        for (index, format) in (formats ?? []).enumerated() {
            let place = arguments["format"]?.list == nil ? "format" : "format.\(index)"
            /// Only for a mistake: comparing with all names takes longer than reading a format.
            var help: String? {
                Suggestion.nearest(to: format, among: DateForm.names).map { "did you mean \"\($0)\"?" }
            }
            let form: DateForm
            do throws(StepError) { form = try DateForm(format, locale: locale, calendar) } catch {
                throw StepError(error.description, argument: place, help: help)
            }
            if case .pattern(let pattern) = form {
                if !pattern.hasDay {
                    throw StepError("the format \"\(format)\" has no day", argument: place, help: help)
                }
            }
            forms.append(form)
        }
        if needsTime, !forms.contains(where: \.mayHaveTime), let format = formats?.first {
            throw StepError(
                "the format \"\(format)\" has no time of day",
                argument: arguments["format"]?.list == nil ? "format" : "format.0",
                help: "use the type date"
            )
        }
        self.init(
            forms: forms,
            zone: zone,
            isInText: isInText,
            zonesLocale: zonesLocale,
            weekdays: weekdays
        )
    }
}

/// The format of a date: a named one, or a pattern.
package enum DateForm: Sendable {
    case iso8601
    case rfc2822(RFC2822)
    case unix(inMilliseconds: Bool)
    case relative(RelativeDates)
    case pattern(DatePattern)

    /// The names of the named forms, for messages.
    static let names = ["iso-8601", "rfc-2822", "unix", "unix-ms", "relative"]

    /// A form as in rules files: a name, or else a pattern.
    init(_ text: String, locale: String, _ calendar: DateCalendar = .gregorian) throws(StepError) {
        switch text {
        case "iso-8601": self = .iso8601
        case "rfc-2822": self = .rfc2822(RFC2822())
        case "unix": self = .unix(inMilliseconds: false)
        case "unix-ms": self = .unix(inMilliseconds: true)
        case "relative": self = .relative(RelativeDates.of(locale: locale))
        default: self = .pattern(try DatePattern(text, locale: locale, calendar: calendar))
        }
    }

    /// Whether its dates may have a time of day.
    var mayHaveTime: Bool {
        if case .pattern(let pattern) = self { pattern.hasTime } else { true }
    }

    /// Whether its dates may be days without a time, as the rules declare.
    var mayLackTime: Bool {
        switch self {
        case .iso8601, .rfc2822, .unix: false
        case .relative: true
        case .pattern(let pattern): !pattern.hasTime
        }
    }

    /// Whether accents are kept in the text that it reads.
    var accents: Bool {
        if case .pattern(let pattern) = self { pattern.accents } else { false }
    }

    /// The moment of a whole folded text; `nil` if the text does not have this form. Throws if it has, but is not a
    /// moment.
    package func read(_ text: [UInt8], _ setting: DateSetting) throws(StepError) -> Moment? {
        switch self {
        case .iso8601, .rfc2822, .pattern: try fields(text)?.moment(setting)
        case .unix(let inMilliseconds): UnixTime.read(text, inMilliseconds: inMilliseconds, setting.zone)
        case .relative(let form): try form.read(text, setting)
        }
    }

    /// The fields of a whole folded text; `nil` if the text does not have this form, or the form has no fields.
    func fields(_ text: [UInt8]) -> DateFields? {
        switch self {
        case .iso8601: ISO8601.read(text)
        case .rfc2822(let form): form.read(text)
        case .pattern(let pattern): pattern.read(text)
        case .unix, .relative: nil
        }
    }
}
