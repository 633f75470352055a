import Records
import Testing

/// Records as calendar events.
@Suite struct CalendarFormatTests {
    private static let schema = Schema(types: [
        Schema.RecordType(
            name: "Event",
            fields: [
                Schema.Field(name: "id", type: .scalar(.integer), isRequired: false, isAlwaysPresent: false),
                Schema.Field(name: "name", type: .scalar(.string), isRequired: true, isAlwaysPresent: true),
                Schema.Field(
                    name: "start",
                    type: .scalar(.dateTime),
                    isRequired: true,
                    isAlwaysPresent: true
                ),
                Schema.Field(
                    name: "end",
                    type: .scalar(.dateTime),
                    isRequired: false,
                    isAlwaysPresent: false
                ),
                Schema.Field(
                    name: "location",
                    type: .scalar(.string),
                    isRequired: false,
                    isAlwaysPresent: false
                ),
                Schema.Field(
                    name: "coach",
                    type: .scalar(.string),
                    isRequired: false,
                    isAlwaysPresent: false
                ),
                Schema.Field(
                    name: "cancelled",
                    type: .scalar(.boolean),
                    isRequired: false,
                    isAlwaysPresent: false
                ),
            ]
        )
    ])

    private static func lines(_ fields: [Value.Member], options: [String: String] = [:]) throws -> [String] {
        var encoder = try OutputFormat.calendar.makeEncoder(schema, options: options)
        let text = encoder.encode(Record(type: "Event", fields: fields)) + (try encoder.finish())
        return text.split(separator: "\r\n").map(String.init)
    }

    /// With a host the ids of two calendars are distinct.
    @Test func anIdEndsWithTheHost() throws {
        let lines = try CalendarFormatTests.lines(
            [
                Value.Member("id", 7), Value.Member("name", "A20"),
                Value.Member("start", "2018-05-28T23:30:00"),
            ],
            options: ["host": "gym.example"]
        )
        #expect(lines.contains("UID:Event-7@gym.example"))
    }

    /// Without a key, an event is identified by its time, name and place: a correction of anything else is not a second
    /// event.
    @Test func anEventThatIsCorrectedRemainsTheSame() throws {
        func uid(_ coach: String, _ place: String) throws -> String? {
            try CalendarFormatTests.lines([
                Value.Member("name", "A20"), Value.Member("start", "2018-05-28T23:30:00"),
                Value.Member("location", .string(place)), Value.Member("coach", .string(coach)),
            ]).first { $0.hasPrefix("UID:") }
        }
        #expect(try uid("Kim", "LoHi") == "UID:Event-2018-05-28T23:30:00 A20 LoHi")
        #expect(try uid("Lee", "LoHi") == uid("Kim", "LoHi"))
        #expect(try uid("Kim", "Edina") != uid("Kim", "LoHi"))
    }

    /// Characters are escaped before marks too, and control characters are left out.
    @Test(arguments: [
        ("a;\u{301}b", "a\\;\u{301}b"), ("a,\u{301}", "a\\,\u{301}"), ("\\\u{301}", "\\\\\u{301}"),
        ("a\r\nb\nc\rd\r\r\n", "a\\nb\\nc\\nd\\n\\n"), ("a\u{1}b\u{7F}\u{0}\tc\u{B}", "ab\tc"),
    ])
    func texts(_ text: String, _ written: String) throws {
        let lines = try CalendarFormatTests.lines([
            Value.Member("name", .string(text)), Value.Member("start", "2018-05-28"),
        ])
        let summary = try #require(lines.first { $0.hasPrefix("SUMMARY:") })
        #expect(Array(summary.unicodeScalars) == Array("SUMMARY:\(written)".unicodeScalars))
    }

    /// Lists are read by people: with commas, unless their elements are objects or lists.
    @Test(arguments: [
        (Value.list(["Kim", 7, .null]), "coach: Kim\\, 7"),
        (Value.list([.list(["Kim"])]), "coach: [[\"Kim\"]]"),
        (Value.list([]), nil),
    ])
    func lists(_ value: Value, _ expected: String?) throws {
        let lines = try CalendarFormatTests.lines([
            Value.Member("start", "2018-05-28"), Value.Member("coach", value),
        ])
        #expect(lines.first { $0.hasPrefix("DESCRIPTION:") } == expected.map { "DESCRIPTION:" + $0 })
    }

    @Test func anEvent() throws {
        let lines = try CalendarFormatTests.lines([
            Value.Member("id", 7), Value.Member("name", "A20, partner; day"),
            Value.Member("start", "2018-05-28T23:30:00-05:00"),
            Value.Member("end", "2018-05-29T00:15:00-05:00"),
            Value.Member("location", "LoHi"), Value.Member("coach", "Kim"),
            Value.Member("cancelled", .boolean(true)),
        ])
        #expect(
            lines == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//scrape//scrape//EN", "CALSCALE:GREGORIAN",
                "BEGIN:VEVENT",
                "UID:Event-7", "DTSTAMP:20180529T043000Z", "DTSTART:20180529T043000Z",
                "DTEND:20180529T051500Z",
                "SUMMARY:A20\\, partner\\; day", "LOCATION:LoHi", "STATUS:CANCELLED",
                "DESCRIPTION:coach: Kim",
                "END:VEVENT", "END:VCALENDAR",
            ]
        )
    }

    @Test(arguments: [
        ("2018-05-28", "DTSTART;VALUE=DATE:20180528"), ("2018-05-28T05:45:00", "DTSTART:20180528T054500"),
        ("2018-05-28T05:45:00Z", "DTSTART:20180528T054500Z"),
        ("2019-12-31T23:30:00-01:00", "DTSTART:20200101T003000Z"),
        ("2020-03-01T00:30:00+05:30", "DTSTART:20200229T190000Z"),
        ("2018-05-28T05:45:00.25+02:00", "DTSTART:20180528T034500Z"),
        // Offsets in the short forms of ISO 8601, in texts of other origin.
        ("2018-05-28T05:45:00+02", "DTSTART:20180528T034500Z"),
        ("2018-05-28T05:45:00-0130", "DTSTART:20180528T071500Z"),
        ("2018-05-28T05:45:00+", "DTSTART:20180528T054500"),
    ])
    func times(_ time: String, _ line: String) throws {
        let lines = try CalendarFormatTests.lines([
            Value.Member("name", "x"), Value.Member("start", .string(time)),
        ])
        #expect(lines.contains(line))
    }

    @Test func longLinesAreFolded() throws {
        let lines = try CalendarFormatTests.lines([
            Value.Member("name", .string(String(repeating: "ä", count: 60))),
            Value.Member("start", "2018-05-28"),
        ])
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.contains { $0.hasPrefix(" ä") })
    }

    @Test func recordsWithoutATimeAreTasks() throws {
        let lines = try CalendarFormatTests.lines([Value.Member("name", "x")])
        #expect(lines.contains("BEGIN:VTODO"))
    }

    @Test func aSchemaWithoutATimeIsRefused() {
        #expect(throws: OutputError.self) {
            try OutputFormat.calendar.makeEncoder(Schema(types: [Schema.RecordType(name: "X", fields: [])]))
        }
    }
}
