import Basics
import DOM
import Platform

/// `scrape-benchmark fuzz`: runs the HTML parser on hostile inputs and reports failures.
struct FuzzCommand {
    static let usage = """
        usage: scrape-benchmark fuzz [--count N] [--seed S] [--first I] [--pages DIR] [--show]

        Parses N generated inputs (default 100000) and checks each tree. An input is determined by the seed, its number
        and the pages, so that --first I --count 1 repeats one. With --pages, half of the inputs are mutated parts of
        the pages below DIR. --show prints each input and its tree.
        """

    private var seed: UInt64 = 1
    private var first = 0
    private var count = 100_000
    private var folder: String?
    private var shows = false

    /// - Parameter arguments: what follows the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--count": count = try CommandError.number(of: argument, &arguments)
            case "--first": first = try CommandError.number(of: argument, &arguments)
            case "--seed": seed = UInt64(try CommandError.number(of: argument, &arguments))
            case "--pages": folder = try CommandError.value(of: argument, &arguments)
            case "--show": shows = true
            default: throw CommandError(text: "unknown option of fuzz: \(argument)")
            }
        }
    }

    /// - Returns: the exit status: 1 if an input failed.
    func run() throws(CommandError) -> Int32 {
        let pages = try folder.map { folder throws(CommandError) in try FuzzPages.load(folder) }
        let mutator = pages.map(PageMutator.init)
        let fuzzer = Fuzzer(seed: seed, indexes: first..<(first + count), mutator: mutator)
        if shows {
            for index in fuzzer.indexes { show(FuzzInput(seed: seed, index: index, mutator: mutator), index) }
        }
        FuzzWatch.reportTraps()
        FuzzWatch.reportHangs(after: 10)
        var report = Fuzzer.Report()
        let time = Stopwatch.once { report = fuzzer.run(progress: reportProgress) }
        printReport(report, seconds: time / 1e9)
        for (index, problem) in report.failures.prefix(20) {
            print("input \(index): \(problem)")
            show(FuzzInput(seed: seed, index: index, mutator: mutator), index)
        }
        return report.failures.isEmpty ? 0 : 1
    }

    private var again: String {
        "scrape-benchmark fuzz --seed \(seed)" + (folder.map { " --pages \($0)" } ?? "")
    }

    private func reportProgress(_ done: Int) {
        guard done % 1_000_000 == 0 else { return }
        _ = File.write("\(done) inputs\n".utf8, to: STDERR_FILENO)
    }

    private func printReport(_ report: Fuzzer.Report, seconds: Double) {
        let rate = Report.fixed(Double(report.inputs) / max(seconds, 1e-9), 0)
        print(
            "\(report.inputs) inputs, \(report.bytes) bytes, \(report.nodes) nodes in \(Report.fixed(seconds, 1)) s"
        )
        print("\(rate) inputs a second, \(report.failures.count) failures")
        let (slowest, densest) = (report.slowest, report.densest)
        print("slowest: input \(slowest.index), \(Report.fixed(slowest.nanoseconds / 1e6, 2)) ms")
        print("most nodes: input \(densest.index), \(Report.fixed(densest.nodesPerByte, 2)) a byte")
        if !report.failures.isEmpty { print("repeat one: \(again) --first NUMBER --count 1 --show") }
    }

    private func show(_ input: FuzzInput, _ index: Int) {
        print("#\(index) " + (input.context.map { "fragment of \($0)" } ?? "page"), terminator: "")
        print(input.scripting ? "" : ", scripting off")
        print(String(decoding: input.bytes, as: UTF8.self).debugDescription)
        guard shows, let document = try? input.parse() else { return }
        TreeDump.dump(document, style: .html5lib) { print($0, terminator: "") }
    }
}
