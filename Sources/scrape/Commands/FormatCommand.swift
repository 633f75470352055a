import Engine
import Platform
import Records

/// `scrape fmt`: formats rules files in one style.
struct FormatCommand: Subcommand {
    private var isCheck = false
    /// The rules files; `-` is standard input.
    private var files: [String] = []
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "fmt",
        about: "format rules files",
        usage: ["scrape fmt [--check] RULES..."],
        description: """
            Formats rules files in one style. Comments are kept. A file with syntax errors is left unchanged.

            RULES is a file or a site's name; - formats standard input to standard output.
            """,
        operands: .files(or: .sites),
        exits: [
            .success: "every file is formatted", .page: "with --check: the files listed are not formatted",
            .usage: "the command line is wrong, or a file has syntax errors",
            .input: "a file cannot be read or written",
        ],
        examples: ["scrape fmt Rules/*.json", "scrape fmt --check alchemy"]
    )

    static var options: [Option<FormatCommand>] {
        [.flag("--check", "Write nothing, and list the files that are not formatted.") { $0.isCheck = true }]
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        files = operands
        guard !files.isEmpty else {
            throw Diagnostic(
                .rules,
                "no rules file is given",
                help: "name a file, or - for standard input; see scrape fmt --help"
            )
        }
        try Operands.checkStandardInput(files)
    }

    /// Formats each file independently: an error in one does not affect the others.
    func run(_ registry: Registry) -> ExitStatus {
        var status = ExitStatus.success
        let output = StandardOutput()
        for file in files {
            do throws(Diagnostics) {
                status = max(status, file == "-" ? try formatInput(output) : try format(file, output))
            } catch {
                status = max(status, Console.fail(error))
            }
        }
        output.flush()
        return max(status, output.status)
    }

    private func formatInput(_ output: StandardOutput) throws(Diagnostics) -> ExitStatus {
        let name = "<standard input>"
        let (old, new) = try formatted(name) { () throws(File.Failure) in
            try File.read(descriptor: STDIN_FILENO, path: name, limit: Rules.sizeLimit)
        }
        if isCheck { return check(name, isChanged: new != old, output) }
        output.write(new)
        return .success
    }

    private func format(_ file: String, _ output: StandardOutput) throws(Diagnostics) -> ExitStatus {
        let path = try Diagnostics.single { () throws(Diagnostic) in try catalogue.path(of: file) }
        let (old, new) = try formatted(path) { () throws(File.Failure) in
            try File.read(path, limit: Rules.sizeLimit)
        }
        if isCheck { return check(path, isChanged: new != old, output) }
        if new != old { try write(new, to: path) }
        return .success
    }

    private func check(_ name: String, isChanged: Bool, _ output: StandardOutput) -> ExitStatus {
        if isChanged { output.write(name + "\n") }
        return isChanged ? .page : .success
    }

    /// The text of a file before and after formatting.
    private func formatted(
        _ name: String,
        _ read: () throws(File.Failure) -> [UInt8]
    ) throws(Diagnostics) -> (old: [UInt8], new: [UInt8]) {
        let text: [UInt8]
        do throws(File.Failure) { text = try read() } catch {
            let location = Location(file: name)
            throw Diagnostics([Diagnostic(.input, "cannot read the rules file: \(error)", at: location)])
        }
        let (formatted, errors) = JSONFormatter.format(text)
        if let formatted { return (text, formatted) }
        let source = SourceText(name: name, bytes: text)
        throw Diagnostics(
            errors.map {
                Diagnostic(.rules, $0.message, at: source.location(of: $0.range), help: $0.help)
            }
        )
    }

    private func write(_ text: [UInt8], to path: String) throws(Diagnostics) {
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write(text)
            try file.commit()
        } catch {
            let location = Location(file: path)
            throw Diagnostics([Diagnostic(.input, "cannot write the rules file: \(error)", at: location)])
        }
    }
}
