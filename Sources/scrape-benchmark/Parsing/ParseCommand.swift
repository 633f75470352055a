import Basics
import DOM
import Encoding

/// `scrape-benchmark parse`: measures parsing.
struct ParseCommand {
    static let usage = """
        usage: scrape-benchmark parse [--rounds N] [--parser standard|libxml2] [--decode] [--list FILE] [PAGE …]

        Parses all pages in N rounds (default 5) and prints the number of pages, their bytes and the shortest processor
        time of a round in nanoseconds. With --decode the time includes detecting the encoding and decoding. FILE
        contains the paths of pages, one per line.
        """

    private var pages: [String] = []
    private var rounds = 5
    private var options = HTMLOptions()
    private var decodes = false

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--rounds": rounds = max(1, try CommandError.number(of: argument, &arguments))
            case "--decode": decodes = true
            case "--parser":
                let name = try CommandError.value(of: argument, &arguments)
                guard let parser = HTMLOptions.Parser(rawValue: name) else {
                    throw CommandError(text: "--parser needs \"standard\" or \"libxml2\", not \"\(name)\"")
                }
                options.parser = parser
            case "--list":
                let path = try CommandError.value(of: argument, &arguments)
                guard let text = (try? File.read(path)).flatMap({ String(validating: $0, as: UTF8.self) })
                else {
                    throw CommandError(text: "cannot read the file of --list: \(path)")
                }
                pages += text.split(separator: "\n").map(String.init)
            default: pages.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 3 if a page cannot be read.
    func run() -> Int32 {
        var bytes: [[UInt8]] = []
        for path in pages {
            guard let data = try? File.read(path) else {
                print("\(path): error: cannot read the file")
                return 3
            }
            bytes.append(data)
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

/// `scrape-benchmark parse-growth`: measures how the time of the HTML parser grows on hostile pages.
struct ParseGrowthCommand {
    static let usage = """
        usage: scrape-benchmark parse-growth [--scale PERCENT] [NAME …]

        Parses generated pages of one hostile shape each, at a quarter, half and all of its size, and prints the exponent
        of the growth: 1 where twice the page takes twice the time. NAME selects shapes by a part of their names; by
        default all shapes are measured.
        """

    private var names: [String] = []
    private var percent = 100

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--scale": percent = try CommandError.number(of: argument, &arguments)
            default: names.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 1 if the time for a shape grows too steeply.
    func run() -> Int32 {
        let shapes = HostileShape.all.filter { shape in
            names.isEmpty || names.contains { shape.name.contains($0) }
        }
        print("parse growth: ms at a quarter, half and all of the count; ns a byte; exponent")
        var steep = 0
        for shape in shapes where isSteep(shape) { steep += 1 }
        print("\(shapes.count) shapes, \(steep) of them steep")
        return steep == 0 ? 0 : 1
    }

    /// The exponent and the nanoseconds per byte above which a shape is reported as steep.
    ///
    /// Caches and page faults make large pages slower too, by a few nanoseconds per byte; quadratic growth takes thousands
    /// at these sizes.
    private static let bound = (exponent: 1.4, perByte: 100.0)

    private func isSteep(_ shape: HostileShape) -> Bool {
        let count = max(shape.count * percent / 100, 4)
        let pages = [count / 4, count / 2, count].map(shape.page)
        let times = pages.map { page in
            Stopwatch.leastProcessorTime(budget: 1e8) { _ = try? Document.html(page) }
        }
        let exponent = GrowthBenchmark.exponent(times)
        let perByte = times[2] / Double(max(pages[2].count, 1))
        let bound = ParseGrowthCommand.bound
        let isSteep = exponent > bound.exponent && perByte > bound.perByte
        print(
            "  " + Report.label(shape.name, 38) + Report.column("\(count)", 10)
                + times.map { Report.column(Report.fixed($0 / 1e6, 1), 9) }.joined()
                + Report.column(Report.fixed(perByte, 2), 9) + Report.column(Report.fixed(exponent, 2), 7)
                + (isSteep ? "  steep" : "")
        )
        return isSteep
    }
}
