import Batch
import Fetching
import Foundation
import Scraping
import TestSupport
import Testing

/// Answers that no honest server sends: none of them ends the transport, blocks it, or goes unreported.
struct HostileAnswerTests {
    /// The number of answers that are tried.
    private static let count = Sample.count(400, of: 10_000)

    @Test func everyAnswerHasAResult() throws {
        try withServer { target, _ in
            var generator = Generator(seed: UInt64(target.dropFirst()) ?? 0)
            return HostileAnswerTests.answer(&generator)
        } _: { server in
            var options = FetchOptions()
            options.ignoresRobots = true
            options.limits.bytes = 1 << 16
            options.limits.headerBytes = 1 << 14
            options.limits.headerCount = 100
            options.limits.redirects = 2
            options.limits.time = 5
            let fetcher = impatientFetcher(options)
            let addresses = (0..<Self.count).map { server.url("/\($0)") }
            var limits = Limits()
            limits.bytes = 1 << 20
            var done = 0
            try fetcher.fetch(addresses) { _, result in
                done += 1
                #expect(result.failure?.cause != .transport, "\(result.asked)")
                #expect(result.exchanges.allSatisfy { ($0.response?.count ?? 0) <= 1 << 16 + 1 << 14 })
                switch result.page(PageFacts(limits: limits)) {
                case .page(let page, _): #expect(page.bytes.count <= limits.bytes)
                case .leftOut(let reason): #expect(!reason.isEmpty)
                case .failed(let diagnostic):
                    #expect(!diagnostic.message.isEmpty && !diagnostic.message.utf8.contains { $0 < 0x20 })
                }
            }
            #expect(done == Self.count)
        }
    }

    /// Whatever arrives, the program and its transport need little memory, and say what is wrong.
    @Test(arguments: [
        ("/body", "the answer is too large: more than 1 MB"),
        ("/headers", "the header of the answer is too large: more than 1000 lines"),
        ("/line", "the header of the answer is too large: a line is too long"),
        ("/interim", "the header of the answer is too large: Too large response headers"),
        ("/bomb", "the page has more than 1000000 bytes: what follows them is left out"),
        ("/bomb-of-bombs", "the page has more than 1000000 bytes: what follows them is left out"),
    ])
    func memoryIsBounded(_ target: String, _ message: String) throws {
        try withServer { target, _ in
            func packed(_ bytes: [UInt8], _ codings: String) -> [ServerStep] {
                let fields =
                    "Content-Type: text/plain\r\nContent-Encoding: \(codings)\r\nContent-Length: \(bytes.count)"
                return [.send(Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n".utf8) + bytes)]
            }
            let writer = GzipWriter(level: 9)
            var bomb: [UInt8] { writer?.member([UInt8](repeating: 0x20, count: 400 << 20)) ?? [] }
            return switch target {
            case "/robots.txt": [.page("", status: "404 Not Found")]
            case "/body":
                [.text("HTTP/1.1 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 0x61, count: 1 << 16))]
            case "/headers": [.text("HTTP/1.1 200 OK\r\n"), .sendForever(Array("A: b\r\n".utf8))]
            case "/line":
                [.text("HTTP/1.1 200 OK\r\nA: "), .sendForever([UInt8](repeating: 0x61, count: 1 << 16))]
            case "/interim": [.sendForever(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))]
            case "/bomb": packed(bomb, "gzip")
            default: packed(writer?.member(bomb) ?? [], "gzip, gzip")
            }
        } _: { server in
            // A limit on address space. The program and its libraries take most of it.
            let command =
                "ulimit -v 400000; exec \(scrapeProgram) fetch --delay 0 --retries 0 --max-bytes 1000000 -o page/ \(server.url(target))"
            try withTemporaryFolder { folder in
                let process = Process()
                let errors = Pipe()
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = ["-c", command]
                process.currentDirectoryURL = URL(filePath: folder)
                process.standardError = errors
                try process.run()
                let text = String(
                    decoding: try errors.fileHandleForReading.readToEnd() ?? Data(),
                    as: UTF8.self
                )
                process.waitUntilExit()
                #expect(process.terminationStatus == 3, "\(text)")
                #expect(text.contains(message), "\(text)")
            }
        }
    }

    /// A complete answer, cut after every byte.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n",
    ])
    func anAnswerIsCutAtEveryByte(_ answer: String) throws {
        let bytes = Array(answer.utf8)
        try withServer { target, _ in
            guard let length = Int(target.dropFirst()) else { return [.page("end")] }
            return [.send(Array(bytes[..<length])), .close]
        } _: { server in
            var options = FetchOptions()
            options.ignoresRobots = true
            let fetcher = impatientFetcher(options)
            for length in 0..<bytes.count {
                let result = try fetcher.fetch(server.url("/\(length)"))
                let isHeaderWhole = String(decoding: bytes[..<length], as: UTF8.self).contains("\r\n\r\n")
                // Only an answer with a complete header may be accepted, and only a redirect needs no more.
                if result.failure == nil { #expect(isHeaderWhole, "cut at \(length)") }
                #expect(result.failure?.cause != .transport, "cut at \(length)")
            }
        }
    }

    /// A killed transport is replaced, and its request is sent again.
    @Test func aKilledTransportIsReplaced() throws {
        try withTemporaryFolder { folder in
            // The first call ends without an answer; the second one is the transport.
            let script =
                "#!/bin/sh\nif [ -e \(folder)/second ]; then exec \(scrapeProgram) transport; fi\n"
                + "read line; touch \(folder)/second; kill -9 $$\n"
            let path = "\(folder)/transport"
            try Data(script.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            try withServer { _, _ in
                [.page("<h1>x</h1>")]
            } _: { server in
                let fetcher = impatientFetcher(FetchOptions(), TransportProgram(path: path))
                let result = try fetcher.fetch(server.url())
                #expect(result.failure == nil)
                #expect(server.targets == ["/robots.txt", "/"])
            }
        }
    }

    // MARK: - Answers

    /// Pseudo-random numbers from a seed (SplitMix64).
    private struct Generator: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static let fragments: [[UInt8]] =
        [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.0 200\r\n", "HTTP/1.1 99999 X\r\n", "HTTP/9.9 200 OK\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /\r\n", "Location: http://169.254.169.254/\r\n",
            "Location: \u{FF}\r\n",
            "Content-Length: 5\r\n", "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n", "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Content-Encoding: gzip\r\n", "Content-Encoding: br\r\n", "Content-Encoding: zstd\r\n",
            "Content-Encoding: deflate\r\n",
            "Content-Type: text/html; charset=\u{0}\r\n", "Content-Type: text/html\r\n",
            "Set-Cookie: a=b\r\n", " folded\r\n", ": empty\r\n",
            "\r\n", "\r\n\r\n", "\n", "\0\0\0", "hello", "5\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n",
            "-5\r\n", "<html><h1>x</h1>",
        ].map { Array($0.utf8) } + [
            [0xFF, 0xFE, 0xC3, 0x28], [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], [0x28, 0xB5, 0x2F, 0xFD],
            [0x78, 0x9C],
            Array(
                ("Content-Encoding: " + Array(repeating: "gzip", count: 100).joined(separator: ", ") + "\r\n")
                    .utf8
            ),
        ]

    private static func answer(_ generator: inout Generator) -> [ServerStep] {
        var bytes: [UInt8] = []
        if Int.random(in: 0..<4, using: &generator) > 0 {
            bytes += fragments[Int.random(in: 0..<2, using: &generator)]
        }
        for _ in 0..<Int.random(in: 0..<12, using: &generator) {
            bytes += fragments.randomElement(using: &generator) ?? []
        }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return [.send(bytes), .sendForever(fragments.randomElement(using: &generator) ?? [0])]
        case 1: return [.send(bytes), .reset]
        case 2:
            for _ in 0..<8 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255,
                    using: &generator
                )
            }
            return [.send(bytes), .reset]
        case 3:
            return [.send(Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + bytes), .close]
        default: return [.send(bytes), .close]
        }
    }
}
