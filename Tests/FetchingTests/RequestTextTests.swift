import Addresses
import Encoding
import Fetching
import Records
import Testing

@testable import Crawling
@testable import Language

/// The parts of requests: names with values, texts in their encodings, and the identity of a request.
struct RequestTextTests {
    private static func names(_ members: [(String, Value)]) -> RequestNames {
        RequestNames(members.map { Value.Member($0.0, $0.1) })
    }

    private static func text(_ text: String) throws -> RequestText {
        try RequestText(text, range: 0..<1)
    }

    /// A name that has lost its value leaves the others where they are found.
    @Test func namesAreReplacedAndRemoved() {
        var names = Self.names([("a", .string("1")), ("b", .string("2")), ("c", .string("3"))])
        names["b"] = .string("x")
        #expect(names.members.map(\.name) == ["a", "b", "c"])
        names["a"] = nil
        #expect(names["a"] == nil)
        #expect(names["b"] == .string("x"))
        #expect(names["c"] == .string("3"))
        names["c"] = .null
        names["none"] = nil
        #expect(names.members.map(\.name) == ["b"])
        names.add([Value.Member("c", .string("4")), Value.Member("b", .string("5"))])
        #expect(names.members.map(\.name) == ["b", "c"])
        #expect(names["b"] == .string("5"))
    }

    /// The bytes that stay unchanged are those next to each limit.
    @Test func bytesAreEncodedForTheirPlace() {
        let bytes = "/09:@AZ[`az{-.,_^~!* "
        let cases: [(RequestPlace, Bool, String)] = [
            (.plain, false, bytes), (.path, false, "%2F09%3A%40AZ%5B%60az%7B-.%2C_%5E~%21%2A%20"),
            (.path, true, "/09%3A%40AZ%5B%60az%7B-.%2C_%5E~%21%2A%20"),
            (.form(.utf8), false, "%2F09%3A%40AZ%5B%60az%7B-.%2C_%5E~%21%2A%20"),
        ]
        for (place, keeps, expected) in cases {
            #expect(place.written(bytes, keepsSlashes: keeps) == expected)
        }
        #expect(
            PercentText.form([(bytes, " "), ("b", "")], .utf8)
                == "%2F09%3A%40AZ%5B%60az%7B-.%2C_%5E%7E%21*+=+&b="
        )
        #expect(PercentText.encoded([0x00, 0x9A, 0xA9, 0xFF]) { _ in false } == "%00%9A%A9%FF")
        #expect(
            PercentText.bytes("fü€ж", Encoding(label: "windows-1252") ?? .utf8) == Array("f".utf8) + [
                0xFC, 0x80,
            ] + Array("&#1078;".utf8)
        )
    }

    @Test func textsWithValues() throws {
        let names = Self.names([
            ("a", .string("x y")), ("l", .list([.string("1"), .string("2")])), ("none", .list([])),
            ("n", .number(Number(5))),
        ])
        let cases: [(String, String?, String?)] = [
            ("a={a}", "a=x y", nil), ("{l}-{n}", "1,2-5", nil), ("{none}", nil, "none"), ("{b}{c}", nil, "b"),
        ]
        for (text, expected, missing) in cases {
            var found: String?
            #expect(try Self.text(text).text(names, missing: &found) == expected)
            #expect(found == missing)
        }
        #expect(try RequestValue.text(Self.text("{n}")).value(names) == .number(Number(5)))
        #expect(try RequestValue.text(Self.text("{n}.")).value(names) == .string("5."))
        let object = RequestValue.object([
            RequestMember(name: try Self.text("k{n}"), value: .text(try Self.text("{a}"))),
            RequestMember(name: try Self.text("b"), value: .text(try Self.text("{b}"))),
            RequestMember(name: try Self.text("{b}"), value: .constant(.null)),
        ])
        #expect(object.value(names) == .object([Value.Member("k5", .string("x y"))]))
    }

    @Test func pairsOfLists() throws {
        let names = Self.names([("l", .list([.string("1"), .string("2")])), ("a", .string("x"))])
        let members = [
            RequestMember(name: try Self.text("p"), value: .text(try Self.text("{l}"))),
            RequestMember(name: try Self.text("{a}{l}s"), value: .constant(.string("y"))),
            RequestMember(name: try Self.text("no"), value: .constant(.null)),
            RequestMember(name: try Self.text("no"), value: .text(try Self.text("{b}"))),
            RequestMember(name: try Self.text("{b}"), value: .constant(.string("z"))),
        ]
        #expect(members.pairs(names).map { "\($0.name)=\($0.value)" } == ["p=1", "p=2", "x1s=y", "x2s=y"])
    }

    /// The rest of a number's digits does not matter for the order of the store, but its sign does.
    @Test func keysAreOrderedAsNumbersWithASign() {
        let keys = (0..<40).map { RequestKey("k\($0)") }.sorted()
        for (left, right) in zip(keys, keys.dropFirst()) {
            #expect(Int64(bitPattern: left.first) < Int64(bitPattern: right.first))
        }
        #expect(!(keys[0] < keys[0]))
        #expect(Set(keys).count == 40)
        #expect(RequestKey("a", [1]) != RequestKey("a", [2]))
        #expect(RequestKey("a", [1]) != RequestKey("a"))
        #expect(RequestKey("a", Array("b".utf8)) == RequestKey("ab"))
        // Both halves depend on every byte.
        #expect(RequestKey("a").first != RequestKey("b").first)
        #expect(RequestKey("a").second != RequestKey("b").second)
        #expect(RequestKey("", [1]).first != RequestKey("", [2]).first)
        #expect(RequestKey("", [1]).second != RequestKey("", [2]).second)
    }

    /// Parameters that are ignored: a star is any text, and the texts on its sides do not overlap.
    @Test func ignoredParameters() throws {
        let rules = try PlayedCrawl.rules(
            #"{ "match": "https://a.example/*", "requests": { "p": { "get": "https://a.example/", "key": { "ignore": ["sid", "utm_*", "aa*aa", "*_x"] } } }, "records": { "T": { "fields": { "t": "h1" } } } }"#
        )
        let plan = try #require(rules.crawl)
        let builder = RequestBuilder(plan)
        func key(_ query: String) throws -> RequestKey {
            builder.key(
                plan.kinds[0],
                FetchRequest(try WebAddress("https://a.example/p" + query)),
                RequestNames()
            )
        }
        let plain = try key("")
        let kept = try key("?q=1")
        for query in ["sid=1", "sid", "utm_=1", "utm_source=1", "aaaa=1", "aabaa=1", "_x=1", "y_x=1&sid=3"] {
            #expect(try key("?\(query)") == plain, "\(query)")
            #expect(try key("?\(query)&q=1") == kept, "\(query)")
            #expect(try key("?q=1&\(query)") == kept, "\(query)")
        }
        for query in ["sid2=1", "utm=1", "autm_=1", "aaa=1", "aab=1", "baaaa=1", "_xy=1"] {
            #expect(try key("?\(query)") != plain, "\(query)")
        }
    }

    /// Values in place of secrets have the same form, and differ in every letter and digit.
    @Test func shadowsOfSecrets() {
        let members: [(String, Value)] = [
            ("s", .string("0189 AYZ-ayz/ü")), ("n", .number(Number(1989))), ("b", .boolean(true)),
            ("l", .list([.string("a"), .object([Value.Member("k", .string("9"))])])), ("open", .string("a")),
        ]
        let shadow = SecretShadow(Self.names(members), ["s", "n", "b", "l", "none"])
        let expected: [(String, Value)] = [
            ("s", .string("1291 BZA-bza/ü")), ("n", .number(Number(2191))), ("b", .boolean(true)),
            ("l", .list([.string("b"), .object([Value.Member("k", .string("1"))])])), ("open", .string("a")),
        ]
        #expect(shadow.names.members == Self.names(expected).members)
    }

    /// A request as the lists of a case have it.
    @Test func requestsAsValues() throws {
        struct Case {
            var method = "GET"
            var headers: [(String, String)] = []
            var body: [UInt8] = []
            let members: String
        }
        let json = ("Content-Type", "application/problem+JSON")
        let cases = [
            Case(members: ""),
            Case(
                method: "PUT",
                headers: [("A", "1"), ("B", "2"), ("A", "3"), ("A", "4")],
                members: #","headers":{"A":["1","3","4"],"B":"2"}"#
            ),
            Case(
                headers: [json],
                body: Array(#"{"k": [1]}"#.utf8),
                members: #","headers":{"Content-Type":"application/problem+JSON"},"body":{"k":[1]}"#
            ),
            Case(
                headers: [json],
                body: Array(#"{"k": 1"#.utf8),
                members: #","headers":{"Content-Type":"application/problem+JSON"},"body":"{\"k\": 1""#
            ),
            Case(
                headers: [("X-Type", "json"), ("Content-Type", "text/plain")],
                body: Array("1".utf8),
                members: #","headers":{"X-Type":"json","Content-Type":"text/plain"},"body":"1""#
            ),
            Case(body: [0x1F, 0x20, 0x25, 0x7E, 0x7F, 0xFF], members: #","bytes":"%1F %25~%7F%FF""#),
        ]
        for example in cases {
            var request = FetchRequest(try WebAddress("https://a.example/p"))
            request.method = example.method
            request.headers = example.headers.compactMap { HeaderField($0.0, $0.1) }
            request.body = example.body
            #expect(
                JSONWriter.compact(request.value)
                    == "{\"method\":\"\(example.method)\",\"url\":\"https://a.example/p\"\(example.members)}"
            )
        }
    }
}
