/// Pages and what came out of them in one HTML file that needs nothing else.
///
/// ```swift
/// let page = PageReport(page, try Rules.load("Rules/site.json", registry: registry))
/// let html = Report(title: "A page", pages: [page]).html
/// ```
///
/// Each page is shown in a frame with the sandbox `allow-same-origin` and without `allow-scripts`. The first lets the
/// report's script reach the page, to outline what is pointed at. It would be of use to a script of the page, which
/// could then take its frame's sandbox away; but no script of the page runs: the sandbox allows none, nor does either
/// policy, and none is left in the page.
public struct Report: Sendable {
    /// What the report is of.
    public let title: String
    /// The pages, in their order.
    public let pages: [PageReport]

    /// A report of pages.
    public init(title: String, pages: [PageReport]) {
        self.title = title
        self.pages = pages
    }

    /// The file's bytes, UTF-8. Complexity: linear in what the pages hold.
    public var html: [UInt8] {
        let nonce = Report.nonce()
        var output = Array(head(nonce).utf8)
        output += "<body>\n<header><h1>\(HTMLText.escaped(title))</h1><p>\(summary)</p></header>\n".utf8
        output += "<div class=\"body\">\n\(navigation)<main>\n".utf8
        for (index, page) in pages.enumerated() {
            Report.write(page, index, hasTitle: pages.count > 1, &output)
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
            return "\(pages.count - failed) as expected, \(failed) to be looked at"
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
            // A frame that is not shown yet is not read yet.
            let attribute = index == 0 ? "srcdoc" : "data-page"
            output += "<iframe sandbox=\"allow-same-origin\" title=\"The page \(name)\" \(attribute)=\"".utf8
            HTMLText.append(frame, to: &output)
            output += "\"></iframe>".utf8
        }
        output += "</div></div>\n<p class=\"status\" role=\"status\"></p>\n</section>\n".utf8
    }

    /// What lets the report's own script run, and no other: nobody knows it before the report is made.
    private static func nonce() -> String {
        (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 16) }.joined()
    }
}
