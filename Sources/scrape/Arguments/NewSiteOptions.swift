import DOM
import Records
import Scraping

/// The options of `scrape new SITE PAGE…`.
struct NewSiteOptions {
    /// The site's name, which is that of its rules file and of its folder of cases.
    let site: String
    let pages: [String]
    /// The pages' addresses in their order; none where they are not known.
    let urls: [String]
    /// When the pages were saved, as ISO 8601 writes it; `nil` for when their files were written.
    let saved: String?
    let encoding: Encoding?

    static let urlOption = Option(
        name: "--url",
        argument: "URL",
        about: ["where a page came from; of several pages once for each, in their order"]
    )
    static let savedOption = Option(
        name: "--saved",
        argument: "TIME",
        about: [
            "when the pages were saved, as ISO 8601 writes it; when their files were last",
            "written unless given",
        ]
    )
    static let all = [urlOption, savedOption, PageOptions.encodingOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        site = parser.operands.first ?? ""
        pages = Array(parser.operands.dropFirst())
        guard NewSiteOptions.isName(site) else {
            throw Diagnostic(
                .rules,
                "\"\(site)\" cannot be a site's name",
                help: "take letters, digits, hyphens and points, a letter or digit first: plants"
            )
        }
        guard !pages.isEmpty else {
            throw Diagnostic(.rules, "no page is given", help: "write scrape new \(site) list.html")
        }
        if pages.count == 1, pages[0] != "-", File.kind(of: pages[0]) == .nothing,
            Suggestion.nearest(to: site, among: ["plugin"]) != nil
        {
            throw Diagnostic(.rules, "unknown thing to make \"\(site)\"", help: "did you mean \"plugin\"?")
        }
        if pages.count(where: { $0 == "-" }) > 1 {
            throw Diagnostic(.rules, "standard input (-) can be read once only")
        }
        urls = parser.values(NewSiteOptions.urlOption)
        guard urls.isEmpty || urls.count == pages.count else {
            throw Diagnostic(
                .rules,
                "--url is given \(urls.count) times for \(pages.count) pages",
                help: "give it once for each page, in their order, or not at all"
            )
        }
        for url in urls where !url.contains("://") {
            throw Diagnostic(
                .rules,
                "\"\(url)\" is not a whole address (--url)",
                help: "write it like https://plants.example/list"
            )
        }
        saved = try parser.value(NewSiteOptions.savedOption)
        if let saved, PageClock(saved) == nil {
            throw Diagnostic(
                .rules,
                "\"\(saved)\" is not a time in ISO 8601 (--saved)",
                help: "write it like 2018-06-20T09:14:31Z"
            )
        }
        encoding = try PageOptions.encoding(parser)
    }

    /// Whether a text can be the name of a file and of a folder, on every system.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64, !text.hasSuffix(".json"),
            !text.hasSuffix(".")
        else {
            return false
        }
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isLetterOrDigit(first)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
    }
}
