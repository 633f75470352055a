import Foundation
import TestSupport
import Testing

@testable import Politeness

/// The requests that robots.txt files allow.
@Suite struct RobotsTests {
    @Test(arguments: [
        ("user-agent: *\ndisallow: /a", "/a", false), ("user-agent: *\ndisallow: /a", "/b", true),
        ("user-agent: *\ndisallow: /a\nallow: /a", "/a", true),
        ("user-agent: *\nallow: /a\ndisallow: /a/b", "/a/b", false),
        ("user-agent: *\nallow: /a/b\ndisallow: /a", "/a/b/c", true),
        ("user-agent: *\ndisallow:", "/a", true), ("user-agent: *\ndisallow: /", "/robots.txt", true),
        ("user-agent: *\ndisallow: /*.pdf$", "/a/b.pdf", false),
        ("user-agent: *\ndisallow: /*.pdf$", "/a/b.pdf?x", true),
        ("user-agent: *\ndisallow: /a*$", "/abc", false), ("user-agent: *\ndisallow: /a$b", "/a$bc", false),
        ("user-agent: *\ndisallow: /*ab*ab$", "/ab", true),
        ("user-agent: *\ndisallow: /*ab*ab$", "/xabab", false),
        // Percent-encoded forms denote the same path.
        ("user-agent: *\ndisallow: /%62%c3%A4", "/bä", false),
        ("user-agent: *\ndisallow: /bä", "/b%c3%a4", false),
        ("user-agent: *\ndisallow: /a%2fb", "/a/b", true), ("user-agent: *\ndisallow: /%", "/%x", false),
        // Groups.
        ("user-agent: scrape\ndisallow: /a\nuser-agent: *\ndisallow: /b", "/b", true),
        ("user-agent: SCRAPE/2.0\ndisallow: /a\nuser-agent: *\ndisallow: /b", "/a", false),
        ("user-agent: scraper\ndisallow: /a", "/a", true),
        ("user-agent: x\nuser-agent: scrape\ndisallow: /a", "/a", false),
        (
            "user-agent: scrape\ndisallow: /a\nuser-agent: x\ndisallow: /c\nuser-agent: scrape\ndisallow: /b",
            "/b", false
        ),
        ("user-agent: scrape\nsitemap: s\ndisallow: /a", "/a", false),
        ("disallow: /a", "/a", true), ("\u{FEFF}user-agent: *\ndisallow: /a", "/a", false),
        ("user-agent: *\r\ndisallow: /a\r\n", "/a", false), ("user-agent: *\rdisallow: /a", "/a", false),
        ("user-agent: * # all\ndisallow: /a # this", "/a", false),
        ("user-agent *\ndisallow /a", "/a", false), ("useragent: *\ndissallow: /a", "/a", false),
        ("user-agent: *\rdisallow: /a\r", "/a", false), ("user-agent: *\ndisallow: /%6", "/%6", false),
        ("user-agent: *\ndisallow: /\u{400}", "/%D0%80", false),
        ("user-agent: *\ndisallow: /a*b$", "/abxb", false),
        ("user-agent: *\ndisallow: $", "/a", true), ("user-agent: *\ndisallow: */ab", "/ab", false),
        ("user-agent: *\ndisallow: */ab", "/a", true), ("user-agent: *\ndisallow: /*a*b", "/ba", true),
        ("user-agent *\ndisallow /a b", "/a", true), (" user-agent : * \n disallow : /a ", "/a", false),
        ("user-agent: *\n: /a", "/a", true),
        // The longer rule takes precedence, in any order; of rules of the same length, the one that allows.
        ("user-agent: *\ndisallow: /ab\nallow: /a", "/ab", false),
        ("user-agent: *\nallow: /a\ndisallow: /a", "/a", true),
        ("user-agent: *\nallow: /*b\ndisallow: /ab", "/ab", true),
        ("user-agent: *\ndisallow: /ab\nallow: /*b", "/ab", true),
        // A rule that allows the index of a folder allows the folder, but not its contents.
        ("user-agent: *\ndisallow: /a\nallow: /a/index.html", "/a/", true),
        ("user-agent: *\ndisallow: /a\nallow: /a/index.htm", "/a/", true),
        ("user-agent: *\ndisallow: /a\nallow: /a/index.ht", "/a/", false),
        ("user-agent: *\ndisallow: /a\nallow: /a/index.html", "/a/b", false),
        ("user-agent: *\ndisallow: /a\nallow: /a/index.html", "/a", false),
        ("user-agent: *\nallow: /a\ndisallow: /a/index.html", "/a/", true),
        // A group continues after its first rule, until another agent is named.
        ("user-agent: *\ndisallow: /b\ndisallow: /a\nuser-agent: x\ndisallow: /c", "/a", false),
        ("user-agent: *\ndisallow: /b\nuser-agent: x\ndisallow: /a", "/a", true),
        ("user-agent: *\ncrawl-delay: 1\nuser-agent: x\ndisallow: /a", "/a", false),
    ]) func decisions(_ text: String, _ path: String, _ isAllowed: Bool) {
        #expect(RobotsText(Array(text.utf8)).decision(for: path, agent: "scrape").isAllowed == isAllowed)
    }

    /// The names of agents are compared up to the first character that a name cannot contain.
    @Test(arguments: [
        ("a\u{400}b", "a\u{400}b", false), ("a\u{400}b", "a\u{400}c", true), ("a\u{400}b", "a", true),
        ("a-b", "a-c", true), ("a-b", "a-b/1.0", false), ("a_b", "a_c", true), ("a b", "a", false),
        ("a/b", "a/c", false), ("A9", "a9", false), ("a9", "a", true), ("*", "x", false), ("* x", "x", false),
        ("*x", "y", true), ("*x", "*", true), ("", "x", true), ("x", "", true), ("*", "", false),
        ("*", "/", false),
    ]) func agents(_ name: String, _ agent: String, _ isAllowed: Bool) {
        let robots = RobotsText(Array("user-agent: \(name)\ndisallow: /a".utf8))
        #expect(robots.decision(for: "/a", agent: agent).isAllowed == isAllowed)
    }

    @Test func theLineOfTheRuleIsGiven() {
        let robots = RobotsText(Array("\r\nuser-agent: *\r\nallow: /\ndisallow: /a\n".utf8))
        #expect(robots.decision(for: "/a", agent: "x") == .init(isAllowed: false, line: 4))
        #expect(robots.decision(for: "/b", agent: "x") == .init(isAllowed: true, line: 3))
        #expect(RobotsText([]).decision(for: "/b", agent: "x") == .init(isAllowed: true, line: nil))
    }

    @Test(arguments: [
        (200, false), (299, false), (301, true), (404, true), (499, true), (500, false), (503, false),
        (nil, false),
    ])
    func statuses(_ status: Int?, _ isAllowed: Bool) {
        let robots = RobotsText(status: status, Array("user-agent: *\ndisallow: /a".utf8))
        #expect(robots.decision(for: "/a", agent: "x").isAllowed == isAllowed)
        #expect(robots.decision(for: "/b", agent: "x").isAllowed == (status.map { $0 < 500 } ?? false))
    }

    @Test func manyAsterisksTakeNoTime() {
        let pattern = String(repeating: "*a", count: 2_000) + "b"
        let robots = RobotsText(Array("user-agent: *\ndisallow: /\(pattern)".utf8))
        let path = "/" + String(repeating: "a", count: 10_000)
        #expect(robots.decision(for: path, agent: "x").isAllowed)
    }

    @Test func whatIsBeyondTheLimitIsIgnored() {
        let head = Array("user-agent: *\ndisallow: /a\n".utf8)
        let filler = [UInt8](repeating: UInt8(ascii: "#"), count: RobotsText.limit - head.count - 1) + [0x0A]
        let robots = RobotsText(head + filler + Array("disallow: /b".utf8))
        #expect(!robots.decision(for: "/a", agent: "x").isAllowed)
        #expect(robots.decision(for: "/b", agent: "x").isAllowed)
    }

    @Test func sitemapsAndDelays() {
        let text = """
            Sitemap: https://x.example/a.xml
            User-agent: *
            Crawl-delay: 2.5
            Disallow: /a
            User-agent: slow
            Crawl-delay: 10
            Crawl-delay: often
            sitemap:https://x.example/b.xml
            """
        let robots = RobotsText(Array(text.utf8))
        #expect(robots.sitemaps == ["https://x.example/a.xml", "https://x.example/b.xml"])
        #expect(robots.crawlDelay(agent: "x") == 2.5)
        #expect(robots.crawlDelay(agent: "slow/1.0") == 10)
        #expect(RobotsText([]).crawlDelay(agent: "x") == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("0.5", 0.5), ("-1", nil), ("x", nil), ("inf", nil), ("nan", nil), ("86400", 86_400),
            ("86401", 86_400), ("", nil),
        ] as [(String, Double?)]
    ) func delays(_ text: String, _ seconds: Double?) {
        let robots = RobotsText(Array("user-agent: x\ncrawl-delay: \(text)\nsitemap:".utf8))
        #expect(robots.crawlDelay(agent: "x") == seconds)
        #expect(robots.sitemaps == [])
        #expect(RobotsText(Array("crawl-delay: \(text)".utf8)).crawlDelay(agent: "x") == nil)
        // The longest of several groups.
        let several = RobotsText(
            Array("user-agent: x\ncrawl-delay: \(text)\ndisallow: /\nuser-agent: x\ncrawl-delay: 2".utf8)
        )
        #expect(several.crawlDelay(agent: "x") == max(seconds ?? 0, 2))
    }

    // MARK: Shared cases

    /// A file with questions, and the answers of Google's matcher.
    struct RealFile: Decodable {
        let host: String
        let urls: [String]
        let kinds: [String]
        /// For each agent, a 1 or a 0 for each address.
        let allow: [String: String]
        let body: String?
        let body64: String?

        var bytes: [UInt8] {
            if let body { return Array(body.utf8) }
            return body64.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
        }
    }

    @Test(.enabled(if: SharedCases.has("robots"), "\(SharedCases.note("robots"))"))
    func answersAreThoseOfGooglesMatcher() throws {
        let text = try SharedCases.unpacked("robots/real.jsonl.gz")
        var wrong: [String] = []
        var count = 0
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let file = try JSONDecoder().decode(RealFile.self, from: Data(line))
            let robots = RobotsText(file.bytes)
            for (agent, answers) in file.allow {
                for (index, answer) in answers.enumerated() {
                    // The RFC differs for encoded letters and for robots.txt itself.
                    if ["percent", "robots"].contains(file.kinds[index]) { continue }
                    count += 1
                    let path = RobotsTests.path(file.urls[index])
                    if robots.decision(for: path, agent: agent).isAllowed != (answer == "1") {
                        wrong.append(
                            "\(file.host) \(agent) \(file.kinds[index]) \(file.urls[index]) \(answer)"
                        )
                    }
                }
            }
        }
        #expect(count > 15_000)
        // Encoded letters in other kinds of questions, for which the RFC also differs.
        #expect(wrong.count * 500 <= count, "\(wrong.count) of \(count): \(wrong.prefix(20))")
    }

    /// A question in the projects' own tests.
    struct Question: Decodable {
        let from: String
        let agent: String
        let url: String
        let allow: Bool
        let google: Bool?
        let body: String?
        let body64: String?
    }

    @Test(.enabled(if: SharedCases.has("robots"), "\(SharedCases.note("robots"))"))
    func testsOfOtherProjects() throws {
        var wrong: [String] = []
        let questions = SharedCases.objects("robots/tests.jsonl", as: Question.self)
        #expect(questions.count == 523)
        for question in questions where !question.from.contains("GoogleOnly_") {
            // By the RFC, encoded and plain forms of a path are the same.
            if question.google != nil || question.from.contains("ID_Encoding") { continue }
            let bytes =
                question.body.map { Array($0.utf8) }
                ?? question.body64.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
            let decision = RobotsText(bytes).decision(
                for: RobotsTests.path(question.url),
                agent: question.agent
            )
            if decision.isAllowed != question.allow {
                wrong.append("\(question.from): \(question.agent) \(question.url) \(question.allow)")
            }
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    struct Delay: Decodable {
        let agent: String
        let delay: Double?
        let body: String
        let isDelay: Bool

        enum Keys: String, CodingKey { case agent, body, delay = "crawl-delay" }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            agent = try values.decode(String.self, forKey: .agent)
            body = try values.decode(String.self, forKey: .body)
            isDelay = values.contains(.delay)
            delay = try values.decodeIfPresent(Double.self, forKey: .delay)
        }
    }

    @Test(.enabled(if: SharedCases.has("robots"), "\(SharedCases.note("robots"))"))
    func delays() throws {
        let delays = SharedCases.objects("robots/delays.jsonl", as: Delay.self).filter(\.isDelay)
        #expect(delays.count > 3)
        for delay in delays {
            #expect(RobotsText(Array(delay.body.utf8)).crawlDelay(agent: delay.agent) == delay.delay)
        }
    }

    /// The part of an address after its host.
    private static func path(_ url: String) -> String {
        guard let slashes = url.range(of: "://") else {
            return url.hasPrefix("/") ? url : "/" + url.drop { $0 != "/" }.dropFirst()
        }
        let rest = url[slashes.upperBound...].prefix { $0 != "#" }
        let start = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        let path = String(rest[start...])
        return path.hasPrefix("/") ? path : "/" + path
    }
}
