import DOM
import Records
import Scraping

/// The options that tell how to read a page, of every command that reads one.
enum PageOptions {
    static let encodingOption = Option(
        name: "--encoding",
        argument: "LABEL",
        about: ["the pages' encoding, for pages that do not or wrongly tell it themselves"]
    )
    static let sourceOption = Option(
        name: "--source",
        argument: "SOURCE",
        about: [
            "what the pages are: \(PageReader.names.joined(separator: ", ")); without it, a file's",
            "ending tells (.json, .csv, .txt), and anything else is html",
        ],
        choices: PageReader.names
    )

    static func encoding(_ parser: ArgumentParser) throws(Diagnostic) -> Encoding? {
        guard let label = try parser.value(encodingOption) else { return nil }
        if let encoding = Encoding(label: label) { return encoding }
        throw Diagnostic(
            .rules,
            "unknown encoding \"\(label)\"",
            help: Encoding.suggestion(for: label).map { "did you mean \"\($0)\"?" } ?? "write it like utf-8"
        )
    }

    static func source(_ parser: ArgumentParser) throws(Diagnostic) -> String? {
        guard let name = try parser.value(sourceOption) else { return nil }
        if PageReader.names.contains(name) { return name }
        throw Diagnostic(
            .rules,
            "unknown source \"\(name)\"",
            help: Suggestion.help(for: name, among: PageReader.names)
        )
    }
}
