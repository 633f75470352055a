import TestSupport
import TestSupport
import Testing

@testable import DOM

/// The html5lib tests of tree construction.
enum TreeConstructionFile {
    struct Case {
        var data: [UInt8] = []
        var document: [UInt8] = []
        var context: FragmentContext?
        /// The scripting flags to which the result applies.
        var scripting = [true, false]
    }

    static let folder = "html5/tree-construction"

    /// The names of the files, in order; none if the folder is missing.
    static let names = SharedCases.names(folder, ending: ".dat")

    /// The cases of a file's bytes.
    static func cases(_ file: [UInt8]) -> [Case] {
        let lines = file.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        var cases: [Case] = []
        var current = Case()
        var section: ArraySlice<UInt8> = []
        var isFirstLine = false
        for line in lines {
            if line.elementsEqual("#data".utf8) {
                if !section.isEmpty { cases.append(current.trimmed) }
                current = Case()
            }
            if isHeading(line) {
                section = line
                isFirstLine = true
                if line.elementsEqual("#script-on".utf8) { current.scripting = [true] }
                if line.elementsEqual("#script-off".utf8) { current.scripting = [false] }
                continue
            }
            if section.elementsEqual("#data".utf8) {
                current.data += (isFirstLine ? [] : [UInt8(ascii: "\n")]) + line
            } else if section.elementsEqual("#document".utf8) {
                current.document += line + [UInt8(ascii: "\n")]
            } else if section.elementsEqual("#document-fragment".utf8), isFirstLine {
                current.context = context(String(decoding: line, as: UTF8.self))
            }
            isFirstLine = false
        }
        return section.isEmpty ? cases : cases + [current.trimmed]
    }

    private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        let headings = [
            "#data", "#errors", "#new-errors", "#document", "#document-fragment", "#script-on", "#script-off",
        ]
        return headings.contains { line.elementsEqual($0.utf8) }
    }

    /// The context on a line: `td`, `svg path`, `math mi`.
    static func context(_ line: String) -> FragmentContext {
        let parts = line.split(separator: " ")
        guard parts.count == 2 else { return FragmentContext(name: line) }
        return FragmentContext(name: String(parts[1]), namespace: parts[0] == "svg" ? .svg : .mathML)
    }
}

extension TreeConstructionFile.Case {
    /// Without the empty lines that separate two cases.
    fileprivate var trimmed: Self {
        var copy = self
        while copy.document.hasSuffix([0x0A, 0x0A]) { copy.document.removeLast() }
        return copy
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool { self.suffix(suffix.count) == suffix[...] }
}

/// Trees of pages and fragments in the format of the html5lib tests.
enum TreeReader {
    static func document(
        _ page: some Collection<UInt8>,
        in context: FragmentContext? = nil,
        scripting: Bool = true,
        limits: Limits = Limits()
    ) throws -> Document {
        var options = HTMLOptions()
        options.scripting = scripting
        var arena = Arena()
        let names = NameTable()
        let result = try withContiguousBytes(of: page) { [options] bytes in
            Result { () throws(ParseError) in
                try HTMLTreeParser.parse(
                    bytes,
                    in: context,
                    &arena,
                    names,
                    options: options,
                    limits: limits
                )
            }
        }.get()
        let document = Document(
            adopting: result.tree,
            arena: arena,
            names: names,
            page: result.page,
            kind: .html,
            isQuirky: result.isQuirky
        )
        document.limitReached = result.limitReached
        document.isFlattened = result.isFlattened
        return document
    }

    /// The content of the document, or of a fragment's root.
    static func dump(_ document: Document, isFragment: Bool = false) -> String {
        var text = ""
        let root = isFragment ? document.rootElement ?? document.node : document.node
        TreeDump.dump(root, in: document, style: .html5lib) { text += $0 }
        return text
    }
}
