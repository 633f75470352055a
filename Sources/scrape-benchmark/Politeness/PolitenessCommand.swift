import Basics
import Politeness
import Records

/// `scrape-benchmark politeness`: runs the fetcher for virtual days, and counts violations.
struct PolitenessCommand {
    static let usage = """
        usage: scrape-benchmark politeness [--requests N] [--hosts N] [--seed S]

        Runs the fetcher, with the gate that lets requests through, against hosts that exist in memory only, with a
        virtual clock: random robots.txt files, delays, Retry-After, failures and latencies. Prints a summary, and ends with 1 if a request came too early, twice, concurrently with another one of its host, or although it was forbidden.
        """

    private var requests = 1_000_000
    private var hosts = 10_000
    private var seed = 1

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            let value = Int(try CommandError.value(of: argument, &arguments))
            guard let value, value > 0 else { throw CommandError(text: "\(argument) needs a number above 0") }
            switch argument {
            case "--requests": requests = value
            case "--hosts": hosts = value
            case "--seed": seed = value
            default: throw CommandError(text: "unknown option \(argument) of politeness")
            }
        }
    }

    /// - Returns: the exit status: 1 if a rule was violated.
    func run() -> Int32 {
        let simulation = PolitenessSimulation(requests: requests, hosts: hosts, seed: UInt64(seed))
        let result: PolitenessSimulation.Result
        do throws(Diagnostic) { result = try simulation.run() } catch {
            print(error.message)
            return 1
        }
        print(
            "requests \(result.requests) answered \(result.answered) repeated \(result.repeated)"
                + " refused \(result.refused) failed \(result.failed) robots \(result.robotsRequests)"
                + " hours \(Int(result.time / 3600)) violations \(result.violationCount)"
        )
        for violation in result.violations { print(violation) }
        return result.violationCount == 0 ? 0 : 1
    }
}
