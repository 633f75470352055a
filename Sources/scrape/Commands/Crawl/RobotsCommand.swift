import Addresses
import Batch
import Engine
import Fetching
import Politeness
import Records

/// `scrape robots`: checks an address against its host's robots.txt.
struct RobotsCommand: Subcommand {
    private var addresses: [String] = []
    private var agent = "scrape"
    private var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "robots",
        about: "print whether a host's robots.txt allows an address",
        usage: ["scrape robots [options] URL..."],
        description: """
            Fetches the robots.txt of each address's host, and prints whether it allows the address, which of its lines
            decides, and what pause it asks for.
            """,
        exits: [
            .success: "all addresses are allowed", .page: "an address is not allowed",
            .usage: "the command line is wrong",
            .input: "a robots.txt cannot be fetched, which forbids everything",
        ],
        examples: [
            "scrape robots https://plants.example/list",
            "scrape robots --agent Googlebot https://plants.example/list",
        ]
    )

    static var options: [Option<RobotsCommand>] {
        [
            .value("--agent", .text("NAME"), "Ask as the crawler NAME.", details: "The default is scrape.") {
                $0.agent = $1
            }
        ] + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard !operands.isEmpty else {
            throw Diagnostic(
                .rules,
                "no address is given",
                help: "write scrape robots https://plants.example/list"
            )
        }
        addresses = operands
    }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        let fetcher = try fetching.fetcher(limits: Limits())
        var known: [String: RobotsText?] = [:]
        var status = ExitStatus.success
        for text in addresses {
            guard let address = try? WebAddress(text), WebAddress.begins(text),
                let file = try? WebAddress("/robots.txt", base: address)
            else {
                throw Diagnostic(
                    .rules,
                    "\"\(text)\" is not a web address",
                    help: "write it like https://example.org/page"
                )
            }
            let origin = address.origin ?? ""
            if known[origin] == nil {
                let result = try fetcher.fetch(file.href)
                let answer = result.failure == nil ? result.exchanges.last : nil
                let body =
                    answer?.response.flatMap { ReceivedBody.decoded($0, limit: RobotsText.limit) } ?? []
                let code = result.failure?.cause == .redirectLoop ? 404 : answer?.head?.status
                known[origin] = RobotsText(status: code, body)
                if code.map({ $0 >= 500 }) ?? true {
                    Console.log(
                        .warning,
                        "\(file.href) cannot be fetched: \(result.failure?.message ?? "status \(code ?? 0)")"
                    )
                    status = max(status, .input)
                }
            }
            guard let robots = known[origin] ?? nil else { continue }
            let path = address.path + (address.query.map { "?\($0)" } ?? "")
            let decision = robots.decision(for: path, agent: agent)
            let line = decision.line.map { " (line \($0))" } ?? ""
            let delay = robots.crawlDelay(agent: agent).map { ", a request every \($0) s" } ?? ""
            Console.show("\(decision.isAllowed ? "allowed" : "forbidden")\(line)\(delay): \(address.href)")
            if !decision.isAllowed { status = max(status, .page) }
        }
        return status
    }
}
