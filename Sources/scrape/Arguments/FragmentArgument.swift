import DOM
import Records
import Scraping

/// The option that names the element which a page is the content of.
enum FragmentArgument {
    static let option = Option(
        name: "--fragment",
        argument: "CONTEXT",
        about: [
            "reads HTML as what an element holds, such as td, \"svg path\" or \"math ms\", and prints",
            "the nodes that it then has",
        ]
    )

    /// The namespaces by the words that stand before an element's name.
    private static let namespaces: [(word: String, namespace: FragmentContext.Namespace)] = [
        ("svg", .svg), ("math", .mathML),
    ]

    /// The element that the command line names; `nil` where it names none.
    static func context(
        _ parser: ArgumentParser,
        source: String?,
        reading: ReadingOptions
    ) throws(Diagnostic) -> FragmentContext? {
        guard let text = try parser.value(option) else { return nil }
        if let source, !["html", "html-fragment"].contains(source) {
            throw Diagnostic(
                .rules,
                "--fragment is for HTML, and --source says \(source)",
                help: "leave out one of the two"
            )
        }
        if reading.parser == .libxml2 {
            throw Diagnostic(
                .rules,
                "--fragment needs the parser standard: libxml2 has no elements that content is read for",
                help: "leave out one of the two"
            )
        }
        return try context(text)
    }

    /// The element of a text: its name, behind `svg` or `math` for one of theirs.
    private static func context(_ text: String) throws(Diagnostic) -> FragmentContext {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count <= 2, words.allSatisfy(isName) else {
            throw mistake("takes an element's name, alone or behind svg or math", text)
        }
        guard words.count == 2 else { return FragmentContext(name: text) }
        guard let known = namespaces.first(where: { $0.word == words[0] }) else {
            let nearest = Suggestion.nearest(to: words[0], among: namespaces.map(\.word))
            throw mistake("takes svg or math before an element's name", words[0], nearest)
        }
        return FragmentContext(name: words[1], namespace: known.namespace)
    }

    private static func mistake(_ rule: String, _ found: String, _ nearest: String? = nil) -> Diagnostic {
        Diagnostic(
            .rules,
            "--fragment \(rule), found \"\(found)\"",
            help: nearest.map { "did you mean \($0)?" } ?? "write it like td, \"svg path\" or \"math ms\""
        )
    }

    /// Whether a tag can have the name: it begins with a letter, and nothing in it ends it.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else {
            return false
        }
        return !name.unicodeScalars.contains { $0.value <= 0x20 || "/<>".unicodeScalars.contains($0) }
    }
}
