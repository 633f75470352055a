package import Records

extension PageClock {
    /// The day in a time zone; in UTC if there is none, or if it is unknown.
    package func day(in zone: String?) -> Day? {
        let place = zone.flatMap { DateZone($0) }
        guard let moment = try? moment(in: place ?? DateZone("UTC")) else { return nil }
        return Day(moment.dateText)
    }
}

/// Days that are written relative to a clock.
package enum RequestDay {
    /// The day of a text: `2026-05-28`, `today`, `tomorrow`, `yesterday`, `in 3 days`, `3 days ago`.
    package static func day(_ text: String, clock: String, zone: String?) -> Day? {
        if let day = Day(text) { return day }
        guard let today = PageClock(clock)?.day(in: zone) else { return nil }
        let words = text.lowercased().split(separator: " ").map { String($0) }
        switch words.count {
        case 1:
            let distances = ["today": 0, "tomorrow": 1, "yesterday": -1]
            return distances[words[0]].map { today.advanced(by: $0) }
        case 3:
            let units = ["day": 1, "days": 1, "week": 7, "weeks": 7]
            if words[0] == "in", let count = Int(words[1]), let unit = units[words[2]], abs(count) < 100_000 {
                return today.advanced(by: count * unit)
            }
            if words[2] == "ago", let count = Int(words[0]), let unit = units[words[1]], abs(count) < 100_000
            {
                return today.advanced(by: -count * unit)
            }
            return nil
        default: return nil
        }
    }
}

/// Writes times in a pattern such as `yyyy-MM-dd'T'HH:mm:ssZ`.
struct DateWriter {
    let pattern: String

    /// - Throws: an error if the pattern is invalid.
    init(_ pattern: String) throws(StepError) {
        self.pattern = pattern
        let sample = Moment(year: 2026, month: 5, day: 28, time: Moment.Time(offset: 0))
        guard text(of: sample) != nil else {
            throw StepError(
                "\(pattern.quoted) is not a date pattern: write yyyy, MM, MMMM, dd, EEEE, HH, mm, ss, Z, XXX, and other text in '…'"
            )
        }
    }

    func text(of moment: Moment) -> String? {
        var text = ""
        var rest = pattern[...]
        let time = moment.time ?? Moment.Time()
        while let letter = rest.first {
            if letter == "'" {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: "'") else { return nil }
                text += end == rest.startIndex ? "'" : String(rest[..<end])
                rest = rest[rest.index(after: end)...]
                continue
            }
            guard letter.isASCII, letter.isLetter else {
                text.append(letter)
                rest = rest.dropFirst()
                continue
            }
            let count = rest.prefix { $0 == letter }.count
            rest = rest.dropFirst(count)
            switch letter {
            case "y", "u": text += DateWriter.number(count == 2 ? moment.year % 100 : moment.year, count)
            case "M" where count > 2:
                text += DateWriter.name(DateWriter.months[moment.month - 1], isShort: count == 3)
            case "M": text += DateWriter.number(moment.month, count)
            case "E": text += DateWriter.name(DateWriter.weekdays[moment.weekday], isShort: count < 4)
            case "d": text += DateWriter.number(moment.day, count)
            case "H": text += DateWriter.number(time.hour, count)
            case "h": text += DateWriter.number((time.hour + 11) % 12 + 1, count)
            case "a": text += time.hour < 12 ? "AM" : "PM"
            case "m": text += DateWriter.number(time.minute, count)
            case "s": text += DateWriter.number(time.second, count)
            case "S": text += String(String((time.fraction + "000000000").prefix(count)))
            case "Z", "x": text += DateWriter.offset(time.offset ?? 0, colon: letter == "x" && count == 3)
            case "X":
                text += (time.offset ?? 0) == 0 ? "Z" : DateWriter.offset(time.offset ?? 0, colon: count == 3)
            default: return nil
            }
        }
        return text
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    private static func name(_ name: String, isShort: Bool) -> String {
        isShort ? String(name.prefix(3)) : name
    }

    private static func number(_ value: Int, _ count: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static func offset(_ minutes: Int, colon: Bool) -> String {
        (minutes < 0 ? "-" : "+") + number(abs(minutes) / 60, 2) + (colon ? ":" : "")
            + number(abs(minutes) % 60, 2)
    }
}

extension Transform {
    /// Looks up the key of a value in a table.
    static let key = Transform(
        name: "key",
        about: "looks up which entry of a table has the value: the inverse of map",
        input: .any,
        output: .string,
        arguments: .either([.table(.scalar)])
    ) { arguments throws(StepError) in
        let members = arguments.value.object ?? []
        let keys = Dictionary(members.map { (Value.string($0.value.text), $0.name) }) { first, _ in first }
        return { value, _ throws(StepError) in
            if let key = keys[.string(value.text)] { return .string(key) }
            throw StepError("the table of key has no \(value.quoted) among its values")
        }
    }

    /// A time relative to the value's, or in another format.
    static let date = Transform(
        name: "date",
        about: "the start or end of a day, moved and written as a pattern says",
        input: .string,
        output: .string,
        arguments: .object([
            Argument("at", "start or end of the day", .word(["start", "end"])),
            Argument("plus", "days that are added", .integer),
            Argument("as", "the pattern, such as yyyy-MM-dd'T'HH:mm:ssZ", .string),
            Argument("timezone", "the zone, in place of that of the rules", .string),
        ])
    ) { arguments throws(StepError) in
        let value = arguments.value
        let writer = try value["as"]?.string.map { pattern throws(StepError) in try DateWriter(pattern) }
        let days = value["plus"]?.number?.integer ?? 0
        let own = value["timezone"]?.string
        if let own, DateZone(own) == nil { throw StepError("\(own.quoted) is not a time zone") }
        let at = value["at"]?.string
        return { value, context throws(StepError) in
            guard let written = DateTime(value.text)?.day ?? Day(value.text) else {
                throw StepError("\(value.quoted) is not a day")
            }
            var day = written
            if days != 0 { day = day.advanced(by: days) }
            var moment = Moment(year: day.year, month: day.month, day: day.day)
            let name = own ?? context.timezone ?? "UTC"
            guard let zone = DateZone(name) else { throw StepError("\(name.quoted) is not a time zone") }
            if at != nil || writer != nil {
                moment.time = Moment.Time()
                if at == "end" {
                    moment.time?.hour = 23
                    moment.time?.minute = 59
                    moment.time?.second = 59
                }
                let offset = zone.nearestOffset(at: moment)
                moment.time?.offset = offset
            }
            return .string(writer.flatMap { $0.text(of: moment) } ?? moment.text)
        }
    }

    /// The base64 encoding of a text.
    static let base64 = Transform(
        name: "base64",
        about: "encodes a text in base64",
        input: .string,
        output: .string
    ) { value, _ in
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = Array(value.text.utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<Swift.min(start + 3, bytes.count)]
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for index in 0..<4 {
                text.append(index <= part.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
            }
        }
        return .string(String(decoding: text, as: UTF8.self))
    }
}
