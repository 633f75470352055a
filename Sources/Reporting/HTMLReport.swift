/// Pages with their records, in one self-contained HTML file.
///
/// ```swift
/// let page = PageReport(page, try Rules.load("Rules/site.json", registry: registry))
/// let html = HTMLReport(title: "A page", pages: [page]).html
/// ```
///
/// Each page is shown in a frame with the sandbox `allow-same-origin` and without `allow-scripts`. The former lets the
/// report's script outline elements of the page. With it, a script of the page could remove its frame's sandbox, but no
/// script of the page runs: the sandbox and both policies allow none, and scripts are removed from the page.
public struct HTMLReport: Sendable {
    /// The title.
    public let title: String
    /// The pages, in order.
    public let pages: [PageReport]

    /// Creates a report of pages.
    public init(title: String, pages: [PageReport]) {
        self.title = title
        self.pages = pages
    }

    /// The file in UTF-8. Complexity: linear in the size of the pages.
    public var html: [UInt8] {
        let nonce = HTMLReport.nonce()
        var output = Array(head(nonce).utf8)
        output += "<body>\n<header><h1>\(HTMLText.escaped(title))</h1><p>\(summary)</p></header>\n".utf8
        output += "<div class=\"body\">\n\(navigation)<main>\n".utf8
        for (index, page) in pages.enumerated() {
            HTMLReport.write(page, index, hasTitle: pages.count > 1, &output)
        }
        output +=
            "</main></div>\n<script nonce=\"\(nonce)\">\n\(ReportScript.javascript)\n</script>\n</body></html>\n"
            .utf8
        return output
    }

    private func head(_ nonce: String) -> String {
        let policy =
            "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'unsafe-inline'; img-src data:; "
            + "base-uri 'none'; form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(HTMLText.escaped(title))</title>
            <style>
            \(ReportStyle.css)
            </style></head>

            """
    }

    private var summary: String {
        let failed = pages.filter { !$0.isFine }.count
        guard pages.count == 1, let page = pages.first else {
            return "\(pages.count - failed) as expected, \(failed) to review"
        }
        let role = page.isFine ? "verdict" : "verdict failed"
        return "<span class=\"\(role)\">\(HTMLText.escaped(page.summary))</span>"
    }

    private var navigation: String {
        if pages.count < 2 { return "" }
        let links = pages.enumerated().map { index, page in
            let role = page.isFine ? "passed" : "failed"
            let title = HTMLText.escaped(page.summary)
            return "<li><a class=\"\(role)\" href=\"#page-\(index + 1)\" title=\"\(title)\">"
                + "\(HTMLText.escaped(page.name))</a></li>\n"
        }
        return "<nav aria-label=\"Pages\"><ol>\n\(links.joined())</ol></nav>\n"
    }

    private static func write(_ page: PageReport, _ index: Int, hasTitle: Bool, _ output: inout [UInt8]) {
        let id = "page-\(index + 1)"
        let name = HTMLText.escaped(page.name)
        let role = page.isFine ? "verdict" : "verdict failed"
        output += "<section class=\"page\" id=\"\(id)\" aria-label=\"\(name)\">\n".utf8
        if hasTitle {
            let summary = HTMLText.escaped(page.summary)
            output += "<h2>\(name) <span class=\"\(role)\">\(summary)</span></h2>\n".utf8
        }
        output +=
            """
            <div class="columns"><div class="panel">
            \(page.panel)</div>
            <div class="view">
            """.utf8
        if let frame = page.frame {
            // A frame is loaded when it is first shown.
            let attribute = index == 0 ? "srcdoc" : "data-page"
            output += "<iframe sandbox=\"allow-same-origin\" title=\"The page \(name)\" \(attribute)=\"".utf8
            HTMLText.append(frame, to: &output)
            output += "\"></iframe>".utf8
        }
        output += "</div></div>\n<p class=\"status\" role=\"status\"></p>\n</section>\n".utf8
    }

    /// An unpredictable nonce, which allows only the report's own script to run.
    private static func nonce() -> String {
        (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 16) }.joined()
    }
}

/// The reports of many pages, in one file each, with an index file.
public struct ReportIndex: Sendable {
    private let pages: [PageReport]
    /// The distinct name of each page's file: the page's name, with `-` for characters that file names cannot contain.
    public let files: [String]

    /// Creates the index of pages.
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

    /// A name with ASCII letters, digits, dots, hyphens and underscores only, and without a leading dot.
    private static func fileName(_ name: String) -> String {
        let plain = name.utf8.map { byte in
            let isLetter = (97...122).contains(byte | 0x20)
            return isLetter || (48...57).contains(byte) || byte == 46 || byte == 45 || byte == 95 ? byte : 45
        }
        // Within the limit of file systems, with room for a number.
        let text = String(decoding: plain.drop { $0 == 46 || $0 == 45 }.suffix(200), as: UTF8.self)
        return text.isEmpty ? "page" : text
    }

    /// The index file in UTF-8.
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
            <body><header><h1>Report</h1><p>\(pages.count - failed) as expected, \(failed) to review</p></header>
            <nav class="index" style="width:auto;border:0" aria-label="Pages"><ol>
            \(items.joined())</ol></nav></body></html>

            """.utf8
        )
    }
}
