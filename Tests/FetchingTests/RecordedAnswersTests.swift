import Addresses
import Batch
import Foundation
import Scraping
import Testing

@testable import Fetching

/// The answers of an archive, by their requests.
struct RecordedAnswersTests {
    /// A record with an id of its own.
    private static func record(
        _ type: String,
        _ block: String,
        _ fields: [String] = [],
        url: String = "http://a/x"
    ) -> String {
        (["WARC/1.1", "WARC-Type: \(type)", "WARC-Target-URI: \(url)"] + fields + [
            "Content-Length: \(block.utf8.count)", "", "",
        ])
        .joined(separator: "\r\n") + block + "\r\n\r\n"
    }

    private static func response(
        _ body: String,
        _ date: Int,
        _ fields: [String] = [],
        status: String = "200 OK",
        url: String = "http://a/x"
    ) -> String {
        let fields =
            [
                "WARC-Date: 2026-01-0\(date)T00:00:00Z", "WARC-Record-ID: <id:\(date)>",
                "Content-Type: application/http",
            ] + fields
        return record("response", "HTTP/1.1 \(status)\r\n\r\n\(body)", fields, url: url)
    }

    private static func request(_ method: String, _ body: String, of date: Int) -> String {
        let fields = ["WARC-Concurrent-To: <id:\(date)>", "Content-Type: application/http"]
        return record("request", "\(method) /x HTTP/1.1\r\nHost: a\r\n\r\n\(body)", fields)
    }

    private static func answers(_ records: [String]) throws -> RecordedAnswers {
        let path = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString).warc")
            .path
        try Data(records.joined().utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try RecordedAnswers(path, limits: Limits())
    }

    private static func request(
        _ method: String = "GET",
        _ body: String = "",
        url: String = "http://a/x"
    ) throws -> FetchRequest {
        var request = FetchRequest(try WebAddress(url))
        (request.method, request.body) = (method, Array(body.utf8))
        return request
    }

    private static func body(_ exchange: Exchange?) -> String? {
        guard let response = exchange?.response else { return nil }
        return String(decoding: response, as: UTF8.self).components(separatedBy: "\r\n\r\n").last
    }

    @Test func methodsAndBodiesAreThoseOfTheRequests() throws {
        let answers = try Self.answers([
            Self.request("POST", "one", of: 1), Self.response("1", 1), Self.request("POST", "two", of: 2),
            Self.response("2", 2),
            Self.response("3", 3), Self.response("4", 4, ["Scrape-Method: PUT"]),
        ])
        func body(_ method: String, _ body: String = "") throws -> String? {
            Self.body(answers.answer(to: try Self.request(method, body)))
        }
        #expect(try body("POST", "two") == "2")
        #expect(try body("POST", "two") == "2")
        #expect(try answers.hasMore(of: Self.request("POST")))
        // Another body: the first answer that has not been returned yet, and then the last one.
        #expect(try body("POST", "three") == "1")
        #expect(try !answers.hasMore(of: Self.request("POST")))
        #expect(try body("POST", "three") == "2")
        #expect(try body("POST", "one") == "1")
        #expect(try body("GET") == "3")
        #expect(try body("PUT") == "4")
        #expect(try body("HEAD") == nil)
        #expect(try !answers.hasMore(of: Self.request("HEAD")))
    }

    @Test func repeatedRequestsGetTheAnswersInOrder() throws {
        let answers = try Self.answers([
            Self.response("1", 1, ["WARC-IP-Address: 10.0.0.1", "WARC-Protocol: h2", "Scrape-Masked: true"]),
            Self.response("2", 2, status: "404 Not Found"), Self.response("3", 3),
        ])
        let request = try Self.request()
        let first = answers.answer(to: request)
        #expect(
            first?.ip == "10.0.0.1" && first?.version == "h2" && first?.isMasked == true
                && first?.method == "GET"
        )
        #expect(Self.body(first) == "1")
        let second = answers.answer(to: request)
        #expect(second?.ip == nil && second?.isMasked == false)
        #expect((3...5).map { _ in Self.body(answers.answer(to: request)) } == ["3", "3", "3"])
        #expect(Self.body(answers.earlier(request)) == "3")
        #expect(answers.damage == [])
    }

    @Test func anAnswerTakesThePlaceOfOthers() throws {
        let answers = try Self.answers([
            Self.response("1", 1), Self.response("2", 2), Self.response("3", 3, ["Scrape-Replaces: true"]),
            Self.response("4", 4, url: "http://a/y"),
            Self.response("5", 5, ["Scrape-Replaces: true"], url: "http://a/z"),
        ])
        let request = try Self.request()
        #expect(Self.body(answers.answer(to: request)) == "3")
        #expect(!answers.hasMore(of: request))
        #expect(try Self.body(answers.answer(to: Self.request(url: "http://a/y"))) == "4")
        #expect(try Self.body(answers.answer(to: Self.request(url: "http://a/z"))) == "5")
        // Answers to another body stay.
        let posts = try Self.answers([
            Self.request("POST", "one", of: 1), Self.response("1", 1), Self.request("POST", "two", of: 2),
            Self.response("2", 2, ["Scrape-Replaces: true"]),
        ])
        #expect(try Self.body(posts.answer(to: Self.request("POST", "one"))) == "1")
        #expect(try Self.body(posts.answer(to: Self.request("POST", "two"))) == "2")
    }

    @Test func aFailureBelongsToItsTruncatedAnswer() throws {
        func failure(_ date: Int, _ text: String = #"{"failure": "timeout", "detail": "x"}"#) -> String {
            Self.record(
                "metadata",
                text,
                ["WARC-Date: 2026-01-0\(date)T00:00:00Z", "Content-Type: application/json"]
            )
        }
        let cause = try #require(FetchFailure.Cause.allCases.first)
        func known(_ date: Int) -> String {
            failure(date, #"{"failure": "\#(cause.rawValue)", "detail": "x"}"#)
        }
        let request = try Self.request()
        let one = try Self.answers([Self.response("1", 1), known(1)])
        let exchange = one.answer(to: request)
        #expect(
            Self.body(exchange) == "1" && exchange?.failure?.cause == cause
                && exchange?.failure?.detail == "x"
        )
        #expect(one.earlier(request) == nil && !one.hasMore(of: request))
        let two = try Self.answers([
            Self.response("1", 1), known(2), failure(3, "{}"), failure(4, #"{"failure": "unknown"}"#),
        ])
        #expect(two.answer(to: request)?.failure == nil)
        let alone = two.answer(to: request)
        #expect(alone?.response == nil && alone?.failure?.cause == cause)
        #expect(!two.hasMore(of: request))
        #expect(Self.body(two.earlier(request)) == "1")
    }

    @Test func aRevisitHasTheBodyOfAnother() throws {
        func revisit(_ head: String, _ fields: [String]) -> String {
            Self.record(
                "revisit",
                "HTTP/1.1 \(head)\r\n\r\n",
                ["WARC-Date: 2026-01-09T00:00:00Z", "Content-Type: application/http"] + fields
            )
        }
        let original = Self.response("one", 1)
        let request = try Self.request()
        for fields in [
            ["WARC-Refers-To-Date: 2026-01-01T00:00:00Z", "WARC-Refers-To-Target-URI: http://a/x"],
            ["WARC-Refers-To-Date: 2026-01-01T00:00:00Z"], ["WARC-Refers-To: <id:1>"], [],
        ] {
            let answers = try Self.answers([original, revisit("203 X\r\nA: b", fields)])
            _ = answers.answer(to: request)
            let repeated = answers.answer(to: request)
            #expect(Self.body(repeated) == "one" && repeated?.head?.status == 203, "\(fields)")
            #expect(repeated?.original?.date == "2026-01-01T00:00:00Z")
        }
        let unchanged = try Self.answers([original, revisit("304 Not Modified", [])])
        _ = unchanged.answer(to: request)
        #expect(unchanged.answer(to: request)?.head?.status == 200)
        let missing = try Self.answers([revisit("200 OK", ["WARC-Refers-To: <id:1>"])])
        #expect(missing.answer(to: request) == nil)
        #expect(missing.damage == ["the record of http://a/x refers to another that is missing"])
    }

    /// The answers of a run that has requested the pages again are returned alone; the earlier ones are what it
    /// compared them with.
    @Test func aNewRunStartsAgain() throws {
        func information(_ text: String) -> String {
            Self.record("warcinfo", text, ["Content-Type: application/warc-fields"])
        }
        let continued = try Self.answers([
            information("clock: a\r\ninput: b\r\n"), Self.response("1", 1),
            information("clock: c\r\nno field\r\n"), Self.response("2", 2),
        ])
        let request = try Self.request()
        #expect(continued.information == ["clock": "c"])
        #expect((1...2).map { _ in Self.body(continued.answer(to: request)) } == ["1", "2"])
        let again = try Self.answers([
            Self.response("1", 1), information("scrape-revalidates: x\r\n"),
            Self.response("2", 2, url: "http://a/y"),
        ])
        #expect(again.answer(to: request) == nil)
        #expect(Self.body(again.earlier(request)) == "1")
        #expect(try Self.body(again.answer(to: Self.request(url: "http://a/y"))) == "2")
    }

    @Test func aMissingRequestNamesTheNearest() throws {
        let answers = try Self.answers([
            Self.response("1", 1, url: "http://a/plants/list"), Self.response("2", 2, url: "http://b/"),
        ])
        func missing(_ url: String) throws -> String {
            let text = answers.missing(try Self.request(url: url)).detail
            return text.components(separatedBy: ".warc").last ?? ""
        }
        #expect(try missing("http://a/plants/lust") == "; the nearest in it is http://a/plants/list")
        #expect(
            try missing("http://a/plants/something/else/entirely")
                == "; the nearest in it is http://a/plants/list"
        )
        #expect(
            try missing("http://b/something/else/entirely/and/more") == "; the nearest in it is http://b/"
        )
        #expect(try Self.answers([]).missing(Self.request()).detail.hasSuffix(".warc"))
    }
}
