import Addresses
import Basics

/// `scrape-benchmark addresses`: measures how many addresses are parsed in a second.
struct AddressesCommand {
    static let usage = """
        usage: scrape-benchmark addresses [--base ADDRESS] FILE

        Parses the addresses of FILE, one a line, again and again, and prints how many million are parsed in a second of
        the processor: with their parts, and to their absolute form alone. Relative ones need --base.
        """

    private let path: String
    private let base: WebAddress?

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        var base: WebAddress?
        var path: String?
        while let argument = arguments.popFirst() {
            if argument == "--base" {
                let text = try CommandError.value(of: argument, &arguments)
                do throws(AddressError) { base = try WebAddress(text) } catch {
                    throw CommandError(text: "the address of --base \(error)")
                }
            } else {
                path = argument
            }
        }
        guard let path else { throw CommandError(text: "addresses needs a file") }
        self.path = path
        self.base = base
    }

    /// - Returns: the exit status: 3 if the file cannot be read.
    func run() -> Int32 {
        guard let bytes = try? File.read(path) else {
            print("\(path): error: cannot read the file")
            return 3
        }
        let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        guard !lines.isEmpty else {
            print("\(path): error: the file has no addresses")
            return 3
        }
        var failures = 0
        let whole = Stopwatch.leastProcessorTime(budget: 1e9) {
            failures = 0
            for line in lines where (try? WebAddress(line, base: base)) == nil { failures += 1 }
        }
        let text = Stopwatch.leastProcessorTime(budget: 1e9) {
            for line in lines where (try? WebAddress.href(of: line, base: base)) == nil { failures += 0 }
        }
        func millions(_ time: Double) -> String { Report.fixed(Double(lines.count) / time * 1e3, 2) }
        print(
            "addresses \(lines.count) failures \(failures) bytes \(bytes.count)"
                + " millions a second: with parts \(millions(whole)), text \(millions(text))"
        )
        return 0
    }
}
