import DOM

/// `scrape-benchmark parse-growth`: how the time that the HTML parser takes grows with hostile pages.
struct ParseGrowthCommand {
    static let usage = """
        usage: scrape-benchmark parse-growth [--scale PERCENT] [NAME …]

        Parses made pages of one hostile shape each, at a quarter, half and all of its size: twice the page, twice the
        time, or an exponent of 1. NAME is a part of a shape's name; all shapes unless given.
        """

    private var names: [String] = []
    private var percent = 100

    /// - Parameter arguments: what follows the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--scale": percent = try CommandError.number(of: argument, &arguments)
            default: names.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 1 where a shape is steep.
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

    /// Above what exponent, and above how many nanoseconds a byte, a shape is told as steep.
    ///
    /// Caches and memory that the system has to give make large pages dearer too, at a few nanoseconds a byte; what is
    /// quadratic takes thousands at these sizes.
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
