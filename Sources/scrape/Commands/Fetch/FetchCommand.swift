import Addresses
import Batch
import DOM
import Engine
import Fetching
import Platform
import Records

/// `scrape fetch`: fetches addresses, and keeps their answers.
struct FetchCommand: Subcommand {
    private var addresses: [String] = []
    private var lists: [String] = []
    private var output: String?
    private var resumes = false
    private var errors: String?
    private var limits = Limits()
    private var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "fetch",
        about: "fetch pages into a web archive or a folder",
        usage: ["scrape fetch [options] URL...", "scrape fetch [options] --list FILE"],
        description: """
            Fetches pages by their addresses: with -o FILE.warc.gz into a web archive that has every request and answer
            as it was sent, redirects included, and that scrape reads as input and with --replay; with -o FOLDER/ into a file
            for each page, next to the archive. Without -o, the page of a single address is printed, unpacked.

            A host gets one request at a time, a second after each answer, and only for addresses that its
            robots.txt allows. A failed request is repeated after growing pauses, or when a busy host says so. Bodies
            are archived as received. Archives keep only the names of cookies and of header fields with credentials.

            URL is an address; - reads addresses from standard input, one on each line.
            """,
        exits: [
            .success: "all pages were fetched", .page: "of several pages, some could not be fetched",
            .usage: "the command line is wrong",
            .input: "the page cannot be fetched, or a file cannot be written",
        ],
        examples: [
            "scrape fetch https://plants.example/list",
            "scrape fetch -o plants.warc.gz https://plants.example/list https://plants.example/trees",
            "scrape fetch -o plants.warc.gz --resume --list addresses.txt",
            "scrape fetch -o plants.warc.gz --revalidate --list addresses.txt",
        ]
    )

    static var options: [Option<FetchCommand>] {
        [
            .output(
                \.output,
                "Write a web archive (.warc, .warc.gz, .warc.zst), or pages into a FOLDER/.",
                details: """
                    A folder's name ends with /, or it exists. It also has archive.warc.gz, which is left out when the \
                    folder is read, as long as each of its pages is a file there.
                    """
            ),
            .list(
                "--list",
                .file(),
                "Fetch the addresses in FILE, one on each line; - is standard input.",
                details: "Empty lines and lines that begin with # are skipped."
            ) { $0.lists.append($1) },
            .flag(
                "--resume",
                "Add to the archive what it lacks.",
                details:
                    "Addresses that are already in it are not requested again. A damaged end, left by a killed run, is removed."
            ) { $0.resumes = true },
            .value(
                "--errors",
                .file(),
                "Write a JSON object on a line of FILE for each address that could not be fetched."
            ) { $0.errors = $1 },
            .value(
                "--max-bytes",
                .integer(1...1 << 40),
                "Accept at most NUMBER bytes of an answer.",
                details: "The default is \(FetchLimits().bytes)."
            ) { $0.limits.bytes = $1 },
            .value(
                "--replay",
                .file(),
                "Answer every request from the archive FILE, and none from the network."
            ) { $0.fetching.replay = $1 },
        ] + FetchSettings.requestOptions.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        addresses = operands.filter { $0 != "-" }
        lists += operands.filter { $0 == "-" }
        if output == "-" { output = nil }
        guard !addresses.isEmpty || !lists.isEmpty else {
            throw Diagnostic(
                .rules,
                "no address is given",
                help: "write scrape fetch https://example.org/page"
            )
        }
        for address in addresses where !WebAddress.begins(address) {
            throw Diagnostic(
                .rules,
                "\"\(address)\" is not a web address",
                help: "write it like https://example.org/page"
            )
        }
        if output == nil, addresses.count != 1 || !lists.isEmpty {
            throw Diagnostic(
                .rules,
                "several pages need an output",
                help: "add -o pages.warc.gz or -o pages/"
            )
        }
        if resumes, output == nil { throw Diagnostic(.rules, "--resume needs the archive of --output") }
        if let output, !isFolder, ![".warc", ".warc.gz", ".warc.zst"].contains(where: output.hasSuffix) {
            throw Diagnostic(
                .rules,
                "--output \(output) is neither a web archive nor a folder",
                help: "name it \(output).warc.gz, or \(output)/"
            )
        }
        if let replay = fetching.replay, let output, !isFolder {
            throw Diagnostic(
                .rules,
                "--replay asks no host: there is nothing to archive in \(output)",
                help: "copy \(replay), or name a folder for its pages, such as pages/"
            )
        }
    }

    private var isFolder: Bool {
        output.map { $0.hasSuffix("/") || File.kind(of: $0) == .folder } ?? false
    }

    private var folder: String { output.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? "." }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        var settings = fetching
        let inFolder = "\(folder)/\(PageFolder.archive)"
        if settings.replay == nil { settings.archive = isFolder ? inFolder : output }
        if isFolder {
            do throws(File.Failure) { try File.makeFolders(for: inFolder) } catch {
                throw Diagnostic(.input, "cannot write the pages: \(error)")
            }
        }
        let fetcher = try settings.fetcher(limits: limits, resuming: resumes)
        let count = try add(to: fetcher)
        if count > 1 { settings.warnIfNoContact() }
        let errorFile = try errors.map { path throws(Diagnostic) in try FetchErrors(path) }
        var failed = 0
        var names: Set<String> = []
        let printed = StandardOutput()
        let bar = ProgressBar(count)
        var done = 0
        try fetcher.run { _, result throws(Diagnostic) in
            done += 1
            bar.advance(to: done)
            let result = settings.mask.masked(result, limit: limits.bytes)
            func fail(_ diagnostic: Diagnostic) throws(Diagnostic) {
                failed += 1
                if let errorFile {
                    try errorFile.add(diagnostic, result)
                } else {
                    Console.report([diagnostic])
                }
            }
            // An archive has answers as they come.
            if output != nil, !isFolder {
                if let problem = result.problem { try fail(problem) }
                return
            }
            switch result.page(PageFacts(limits: limits)) {
            case .page(var page, let warnings):
                Console.report(warnings)
                let isTooLarge = page.bytes.count > limits.bytes
                if isTooLarge { page.bytes.removeLast(page.bytes.count - limits.bytes) }
                try write(page, printed, &names)
                if isTooLarge { try fail(FetchCommand.tooLarge(result, limits)) }
            case .leftOut:
                guard var body = result.body(limit: limits.bytes) else { return }
                let isTooLarge = body.count > limits.bytes
                if isTooLarge { body.removeLast(body.count - limits.bytes) }
                try write(body, of: result, printed, &names)
                if isTooLarge { try fail(FetchCommand.tooLarge(result, limits)) }
            case .failed(let diagnostic): try fail(diagnostic)
            }
        }
        bar.clear()
        if failed == 0 { return printed.status }
        return max(count == 1 ? .input : .page, printed.status)
    }

    /// Adds each address once; returns the number of addresses.
    ///
    /// Only an address on the command line may be in a private network without being permitted.
    private func add(to fetcher: Fetcher) throws(Diagnostic) -> Int {
        var seen: Set<AddressMark> = []
        let mask = fetching.mask
        func add(_ text: String, allowsPrivate: Bool) {
            let own = Fetcher.address(text)
            if let own { mask.add(passwordOf: own) }
            let address = own?.withoutFragment.href ?? text
            guard seen.insert(AddressMark(address)).inserted else { return }
            fetcher.add(text, index: seen.count - 1, allowsPrivate: allowsPrivate)
        }
        for address in addresses { add(address, allowsPrivate: true) }
        for list in lists {
            var reader: LineReader
            do throws(File.Failure) {
                reader = try list == "-" ? LineReader() : LineReader(list)
            } catch {
                throw Diagnostic(.input, "cannot read the list: \(error)", at: Location(file: list))
            }
            while let line = reader.next() {
                let text = WhiteSpace.collapse(String(decoding: line, as: UTF8.self))
                if !text.isEmpty, !text.hasPrefix("#") { add(text, allowsPrivate: false) }
            }
        }
        return seen.count
    }

    // MARK: - Pages

    /// The answer is compressed, and its content is larger than the limit.
    private static func tooLarge(_ result: FetchResult, _ limits: Limits) -> Diagnostic {
        Diagnostic(
            .input,
            "the page has more than \(limits.bytes) bytes: what follows them is left out",
            at: Location(file: result.asked),
            help: "--max-bytes raises the limit"
        )
    }

    private func write(
        _ page: Page,
        _ printed: StandardOutput,
        _ names: inout Set<String>
    ) throws(Diagnostic) {
        if output == nil { return FetchCommand.print(page.bytes, printed) }
        guard isFolder else { return }
        let source = PageReader.probableSource(of: page)
        let end = source == "text" ? "txt" : source
        try write(page.bytes, named: PageFolder.name(of: page.url ?? page.name), end, &names)
    }

    private func write(
        _ body: [UInt8],
        of result: FetchResult,
        _ printed: StandardOutput,
        _ names: inout Set<String>
    ) throws(Diagnostic) {
        if output == nil { return FetchCommand.print(body, printed) }
        if isFolder { try write(body, named: PageFolder.name(of: result.url), "bin", &names) }
    }

    /// Prints an answer before the next one is fetched.
    private static func print(_ bytes: [UInt8], _ output: StandardOutput) {
        output.write(bytes)
        output.flush()
    }

    private func write(
        _ bytes: [UInt8],
        named name: String,
        _ end: String,
        _ names: inout Set<String>
    ) throws(Diagnostic) {
        var candidate = "\(name).\(end)"
        var number = 2
        while !names.insert(candidate).inserted {
            candidate = "\(name)-\(number).\(end)"
            number += 1
        }
        let path = "\(folder)/\(candidate)"
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
        }
    }
}

/// The identity of an address in 16 bytes: two different addresses have the same one with a probability of 1 in 10^38.
private struct AddressMark: Hashable {
    private let first: Int
    private let second: Int

    init(_ address: String) {
        var hasher = Hasher()
        hasher.combine(address)
        first = hasher.finalize()
        hasher = Hasher()
        hasher.combine(address)
        hasher.combine(UInt8(1))
        second = hasher.finalize()
    }
}

extension FetchResult {
    /// The body of an answer that is not a page for rules; `nil` if there is none.
    fileprivate func body(limit: Int) -> [UInt8]? {
        exchanges.last?.response.flatMap { ReceivedBody.decoded($0, limit: limit) }
    }
}

/// The file of `--errors`: an object per line for each address that could not be fetched.
private final class FetchErrors {
    private let file: ReplacementFile

    init(_ path: String) throws(Diagnostic) {
        do throws(File.Failure) { file = try ReplacementFile(path) } catch {
            throw Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
        }
    }

    deinit { try? file.commit() }

    func add(_ diagnostic: Diagnostic, _ result: FetchResult) throws(Diagnostic) {
        var members = [
            Value.Member("url", .string(result.asked)), Value.Member("severity", .string("error")),
            Value.Member("message", .string(diagnostic.message)),
        ]
        if let failure = result.failure {
            members.append(Value.Member("failure", .string(failure.cause.rawValue)))
        }
        if let status = result.exchanges.last?.head?.status {
            members.append(Value.Member("status", .number(Number(status))))
        }
        do throws(File.Failure) {
            try file.write(Array((JSONWriter.compact(.object(members)) + "\n").utf8))
        } catch {
            throw Diagnostic(.input, "cannot write \(file.path): \(error)", at: Location(file: file.path))
        }
    }
}
