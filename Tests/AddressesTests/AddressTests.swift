import Encoding
import Testing

@testable import Addresses

/// Addresses as browsers parse and serialize them.
@Suite struct AddressTests {
    /// An address on the web in a text of any case, and not what only resembles one.
    @Test(arguments: [
        ("http://a", true), ("HTTPS://a.example/b", true), ("Http://", true), ("https://", true),
        ("http:/a", false), ("https:/", false), ("http", false), ("", false), ("httpss://a", false),
        ("ftp://a.example/", false), (" http://a", false), ("x?u=http://a", false), ("http//:a", false),
    ])
    func prefixes(_ text: String, _ isOnTheWeb: Bool) {
        #expect(WebAddress.begins(text) == isOnTheWeb)
    }

    @Test(arguments: [
        ("HTTP://Plants.Example:80/a/../b", "http://plants.example/b"),
        ("https://x.example", "https://x.example/"),
        ("HTTPS://X.example:443/", "https://x.example/"), ("https://x.example:444", "https://x.example:444/"),
        (" https://x.example/a b\t\n", "https://x.example/a%20b"),
        ("ht\ntps://x.ex\tample/", "https://x.example/"),
        ("https:x.example", "https://x.example/"), ("https:\\\\x.example\\a", "https://x.example/a"),
        ("https://u:p%40@x.example/", "https://u:p%40@x.example/"),
        ("https://@x.example/", "https://x.example/"),
        ("https://a@b@x.example/", "https://a%40b@x.example/"),
        ("https://:@x.example/", "https://x.example/"),
        ("https://x.example/50%-off", "https://x.example/50%-off"),
        ("https://x.example?a='b'#c`d", "https://x.example/?a=%27b%27#c%60d"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://0x7F.1/", "https://127.0.0.1/"),
        ("https://[1:0::0:2]/", "https://[1::2]/"), ("https://x.example/%2e%2E/a/.%2e", "https://x.example/"),
        ("mailto:Lee@x.example?subject=a b", "mailto:Lee@x.example?subject=a%20b"),
        ("data:text/plain,a b", "data:text/plain,a b"),
        ("urn:a/./b/../c", "urn:a/./b/../c"), ("x:/a/./b/../c", "x:/a/c"), ("x:/..//p", "x:/.//p"),
        ("x://H/%41", "x://H/%41"),
        ("file:///C|/a/../..", "file:///C:/"), ("file://localhost/a", "file:///a"),
        ("ws://x.example:80?ü", "ws://x.example/?%C3%BC"),
        ("https://x.example/\u{0}a", "https://x.example/%00a"),
        ("https://faß.example/", "https://xn--fa-hia.example/"),
        ("https://x.example:065535/", "https://x.example:65535/"), ("https://1.2.3/", "https://1.2.0.3/"),
        ("https://a.b-1/..a/%a", "https://a.b-1/..a/%a"),
        ("https://%65xample.org./", "https://example.org./"),
    ])
    func absolute(_ text: String, _ href: String) throws {
        let address = try WebAddress(text)
        #expect(address.href == href)
        #expect(try WebAddress.href(of: text) == href)
        #expect(try WebAddress(href) == address)
    }

    @Test(arguments: [
        ("", "https://x.example/a/b?q"), ("c", "https://x.example/a/c"), ("./", "https://x.example/a/"),
        ("..", "https://x.example/"),
        ("/c", "https://x.example/c"), ("//y.example", "https://y.example/"),
        ("?r", "https://x.example/a/b?r"),
        ("#g", "https://x.example/a/b?q#g"), ("https:c", "https://x.example/a/c"), ("http:c", "http://c/"),
        ("\\x\\y", "https://x.example/x/y"), ("/a\n/b", "https://x.example/a/b"), ("c:d", "c:d"),
        ("c/d:e", "https://x.example/a/c/d:e"),
        ("///y.example/", "https://y.example/"), ("../../../c", "https://x.example/c"),
        ("ü", "https://x.example/a/%C3%BC"),
        ("%2e%2e/c", "https://x.example/c"), (".c", "https://x.example/a/.c"),
        ("javascript:f(1)", "javascript:f(1)"), ("c?d#e#f", "https://x.example/a/c?d#e#f"),
    ])
    func relative(_ text: String, _ href: String) throws {
        let base = try WebAddress("https://x.example/a/b?q#f")
        #expect(try WebAddress(text, base: base).href == href)
        #expect(try WebAddress.href(of: text, base: base) == href)
    }

    @Test(arguments: [
        ("x", AddressError.relativeWithoutBase), ("", .relativeWithoutBase), ("https://", .hostMissing),
        ("https:///?x", .hostMissing),
        ("https://u@/", .hostMissing), ("https://:80/", .hostMissing), ("https://a b/", .invalidHost("a b")),
        ("https://a%00b/", .invalidHost("a%00b")), ("https://a<b/", .invalidHost("a<b")),
        ("x://a b/", .invalidHost("a b")),
        ("https://\u{AD}/", .invalidHost("\u{AD}")), ("https://xn--a.ü/", .invalidHost("xn--a.ü")),
        ("https://1.2.3.4.5/", .invalidIPv4("1.2.3.4.5")), ("https://1.2.3.256/", .invalidIPv4("1.2.3.256")),
        ("https://a.1/", .invalidIPv4("a.1")), ("https://[1:2]/", .invalidIPv6("[1:2]")),
        ("https://[::1/", .invalidIPv6("[::1")),
        ("https://x.example:65536/", .invalidPort("65536")), ("https://x.example:8a/", .invalidPort("8a")),
        (
            "https://\(String(repeating: "ü", count: HostName.maximalLength))/",
            .invalidHost(String(repeating: "ü", count: HostName.maximalLength))
        ),
    ])
    func failures(_ text: String, _ error: AddressError) {
        #expect(throws: error) { try WebAddress(text) }
        #expect(throws: error) { try WebAddress.href(of: text) }
    }

    @Test func nothingIsRelativeToAnOpaquePath() throws {
        let mail = try WebAddress("mailto:a@x.example?q")
        #expect(throws: AddressError.relativeToOpaquePath) { try WebAddress("b", base: mail) }
        #expect(try WebAddress("#f", base: mail).href == "mailto:a@x.example?q#f")
    }

    @Test func parts() throws {
        let address = try WebAddress("https://lee:pw@x.example:8080/a/b?q=1#f")
        #expect(address.scheme == "https" && address.username == "lee" && address.password == "pw")
        #expect(address.host == "x.example" && address.port == 8080 && address.portOrDefault == 8080)
        #expect(address.path == "/a/b" && address.query == "q=1" && address.fragment == "f")
        #expect(address.origin == "https://x.example:8080" && address.isSpecial && !address.hasOpaquePath)
        #expect(address.withoutFragment.href == "https://lee:pw@x.example:8080/a/b?q=1")
        let mail = try WebAddress("mailto:a")
        #expect(
            mail.host == nil && mail.port == nil && mail.query == nil && mail.fragment == nil
                && mail.origin == nil
        )
        #expect(mail.username == "" && mail.password == "" && mail.path == "a" && mail.hasOpaquePath)
        let plain = try WebAddress("http://x.example/?#")
        #expect(plain.query == "" && plain.fragment == "" && plain.port == nil && plain.portOrDefault == 80)
    }

    /// The walk over a plain address returns the same parts as the parser.
    @Test func plainAddressesAreParsedAlike() throws {
        let parts = [
            "a", "B", "/", "//", "?", "#", ".", "..", "%20", "%2e", "%", ":", "'", "http:", "https://",
            "x.example", "1", "@", "\\",
            " ", "ä", "`", "|", "-", "/..", "/.", "&", "", "0x", ":80", "xn--a",
        ]
        let bases = try ["https://x.example/a/b?q/r#s/t", "http://u@x.example:8/", "x:/a/b", "file:///C:/a"]
            .map { try WebAddress($0) }
        var state: UInt64 = 42
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var plain = 0
        for _ in 0..<50_000 {
            let start = ["", "", "https://x.example/", "http://a"][below(4)]
            var text = start + (0...below(6)).map { _ in parts[below(parts.count)] }.joined()
            let base = bases[below(bases.count)]
            let parsed = text.withUTF8 { bytes in try? AddressParser.parse(bytes, base, .utf8) }
            #expect((try? WebAddress.href(of: text, base: base)) == parsed?.href, "\(text) on \(base)")
            let found = PlainAddress.parts(of: text)
            if found != nil { plain += 1 }
            if let found, let parsed {
                #expect(parsed.href == text && "\(found)" == "\(parsed.parts)", "\(text)")
            } else {
                #expect(found == nil, "\(text)")
            }
        }
        #expect(plain > 1_000)
    }

    @Test(arguments: [
        ("windows-1252", "a=ü €'", "a=%FC%20%80%27"), ("windows-1251", "ü", "%26%23252%3B"),
        ("utf-16le", "ü", "%C3%BC"),
        ("shift_jis", "日本", "%93%FA%96{"), ("gbk", "€", "%80"), ("gb18030", "€ä", "%A2%E3%810%8A1"),
        ("iso-2022-jp", "日a", "%1B$BF|%1B(Ba"),
    ])
    func queriesOfLegacyPages(_ label: String, _ query: String, _ written: String) throws {
        let encoding = try #require(Encoding(label: label))
        #expect(
            try WebAddress("https://x.example/ü?\(query)#ü", encoding: encoding).href
                == "https://x.example/%C3%BC?\(written)#%C3%BC"
        )
        let sockets = try WebAddress("wss://x.example/?ü", encoding: encoding)
        #expect(sockets.query == "%C3%BC")
    }
}
