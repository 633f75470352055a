import Language
import Records
import Sources
import Testing

/// The trees of a request and of its answer.
@Suite struct AskedPageTests {
    private static func request(_ values: [Value.Member]) -> String {
        String(
            decoding: AskedPage(url: "https://x.example/?a&b", values: values).xml(.request),
            as: UTF8.self
        )
    }

    private static let start = "<request url=\"https://x.example/?a&amp;b\">"

    @Test(
        arguments: [
            (Value.string("x"), "<n>x</n>"), (.string(""), "<n></n>"), (3, "<n>3</n>"), (true, "<n>true</n>"),
            (.null, ""), (["a", .null, 2], "<n>a</n><n>2</n>"), ([], ""),
            ([["a"], ["b"]], "<n>a</n><n>b</n>"),
            (["m": "a", "o": ["b", "c"]], "<n><m>a</m><o>b</o><o>c</o></n>"), (.object([]), "<n></n>"),
            (.string("<a b=\"c\">&'"), "<n>&lt;a b=&quot;c&quot;&gt;&amp;'</n>"),
            (
                .string("\t\n\r \u{1F}\u{FFFE}\u{FFFF}\u{FFFD}é\u{1F600}"),
                "<n>&#9;&#10;&#13; \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}é\u{1F600}</n>"
            ),
        ] as [(Value, String)]
    )
    func valuesAreElements(_ value: Value, _ text: String) {
        #expect(
            AskedPageTests.request([Value.Member("n", value)]) == AskedPageTests.start + text + "</request>"
        )
    }

    /// What cannot be a name in XML is left out.
    @Test(arguments: [
        ("a", true), ("z", true), ("A", true), ("Z", true), ("_", true), ("a1", true), ("a-b.c_d", true),
        ("_0", true),
        ("a9Zz", true), ("", false), ("0a", false), ("-a", false), (".a", false), ("a b", false),
        ("a:b", false),
        ("é", false), ("aé", false), ("a/", false), ("a@", false), ("@", false), ("{", false), ("a{", false),
        ("a[", false),
        ("`", false), ("[", false),
    ])
    func names(_ name: String, _ isKept: Bool) {
        let text = AskedPageTests.request([
            Value.Member(name, "x"), Value.Member("y", .object([Value.Member(name, 1)])),
        ])
        let (one, other) = isKept ? ("<\(name)>x</\(name)>", "<\(name)>1</\(name)>") : ("", "")
        #expect(text == "\(AskedPageTests.start)\(one)<y>\(other)</y></request>")
    }

    private static func response(_ headers: [(String, String)], status: Int? = 200) -> String {
        var page = AskedPage(url: "u", values: [])
        page.status = status
        page.headers = headers.map { (name: $0.0, value: $0.1) }
        return String(decoding: page.xml(.response), as: UTF8.self)
    }

    @Test func theStatusIsThatOfTheAnswer() {
        #expect(AskedPageTests.response([]) == #"<response url="u" status="200"></response>"#)
        #expect(AskedPageTests.response([], status: nil) == #"<response url="u"></response>"#)
    }

    @Test(arguments: [
        ("etag", "\"a\"", "<etag>&quot;a&quot;</etag>"), ("x y", "a", ""),
        ("set-cookie", "a=1; Path=/", "<cookies><a>1</a></cookies>"),
        ("set-cookie", "a=b=c", "<cookies><a>b=c</a></cookies>"), ("set-cookie", "a", ""),
        ("set-cookie", "a; b=1", ""),
        ("set-cookie", "a=", ""),
        ("link", "<a>", "<link href=\"a\"></link>"),
        ("link", "<a>; rel=next", "<link href=\"a\" rel=\"next\"></link>"),
        ("link", "<a>;rel=\"next prev\"", "<link href=\"a\" rel=\"next prev\"></link>"),
        ("link", "<a> \t; \t REL = next ; x", "<link href=\"a\" rel=\"next\" x=\"\"></link>"),
        ("link", "<a>; rel=\" a\\\"b \"; t=c", "<link href=\"a\" rel=\"a&quot;b\" t=\"c\"></link>"),
        ("link", "<a>; rel=\"a", "<link href=\"a\" rel=\"a\"></link>"),
        ("link", "<a>; rel=\"a\\", "<link href=\"a\" rel=\"a\\\"></link>"),
        (
            "link", "<a>; rel=x, <b>; rel=y",
            "<link href=\"a\" rel=\"x\"></link><link href=\"b\" rel=\"y\"></link>"
        ),
        (
            "link", "<a>; rel=\"x, <c>\", <b>",
            "<link href=\"a\" rel=\"x, &lt;c&gt;\"></link><link href=\"b\"></link>"
        ),
        ("link", "<a>; rel=x; rel=y; 0=z", "<link href=\"a\" rel=\"x\"></link>"),
        ("link", "<a>;", "<link href=\"a\"></link>"), ("link", "<a", ""), ("link", "a>", ""),
        ("link", "", ""),
    ])
    func fieldsAreElements(_ name: String, _ value: String, _ text: String) {
        #expect(
            AskedPageTests.response([(name, value)])
                == "<response url=\"u\" status=\"200\">\(text)</response>"
        )
    }

    /// Cookies are together after everything else, in their order.
    @Test func cookiesAreTogether() {
        let headers = [("set-cookie", "a=1"), ("etag", "e"), ("set-cookie", "b=2")]
        let text =
            #"<response url="u" status="200"><etag>e</etag><cookies><a>1</a><b>2</b></cookies></response>"#
        #expect(AskedPageTests.response(headers) == text)
        let page = AskedPage(url: "u", values: []).page(name: "request", clock: "2020-01-01T00:00:00Z")
        #expect(page.name == "request" && page.url == "u" && page.asked?.url == "u")
        #expect(String(decoding: page.bytes, as: UTF8.self) == #"<request url="u"></request>"#)
    }
}
