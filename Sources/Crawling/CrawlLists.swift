import Addresses
import Engine
import Fetching
import Language
import Records

// Lists that are read page by page, and how they end.
extension Crawl {
    /// The next page of a list; `nil` at its end.
    ///
    /// - Parameter mayLackEntries: whether the page is right without entries.
    func next(
        _ task: CrawlTask,
        _ records: [Record],
        _ entries: [RequestKey],
        _ mayLackEntries: Bool,
        _ found: Page,
        _ base: WebAddress?,
        _ page: inout CrawlPage
    ) -> CrawlTask? {
        guard let rule = task.kind.next, let list = task.list else { return nil }
        func record(_ type: String) -> Record? { records.first { $0.type == type } }
        func broken(_ reason: String) -> CrawlTask? {
            let note = Diagnostic.Note("the list continues with this rule", at: place(rule.range))
            page.diagnostics.append(brokenOff(list, task.kind, reason, at: page.url, notes: [note]))
            return nil
        }
        let key = builder.key(task.kind, task.request, task.names)
        list.requests.insert(key)
        if let value = record("total")?["total"]?.number?.integer {
            list.total = value
            if value == 0 { mayBeEmpty = true }
        }
        func ended() -> CrawlTask? {
            guard let total = list.total, list.entries.count < total else { return nil }
            return broken("it ends here, and \(total) entries are expected")
        }
        /// The end at a page that names no next one: if it is cut off, it may have lost that.
        func unnamed() -> CrawlTask? {
            if list.total == nil { page.lose(loss(list, task.kind), usual: list.truncations) }
            return ended()
        }
        let truncation = page.truncation
        defer { if let truncation { list.truncations.insert(truncation) } }
        if entries.isEmpty {
            if !mayLackEntries, list.total == nil, record("until") == nil {
                reportEmpty(task, list, leadsOn: namesNext(task, rule, records, found), &page)
            }
            return ended()
        }
        let new = entries.filter { !list.entries.contains($0) }
        if new.isEmpty { return broken("this page has no new entry") }
        for entry in new { list.entries.insert(entry) }
        list.pages += 1
        if rule.hasEnd, record("until") != nil { return ended() }
        if let total = list.total, list.entries.count >= total { return nil }
        var names = task.names
        var overlay = task.overlay
        for cursor in rule.cursors {
            guard let value = record("next take")?[cursor.name], value != .null, !value.text.isEmpty else {
                return unnamed()
            }
            names[cursor.name] = value
        }
        for counter in rule.counters {
            guard let step = counter.step.value(names).flatMap({ Number($0.text) }),
                let old = names[counter.name].flatMap({ Number($0.text) }), let value = try? old.adding(step)
            else { return broken("\"\(counter.name)\" is not a number") }
            if let last = counter.last?.value(names).flatMap({ Number($0.text) }), value > last {
                return ended()
            }
            names[counter.name] = .number(value)
        }
        if rule.hasQueryField {
            guard let query = record("next query")?["query"]?.object, !query.isEmpty else { return unnamed() }
            overlay.removeAll { old in query.contains { $0.name == old.name } }
            overlay += query.map { ($0.name, $0.value) }
        }
        if !rule.query.isEmpty {
            let all = computed(names, url: found.url ?? "", &page)
            for member in rule.query {
                var missing: String?
                guard let name = member.name.text(all, missing: &missing) else { continue }
                overlay.removeAll { $0.name == name }
                overlay.append((name, member.value.value(all) ?? .null))
            }
        }
        do throws(RequestProblem) {
            let all = computed(names, url: found.url ?? "", &page)
            var request: FetchRequest
            if let submit = rule.submit {
                let fills = records.first { $0.type == "fill" }
                guard
                    let form = try FormSubmission.request(
                        submit,
                        found,
                        task.kind.page,
                        task.kind.links,
                        all,
                        fills,
                        builder
                    )
                else { return unnamed() }
                request = form
            } else {
                var followed = rule.hasLink ? nil : (task.isFollowed ? task.request.address : nil)
                if rule.hasLink {
                    guard let link = record("next")?["url"]?.text, !link.isEmpty else { return unnamed() }
                    guard let address = try? WebAddress(link, base: base) else {
                        return broken("\(link.quoted) is not an address")
                    }
                    followed = address.withoutFragment
                }
                request = try builder.request(
                    task.kind,
                    all,
                    followed: followed,
                    base: base,
                    overlay: overlay
                )
            }
            guard plan.covers(request.address.href) else {
                return broken("no \"match\" of the rules covers \(request.address.href)")
            }
            let key = builder.key(task.kind, request, all)
            guard list.requests.insert(key) else {
                return broken("the next page is \(request.address.href), which has been read")
            }
            guard known.insert(key) else {
                summary.repeated += 1
                return nil
            }
            var next = CrawlTask(
                kind: task.kind,
                request: request,
                names: names,
                depth: task.depth,
                isFollowed: task.isFollowed,
                list: list,
                overlay: overlay
            )
            next.logins = logins
            return next
        } catch {
            let isForm = rule.submit != nil
            return broken(
                error.message + (isForm ? "; on the last page, \"form\" must match nothing" : "")
            )
        }
    }

    /// Whether a page names a next one, by a link, a cursor, a query or a form. A counter does not depend on the page.
    private func namesNext(_ task: CrawlTask, _ rule: NextRule, _ records: [Record], _ found: Page) -> Bool {
        func record(_ type: String) -> Record? { records.first { $0.type == type } }
        if let submit = rule.submit {
            var ignored = CrawlPage(url: "")
            let all = computed(task.names, url: found.url ?? "", &ignored)
            let (page, links) = (task.kind.page, task.kind.links)
            let form = try? FormSubmission.request(submit, found, page, links, all, record("fill"), builder)
            return form != nil
        }
        if rule.hasLink { return record("next")?["url"]?.text.isEmpty == false }
        if rule.hasQueryField { return record("next query")?["query"]?.object?.isEmpty == false }
        let cursors = rule.cursors.map { record("next take")?[$0.name] ?? .null }
        return !cursors.isEmpty && cursors.allSatisfy { $0 != .null && !$0.text.isEmpty }
    }

    /// Reports a page without entries, unless a list of its kind ends with one.
    ///
    /// With a counter, the page after the last has no entries. Anything else that leads to a page says that there are more.
    private func reportEmpty(
        _ task: CrawlTask,
        _ list: ListRun,
        leadsOn: Bool,
        _ page: inout CrawlPage
    ) {
        guard let rule = task.kind.next else { return }
        if page.lose(loss(list, task.kind), usual: list.truncations) { return }
        let isOfRecords = task.kind.follows.isEmpty
        // What is wrong with the page is reported already.
        if page.diagnostics.contains(where: { $0.severity == .error }) { return }
        let note = Diagnostic.Note("the list continues with this rule", at: place(rule.range))
        func end(_ reason: String) {
            var end = brokenOff(
                list,
                task.kind,
                "this page has no entry, \(reason)",
                at: page.url,
                notes: [note],
                isCertain: false
            )
            end.help =
                "if that is right, let \"until\" match on the last page, or an answer that \"is\": \"empty\""
            page.diagnostics.append(end)
        }
        if rule.hasEnd, task.isLaterPage {
            end("and \"until\" does not match on it")
        } else if leadsOn {
            end("and leads to a next page")
        } else if task.isLaterPage, rule.hasLink || rule.submit != nil, !isOfRecords {
            end("and the page before leads to it")
        }
    }

    /// What is lost with a page that is cut off.
    private func loss(_ list: ListRun, _ kind: RequestKind) -> String {
        "the list \"\(kind.name)\" may end early\(extent(list))"
    }

    /// How much of a list has been read, after a comma; empty for its first page.
    private func extent(_ list: ListRun) -> String {
        if list.pages == 0 { return "" }
        return ", after \(counted(list.pages, "page")) and \(counted(list.entries.count, "entry"))"
    }

    /// Reports that a list ends early, if it has begun.
    ///
    /// - Parameter problem: what is wrong with its next page: "is gone".
    func breakOff(_ task: CrawlTask, _ problem: String, _ page: inout CrawlPage) {
        guard let list = task.list, list.pages > 0 else { return }
        let reason = "its page \(list.pages + 1) \(problem)"
        page.diagnostics.append(brokenOff(list, task.kind, reason, at: page.url))
    }

    /// The report that a list ends early: a warning if that is not certain.
    func brokenOff(
        _ list: ListRun,
        _ kind: RequestKind,
        _ reason: String,
        at url: String,
        notes: [Diagnostic.Note] = [],
        isCertain: Bool = true
    ) -> Diagnostic {
        Diagnostic(
            .page,
            "the list \"\(kind.name)\" \(isCertain ? "ends" : "may end") early\(extent(list)): \(reason)",
            severity: isCertain ? .error : .warning,
            at: Location(file: url),
            notes: notes
        )
    }
}

/// A number of things in words: `1 page`, `2 entries`.
func counted(_ count: Int, _ thing: String) -> String {
    if count == 1 { return "1 \(thing)" }
    return "\(count) " + (thing.hasSuffix("y") ? thing.dropLast() + "ies" : thing + "s")
}
