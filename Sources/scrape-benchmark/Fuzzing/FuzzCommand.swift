import Basics
import Platform

/// `scrape-benchmark fuzz`: gives hostile inputs to the readers of all formats and reports failures.
struct FuzzCommand {
    static let usage = """
        usage: scrape-benchmark fuzz [--all | --reader NAME …] [--count N] [--seed S] [--first I] [--pages DIR] [--show]

        Gives N generated inputs (default 100000) to the HTML parser and checks each tree; with --all to every reader, one
        after another (slow ones get fewer inputs), with --reader to those named: html, encodings, xml, json, csv, text, linked-data,
        inline-data, values, selectors, patterns, rules, addresses, robots, cookies, warc, jsonl, list, sitemap, journal, transport,
        crawl, explain, report, main-content, markdown, minimise, stress, differences, expectations, draft, data-draft, learn, repair,
        plugin. An input is determined by the seed, its number and the pages, so that --first I --count 1 repeats one. With --pages,
        half of the pages are mutated parts of the pages below DIR. --show prints each input, and the result.
        """

    private var seed: UInt64 = 1
    private var first = 0
    private var count = 100_000
    private var folder: String?
    private var shows = false
    private var names: [String]? = ["html"]

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        var named: [String] = []
        while let argument = arguments.popFirst() {
            switch argument {
            case "--all": names = nil
            case "--reader": named.append(try CommandError.value(of: argument, &arguments))
            case "--count": count = try CommandError.number(of: argument, &arguments)
            case "--first": first = try CommandError.number(of: argument, &arguments)
            case "--seed": seed = UInt64(try CommandError.number(of: argument, &arguments))
            case "--pages": folder = try CommandError.value(of: argument, &arguments)
            case "--show": shows = true
            default: throw CommandError(text: "unknown option of fuzz: \(argument)")
            }
        }
        if !named.isEmpty { names = named }
    }

    /// - Returns: the exit status: 1 if an input failed.
    func run() throws(CommandError) -> Int32 {
        let pages = try folder.map { folder throws(CommandError) in try FuzzPages.load(folder) }
        let scratch = try FuzzReaders.scratch()
        defer { withExtendedLifetime(scratch) {} }
        var readers: [any FuzzReader] = [PageFuzz(mutator: pages.map(PageMutator.init))]
        readers += FuzzReaders.all(scratch: scratch.path)
        if let names {
            for name in names where !readers.contains(where: { $0.name == name }) {
                throw CommandError(text: "no reader is called \"\(name)\"; see --help")
            }
            readers = names.flatMap { name in readers.filter { $0.name == name } }
        }
        FuzzWatch.reportTraps()
        FuzzWatch.reportHangs(after: 10)
        var failures = 0
        for reader in readers { failures += run(reader) }
        return failures > 0 ? 1 : 0
    }

    /// Runs one reader and returns the number of failures.
    private func run(_ reader: any FuzzReader) -> Int {
        // A reader alone gets as many inputs as were asked for.
        let count = names == nil ? max(1, count / reader.cost) : count
        let fuzzer = Fuzzer(reader: reader, seed: seed, indexes: first..<(first + count))
        if shows {
            for index in fuzzer.indexes { show(reader, index, withResult: true) }
        }
        // Printed before, so that it is known which reader a trap ended.
        _ = File.write("\(reader.name):\n".utf8, to: STDERR_FILENO)
        var report = Fuzzer.Report()
        let time = Stopwatch.once { report = fuzzer.run(progress: reportProgress) }
        printReport(report, of: reader, seconds: time / 1e9)
        for (index, problem) in report.failures.prefix(20) {
            print("input \(index): \(problem)")
            show(reader, index, withResult: shows)
        }
        return report.failures.count
    }

    private func reportProgress(_ done: Int) {
        guard done % 1_000_000 == 0 else { return }
        _ = File.write("\(done) inputs\n".utf8, to: STDERR_FILENO)
    }

    private func printReport(_ report: Fuzzer.Report, of reader: any FuzzReader, seconds: Double) {
        let rate = Report.fixed(Double(report.inputs) / max(seconds, 1e-9), 0)
        print(
            "\(reader.name): \(report.inputs) inputs, \(report.bytes) bytes, \(report.nodes) nodes in"
                + " \(Report.fixed(seconds, 1)) s, \(rate) a second, \(report.failures.count) failures"
        )
        let (slowest, densest) = (report.slowest, report.densest)
        print("  slowest: input \(slowest.index), \(Report.fixed(slowest.nanoseconds / 1e6, 2)) ms")
        print("  most nodes: input \(densest.index), \(Report.fixed(densest.nodesPerByte, 2)) a byte")
        if !report.failures.isEmpty {
            let pages = folder.map { " --pages \($0)" } ?? ""
            print(
                "  repeat one: scrape-benchmark fuzz --reader \(reader.name) --seed \(seed)\(pages)"
                    + " --first NUMBER --count 1 --show"
            )
        }
    }

    private func show(_ reader: any FuzzReader, _ index: Int, withResult: Bool) {
        print("#\(index) " + reader.shown(seed: seed, index: index, withResult: withResult), terminator: "")
    }
}
