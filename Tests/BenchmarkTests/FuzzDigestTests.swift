import Basics
import Foundation
import TestSupport
import Testing

@testable import scrape_benchmark

/// The results of the fuzzer's readers for the first inputs of a seed, compared with stored digests.
///
/// Nobody reads these results one by one: they show whether the behaviour for inputs without their own tests has
/// changed. After an intended change, write the digests again; the difference shows how many results have changed:
///
///     DIGESTS=write swift test --filter FuzzDigest
///
/// `scrape-benchmark fuzz --reader NAME --seed 9 --first NUMBER --count 1 --show` shows an input and its result.
private enum FuzzDigests {
    static let seed: UInt64 = 9
    private static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
        path: "../Tables/Fuzz"
    )
    private static let isWriting = ProcessInfo.processInfo.environment["DIGESTS"] == "write"

    /// Compares the results of a reader.
    ///
    /// - Parameter count: the number of inputs.
    static func check(_ reader: some FuzzReader, _ count: Int) throws {
        var nodes = 0
        let digests = (0..<count).map { index in
            let result = reader.read(seed: seed, index: index)
            #expect(result.problem == nil, "\(reader.name), input \(index)")
            nodes += result.nodes
            return Digest.text(Digest.of(result.text()), digits: 4)
        }
        #expect(nodes > 0, "\(reader.name) makes nothing of any input")
        let file = folder.appending(path: "\(reader.name).digests")
        if isWriting {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let lines = stride(from: 0, to: count, by: 10)
                .map { digests[$0..<min($0 + 10, count)].joined(separator: " ") }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            return
        }
        let stored = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        #expect(stored.count == count)
        let others = zip(digests, stored).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        guard let first = others.first else { return }
        Issue.record(
            """
            \(reader.name): \(others.count) of \(count) results are others: \(others.prefix(20))
            \(reader.shown(seed: seed, index: first, withResult: true))
            """
        )
    }

    /// The readers with the given names.
    static func readers(_ names: [String], scratch: String = "/nonexistent") throws -> [any FuzzReader] {
        let all = FuzzReaders.all(scratch: scratch).filter { names.contains($0.name) }
        try #require(all.count == names.count)
        return all
    }
}

/// Every reader is in one of the suites.
@Suite struct FuzzDigestSuitesTests {
    @Test func everyReaderIsCompared() throws {
        let scratch = try FuzzReaders.scratch()
        defer { withExtendedLifetime(scratch) {} }
        let compared =
            FuzzDigestPageTests.names + FuzzDigestLanguageTests.names + FuzzDigestRequestTests.names
            + FuzzDigestFileTests.names + FuzzDigestExplanationTests.counts.map(\.0)
            + FuzzDigestRecordTests.counts.map(\.0) + FuzzDigestDraftTests.counts.map(\.0)
            + FuzzDigestChangeTests.counts.map(\.0) + FuzzDigestProgramTests.names
        #expect(compared.sorted() == FuzzReaders.all(scratch: scratch.path).map(\.name).sorted())
    }
}

@Suite struct FuzzDigestTreeTests {
    @Test func trees() throws { try FuzzDigests.check(PageFuzz(mutator: nil), 400) }
}

@Suite struct FuzzDigestPageTests {
    static let names = [
        "encodings", "xml", "json", "csv", "text", "linked-data", "inline-data", "values",
    ]

    @Test(arguments: names)
    func pages(_ name: String) throws {
        for reader in try FuzzDigests.readers([name]) {
            try FuzzDigests.check(reader, name == "values" ? 60 : 200)
        }
    }
}

@Suite struct FuzzDigestLanguageTests {
    static let names = ["selectors", "patterns", "rules"]

    @Test(arguments: names)
    func languages(_ name: String) throws {
        for reader in try FuzzDigests.readers([name]) { try FuzzDigests.check(reader, 400) }
    }
}

@Suite struct FuzzDigestRequestTests {
    static let names = ["addresses", "robots", "cookies", "transport"]

    @Test(arguments: names)
    func requests(_ name: String) throws {
        for reader in try FuzzDigests.readers([name]) { try FuzzDigests.check(reader, 300) }
    }
}

@Suite struct FuzzDigestFileTests {
    static let names = ["warc", "jsonl", "list", "sitemap", "journal", "crawl"]

    @Test(arguments: names)
    func files(_ name: String) throws {
        let scratch = try FuzzReaders.scratch()
        defer { withExtendedLifetime(scratch) {} }
        for reader in try FuzzDigests.readers([name], scratch: scratch.path) {
            try FuzzDigests.check(reader, 200)
        }
    }
}

@Suite struct FuzzDigestExplanationTests {
    static let counts = [("explain", 120), ("report", 60), ("main-content", 120), ("markdown", 160)]

    @Test(arguments: counts)
    func explanations(_ name: String, _ count: Int) throws {
        for reader in try FuzzDigests.readers([name]) { try FuzzDigests.check(reader, count) }
    }
}

@Suite struct FuzzDigestRecordTests {
    static let counts = [("differences", 300), ("expectations", 80)]

    @Test(arguments: counts)
    func records(_ name: String, _ count: Int) throws {
        for reader in try FuzzDigests.readers([name]) { try FuzzDigests.check(reader, count) }
    }
}

@Suite struct FuzzDigestDraftTests {
    static let counts = [("draft", 80), ("data-draft", 120), ("learn", 16)]

    @Test(arguments: counts)
    func drafts(_ name: String, _ count: Int) throws {
        for reader in try FuzzDigests.readers([name]) { try FuzzDigests.check(reader, count) }
    }
}

@Suite struct FuzzDigestChangeTests {
    static let counts = [("minimise", 20), ("stress", 16), ("repair", 20)]

    @Test(arguments: counts)
    func changes(_ name: String, _ count: Int) throws {
        for reader in try FuzzDigests.readers([name]) { try FuzzDigests.check(reader, count) }
    }
}

@Suite struct FuzzDigestProgramTests {
    static let names = ["plugin"]

    @Test(arguments: names)
    func programs(_ name: String) throws {
        let scratch = try FuzzReaders.scratch()
        defer { withExtendedLifetime(scratch) {} }
        for reader in try FuzzDigests.readers([name], scratch: scratch.path) {
            try FuzzDigests.check(reader, 20)
        }
    }
}
