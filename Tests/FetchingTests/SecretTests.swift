import Foundation
import Synchronization
import Testing

@testable import Fetching

/// Secrets of a crawl, and what is computed from them: nothing that is stored or printed contains them in any encoding.
struct SecretTests {
    private static let pin = "p+n/7Q&42 é"
    private static let token = "tok/En+9931"
    private static let base64 = Data("reader:\(pin)".utf8).base64EncodedString()

    /// A rules file with a secret, a header field computed from it, and a token from the answer to the login.
    private static let rules = """
        { "match": "BASE/*", "inputs": { "pin": { "secret": "TEST_PIN" } },
          "values": { "basic": { "in": "request", "select": "pin", "apply": [{ "replace": ["^.", "reader:$0"] }, "base64"] } },
          "session": { "login": { "post": "BASE/in", "form": { "pin": "{pin}" },
              "take": { "token": { "select": "b" } } },
            "headers": { "Authorization": "Basic {basic}" } },
          "requests": { "books": { "get": "BASE/books", "headers": { "X-Token": "{token}" } } },
          "records": { "T": { "fields": { "t": "h1", "echo": { "select": "p" } } } } }
        """

    /// Fields of requests whose values are not stored, by their names.
    @Test(arguments: [
        ("Authorization", true), ("proxy-authorization", true), ("Cookie", true), ("COOKIE", true),
        ("X-API-Key", true), ("apikey", true), ("X-Auth", true), ("csrf-Token", true), ("x-session-id", true),
        ("Client-Secret", true), ("Password", true), ("Set-Cookie", false), ("Cookies", false),
        ("Accept", false),
        ("User-Agent", false), ("Api_Key", false), ("Toke", false), ("", false),
    ])
    func namesOfFieldsWithCredentials(_ name: String, _ isSecret: Bool) {
        #expect((HeaderField(name, "x")?.isSecret ?? false) == isSecret)
    }

    /// Sixteen characters are found nowhere by chance, nor eight with letters and digits.
    @Test(arguments: [
        ("abcdefghijklmnop", true), ("abcdefghijklmno", false), ("abcdefg1", true), ("ABCDEFG1", true),
        ("abcdef1", false),
        ("12345678", false), ("abcdefgh", false), ("1234567a", true), ("1234567z", true), ("1234567A", true),
        ("1234567Z", true),
        ("1234567@", false), ("1234567[", false), ("abcdefg0", true), ("abcdefg9", true), ("abcdefg/", false),
        ("abcdefg:", false),
        ("", false),
    ])
    func tokens(_ text: String, _ isToken: Bool) {
        #expect(Secrets.isToken(text) == isToken)
    }

    /// A value in every form in which pages, addresses and scripts write it.
    @Test(arguments: [
        ("abcd", "xabcdx"), ("a/b\"c\\d", #"a/b\"c\\d"#), ("a/b\"c\\d", #"a\/b\"c\\d"#),
        ("a<b>c", "a&lt;b&gt;c"),
        ("a\"b'c&d", "a&quot;b&#39;c&amp;d"), ("a\"b'c&d", "a&#34;b&#39;c&#38;d"),
        ("a\"b'c&d", "a&#x22;b&#x27;c&#x26;d"),
        ("a<b>c", "a&#60;b&#62;c"), ("a<b>c", "a&#x3c;b&#x3e;c"), ("a b/c", "a%20b%2Fc"),
        ("a b/c", "a%20b%2fc"),
        ("a b/c", "a%20b/c"), ("a b*/c", "a+b*%2Fc"), ("a b/c", "a%2520b%252Fc"), ("abcd", "61626364"),
        ("jkl\u{7F}", "6A6B6C7F"),
        ("jkl\u{7F}", "6a6b6c7f"), ("äbc\u{80}", #"\u00e4bc\u0080"#), ("äbcd", #"\u00E4bcd"#),
        ("äbcd", "%E4bcd"), ("äbcd", "%C3%A4bcd"),
        ("€bcd", #"\u20acbcd"#), ("secret-value", "c2VjcmV0LXZhbHVl"),
        ("secret-value", "eHNlY3JldC12YWx1ZQ=="),
        ("secret-value", "eHhzZWNyZXQtdmFsdWU="), ("a?>~b?>~c", "YT8-fmI_Pn5j"), ("abcde", "YWJjZGU"),
    ])
    func formsOfAValue(_ value: String, _ text: String) {
        var secrets = Secrets()
        secrets.add("k", value)
        let masked = secrets.masked("<" + text + ">")
        #expect(masked.contains("SECRET-K"), "\(masked)")
        #expect(Secrets().masked("<" + text + ">") == "<" + text + ">")
    }

    /// In base64, a value after other bytes is found by six characters that are its own, not by fewer.
    @Test(arguments: [
        ("abcde", "YWJjZGV4", "<SECRET-KV4>"), ("abcde", "eGFiY2Rl", "<eGSECRET-K>"),
        ("abcde", "eHhhYmNkZQ", "<eHhSECRET-KQ>"),
        ("abcd", "eGFiY2Q", "<eGFiY2Q>"), ("abcd", "eHhhYmNk", "<eHhhYmNk>"),
        ("abcd", "YWJjZHh4", "<YWJjZHh4>"),
        ("abcdef", "eGFiY2RlZg", "<eGSECRET-Kg>"),
    ])
    func partsInBase64(_ value: String, _ text: String, _ expected: String) {
        var secrets = Secrets()
        secrets.add("k", value)
        #expect(secrets.masked("<\(text)>") == expected)
    }

    @Test func shortValuesAndThoseThatBeginAlike() {
        var secrets = Secrets()
        secrets.add("k", "abc")
        #expect(secrets.isEmpty && secrets.masked("abc abcd") == "abc abcd")
        #expect(!Secrets.canReplace("abc") && Secrets.canReplace("abcd"))
        secrets.add("k", "abcd")
        secrets.add("l", "abcdef")
        secrets.add("m", "abcdef")
        #expect(secrets.masked("abcd, abcde, abcdef, abcdefg") == "SECRET-K, SECRET-Ke, SECRET-L, SECRET-Lg")
        #expect(secrets.masked("") == "")
        let western = secrets.masked(Array("abcd".utf8) + [0xE4])
        #expect(western.isChanged && western.bytes == Array("SECRET-K".utf8) + [0xE4])
        #expect(!secrets.masked(Array("abc".utf8)).isChanged)
    }

    private static func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// The ways in which a value is encoded.
    private static func forms(_ value: String) -> [String] {
        let form = percent(value).replacing("%20", with: "+")
        let lower = percent(value).replacing(#/%../#) { $0.output.lowercased() }
        let json = String(
            decoding: (try? JSONSerialization.data(withJSONObject: [value])) ?? Data(),
            as: UTF8.self
        )
        let escaped = value.unicodeScalars.map {
            $0.isASCII ? String($0) : "\\u00\(String($0.value, radix: 16))"
        }
        .joined()
        return [
            value, percent(value), lower, form, percent(percent(value)),
            String(json.dropFirst(2).dropLast(2)), escaped, value.replacing("&", with: "&amp;"),
            value.replacing("&", with: "&#38;"), Data(value.utf8).base64EncodedString(),
            Data(value.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
        ]
    }

    private static let all = [pin, token, base64].flatMap(forms)

    @Test func nothingHasThem() throws {
        let echo = Self.all.joined(separator: " , ")
        let processes = Mutex<[String]>([])
        try withServer { target, request in
            // The program and its transport run while they wait for the answer.
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            let lines = folders.filter { Int($0) != nil }.compactMap {
                FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
            }
            processes.withLock { $0 += lines.map { String(decoding: $0, as: UTF8.self) } }
            return switch target {
            case "/in":
                [
                    .page(
                        "<b>\(Self.token)</b>",
                        ["Content-Type: text/html; charset=utf-8", "Set-Cookie: s=sessionKey42; Path=/"]
                    )
                ]
            case "/books":
                [.page("<h1>\(request.contains("Basic \(Self.base64)\r\n"))</h1><p>\(echo)</p>")]
            default: [.page("", status: "404 Not Found")]
            }
        } _: { server in
            try withTemporaryFolder { folder in
                let base = server.url("").hasSuffix("/") ? String(server.url("").dropLast()) : server.url("")
                try Self.rules.replacing("BASE", with: base).write(
                    toFile: "\(folder)/site.json",
                    atomically: true,
                    encoding: .utf8
                )
                let crawl = ["crawl", "site.json", "--allow-private", "--delay", "0", "--proof"]
                let secret = ["TEST_PIN": Self.pin]
                let run = try Run(crawl + ["--archive", "a.warc"], in: folder, environment: secret)
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output.contains("true"), "\(run.output)")
                let packed = try Run(crawl + ["--archive", "a.warc.gz"], in: folder, environment: secret)
                #expect(packed.output == run.output)
                // The archive can be replayed without secrets, with the same result.
                let replay = try Run(["crawl", "site.json", "--replay", "a.warc"], in: folder)
                #expect(replay.output == run.output, "\(replay.errors)")
                #expect(replay.status == 0)
                let dry = try Run(crawl + ["--dry-run"], in: folder, environment: secret)
                #expect(dry.status == 0, "\(dry.errors)")
                let unpack = ["-c", "cat a.warc; gzip -dc a.warc.gz"]
                let archive = Process()
                let pipe = Pipe()
                archive.executableURL = URL(filePath: "/bin/sh")
                archive.arguments = unpack
                archive.currentDirectoryURL = URL(filePath: folder)
                archive.standardOutput = pipe
                try archive.run()
                let archived = String(
                    decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(),
                    as: UTF8.self
                )
                archive.waitUntilExit()
                #expect(archived.contains("SECRET-PIN") && archived.contains("SECRET-TOKEN"))
                #expect(archived.contains("SECRET-BASIC") && archived.contains("SECRET-AUTHORIZATION"))
                #expect(dry.output.contains("X-Token: '\"$TOKEN\"''"), "\(dry.output)")
                #expect(dry.output.hasPrefix("# login 1\ncurl -X POST "), "\(dry.output)")
                #expect(dry.output.contains("--data-raw 'pin='\"$TEST_PIN\"''"), "\(dry.output)")
                #expect(processes.withLock { $0.contains { $0.contains("transport") } })
                let places = [
                    "archives": archived, "records": run.output, "messages": run.errors + packed.errors,
                    "replay": replay.output + replay.errors, "dry run": dry.output + dry.errors,
                    "processes": processes.withLock { $0.joined(separator: "\n") },
                ]
                for (place, text) in places {
                    for form in Self.all { #expect(!text.contains(form), "\(place): \(form)") }
                    #expect(!text.contains("sessionKey42"), "\(place)")
                }
            }
        }
    }
}
