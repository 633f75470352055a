import Basics
import Patterns

/// Measures the search for patterns in each line of a file, which `Tests/Benchmarks/patterns.py` compares with Python's
/// `re`. For each match it creates the text of the first group, like the transform `match`.
struct PatternsCommand {
    static let usage = """
        usage: scrape-benchmark patterns FILE PATTERN…

          prints the processor time of one search a line and pattern, in nanoseconds, and the number of matches
        """

    private let file: String
    private let patterns: [Pattern]

    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        guard let file = arguments.first, arguments.count > 1 else {
            throw CommandError(text: "patterns needs a file and at least one pattern")
        }
        self.file = file
        var patterns: [Pattern] = []
        for text in arguments.dropFirst() {
            do throws(PatternError) { patterns.append(try Pattern(text)) } catch {
                throw CommandError(text: "\(text): \(error.message)")
            }
        }
        self.patterns = patterns
    }

    /// - Returns: the exit status: 3 if the file cannot be read.
    func run() -> Int32 {
        guard let bytes = try? File.read(file) else {
            print("\(file): error: cannot read the file")
            return 3
        }
        let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        var matches = 0
        var length = 0
        let time = Stopwatch.leastProcessorTime(budget: 2e9) {
            matches = 0
            length = 0
            for line in lines {
                var line = line
                line.withUTF8 { line in
                    for pattern in patterns {
                        guard let range = pattern.firstGroup(in: line) else { continue }
                        let text = String(decoding: UnsafeBufferPointer(rebasing: line[range]), as: UTF8.self)
                        matches += 1
                        length += text.utf8.count
                    }
                }
            }
        }
        let searches = max(1, lines.count * patterns.count)
        print("\(Report.fixed(time / Double(searches), 1)) ns a search, \(matches) matches, \(length) bytes")
        return 0
    }
}
