public import Scraping

extension Source {
    /// Turns each line such as `name: Oak` into an element called `name`; an empty line ends an entry.
    public static let keyValues = Source(
        name: "key-values",
        about: "lines of the form name: value; an empty line ends an entry",
        root: "entries"
    ) { _ throws(StepError) in
        { text, tree throws(StepError) in
            var isOpen = false
            let lines = String(decoding: text, as: UTF8.self).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            for (index, line) in lines.enumerated() {
                guard let colon = line.firstIndex(of: ":") else {
                    guard line.isEmpty else { throw StepError("line \(index + 1) has no colon") }
                    if isOpen { tree.close() }
                    isOpen = false
                    continue
                }
                if !isOpen { try tree.open("entry", line: index + 1) }
                isOpen = true
                try tree.open(String(line[..<colon]), line: index + 1)
                try tree.text(String(line[line.index(after: colon)...].drop { $0 == " " }))
                tree.close()
            }
            if isOpen { tree.close() }
        }
    }
}
