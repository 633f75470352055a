import Foundation
import Testing

/// Addresses of this machine without permission: nothing connects to them, however they are spelled and wherever they
/// come from.
struct PrivateAddressTests {
    /// Names of this machine, as hosts in addresses. Each leads to the loopback interface on this system, or nowhere.
    private static let hosts = [
        "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.1", "0177.0.0.1", "017700000001",
        "127.0.0.1.", "127.0.0.2", "localhost", "LOCALHOST", "localhost.", "%6Cocalhost", "127%2e0%2e0%2e1",
        "１２７.0.0.1", "127。0。0。1", "0", "0.0.0.0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]", "[::127.0.0.1]", "user@127.0.0.1",
    ]

    private static let refusal = "belongs to this machine or to a private network"

    @Test func spellingsInAListAreRefused() throws {
        try withServer { _, _ in
            [.page("<h1>private</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let addresses = Self.hosts.map { "http://\($0):\(server.port)/" }
                try addresses.joined(separator: "\n").write(
                    toFile: "\(folder)/list",
                    atomically: true,
                    encoding: .utf8
                )
                let arguments = [
                    "fetch", "--list", "list", "--delay", "0", "--retries", "0", "--errors", "errors.jsonl",
                ]
                let run = try Run(arguments + ["-o", "a.warc"], in: folder)
                #expect(run.status == 1)
                #expect(server.requests.isEmpty, "\(server.requests)")
                let errors = try String(contentsOfFile: "\(folder)/errors.jsonl", encoding: .utf8)
                    .split(separator: "\n")
                // Some spellings denote the same address, which is tried once.
                #expect(errors.count > 8)
                #expect(errors.allSatisfy { !$0.contains("status") })
                #expect(errors.count { $0.contains(Self.refusal) } > 6, "\(errors.joined(separator: "\n"))")
            }
        }
    }

    /// A server on the command line redirects to others on this machine.
    @Test(arguments: ["localhost", "127.0.0.2", "[::ffff:127.0.0.1]", "2130706434", "127.1.1.1"])
    func redirectsAreRefused(_ host: String) throws {
        try withServer { target, request in
            let port =
                request.split(separator: "\r\n").first { $0.hasPrefix("Host:") }?.split(separator: ":").last
                ?? ""
            return target == "/start"
                ? [.redirect("http://\(host):\(port)/inside")] : [.page("<h1>\(target)</h1>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let run = try Run(
                    ["fetch", "--delay", "0", "--retries", "0", server.url("/start")],
                    in: folder
                )
                #expect(run.status == 3)
                #expect(run.output == "" && run.errors.contains(Self.refusal), "\(run.errors)")
                #expect(!server.targets.contains("/inside"))
            }
        }
    }

    /// All parts of a rules file: its first requests, the links that it follows, the next page, a robots.txt.
    @Test(arguments: [
        #""list": { "get": "BASE/list" }"#,
        #""list": { "get": "BASE/list", "next": "a::attr(href)" }"#,
        #""list": { "get": "BASE/list", "records": [], "follow": { "item": "a::attr(href)" } }, "item": { "match": "BASE/item/*" }"#,
        #""map": { "sitemaps": "BASE/", "records": [], "follow": { "item": {} } }, "item": { "match": "BASE/item/*" }"#,
    ])
    func rulesAreRefused(_ requests: String) throws {
        try withServer { _, _ in
            [.page("<h1>private</h1><a href=/item/1>one</a>")]
        } _: { server in
            try withTemporaryFolder { folder in
                let rules = """
                    { "match": "BASE/*", "requests": { \(requests) },
                      "records": { "R": { "fields": { "x": { "select": "h1", "required": true } } } } }
                    """
                for base in ["http://127.0.0.1:\(server.port)", "http://localhost:\(server.port)"] {
                    try rules.replacing("BASE", with: base).write(
                        toFile: "\(folder)/site.json",
                        atomically: true,
                        encoding: .utf8
                    )
                    let run = try Run(["crawl", "site.json", "--delay", "0", "-q"], in: folder)
                    #expect(run.status != 0 && !run.output.contains("private"))
                    #expect(run.errors.contains(Self.refusal), "\(run.errors)")
                    #expect(server.requests.isEmpty, "\(server.requests) \(run.errors)")
                }
            }
        }
    }
}
