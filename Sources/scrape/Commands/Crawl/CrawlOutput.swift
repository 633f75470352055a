import Engine
import Platform
import Records

/// The destination of a crawl's records: standard output, a file that is replaced at the end of the run, or a store.
final class CrawlOutput {
    private var encoder: (any RecordEncoder)?
    private var store: (any RecordStore)?
    private let file: ReplacementFile?
    /// Whether the reader of standard output has closed it.
    private(set) var isClosed = false
    /// Whether no records are written to a terminal.
    var isElsewhere: Bool { store != nil || file != nil || !Terminal.output.isTerminal }

    init(_ format: OutputFormat, _ schema: Schema, _ arguments: [String], _ path: String?) throws(Diagnostic)
    {
        var options: [String: String] = [:]
        for text in arguments {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                String($0)
            }
            guard parts.count == 2 else {
                throw Diagnostic(.rules, "expected NAME=VALUE for --option, found \"\(text)\"")
            }
            options[parts[0]] = parts[1]
        }
        do throws(OutputError) {
            if format.isStore {
                guard let path else {
                    throw OutputError(
                        "the format \(format.name) is written to a file",
                        help: "name one with --output"
                    )
                }
                store = try format.makeStore(schema, path: path, options: options, continues: false)
                file = nil
                return
            }
            encoder = try format.makeEncoder(schema, options: options)
        } catch {
            throw Diagnostic(.rules, error.message, help: error.help)
        }
        do throws(File.Failure) {
            file = try path.map { path throws(File.Failure) in try ReplacementFile(path) }
        } catch {
            throw CrawlOutput.failure(error)
        }
    }

    func write(_ records: [Record]) throws(Diagnostic) {
        if records.isEmpty { return }
        if let store {
            do throws(OutputError) { try store.write(records, note: "") } catch {
                throw Diagnostic(error.cause, error.message, help: error.help)
            }
        }
        var bytes: [UInt8] = []
        encoder?.encode(records, into: &bytes)
        try put(bytes)
    }

    func finish() throws(Diagnostic) {
        do throws(OutputError) {
            try store?.finish()
            if let end = try encoder?.finish() { try putEnd(end) }
        } catch {
            throw Diagnostic(error.cause, error.message, help: error.help)
        }
        if let ending { throw ending }
        do throws(File.Failure) { try file?.commit() } catch { throw CrawlOutput.failure(error) }
    }

    private var ending: Diagnostic?

    private func putEnd(_ text: String) throws(OutputError) {
        do throws(Diagnostic) { try put(Array(text.utf8)) } catch { ending = error }
    }

    private func put(_ bytes: [UInt8]) throws(Diagnostic) {
        if bytes.isEmpty || isClosed { return }
        do throws(File.Failure) {
            if let file { return try file.write(bytes) }
            let error = Terminal.output.write(bytes)
            if error == EPIPE {
                isClosed = true
            } else if error != 0 {
                throw File.Failure(path: "standard output", description: String(cString: strerror(error)))
            }
        } catch {
            throw CrawlOutput.failure(error)
        }
    }

    private static func failure(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the output: \(failure)", at: Location(file: failure.path))
    }
}
