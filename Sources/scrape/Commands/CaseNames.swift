import Scraping

/// What the cases made of pages are called.
enum CaseNames {
    /// A name for each page: its file's, as far as it can be a folder's, with a number where two have the same.
    static func names(of pages: [Page]) -> [String] {
        var taken: Set<String> = []
        return pages.map { page in
            let name = plain(page.name.split(separator: "/").last.map(String.init) ?? "")
            var candidate = name
            var number = 2
            while !taken.insert(candidate).inserted {
                candidate = "\(name)-\(number)"
                number += 1
            }
            return candidate
        }
    }

    private static func plain(_ file: String) -> String {
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        var name = ""
        for character in stem.lowercased() {
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            if isPlain { name.append(character) } else if !name.isEmpty, name.last != "-" { name.append("-") }
        }
        while name.last == "-" { name.removeLast() }
        return name.isEmpty ? "first" : String(name.prefix(60))
    }

    /// The ending of a page's file by what it is.
    static func ending(of page: Page) -> String {
        let source = PageReader.probableSource(of: page)
        return source == "text" ? "txt" : source
    }
}
