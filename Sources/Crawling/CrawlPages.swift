import Addresses
import Batch
import Cases
import DOM
import Encoding
import Engine
import Fetching
import Language
import Records
import Sources

// One request: its answer, what it means, the records of its page, and where the page leads.
extension Crawl {
    func place(_ range: Range<Int>) -> Location { rules.sources.location(of: range) }

    func report(_ message: String, _ kind: RequestKind, _ page: inout CrawlPage) {
        page.diagnostics.append(
            Diagnostic(.page, "\"\(kind.name)\": \(message)", at: place(kind.range))
        )
    }

    /// A request that was generated before the last login, with the names that it takes.
    func renewed(_ task: CrawlTask) -> CrawlTask {
        guard task.logins < logins else { return task }
        var fresh = task.names
        for take in plan.session.login.flatMap(\.takes) { fresh[take.name] = names[take.name] }
        var ignored = CrawlPage(url: "")
        let isLater = task.isLaterPage
        let isFixed = task.isFollowed || isLater && task.kind.next?.hasLink == true
        let all = computed(fresh, url: task.isFollowed ? task.request.address.href : "", &ignored)
        var request = task.request
        // The request of a form is what its page says, so it is not built again.
        if !isLater || task.kind.next?.submit == nil {
            func built(at address: WebAddress?) -> FetchRequest? {
                try? builder.request(
                    task.kind,
                    all,
                    followed: address,
                    base: task.request.address,
                    overlay: address == nil ? task.overlay : []
                )
            }
            request = built(at: isFixed ? task.request.address : nil) ?? request
        }
        var new = CrawlTask(
            kind: task.kind,
            request: request,
            names: fresh,
            depth: task.depth,
            isFollowed: task.isFollowed,
            list: task.list,
            overlay: task.overlay
        )
        new.sitemaps = task.sitemaps
        new.logins = logins
        return new
    }

    /// Whether a redirect has led to a page that is known, so that its records come with that one.
    ///
    /// A site that chooses what a page shows by a cookie sets it with the redirect: such pages are read.
    func isKnown(_ result: FetchResult, _ task: CrawlTask) -> Bool {
        if result.knownTarget != nil { return true }
        guard result.failure == nil, task.request.method == "GET", task.kind.key == nil,
            result.exchanges.count > 1, result.exchanges.last?.method == "GET",
            !result.exchanges.dropLast().contains(where: { $0.head?["set-cookie"] != nil }),
            let address = try? WebAddress(result.url), address != task.request.address
        else { return false }
        let key = builder.key(task.kind, FetchRequest(address), task.names)
        // The redirect leads to a request that is considered the same, for example because it only lacks an ignored
        // parameter.
        if key == builder.key(task.kind, task.request, task.names) { return false }
        if let kind = redirected[key], kind != task.kind.name { return false }
        if known.contains(key) {
            if redirected[key] == nil { return true }
        } else if redirected[key] == nil {
            redirected[key] = task.kind.name
            return false
        }
        let old = repeatedly[key] ?? (0, task.request.address.href, address.href)
        repeatedly[key] = (old.count + 1, old.from, old.to)
        return true
    }

    /// Whether a redirect leads to a page that is known, so that it need not be requested.
    ///
    /// It is requested if the meaning of answers depends on their contents.
    func leadsToKnown(_ result: FetchResult, _ target: WebAddress) -> Bool {
        let asked = [current].compactMap { $0 } + ahead.values
        guard plan.session.login.isEmpty, plan.answers.isEmpty,
            let task = asked.first(where: { $0.request.address.href == result.asked }),
            task.kind.answers.isEmpty, task.kind.key == nil, task.kind.sitemaps == nil,
            !result.exchanges.contains(where: { $0.head?["set-cookie"] != nil })
        else { return false }
        let key = builder.key(task.kind, FetchRequest(target), task.names)
        let own = builder.key(task.kind, task.request, task.names)
        // A page that redirects is not a page itself.
        guard key != own, known.contains(key), redirected[key] == nil, !ledAway.contains(key) else {
            return false
        }
        ledAway.insert(own)
        return true
    }

    private func warn(_ message: String, _ page: inout CrawlPage) {
        page.diagnostics.append(
            Diagnostic(.page, message, severity: .warning, at: Location(file: page.url))
        )
    }

    func make(_ waiting: CrawlTask, _ page: inout CrawlPage) throws(Diagnostic) {
        var task = renewed(waiting)
        current = task
        // The answer is complete, or is waited for here.
        if let started = task.started { ahead[started] = nil }
        defer { current = nil }
        summary.requests += 1
        if task.kind.sitemaps != nil { return try makeSitemaps(task, &page) }
        let shown = sessionAnswer(to: task)
        var result = if let shown { shown } else { try get(task.request, started: task.started) }
        if result.isKept {
            summary.kept += 1
            // No request was made, unless a redirect has led to the page.
            if result.exchanges.count == 1 { summary.requests -= 1 }
        }
        var rule = result.exchanges.last.flatMap { meaning(of: $0, task.kind) }
        if rule?.meaning == .loggedOut, !plan.session.login.isEmpty, loginsLeft > 0 {
            loginsLeft -= 1
            try login()
            task = renewed(task)
            var request = task.request
            // The archive has the answer from before the login.
            request.isAskedAgain = true
            result = try get(request)
            rule = result.exchanges.last.flatMap { meaning(of: $0, task.kind) }
            if rule?.meaning != .loggedOut { loginsLeft = 1 }
        }
        if isKnown(result, task) {
            summary.repeated += 1
            let target = result.knownTarget?.href ?? result.url
            breakOff(task, "leads to \(target), which has been read", &page)
            return
        }
        if task.isFollowed, result.failure?.cause == .robots {
            warn("the page is left out, since its host's robots.txt forbids it", &page)
            breakOff(task, "is forbidden by robots.txt", &page)
            return
        }
        let status = result.exchanges.last?.head?.status
        let isGone = rule?.meaning == .gone || rule == nil && task.isFollowed && [404, 410].contains(status)
        if isGone, result.failure == nil {
            warn("the page is gone (status \(status ?? 0))", &page)
            breakOff(task, "is gone", &page)
            return
        }
        if rule?.meaning == .loggedOut {
            page.diagnostics.append(
                Diagnostic(
                    .input,
                    "the answer shows that the session is logged out",
                    at: Location(file: page.url)
                )
            )
            breakOff(task, "needs a login", &page)
            return
        }
        if rule?.meaning == .empty, status.map({ !(200..<300).contains($0) }) ?? false {
            summary.pages += 1
            mayBeEmpty = true
            return
        }
        // A page that is gone often redirects to the site's first page. The next page of a list need not be one of those that the
        // kind's match covers.
        func isCovered(_ url: String) -> Bool {
            task.kind.match.contains { AddressPattern.matches(url, pattern: $0) }
        }
        let isFound = task.isFollowed || task.isLaterPage && isCovered(task.request.address.href)
        if isFound, result.exchanges.count > 1, result.failure == nil, !task.kind.match.isEmpty,
            !isCovered(result.url)
        {
            warn(
                "the page has moved to \(result.url), which the \"match\" of \"\(task.kind.name)\" does not cover",
                &page
            )
        }
        let facts = PageFacts(clock: options.clock, limits: options.limits)
        switch result.unpacked(limit: options.limits.bytes).page(facts) {
        case .page(var found, let warnings):
            let limit = options.limits.bytes
            if found.bytes.count > limit {
                var diagnostic = Diagnostic(
                    .input,
                    "cannot read the page: it has more than \(limit) bytes",
                    at: Location(file: page.url),
                    help: "\"bytes\" in \"limits\" raises the limit"
                )
                diagnostic.isOfLimit = true
                page.diagnostics.append(diagnostic)
                breakOff(task, "is too large", &page)
                return
            }
            summary.pages += 1
            page.diagnostics += warnings
            found.encoding = options.encoding ?? found.encoding
            found.asked = asked(
                computed(task.names, url: result.url, &page),
                url: result.url,
                hidesSecrets: true
            )
            found.asked?.status = status
            found.asked?.headers = result.exchanges.last?.head?.fields ?? []
            try read(found, task, isEmptyRight: rule?.meaning == .empty, &page)
        case .leftOut(let reason):
            page.diagnostics.append(
                Diagnostic(
                    .input,
                    "there is no page at this address: \(reason)",
                    at: Location(file: page.url)
                )
            )
            breakOff(task, "could not be read", &page)
        case .failed(let diagnostic):
            page.diagnostics.append(diagnostic)
            breakOff(task, "could not be fetched", &page)
        }
    }

    /// The first of the rules for answers that applies.
    func meaning(of exchange: Exchange, _ kind: RequestKind) -> AnswerRule? {
        let rules = kind.answers + plan.answers
        guard !rules.isEmpty, let response = exchange.response, let status = exchange.head?.status else {
            return nil
        }
        for rule in rules {
            if !rule.statuses.isEmpty, !rule.statuses.contains(status) { continue }
            if let condition = rule.condition {
                let facts = PageFacts(url: exchange.url, clock: exchange.date, limits: options.limits)
                guard case .page(let page, _) = ReadPage(response: response, name: exchange.url, facts),
                    !condition.reading(as: kind.page).scrape(page).records.isEmpty
                else { continue }
            }
            return rule
        }
        return nil
    }

    /// The records of a page, and where it leads.
    func read(
        _ found: Page,
        _ task: CrawlTask,
        isEmptyRight: Bool,
        _ page: inout CrawlPage
    ) throws(Diagnostic) {
        let kind = task.kind
        if isEmptyRight || kind.hasRecords && kind.page.records.allSatisfy(\.mayBeMissing) {
            mayBeEmpty = true
        }
        let leadsOn = !kind.links.records.isEmpty || !kind.follows.isEmpty || kind.next != nil
        let links = leadsOn ? kind.links.scrape(found) : Outcome(records: [], diagnostics: [])
        // The last page of a list, if it is marked as the last, may be empty.
        let isEnd = links.records.contains { $0.type == "until" }
        if isEnd { mayBeEmpty = true }
        if !isEmptyRight, !kind.page.records.isEmpty || !kind.page.preparations.isEmpty {
            let outcome = kind.page.scrape(found)
            page.records = outcome.records
            let isRead = !isEnd || !outcome.records.isEmpty
            if isRead { page.diagnostics += outcome.diagnostics }
            onPage(CasePage(found, kind, isRead ? outcome : nil))
        } else {
            onPage(CasePage(found, kind, nil))
        }
        guard leadsOn else { return }
        page.diagnostics += links.diagnostics.map(\.atKey).filter { new in
            if new.isOfTruncation { return !page.diagnostics.contains(where: \.isOfTruncation) }
            return !page.diagnostics.contains { $0.message == new.message }
                && !(kind.follows.allSatisfy(\.isByMatch) && new.severity == .warning)
        }
        let base = try? WebAddress(found.url ?? page.url)
        var inherited = task.names
        if !kind.takes.isEmpty {
            let taken = links.records.first { $0.type == "take" }
            guard take(kind.takes, of: taken, &inherited, &page) else { return }
        }
        var entries: [RequestKey] = []
        var children: [CrawlTask] = []
        let reported = page.diagnostics.count
        for follow in isEmptyRight ? [] : kind.follows {
            children += followed(follow, links.records, inherited, task, base, &entries, &page)
        }
        if kind.follows.isEmpty { entries = page.records.map { RequestKey(JSONWriter.compact($0.value)) } }
        // Entries that cannot be followed have been reported. Beyond the depth limit no entry is looked for.
        let mayLackEntries =
            isEmptyRight || page.diagnostics[reported...].contains { $0.severity == .error }
            || isTooDeep(task) && !kind.follows.isEmpty
            || kind.follows.isEmpty && kind.page.records.allSatisfy(\.mayBeMissing)
        if kind.next != nil {
            let next = next(task, links.records, entries, mayLackEntries, found, base, &page)
            if let next { push([next]) }
        } else if entries.isEmpty, !mayLackEntries, !kind.follows.isEmpty, !kind.hasRecords {
            page.lose("it has no entry to follow")
        }
        push(children)
    }
}

extension Diagnostic {
    /// A diagnostic about a part of a request, by the keys that contain it in rules: `next.total`.
    fileprivate var atKey: Diagnostic {
        let keys = [
            "total.total": "next.total", "next.url": "next.link", "next query.query": "next.query",
            "next take.": "next.take.", "fill.": "submit.fill.",
        ]
        guard let (old, new) = keys.first(where: { message.hasPrefix($0.key) }) else { return self }
        var diagnostic = self
        diagnostic.message = new + message.dropFirst(old.utf8.count)
        return diagnostic
    }
}
