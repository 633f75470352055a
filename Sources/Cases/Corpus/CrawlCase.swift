package import Engine
package import Language
package import Records

/// A case with a crawl in place of a page: the archive of its answers, and the requests that its rules make.
extension Case {
    /// The path of the archive; `nil` for a case of a page.
    public var archivePath: String? {
        ["crawl.warc.gz", "crawl.warc.zst", "crawl.warc"].map { "\(folder)/\($0)" }
            .first { File.kind(of: $0) == .file }
    }

    /// Whether the case is a crawl.
    public var isCrawl: Bool { archivePath != nil }

    /// The path of the file of a crawl's requests, in order.
    public var requestsPath: String { "\(folder)/requests.jsonl" }

    /// Reads the file of a crawl's requests.
    func requests() throws(Diagnostics) -> RequestList {
        try checkPlace(of: requestsPath)
        return try RequestList(contentsOf: requestsPath)
    }

    /// Repeats the crawl from its archive.
    func replay(
        _ facts: Facts,
        _ rules: Rules,
        _ store: RulesStore,
        visit: (CasePage) -> Void = { _ in }
    ) throws(Diagnostics) -> CrawlReplay.Outcome {
        func refuse(_ message: String, _ help: String? = nil) -> Diagnostics {
            Diagnostics([Diagnostic(.input, message, at: Location(file: folder), help: help)])
        }
        guard let path = archivePath else { throw refuse("the case is not a crawl") }
        let pages = ((try? File.names(in: folder)) ?? []).filter { $0.hasPrefix("page.") }
        if let page = pages.first {
            throw refuse("expected a page or a crawl, found \(page) and an archive", "split it in two")
        }
        try checkPlace(of: path)
        guard let crawls = store.crawls else {
            throw refuse("the case is a crawl, which only scrape test repeats")
        }
        return try crawls.run(path, facts, rules, visit)
    }

    /// Calls a closure with each page of the case: one, or those of a crawl in the order in which it reads them.
    package func visitPages(
        _ facts: Facts,
        _ rules: Rules,
        _ store: RulesStore,
        _ visit: (CasePage) -> Void
    ) throws(Diagnostics) {
        if isCrawl {
            _ = try replay(facts, rules, store, visit: visit)
        } else {
            visit(CasePage(try page(facts), rules))
        }
    }

    /// The differences between the requests that two rules files make for the crawl of the case.
    package func requestDifferences(
        _ facts: Facts,
        from old: Rules,
        to new: Rules,
        _ store: RulesStore
    ) throws(Diagnostics) -> [Difference] {
        let lists = try [old, new].map { rules throws(Diagnostics) in
            RequestList(requests: try replay(facts, rules, store).requests).golden
        }
        return lists[0].differences(to: lists[1], keys: [:])
    }

    /// The name of one of the case's pages, for reports: `site/case`, followed by the address if the case is a crawl.
    package func name(of page: CasePage) -> String {
        page.kind == nil ? description : "\(self) \(page.page.url ?? page.page.name)"
    }
}

/// A page of a case, with the rules that read it.
///
/// All commands that work with the pages of a corpus get them in this form, from ``Case/visitPages(_:_:_:_:)``.
package struct CasePage: Sendable {
    package let page: Page
    /// What reads the page: the case's rules, or, in a crawl, the rules of the page's kind.
    package let rules: Rules
    /// The kind of a page of a crawl; `nil` for a saved page.
    package let kind: RequestKind?
    /// What the crawl reads on it; `nil` if it reads nothing, and for a saved page.
    package let outcome: Outcome?

    /// A saved page.
    package init(_ page: Page, _ rules: Rules) {
        self.page = page
        self.rules = rules
        kind = nil
        outcome = nil
    }

    /// A page of a crawl.
    package init(_ page: Page, _ kind: RequestKind, _ outcome: Outcome?) {
        self.page = page
        rules = kind.page
        self.kind = kind
        self.outcome = outcome
    }

    /// Whether the page may have records; a page without records only leads to other pages.
    package var hasRecords: Bool { !rules.records.isEmpty }
}

/// Repeats crawls from their archives: the modules that make requests depend on this one, and supply the
/// implementation.
package struct CrawlReplay: Sendable {
    /// The result of a crawl.
    package struct Outcome: Sendable {
        package var records: [Record] = []
        package var diagnostics: [Diagnostic] = []
        /// The requests in order, as in `requests.jsonl`.
        package var requests: [Value] = []

        package init() {}
    }

    /// Repeats the crawl of an archive, by its path. The closure receives each page after it is read.
    package let run:
        @Sendable (_ archive: String, Case.Facts, Rules, _ visit: (CasePage) -> Void) throws(Diagnostics)
            ->
            Outcome

    package init(
        _ run:
            @escaping @Sendable (String, Case.Facts, Rules, (CasePage) -> Void) throws(Diagnostics) ->
            Outcome
    ) {
        self.run = run
    }
}

extension CrawlReplay.Outcome {
    /// The expected output that the crawl satisfies: its diagnostics have the addresses of their pages.
    var golden: Golden {
        let lines = diagnostics.map { diagnostic in
            var place = ""
            // Places in the rules are left out, as they change with the rules.
            if let location = diagnostic.location, location.file.hasPrefix("http") {
                place = "\(location.file): " + (location.line.map { "line \($0): " } ?? "")
            }
            return "\(place)\(diagnostic.severity.rawValue): \(diagnostic.message)"
        }
        return Golden(records: records.map(\.value), diagnostics: lines)
    }
}

/// The requests of a crawl in order: `requests.jsonl` of a case, one object per line.
struct RequestList: Sendable {
    /// The requests: objects with `method`, `url`, `headers`, and `body` (or `bytes`, percent-encoded, if the body is
    /// not text).
    let requests: [Value]

    init(requests: [Value]) { self.requests = requests }

    /// The requests of a comparison.
    init(_ golden: Golden) {
        requests = golden.records.map { request in
            .object((request.object ?? []).filter { $0.name != Record.typeKey })
        }
    }

    /// Reads a file.
    ///
    /// - Throws: if the file cannot be read, or a line is not an object of JSON.
    init(contentsOf path: String) throws(Diagnostics) {
        var requests: [Value] = []
        var number = 0
        for line in try Corpus.contents(of: path).split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            let (json, errors) = JSON.read(Array(line), dialect: .strict)
            guard errors.isEmpty, let value = json?.value, value.object != nil else {
                throw Diagnostics([
                    Diagnostic(
                        .rules,
                        errors.first?.message ?? "expected an object with a request",
                        at: Location(file: path, line: number, column: 1),
                        help: "run scrape test --update to rewrite the file"
                    )
                ])
            }
            requests.append(value)
        }
        self.requests = requests
    }

    /// The contents of the file.
    var text: String { requests.map { JSONWriter.compact($0) + "\n" }.joined() }

    /// The requests as records of the type `request`, which are compared like any others.
    var golden: Golden {
        Golden(
            records: requests.map { request in
                .object([Value.Member(Record.typeKey, "request")] + (request.object ?? []))
            }
        )
    }
}

extension Rules {
    /// The unique fields of all record types, including those of single requests.
    package var keysOfAllTypes: [String: [String]] {
        let types = schema.types.filter { !$0.uniqueKeys.isEmpty }
        return Dictionary(types.map { ($0.name, $0.uniqueKeys) }) { first, _ in first }
    }
}
