import Records
import Testing

@testable import Cases

/// The changes between the records of two runs.
@Suite struct RecordChangesTests {
    /// Records of the type R, or of another that they name: objects whose keys have no quotes.
    private static func records(_ list: String) -> [Value] {
        let text = list.replacing("'", with: "\"").replacing(#/([{ ])([a-z]+):/#) { "\($0.1)\"\($0.2)\":" }
        let values = JSON.read(Array("[\(text)]".utf8), dialect: .strict).0?.value.list ?? []
        return values.map { value in
            guard let members = value.object, value["@type"] == nil else { return value }
            return .object([Value.Member("@type", "R")] + members)
        }
    }

    private static func lines(
        _ old: [Value],
        _ new: [Value],
        _ change: (inout RecordChanges.Options) -> Void = { _ in }
    ) -> [String] {
        var options = RecordChanges.Options()
        change(&options)
        let changes = RecordChanges(old, new, options)
        #expect(changes.isEmpty == (changes.site.isEmpty && changes.changes.isEmpty))
        return changes.warnings.map { "warning: \($0)" }
            + changes.site.map { "site: \($0.type ?? "-") \($0.field ?? "-"): \($0.message)" }
            + changes.changes.map { change in
                let key =
                    change.key.isEmpty
                    ? "" : " (\(change.key.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")))"
                let details = change.differences.map { difference in
                    let values = [difference.old, difference.new].map { $0.map(JSONWriter.compact) ?? "-" }
                    return
                        " \(difference.fieldNames.joined(separator: ".")): \(values.joined(separator: " → "))"
                }
                let record = change.differences.isEmpty ? " \(JSONWriter.compact(change.record))" : ""
                return
                    "\(change.kind.rawValue) \(change.type)\(key)\(record)\(details.joined(separator: ";"))"
            }
    }

    @Test(
        arguments: [
            ("", "", []), ("{id: 1}", "{id: 1}", []), ("{id: 1}, {id: 2}", "{id: 2}, {id: 1}", []),
            ("", "{id: 1, a: 2}", [#"new R (id 1) {"@type":"R","id":1,"a":2}"#]),
            ("{id: 1, a: 2}", "", [#"gone R (id 1) {"@type":"R","id":1,"a":2}"#]),
            ("{id: 1, a: 2}", "{id: 1, a: 3}", ["changed R (id 1) a: 2 → 3"]),
            ("{id: 1, a: 2}", "{id: 1, b: 2}", ["changed R (id 1) b: - → 2; a: 2 → -"]),
            (
                "{id: 1, a: 2}", "{id: 2, a: 2}",
                [
                    #"new R (id 2) {"@type":"R","id":2,"a":2}"#, #"gone R (id 1) {"@type":"R","id":1,"a":2}"#,
                ]
            ),
            // Values that are absent, places in the page and how a number is written do not matter.
            ("{id: 1, a: null}", "{id: 1}", []), ("{id: 1, a: 1}", "{id: 1, a: 1.0}", []),
            ("{id: 1, '@line': 3}", "{id: 1, '@line': 4}", []),
            ("{id: 1, a: 1, b: 2}", "{b: 2, a: 1, id: 1}", []),
            ("{id: 1, a: {b: 1, c: 2}}", "{id: 1, a: {c: 2, b: 1}}", []),
            ("{id: 1, a: {b: 1, c: 2}}", "{id: 1, a: {c: 2, b: 3}}", ["changed R (id 1) a.b: 1 → 3"]),
            ("{id: 1, a: [1, 2, 2]}", "{id: 1, a: [2, 1, 2]}", []),
            (
                "{id: 1, a: [1, 2, 2]}", "{id: 1, a: [2, 1, 1]}",
                ["changed R (id 1) a: 1 → -; a: 2 → 1; a: - → 1"]
            ),
            // Records without the key are matched by their contents: at least half of their values must be equal.
            ("{id: 1}, {a: 1, b: 2, c: 3}", "{id: 1}, {a: 1, b: 2, c: 4}", ["changed R c: 3 → 4"]),
            ("{id: 1}, {a: 1, b: 2}", "{id: 1}, {a: 1, b: 3}", ["changed R b: 2 → 3"]),
            (
                "{id: 1}, {a: 1, b: 2, c: 3}", "{id: 1}, {a: 1, b: 5, c: 6}",
                [
                    #"new R {"@type":"R","a":1,"b":5,"c":6}"#,
                    #"gone R {"@type":"R","a":1,"b":2,"c":3}"#,
                ]
            ),
            // Types are compared in the order of the new records, then the old ones.
            (
                "{'@type': 'A', id: 1}, {'@type': 'B', id: 1}",
                "{'@type': 'C', id: 1}, {'@type': 'B', id: 2}",
                [
                    #"new C (id 1) {"@type":"C","id":1}"#, #"new B (id 2) {"@type":"B","id":2}"#,
                    #"gone B (id 1) {"@type":"B","id":1}"#, #"gone A (id 1) {"@type":"A","id":1}"#,
                ]
            ),
            // Of several records with one key, each has its own counterpart.
            (
                "{id: 1, a: 1}, {id: 1, a: 2}", "{id: 1, a: 1}, {id: 1, a: 3}",
                [
                    "warning: 1 old records of R have the same id as others: they are compared in their order",
                    "warning: 1 new records of R have the same id as others: they are compared in their order",
                    "changed R (id 1) a: 2 → 3",
                ]
            ),
            (
                "{id: 1, a: 1}, {id: 1, a: 2}", "{id: 1, a: 1}",
                [
                    "warning: 1 old records of R have the same id as others: they are compared in their order",
                    #"gone R (id 1) {"@type":"R","id":1,"a":2}"#,
                ]
            ),
        ] as [(String, String, [String])]
    )
    func recordsWithAKey(_ old: String, _ new: String, _ expected: [String]) {
        #expect(
            Self.lines(Self.records(old), Self.records(new)) {
                $0.keys = ["R": ["id"]]; $0.otherKeys = ["id"]
            } == expected
        )
    }

    @Test func keysOfSeveralFields() {
        let (old, new) = (
            Self.records("{a: 1, b: 1, c: 1}, {a: 1, b: 2, c: 1}"),
            Self.records("{a: 1, b: 2, c: 2}, {a: 1, b: 1, c: 1}")
        )
        #expect(Self.lines(old, new) { $0.keys = ["R": ["a", "b"]] } == ["changed R (a 1, b 2) c: 1 → 2"])
        // A type's own keys go before the others; those that no record has are left out.
        #expect(Self.lines(old, new) { $0.otherKeys = ["x", "a", "b"] } == ["changed R (a 1, b 2) c: 1 → 2"])
        #expect(
            Self.lines(old, new) { ($0.keys, $0.otherKeys) = (["R": ["c"]], ["a", "b"]) } == [
                "warning: 1 old records of R have the same c as others: they are compared in their order",
                #"new R (c 2) {"@type":"R","a":1,"b":2,"c":2}"#,
                #"gone R (c 1) {"@type":"R","a":1,"b":2,"c":1}"#,
            ]
        )
        #expect(
            Self.lines(Self.records("{a: 1}"), Self.records("{a: 2}")) { $0.otherKeys = ["x"] }.count == 2
        )
    }

    /// With their types, values are the same in any spelling.
    @Test func valuesInSeveralSpellings() {
        let (old, new) = (
            Self.records("{t: '2018-05-28T10:00:00+02:00', d: 'P1D', s: '1.0'}"),
            Self.records("{t: '2018-05-28T08:00:00Z', d: 'PT24H', s: '1'}")
        )
        let types: [(String, Schema.FieldType)] = [
            ("t", .scalar(.dateTime)), ("d", .scalar(.duration)), ("s", .scalar(.string)),
        ]
        let fields = types.map { Schema.Field(name: $0, type: $1, isRequired: false) }
        let schema = Schema(types: [Schema.RecordType(name: "R", fields: fields)])
        let lines = Self.lines(old, new) { ($0.keys, $0.schema) = (["R": ["t"]], schema) }
        #expect(lines == [#"changed R (t 2018-05-28T08:00:00Z) s: "1.0" → "1""#])
        #expect(Self.lines(old, new) { $0.keys = ["R": ["t"]] }.count == 2)
    }

    @Test func ignoredFieldsAndOrder() {
        let (old, new) = (
            Self.records("{id: 1, a: {b: 1, c: 1}, ab: 1}"), Self.records("{id: 1, a: {b: 2, c: 2}, ab: 2}")
        )
        func lines(_ ignored: [String]) -> [String] {
            Self.lines(old, new) { ($0.otherKeys, $0.ignored) = (["id"], ignored) }
        }
        #expect(lines([]) == ["changed R (id 1) a.b: 1 → 2; a.c: 1 → 2; ab: 1 → 2"])
        #expect(lines(["a"]) == ["changed R (id 1) ab: 1 → 2"])
        #expect(lines(["a.b"]) == ["changed R (id 1) a.c: 1 → 2; ab: 1 → 2"])
        #expect(lines(["a", "ab"]) == [])
        let lists = (Self.records("{id: 1, a: [1, 2]}"), Self.records("{id: 1, a: [2, 1]}"))
        #expect(Self.lines(lists.0, lists.1) { $0.otherKeys = ["id"] } == [])
        #expect(
            Self.lines(lists.0, lists.1) { ($0.otherKeys, $0.comparesOrder) = (["id"], true) } == [
                "changed R (id 1) a: [1,2] → [2,1]"
            ]
        )
    }

    /// A change that all of at least three records have in common is a change of the site.
    @Test func changesOfTheSite() {
        func list(_ count: Int, _ fields: (Int) -> String) -> [Value] {
            Self.records((0..<count).map { "{id: \($0)\(fields($0))}" }.joined(separator: ", "))
        }
        func site(_ old: [Value], _ new: [Value], _ ignored: [String] = []) -> [String] {
            Self.lines(old, new) { ($0.otherKeys, $0.ignored) = (["id"], ignored) }.filter {
                !$0.hasPrefix("gone") && !$0.hasPrefix("new")
            }
        }
        let (full, empty) = ({ (_: Int) in ", a: 1" }, { (_: Int) in "" })
        #expect(site(list(3, full), []) == ["site: R -: no record of type R is left, of 3"])
        #expect(site(list(2, full), []) == [])
        let gone = "site: R a: 3 of 3 old records have it, and none of 3 new ones"
        #expect(site(list(3, full), list(3, empty)) == [gone])
        #expect(site(list(3, full), list(3, empty), ["a"]) == [])
        #expect(
            site(list(3, full), list(2, empty)) == ["changed R (id 0) a: 1 → -", "changed R (id 1) a: 1 → -"]
        )
        #expect(site(list(2, full), list(3, empty)).count == 2)
        // Nine of ten had it.
        #expect(
            site(list(10) { $0 < 9 ? ", a: 1" : "" }, list(10, empty)) == [
                "site: R a: 9 of 10 old records have it, and none of 10 new ones"
            ]
        )
        let eleven = Self.lines(list(11) { $0 < 9 ? ", a: 1" : "" }, list(11, empty)) {
            $0.otherKeys = ["id"]
        }
        #expect(eleven == (0..<9).map { "changed R (id \($0)) a: 1 → -" })
        #expect(site(list(3) { $0 < 2 ? ", a: 1" : "" }, list(3, empty)).count == 2)
        // The kind of its values.
        let text = { (_: Int) in ", a: 'x'" }
        #expect(site(list(3, full), list(3, text)) == ["site: R a: was a number, and is a string"])
        #expect(site(list(3, full), list(3) { $0 < 2 ? ", a: 'x'" : "" }).count == 3)
        #expect(site(list(3, full), list(3) { $0 < 2 ? ", a: 'x'" : ", a: 1" }).count == 2)
        #expect(
            site(list(3, full), list(4) { $0 < 3 ? ", a: 'x'" : "" }) == [
                "site: R a: was a number, and is a string"
            ]
        )
    }

    /// Errors that the old pages do not have, each listed once.
    @Test func newErrors() {
        func error(
            _ message: String,
            _ severity: Diagnostic.Severity = .error,
            record: String? = nil,
            field: String? = nil
        ) -> Diagnostic {
            var diagnostic = Diagnostic(.page, message, severity: severity)
            (diagnostic.record, diagnostic.field) = (record, field)
            return diagnostic
        }
        var changes = RecordChanges(Self.records("{a: 1}, {a: 2}, {a: 3}"), [], .init())
        changes.add(
            [error("2 of 3 are missing"), error("old warning", .warning)],
            [
                error("4 of 5 are missing"), error("no price 1", record: "R", field: "a"),
                error("no price 22", record: "R", field: "a"), error("no price 3", record: "R", field: "b"),
                error("no price 4", record: "S", field: "a"), error("old warning"),
                error("a warning", .warning),
                error("no price 5", record: "R", field: "a"),
            ]
        )
        #expect(
            changes.site.map { "\($0.type ?? "-") \($0.field ?? "-") \($0.message)" } == [
                "R a no price 1 (and 2 more like it)", "R b no price 3", "S a no price 4", "- - old warning",
                "R - no record of type R is left, of 3",
            ]
        )
        #expect(changes.counts.map { "\($0.type) \($0.old) \($0.new)" } == ["R 3 0"])
    }

    /// Parameters that only track visitors, and the case of their names.
    @Test(arguments: [
        ("https://a/?utm_source=x", "https://a/"), ("http://a/?gclid=1&b=2", "http://a/?b=2"),
        ("https://a/?b=2&UTM_X=1#c", "https://a/?b=2#c"), ("https://a/?utm_x=1#c", "https://a/#c"),
        ("https://a/?b&&utm_x", "https://a/?b&"), ("https://a/?b=utm_x", "https://a/?b=utm_x"),
        ("https://a/?xutm_x=1", "https://a/?xutm_x=1"), ("https://a/#?utm_x=1", "https://a/#?utm_x=1"),
        ("ftp://a/?utm_x=1", "ftp://a/?utm_x=1"), ("httpsx//a/?utm_x=1", "httpsx//a/?utm_x=1"),
        ("https://a/?utm_x=1 b", "https://a/?utm_x=1 b"), ("https://a/ ?utm_x=1", "https://a/ ?utm_x=1"),
        ("https://a/", "https://a/"), ("?utm_x=1", "?utm_x=1"), ("", ""), ("https:/", "https:/"),
    ])
    func trackingParameters(_ address: String, _ expected: String) {
        #expect(TrackingParameters.removed(from: address) == expected)
    }
}
