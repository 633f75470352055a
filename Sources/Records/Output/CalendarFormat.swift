import Basics

extension OutputFormat {
    /// A calendar (RFC 5545) with an event for each record that has a day or a time.
    public static let calendar = OutputFormat(
        name: "ics",
        about: "a calendar: an event for each record with a day or a time",
        options: [
            FormatOption("start", "the field with the start of an event"),
            FormatOption("end", "the field with the end of an event"),
            FormatOption("summary", "the field with the title of an event"),
            FormatOption("host", "the part of an event's ID after the @; each calendar needs its own"),
        ]
    ) { schema, options throws(OutputError) in
        var events: [String: EventFields] = [:]
        for type in schema.types {
            if let fields = EventFields(type, options) { events[type.name] = fields }
        }
        if events.isEmpty {
            throw OutputError(
                "the format ics needs a field with a day or a time, and no record has one",
                help: options["start"] == nil
                    ? "give a field the type date or datetime" : "name another field",
                cause: .rules
            )
        }
        return CalendarEncoder(events: events, host: options["host"])
    }
}

/// The fields of a record type that make an event.
private struct EventFields: Sendable {
    let start: String
    let end: String?
    let summary: String?
    let id: [String]
    /// Those that are written in the description, each with its name.
    let others: [String]

    /// `nil` for a type without a day or a time.
    init?(_ type: Schema.RecordType, _ options: [String: String]) {
        let moments = type.fields.filter { EventFields.isMoment($0.type) }.map(\.name)
        func first(_ names: [String], of fields: [String]) -> String? {
            names.lazy.compactMap { name in fields.first { $0 == name } }.first
        }
        let starts = ["start", "startDate", "begin", "from", "date", "day"]
        guard
            let start = options["start"].map({ name in moments.contains(name) ? name : nil })
                ?? first(starts, of: moments) ?? moments.first
        else { return nil }
        self.start = start
        let named = type.fields.map(\.name)
        end = options["end"] ?? first(["end", "endDate", "until", "to"], of: moments)
        summary =
            options["summary"] ?? first(["name", "title", "summary", "className", "headline"], of: named)
        id = first(["id", "url", "permalink"], of: named).map { [$0] } ?? type.uniqueKeys
        let taken = Set([start, end, summary, "location", "url", "cancelled", "id"].compactMap { $0 })
        others = named.filter { !taken.contains($0) }
    }

    private static func isMoment(_ type: Schema.FieldType) -> Bool {
        switch type {
        case .scalar(let scalar): scalar == .date || scalar == .dateTime
        case .alternatives(let types): types.allSatisfy(isMoment)
        case .nullable(let type): isMoment(type)
        case .enumeration, .list, .object, .enclosing, .dictionary: false
        }
    }
}

/// Writes events, after the calendar's header. A record without a day or a time is a task.
private struct CalendarEncoder: RecordEncoder {
    let events: [String: EventFields]
    /// The end of events' identifiers, by which they differ from those of other calendars.
    let host: String?
    private var hasBegun = false
    private var count = 0

    init(events: [String: EventFields], host: String?) {
        self.events = events
        self.host = host
    }

    mutating func encode(_ record: Record) -> String {
        guard let fields = events[record.type] else { return beginning() }
        count += 1
        let start = record[fields.start].map { CalendarTime($0.text) }
        let kind = start == nil ? "VTODO" : "VEVENT"
        var lines = ["BEGIN:\(kind)", "UID:\(CalendarText.escaped(uid(record, fields)))"]
        lines.append("DTSTAMP:\(start?.stamp ?? "19700101T000000Z")")
        if let start { lines.append("DTSTART\(start.property)") }
        if let end = fields.end.flatMap({ record[$0] }) {
            lines.append("DTEND\(CalendarTime(end.text).property)")
        }
        for (name, key) in [("SUMMARY", fields.summary), ("LOCATION", "location"), ("URL", "url")] {
            guard let value = key.flatMap({ record[$0] }) else { continue }
            let isAddress = name == "URL"
            let text = isAddress ? CalendarText.onOneLine(value.text) : CalendarText.escaped(value.text)
            lines.append("\(name):\(text)")
        }
        if record["cancelled"] == .boolean(true) { lines.append("STATUS:CANCELLED") }
        let others = fields.others.compactMap { name in
            record[name].flatMap { $0 == .list([]) ? nil : "\(name): \(CalendarText.text(of: $0))" }
        }
        if !others.isEmpty {
            lines.append("DESCRIPTION:\(CalendarText.escaped(others.joined(separator: "\n")))")
        }
        lines.append("END:\(kind)")
        return beginning() + lines.map(CalendarText.folded).joined()
    }

    mutating func finish() -> String { beginning() + "END:VCALENDAR\r\n" }

    private mutating func beginning() -> String {
        if hasBegun { return "" }
        hasBegun = true
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//scrape//scrape//EN\r\nCALSCALE:GREGORIAN\r\n"
    }

    /// The identifier of an event, the same in every run.
    private func uid(_ record: Record, _ fields: EventFields) -> String {
        let keys = fields.id.compactMap { record[$0]?.text }
        // A corrected event remains the same event.
        let own = [fields.start, fields.summary, "location"].compactMap { $0.flatMap { record[$0]?.text } }
        let end = host.map { "@\($0)" } ?? ""
        return "\(record.type)-\((keys.isEmpty ? own : keys).joined(separator: " "))\(end)"
    }
}

/// A day or a time in ISO 8601, in the form of calendars: a time with an offset is converted to UTC.
private struct CalendarTime {
    private let digits: String
    private let isDay: Bool

    init(_ text: String) {
        let parts = text.split(separator: "T", maxSplits: 1)
        let day = parts.first.map { $0.filter(\.isNumber) } ?? ""
        guard parts.count == 2 else {
            isDay = true
            digits = day
            return
        }
        isDay = false
        let clock = parts[1].prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let zone = parts[1].dropFirst(clock.count)
        let time = String(clock.prefix { $0 != "." }.filter(\.isNumber).prefix(6))
        guard !zone.isEmpty, let offset = CalendarTime.minutes(zone),
            let shifted = CalendarTime.shifted(day, time, by: -offset)
        else {
            digits = "\(day)T\(time)"
            return
        }
        digits = shifted + "Z"
    }

    /// The end of the property: its value, and the parameter for a day.
    var property: String { isDay ? ";VALUE=DATE:\(digits)" : ":\(digits)" }

    /// A time in UTC for the stamp that an event must have.
    var stamp: String { isDay ? "\(digits)T000000Z" : digits.hasSuffix("Z") ? digits : digits + "Z" }

    private static func minutes(_ zone: Substring) -> Int? {
        if zone == "Z" { return 0 }
        let digits = zone.filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)) else { return nil }
        let minutes = hours * 60 + (Int(digits.dropFirst(2)) ?? 0)
        return zone.hasPrefix("-") ? -minutes : minutes
    }

    /// A time on a day, some minutes later.
    private static func shifted(_ day: String, _ time: String, by minutes: Int) -> String? {
        guard day.utf8.count == 8, time.utf8.count == 6, let date = Int(day), let clock = Int(time) else {
            return nil
        }
        var (year, month, number) = (date / 10_000, date / 100 % 100, date % 100)
        var left = clock / 10_000 * 60 + clock / 100 % 100 + minutes
        while left < 0 {
            left += 1440
            number -= 1
            if number == 0 {
                month -= 1
                if month == 0 { (year, month) = (year - 1, 12) }
                number = days(in: month, of: year)
            }
        }
        while left >= 1440 {
            left -= 1440
            number += 1
            if number > days(in: month, of: year) {
                (month, number) = (month + 1, 1)
                if month == 13 { (year, month) = (year + 1, 1) }
            }
        }
        func padded(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return padded(year, 4) + padded(month, 2) + padded(number, 2) + "T" + padded(left / 60, 2)
            + padded(left % 60, 2) + padded(clock % 100, 2)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Texts and lines of a calendar (RFC 5545, 3.1 and 3.3.11).
private enum CalendarText {
    /// A value as text for people: the elements of a list with commas between them.
    static func text(of value: Value) -> String {
        guard case .list(let elements) = value else { return value.text }
        let isPlain = elements.allSatisfy { element in
            switch element {
            case .list, .object: false
            case .null, .boolean, .number, .string: true
            }
        }
        if !isPlain { return value.text }
        return elements.filter { $0 != .null }.map(\.text).joined(separator: ", ")
    }

    /// A text as the value of a property. Control characters other than tabs and line ends, which no calendar can contain,
    /// are left out.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        // A mark after a character would make another `Character` of it.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
            case "\n" where previous == "\r": break
            case "\n", "\r": result.append(contentsOf: ["\\", "n"])
            case _ where isControl(scalar): break
            default: result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    /// A value that is not escaped, without control characters: a line end would begin another property.
    static func onOneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
    }

    /// Whether a character is one of RFC 5545's `CONTROL`.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
    }

    /// A line with its line end, folded after at most 75 bytes, never within a character.
    static func folded(_ line: String) -> String {
        var result = ""
        var length = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if length + size > 75 {
                result += "\r\n "
                length = 1
            }
            result.unicodeScalars.append(scalar)
            length += size
        }
        return result + "\r\n"
    }
}
