import Addresses
import DOM
import Engine
import Fetching
import Language
import Records

// Where entries lead.
extension Crawl {
    func push(_ new: [CrawlTask]) { tasks.push(new) }

    /// The requests of a kind that has its own address: one, or the first ones of its `for`.
    func begin(
        _ kind: RequestKind,
        _ names: RequestNames,
        depth: Int,
        base: WebAddress?,
        _ page: inout CrawlPage
    ) -> [CrawlTask] {
        if kind.loops.isEmpty {
            return task(kind, names, followed: nil, depth: depth, base: base, &page).map { [$0] } ?? []
        }
        let run = LoopRun(kind, names, depth: depth, base: base, logins: logins)
        let problems = page.diagnostics.count
        let tasks = produce(run, &page)
        if run.count == 0, page.diagnostics.count == problems {
            page.diagnostics.append(
                Diagnostic(
                    .page,
                    "no request of \"\(kind.name)\" is made: there is no value to make it for",
                    severity: .warning,
                    at: place(kind.range)
                )
            )
        }
        return tasks
    }

    /// A request that has not been made before; `nil` for one that has, or that must not be made.
    func task(
        _ kind: RequestKind,
        _ names: RequestNames,
        followed: WebAddress?,
        depth: Int,
        base: WebAddress?,
        _ page: inout CrawlPage
    ) -> CrawlTask? {
        var names = names
        for counter in kind.next?.counters ?? [] where names[counter.name] == nil {
            names[counter.name] = counter.first.value(names)
        }
        let all = computed(names, url: followed?.href ?? "", &page)
        if let condition = kind.condition, !holds(condition, all, followed?.href ?? "") { return nil }
        do throws(RequestProblem) {
            if let sitemaps = kind.sitemaps {
                return try sitemapTask(sitemaps, kind, names, all, depth)
            }
            let request = try builder.request(kind, all, followed: followed, base: base)
            guard plan.covers(request.address.href) else {
                throw RequestProblem(message: "no \"match\" of the rules covers \(request.address.href)")
            }
            let key = builder.key(kind, request, all)
            guard known.insert(key), redirected[key] != kind.name else {
                summary.repeated += 1
                return nil
            }
            let list = kind.next == nil ? nil : ListRun(store)
            var task = CrawlTask(
                kind: kind,
                request: request,
                names: names,
                depth: depth,
                isFollowed: followed != nil,
                list: list
            )
            task.logins = logins
            return task
        } catch {
            report(error.message, kind, &page)
            return nil
        }
    }

    /// Adds the values that a page or an entry gives to names; false if a value is missing, which is reported.
    func take(
        _ takes: [TakeRule],
        of record: Record?,
        _ names: inout RequestNames,
        _ page: inout CrawlPage
    ) -> Bool {
        var isWhole = true
        for take in takes {
            if let value = record?[take.name], value != .null {
                names[take.name] = value
            } else if take.isRequired {
                page.diagnostics.append(
                    Diagnostic(
                        .page,
                        "\"\(take.name)\" has no value, and the requests that the page leads to need it",
                        at: Location(file: page.url),
                        notes: [Diagnostic.Note("it is taken here", at: place(take.range))],
                        help: "give it a \"default\", or \"required\": false"
                    )
                )
                isWhole = false
            } else {
                names[take.name] = nil
            }
        }
        return isWhole
    }

    /// Whether the limit of `depth` leaves out what a page's entries lead to.
    func isTooDeep(_ task: CrawlTask) -> Bool { plan.limits.depth.map { task.depth >= $0 } ?? false }

    /// The requests that entries of a page lead to.
    func followed(
        _ follow: FollowRule,
        _ records: [Record],
        _ names: RequestNames,
        _ task: CrawlTask,
        _ base: WebAddress?,
        _ entries: inout [RequestKey],
        _ page: inout CrawlPage
    ) -> [CrawlTask] {
        guard let target = plan.kinds.first(where: { $0.name == follow.kind }) else { return [] }
        if isTooDeep(task) {
            summary.left += records.count { $0.type == follow.record }
            return []
        }
        var tasks: [CrawlTask] = []
        var uncovered: [String] = []
        var isFound = false
        defer {
            var links = found[follow.range] ?? FoundLinks(kind: task.kind.name, target: follow.kind)
            links.pages += 1
            links.entries += isFound ? 1 : 0
            if links.uncovered == 0, let first = uncovered.first { links.example = first }
            links.uncovered += uncovered.count
            found[follow.range] = links
        }
        let own = records.filter { $0.type == follow.record }
        isFound = follow.isByMatch || own.contains { $0["url"]?.list?.isEmpty != true || target.hasAddress }
        if follow.hasAddress { reportWithoutAddress(own, follow, &page) }
        if own.isEmpty, follow.isByMatch, target.hasAddress {
            return begin(target, names, depth: task.depth + 1, base: base, &page)
        }
        for record in own {
            var names = names
            guard take(follow.takes, of: record, &names, &page) else { continue }
            if !follow.hasAddress, target.hasAddress {
                entries.append(RequestKey(JSONWriter.compact(record.value)))
                tasks += begin(target, names, depth: task.depth + 1, base: base, &page)
                continue
            }
            for value in record["url"].map({ $0.list ?? [$0] }) ?? [] {
                guard let address = try? WebAddress(value.text, base: base).withoutFragment else { continue }
                let fits =
                    target.match.isEmpty || target.hasAddress && !follow.isByMatch
                    || target.match.contains { AddressPattern.matches(address.href, pattern: $0) }
                if !fits || !plan.covers(address.href) {
                    if !follow.isByMatch { uncovered.append(address.href) }
                    continue
                }
                entries.append(RequestKey(address.href))
                if let task = self.task(
                    target,
                    names,
                    followed: address,
                    depth: task.depth + 1,
                    base: base,
                    &page
                ) {
                    tasks.append(task)
                }
            }
        }
        return tasks
    }

    /// Reports entries that have only the values that are taken from them, if other entries have addresses.
    private func reportWithoutAddress(_ entries: [Record], _ follow: FollowRule, _ page: inout CrawlPage) {
        let missing = entries.count { $0["url"].map { $0 == .null || $0.list?.isEmpty == true } ?? true }
        guard missing > 0, missing < entries.count else { return }
        page.diagnostics.append(
            Diagnostic(
                .page,
                "\(missing) of \(entries.count) elements for \(follow.record ?? follow.kind) yielded no address",
                severity: .warning,
                at: Location(file: page.url),
                notes: [Diagnostic.Note("required by this rule", at: place(follow.range))]
            )
        )
    }
}
