/// The reports of many pages, a file each, and a file that lists them.
public struct ReportIndex: Sendable {
    private let pages: [PageReport]
    /// The name of each page's file: the page's own, with what a file's name cannot hold as `-`, and each only once.
    public let files: [String]

    /// The index of pages.
    public init(_ pages: [PageReport]) {
        self.pages = pages
        var known: Set<String> = ["index.html"]
        var files: [String] = []
        for page in pages {
            let name = ReportIndex.fileName(page.name)
            var file = "\(name).html"
            var number = 2
            while !known.insert(file).inserted {
                file = "\(name)-\(number).html"
                number += 1
            }
            files.append(file)
        }
        self.files = files
    }

    /// What stays of a name: letters, digits, dots and dashes of ASCII, and not at its beginning a dot.
    private static func fileName(_ name: String) -> String {
        let plain = name.utf8.map { byte in
            let isLetter = (97...122).contains(byte | 0x20)
            return isLetter || (48...57).contains(byte) || byte == 46 || byte == 45 || byte == 95 ? byte : 45
        }
        // As long as any file system takes, with room for a number.
        let text = String(decoding: plain.drop { $0 == 46 || $0 == 45 }.suffix(200), as: UTF8.self)
        return text.isEmpty ? "page" : text
    }

    /// The file that lists them, UTF-8.
    public var html: [UInt8] {
        let failed = pages.filter { !$0.isFine }.count
        let items = zip(pages, files).map { page, file in
            "<li><a class=\"\(page.isFine ? "passed" : "failed")\" href=\"\(file)\">\(HTMLText.escaped(page.name))</a>"
                + "\(HTMLText.escaped(page.summary))</li>\n"
        }
        return Array(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1"><title>Report</title>
            <style>
            \(ReportStyle.css)
            .index { overflow: auto; } .index a { display: inline-block; min-width: 20rem; }
            </style></head>
            <body><header><h1>Report</h1><p>\(pages.count - failed) as expected, \(failed) to be looked at</p></header>
            <nav class="index" style="width:auto;border:0" aria-label="Pages"><ol>
            \(items.joined())</ol></nav></body></html>

            """.utf8
        )
    }
}
