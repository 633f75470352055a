import DOM
import Foundation

// scrape-benchmark [--growth] [--set FILE] [PAGE …]
//
// Measures what selectors cost on the given pages, one by one and as a set of twenty, and with --growth how that
// grows on made pages. FILE holds the set's selectors, one a line. Only release builds tell anything.

var pages: [String] = []
var set = BenchmarkSelectors.set
var single = BenchmarkSelectors.single
var measuresGrowth = false

var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--growth": measuresGrowth = true
    case "--set":
        guard let path = arguments.popFirst(), let text = try? String(contentsOfFile: path, encoding: .utf8)
        else {
            print("scrape-benchmark: error: --set needs a file that can be read")
            exit(2)
        }
        set = text.split(separator: "\n").map(String.init)
        single = []
    case "--help":
        print("usage: scrape-benchmark [--growth] [--set FILE] [PAGE …]")
        exit(0)
    default: pages.append(argument)
    }
}

#if DEBUG
    print("warning: this is a debug build, whose times mean nothing")
#endif
for path in pages {
    guard let data = FileManager.default.contents(atPath: path) else {
        print("\(path): error: cannot be read")
        exit(3)
    }
    let text = String(decoding: data, as: UTF8.self)
    guard let document = try? Document.html(text.utf8) else {
        print("\(path): error: is no page")
        exit(3)
    }
    PageBenchmark(name: path, document: document).run(set: set, single: single)
}
if measuresGrowth { GrowthBenchmark.run() }
