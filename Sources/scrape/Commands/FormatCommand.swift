import Glibc
import Records
import Scraping

/// `scrape fmt RULES…`: rules files in one style.
struct FormatCommand {
    let options: FormatOptions
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: FormatOptions) {
        self.options = options
    }

    /// Formats each file by itself: a mistake in one leaves the others no worse.
    func run() -> ExitStatus {
        var status = ExitStatus.success
        let output = StandardOutput()
        for file in options.files {
            do throws(Diagnostics) {
                status = max(status, file == "-" ? try formatInput(output) : try format(file, output))
            } catch {
                Console.report(error.all)
                status = max(status, ExitStatus(error.all))
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
        if options.isCheck { return told(name, isChanged: new != old, output) }
        output.write(new)
        return .success
    }

    private func format(_ file: String, _ output: StandardOutput) throws(Diagnostics) -> ExitStatus {
        let path: String
        do throws(Diagnostic) { path = try catalogue.path(of: file) } catch { throw Diagnostics([error]) }
        let (old, new) = try formatted(path) { () throws(File.Failure) in
            try File.read(path, limit: Rules.sizeLimit)
        }
        if options.isCheck { return told(path, isChanged: new != old, output) }
        if new != old { try write(new, to: path) }
        return .success
    }

    private func told(_ name: String, isChanged: Bool, _ output: StandardOutput) -> ExitStatus {
        if isChanged { output.write(name + "\n") }
        return isChanged ? .page : .success
    }

    /// A file's text as it is and as it should be.
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
