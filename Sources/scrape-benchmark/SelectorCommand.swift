import DOM
import Foundation

/// What selectors cost on the given pages, one by one and as a set of twenty, and with `--growth` how that grows on
/// made pages.
struct SelectorCommand {
    private var pages: [String] = []
    private var set = BenchmarkSelectors.set
    private var single = BenchmarkSelectors.single
    private var measuresGrowth = false

    /// - Parameter arguments: the whole command line; `--set` names a file with the set's selectors, one a line.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--growth": measuresGrowth = true
            case "--set":
                let path = try CommandError.value(of: argument, &arguments)
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                    throw CommandError(text: "--set needs a file that can be read")
                }
                set = text.split(separator: "\n").map(String.init)
                single = []
            default: pages.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 3 where a page cannot be read.
    func run() -> Int32 {
        for path in pages {
            guard let data = FileManager.default.contents(atPath: path) else {
                print("\(path): error: cannot be read")
                return 3
            }
            let text = String(decoding: data, as: UTF8.self)
            guard let document = try? Document.html(text.utf8) else {
                print("\(path): error: is no page")
                return 3
            }
            PageBenchmark(name: path, document: document).run(set: set, single: single)
        }
        if measuresGrowth { GrowthBenchmark.run() }
        return 0
    }
}
