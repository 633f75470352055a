import Addresses
import Batch
import Engine
import Fetching
import Language
import Records

// The addresses that a site's sitemaps list.
extension Crawl {
    /// A site's robots.txt, which names its sitemaps.
    func sitemapTask(
        _ text: RequestText,
        _ kind: RequestKind,
        _ names: RequestNames,
        _ all: RequestNames,
        _ depth: Int
    ) throws(RequestProblem) -> CrawlTask? {
        let site = try builder.address(text, all, nil)
        guard let address = try? WebAddress("/robots.txt", base: site) else { return nil }
        var request = FetchRequest(address)
        request.allowsPrivate = false
        guard known.insert(RequestKey("sitemaps \(address.href)")) else { return nil }
        return CrawlTask(
            kind: kind,
            request: request,
            names: names,
            depth: depth,
            isFollowed: false,
            list: nil
        )
    }

    /// Fetches a site's robots.txt, which names its sitemaps, or the next sitemap, and follows the addresses in it.
    func makeSitemaps(_ task: CrawlTask, _ page: inout CrawlPage) throws(Diagnostic) {
        guard var open = task.sitemaps else { return push([try sitemaps(of: task)]) }
        let origin = task.request.origin
        var rest = task
        guard let text = open.popLast(), knownSitemaps.count < 50_000 else {
            summary.requests -= 1
            return
        }
        guard let address = try? WebAddress(text, base: task.request.address),
            knownSitemaps.insert(RequestKey("\(task.kind.name) \(address.href)")).inserted
        else {
            summary.requests -= 1
            rest.sitemaps = open
            return push([rest])
        }
        var children: [CrawlTask] = []
        if let sitemap = try sitemap(at: address, origin, &page) {
            open += sitemap.sitemaps.reversed()
            for (url, change) in sitemap.pages {
                guard let target = try? WebAddress(url, base: address).withoutFragment,
                    var child = child(at: target, of: task, &page)
                else { continue }
                if child.kind.refresh == .changed { child.request.lastChange = change }
                children.append(child)
            }
        }
        rest.sitemaps = open
        push(open.isEmpty ? children : children + [rest])
    }

    /// The request for the first of a site's sitemaps.
    func sitemaps(of task: CrawlTask) throws(Diagnostic) -> CrawlTask {
        var found = sitemaps(task.request.origin) ?? []
        let result =
            try found.isEmpty ? fetcher.fetch(task.request) : FetchResult(asked: task.request.address.href)
        if let last = result.exchanges.last, last.head?.status == 200, let response = last.response,
            let body = ReceivedBody.decoded(response, limit: options.limits.bytes)
        {
            found = SitemapAddresses.ofRobots(body)
        }
        if found.isEmpty, let usual = try? WebAddress("/sitemap.xml", base: task.request.address) {
            found = [usual.href]
        }
        var next = task
        next.sitemaps = found.reversed()
        return next
    }

    /// Fetches a sitemap; `nil` if this fails, which is reported.
    func sitemap(
        at address: WebAddress,
        _ origin: String,
        _ page: inout CrawlPage
    ) throws(Diagnostic) -> (sitemaps: [String], pages: [(url: String, change: Int?)])? {
        guard plan.covers(address.href) || address.origin == origin else {
            summary.requests -= 1
            page.diagnostics.append(
                Diagnostic(
                    .page,
                    "the sitemap \(address.href) is not covered by \"match\"",
                    severity: .warning,
                    at: Location(file: page.url)
                )
            )
            return nil
        }
        let result = try get(FetchRequest(address))
        guard result.failure == nil, let last = result.exchanges.last, last.head?.status == 200,
            let response = last.response,
            let body = ReceivedBody.decoded(response, limit: options.limits.bytes)
        else {
            page.diagnostics.append(
                Diagnostic(
                    .input,
                    "cannot read the sitemap: \(result.failure?.message ?? "status \(result.exchanges.last?.head?.status ?? 0)")",
                    at: Location(file: address.href)
                )
            )
            return nil
        }
        summary.pages += 1
        let read = SitemapAddresses.read(body, limits: options.limits)
        if let problem = read.problem {
            page.diagnostics.append(
                Diagnostic(.input, "cannot read the sitemap: \(problem)", at: Location(file: address.href))
            )
        }
        return (read.sitemaps, read.pages)
    }

    /// The request for an address of a sitemap; `nil` if no kind applies to it, or it has been made.
    func child(at target: WebAddress, of task: CrawlTask, _ page: inout CrawlPage) -> CrawlTask? {
        guard plan.covers(target.href) else { return nil }
        let kind = task.kind.follows.lazy.compactMap { follow in
            self.plan.kinds.first { $0.name == follow.kind }
        }.first { kind in
            kind.match.isEmpty
                || kind.match.contains { AddressPattern.matches(target.href, pattern: $0) }
        }
        guard let kind else { return nil }
        return self.task(kind, task.names, followed: target, depth: task.depth + 1, base: nil, &page)
    }
}
