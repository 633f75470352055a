import DOM
import Foundation

/// `scrape-benchmark parse`: what it takes to make trees of pages.
struct ParseCommand {
    static let usage = """
        usage: scrape-benchmark parse [--rounds N] [--parser standard|libxml2] [--decode] [--list FILE] [PAGE …]

        Parses all pages N times, 5 unless given, and prints their number, their bytes and the shortest time of a round
        in nanoseconds of the processor. With --decode the time to find the encoding and to decode is part of
        it. FILE holds the pages' paths, one a line.
        """

    private var pages: [String] = []
    private var rounds = 5
    private var options = HTMLOptions()
    private var decodes = false

    /// - Parameter arguments: what follows the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--rounds": rounds = max(1, try CommandError.number(of: argument, &arguments))
            case "--decode": decodes = true
            case "--parser":
                let name = try CommandError.value(of: argument, &arguments)
                guard let parser = HTMLOptions.Parser(rawValue: name) else {
                    throw CommandError(text: "--parser needs standard or libxml2, not \(name)")
                }
                options.parser = parser
            case "--list":
                let path = try CommandError.value(of: argument, &arguments)
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                    throw CommandError(text: "--list needs a file that can be read")
                }
                pages += text.split(separator: "\n").map(String.init)
            default: pages.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 3 where a page cannot be read.
    func run() -> Int32 {
        var bytes: [[UInt8]] = []
        for path in pages {
            guard let data = FileManager.default.contents(atPath: path) else {
                print("\(path): error: cannot be read")
                return 3
            }
            bytes.append(Array(data))
        }
        let texts = decodes ? [] : bytes.map { DecodedText.decode($0, format: .html).utf8 }
        var best = Double.infinity
        for _ in 0..<rounds {
            let time = Stopwatch.processorTime {
                if decodes {
                    for page in bytes { parse(DecodedText.decode(page, format: .html).utf8) }
                } else {
                    for text in texts { parse(text) }
                }
            }
            best = min(best, time)
        }
        let count = bytes.reduce(0) { $0 + $1.count }
        print("pages \(bytes.count) bytes \(count) nanoseconds \(Int(best))")
        return 0
    }

    private func parse(_ utf8: [UInt8]) {
        _ = try? Document.html(utf8, options: options)
    }
}
