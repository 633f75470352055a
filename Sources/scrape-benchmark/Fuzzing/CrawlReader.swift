import Basics
import Cases
import Crawling
import Engine
import Platform
import Records

/// Crawls of archives that are made of a generated text.
///
/// Each part of the text is an exchange: a line with the method, the address and the body of the request, then the answer's
/// status, headers and body as in HTTP. The requests of the crawl that no part answers fail.
enum CrawlReader {
    /// - Parameter scratch: a folder for the archives.
    static func all(_ registry: Registry, scratch: String) -> [FormatFuzz] {
        let rules = CrawlExamples.rules.map { text in
            Result {
                try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: registry)
            }
        }
        return [
            FormatFuzz("crawl", cost: 20, examples: CrawlExamples.exchanges) { input, index in
                // The rules of the example that the input was most likely made of.
                let text = String(decoding: input, as: UTF8.self)
                let loaded = rules[text.contains("/search") ? 1 : text.contains("list?page=1") ? 2 : 0]
                guard case .success(let rules) = loaded else {
                    return FuzzResult(problem: "the rules cannot be loaded: \(loaded)")
                }
                let path = "\(scratch)/crawl-\(index).warc"
                guard (try? File.write(archive(input), toNewFile: path, isProgram: false)) != nil else {
                    return FuzzResult(problem: "cannot write \(path)")
                }
                defer { _ = unlink(path) }
                return result(path, rules, scratch)
            }
        ]
    }

    private static func result(_ path: String, _ rules: Rules, _ scratch: String) -> FuzzResult {
        var facts = Case.Facts()
        facts.saved = "2024-02-29T12:00:00Z"
        facts.limit = 40
        do throws(Diagnostics) {
            let outcome = try CrawlReplay.ofArchives.run(path, facts, rules) { _ in }
            let messages = outcome.diagnostics.map(\.message)
            return FuzzResult(
                nodes: outcome.requests.count,
                problem: messages.contains("")
                    ? "a message is empty"
                    : outcome.requests.count > 40
                        ? "there are more requests than allowed" : nil
            ) {
                (outcome.requests.map(JSONWriter.compact)
                    + outcome.records.map { JSONWriter.compact($0.value) }
                    + outcome.diagnostics.map(\.description))
                    .joined(separator: "\n").replacing(scratch, with: "")
            }
        } catch {
            return FuzzReaders.failure("\(error)".replacing(scratch, with: ""))
        }
    }

    /// The archive of exchanges.
    private static func archive(_ input: [UInt8]) -> [UInt8] {
        var archive: [UInt8] = []
        let parts = String(decoding: input, as: UTF8.self).split(separator: ToolReaders.separator)
        for (number, part) in parts.enumerated() {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let words = lines[0].split(separator: " ", maxSplits: 2)
            guard words.count > 1, lines.count > 1 else { continue }
            let body = words.count > 2 ? String(words[2]) : ""
            let fields = [
                "WARC-Record-ID: <urn:uuid:\(number)>", "WARC-Target-URI: \(words[1])",
                "WARC-Date: 2024-02-29T12:00:\(10 + number % 50)Z",
            ]
            let head = lines[1].firstRange(of: "\n\n")
            let answer =
                lines[1][..<(head?.lowerBound ?? lines[1].endIndex)].replacing("\n", with: "\r\n")
                + "\r\n\r\n"
                + lines[1][(head?.upperBound ?? lines[1].endIndex)...]
            archive += record("response", fields, "HTTP/1.1 " + answer)
            archive += record(
                "request",
                ["WARC-Record-ID: <urn:uuid:q\(number)>", "WARC-Concurrent-To: <urn:uuid:\(number)>"]
                    + fields.dropFirst(),
                "\(words[0]) / HTTP/1.1\r\n\r\n\(body)"
            )
        }
        return archive
    }

    private static func record(_ type: String, _ fields: [String], _ block: String) -> [UInt8] {
        let head = ["WARC/1.1", "WARC-Type: \(type)"] + fields + ["Content-Length: \(block.utf8.count)"]
        return Array("\(head.joined(separator: "\r\n"))\r\n\r\n\(block)\r\n\r\n".utf8)
    }
}

/// Examples of crawls.
private enum CrawlExamples {
    static let rules = [
        #"""
        {
          "match": ["https://a.example/*"],
          "inputs": { "q": { "default": "oak" } },
          "session": { "headers": { "X-Shop": "7" } },
          "requests": {
            "list": { "get": "https://a.example/list", "query": { "q": "{q}" }, "records": ["Total"],
              "next": "a.next::attr(href)", "follow": { "plant": { "each": "li", "select": "a::attr(href)", "take": { "place": ".place" } } } },
            "plant": { "match": "https://a.example/plant/*", "records": ["Plant"] }
          },
          "answers": [{ "status": 503, "is": "busy" }, { "status": 404, "is": "gone" }, { "when": ".none", "is": "empty" }],
          "limits": { "pages": 30 },
          "records": {
            "Total": { "each": ":root", "fields": { "total": { "select": ".total", "type": "integer" } } },
            "Plant": { "each": "h1", "unique": "name", "fields": { "name": "::text", "price": { "in": { "closest": "body" }, "select": ".price", "apply": ["number"] } } }
          }
        }
        """#,
        #"""
        {
          "match": ["https://a.example/*"], "source": "json",
          "requests": {
            "search": { "post": "https://a.example/search", "json": { "page": 1, "cursor": "{cursor}" },
              "next": { "take": { "cursor": "json > next" }, "total": "json > total" } }
          },
          "records": { "Hit": { "each": "json > hits > item", "unique": "id", "fields": { "id": { "select": "> id", "required": true, "type": "integer" }, "name": "> name" } } }
        }
        """#,
        #"""
        {
          "match": ["https://a.example/*"],
          "requests": {
            "pages": { "for": { "n": { "first": 1, "last": 3 } }, "get": "https://a.example/list", "query": { "page": "{n}" } }
          },
          "records": { "Link": { "each": "li", "unique": "href", "across": true, "fields": { "href": { "select": "a::attr(href)", "type": "url" }, "place": ".place" } } }
        }
        """#,
    ]

    private static let html = "200 OK\nContent-Type: text/html; charset=utf-8\n\n"
    private static let robots =
        "GET https://a.example/robots.txt\n200 OK\nContent-Type: text/plain\n\nUser-agent: *\nDisallow: /plant/9\nCrawl-delay: 1"
    private static let oak = "GET https://a.example/plant/1\n\(html)<h1>Oak</h1><p class=price>$12.50"
    private static let elm = "GET https://a.example/plant/2\n301 Moved\nLocation: /plant/3\n\n"

    static let exchanges = [
        [
            robots,
            "GET https://a.example/list?q=oak\n\(html)<p class=total>3</p><ul><li><a href=/plant/1>A</a><i class=place>x</i><li><a href=/plant/2>B</a></ul><a class=next href='?q=oak&page=2'>Next</a>",
            "GET https://a.example/list?q=oak&page=2\n\(html)<ul><li><a href=/plant/3#top>C</a><li><a href=/plant/9>D</a><li><a href=/plant/1>A</a></ul>",
            oak, elm, "GET https://a.example/plant/3\n\(html)<h1>Elm</h1>",
        ].joined(separator: ToolReaders.separator),
        [
            "POST https://a.example/search {\"page\":1}\n200 OK\nContent-Type: application/json\n\n{\"total\":3,\"hits\":[{\"id\":1,\"name\":\"a\"},{\"id\":2}],\"next\":\"c2\"}",
            "POST https://a.example/search {\"page\":1,\"cursor\":\"c2\"}\n200 OK\nContent-Type: application/json\n\n{\"total\":3,\"hits\":[{\"id\":3,\"name\":\"c\"}],\"next\":null}",
            robots,
        ].joined(separator: ToolReaders.separator),
        [
            robots, "GET https://a.example/list?page=1\n\(html)<ul><li><a href=/a>A</a><li><a href=/b>B</a>",
            "GET https://a.example/list?page=2\n\(html)<ul><li><a href=/b>B</a><i class=place>y</i>",
            "GET https://a.example/list?page=3\n404 Not Found\nContent-Type: text/html\n\nnothing",
        ].joined(separator: ToolReaders.separator),
    ]
}
