import Batch
import Records
import Scraping

// What stands for pages on the command line of a run over many: each page is read once, however often it is named, so
// that a run that is interrupted and continued reads what any other does.
extension ScrapeOptions {
    /// The operands, each once, and those that stand there again.
    ///
    /// - Throws: that one lies in another, whose pages it has.
    static func distinct(
        _ operands: [String]
    ) throws(Diagnostic) -> (pages: [String], repeated: [String]) {
        // By their bytes: what is one name to a text, é in one character or two, is two to the file system.
        var seen: [[UInt8]: Int] = [:]
        var pages: [String] = []
        var repeated: [String] = []
        for operand in operands {
            // A file of that name is ./-, which is no standard input.
            let name = operand == "-" ? [] : Array(operand.normalPath.fromRoot.utf8)
            let count = seen[name, default: 0]
            seen[name] = count + 1
            if count == 0 { pages.append(operand) }
            if count == 1 { repeated.append(operand) }
        }
        try checkNesting(pages)
        return (pages, repeated)
    }

    private static func checkNesting(_ pages: [String]) throws(Diagnostic) {
        var folders: [String: String] = [:]
        for page in pages where page != "-" && File.kind(of: page) == .folder {
            folders[page.normalPath.fromRoot] = page
        }
        if folders.isEmpty { return }
        for page in pages where page != "-" {
            let path = page.normalPath.fromRoot
            guard let outer = path.foldersAbove.lazy.compactMap({ folders[$0] }).first else { continue }
            throw Diagnostic(
                .rules,
                "\(page) lies in \(outer), whose pages are read as well",
                help: "leave one of them out: each page is read once"
            )
        }
    }
}

extension String {
    /// The folders that a path from the root leads through; none where it leads back, since who knows where to.
    fileprivate var foldersAbove: [String] {
        if split(separator: "/").contains("..") { return [] }
        var folders = ["/"]
        for index in utf8.indices.dropFirst() where utf8[index] == UInt8(ascii: "/") {
            folders.append(String(self[..<index]))
        }
        return folders.filter { $0 != self }
    }
}
