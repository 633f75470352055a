import Engine
import Fetching
import Records

/// `scrape transport`: the transport that this program starts itself. It is not for users, and help does not list it.
struct TransportCommand: Subcommand {
    static let help = CommandHelp(
        name: "transport",
        about: "send requests for another process",
        usage: ["scrape transport"],
        description: """
            Reads requests from standard input, one JSON object on each line, and writes their answers to standard output as
            records of WARC. It ends with its input.
            """,
        exits: [.success: "the input has ended", .input: "an answer cannot be written"],
        examples: ["scrape transport < requests.jsonl"]
    )

    static var options: [Option<TransportCommand>] { [] }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        CurlTransport.serve() ? .success : .input
    }
}
